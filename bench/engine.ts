/**
 * The engine that is measured: the built JavaScript, as users get it. Not src, because the runner
 * of this file transforms what it loads of src: as an ES module that cost nothing when measured,
 * but as CommonJS (which a missing "type" in package.json suffices for) encoding was eight times
 * slower. Only types come from src; the path is no literal so that they need no build.
 */
type Engine = typeof import("../src/index.ts");

/** Another checkout's engine is measured by the same code: compare.ts says which. */
export const ENGINE_VARIABLE = "MAPCODED_ENGINE";

const BUILT = new URL(process.env[ENGINE_VARIABLE] ?? "../dist/index.js", import.meta.url);

async function load(): Promise<Engine> {
  try {
    return (await import(BUILT.href)) as Engine;
  } catch (cause) {
    throw new Error("The engine is not built: run `npm run build`.", { cause });
  }
}

// Each function is an export of its own: a call is then as cheap as from another module of the
// engine, with no property to look up in the measured loop.
export const {
  codeText,
  createCodeBatch,
  createCodeList,
  createPointBatch,
  decode,
  decodeRectangleInto,
  decodeBatchInto,
  decodeBytesInto,
  decodeInto,
  distanceMeters,
  encode,
  encodeBatchInto,
  encodeCountryInto,
  encodeInternational,
  encodeInternationalInto,
  encodeInto,
  encodeBatchSettings,
  encodeShortestInTerritoryInto,
  encodeTerritoryInto,
  LAT_DEG,
  LON_DEG,
  MAX_CODES,
  NO_TERRITORY,
  territories,
  territoryNumber,
  maxOffsetMeters,
} = await load();
