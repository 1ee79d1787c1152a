/**
 * Times one library for Node: `node.ts NAME FOLDER POINTS TEXTS ROUNDS CHECKED`. FOLDER has the packages. Libraries for
 * other geocodes decode their own codes. Prints JSON for peers.ts.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "../../scripts/paths.js";

const [name, folder, pointFile, textFile, rounds, checked] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
const own: typeof import("../../src/index.ts") = await import(join(ROOT, "dist/index.js"));
const into: typeof import("../../src/into.ts") = await import(join(ROOT, "dist/into.js"));
const list = into.createCodeList();
const degrees = new Float64Array(2);

interface Library {
  readonly encode: (latDeg: number, lonDeg: number) => unknown;
  readonly decode: (code: string) => unknown;
}

const LIBRARIES: Readonly<Record<string, () => Library>> = {
  "mapcoded, Into functions": () => ({
    encode: (latDeg, lonDeg) => into.encodeInto(latDeg, lonDeg, 0, list),
    decode: (code) => into.decodeInto(code, into.NO_TERRITORY, degrees),
  }),
  mapcoded: () => own,
  "h3-js"() {
    const { latLngToCell, cellToLatLng } = load("h3-js");
    // Resolution 12 has cells of 9 meters.
    return { encode: (latDeg, lonDeg) => latLngToCell(latDeg, lonDeg, 12), decode: cellToLatLng };
  },
  "open-location-code": () => new (load("open-location-code").OpenLocationCode)(),
  ngeohash: () => load("ngeohash"),
};

const library = LIBRARIES[name]();
const isMapcode = name.startsWith("mapcoded");
const points = new Float64Array(new Uint8Array(readFileSync(pointFile)).buffer);
const texts = readFileSync(textFile, "ascii").trim().split("\n");
const codes = isMapcode
  ? texts
  : texts.map((_, at) => `${library.encode(points[2 * at], points[2 * at + 1])}`);

/** Decodes a code of another library. `npm test` checks our own answers. */
function pointOf(code: string): readonly number[] {
  const found = library.decode(code) as Record<string, number>;
  const lat = found[0] ?? found.latitude ?? found.latitudeCenter;
  return [lat, found[1] ?? found.longitude ?? found.longitudeCenter];
}

/** The last result. It is used, so that V8 cannot skip work. */
let last: unknown;

function encodeAll(): void {
  for (let at = 0; at < points.length; at += 2) last = library.encode(points[at], points[at + 1]);
}

function decodeAll(): void {
  for (let at = 0; at < codes.length; at++) last = library.decode(codes[at]);
}

function leastNs(run: () => void): number {
  for (let round = 0; round < 5; round++) run();
  const times = Array.from({ length: Number(rounds) }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (1000 * (user + system)) / codes.length;
  });
  return Math.min(...times);
}

const decoded = isMapcode ? [] : codes.slice(0, Number(checked)).map(pointOf);
const ns = [leastNs(encodeAll), leastNs(decodeAll)];
console.log(JSON.stringify({ codes: [], points: decoded, ns, isUsed: last !== undefined }));
