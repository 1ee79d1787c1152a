/**
 * The measured engine with its borders: the built JavaScript, as users get it. The sources are not measured because
 * tsx transforms them. As ES modules that cost nothing when measured, but as CommonJS, for which a missing "type" in
 * package.json suffices, encoding was eight times slower. Only types come from src. The path of the engine is
 * not a literal, so that type checking needs no build.
 */
type Engine = typeof import("../src/index.ts") & typeof import("../src/borders/index.ts");
export type EngineName = keyof Engine;

/** The environment variable that names the engine of another checkout; see engine-process.ts. */
export const ENGINE_VARIABLE = "MAPCODED_ENGINE";

/** Renamed functions, with their earlier names: bench:compare finds them in earlier commits. */
const EARLIER_NAMES: Readonly<Record<string, string>> = {
  decodeRectangleInto: "decodeAreaInto",
  resolveEncodeBatchOptions: "encodeRequest",
  encodeShortestInTerritoryInto: "encodeShortestInto",
};

const BUILT = new URL(process.env[ENGINE_VARIABLE] ?? "../dist/index.js", import.meta.url);

async function load(): Promise<Engine> {
  try {
    const library = await import(BUILT.href);
    // Early commits have no borders.
    const borders = await import(new URL("borders.js", BUILT).href).catch(() => ({}));
    const engine = { ...library, ...borders };
    for (const [name, earlier] of Object.entries(EARLIER_NAMES)) engine[name] ??= engine[earlier];
    return engine;
  } catch (cause) {
    throw new Error("The engine is not built. Run `npm run build`.", { cause });
  }
}

export const engine = await load();

/** The first of these functions that the engine lacks, as an engine of an earlier commit may. */
export function missingFunction(names: readonly EngineName[]): string | undefined {
  return names.find((name) => engine[name] === undefined);
}
