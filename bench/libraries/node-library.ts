/**
 * Times one library for Node in a process of its own: `node-library.ts NAME FOLDER POINTS TEXTS ROUNDS CHECKED`. FOLDER
 * has the packages of peers. Prints what library.ts reads; libraries with codes of their own decode these.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { engine } from "../engine.ts";
import { leastCpuNanoseconds } from "../statistics.ts";
import type { LibraryAnswers } from "./library.ts";

const {
  createCodeList,
  decode,
  decodeInto,
  encode,
  encodeInternational,
  encodeInternationalInto,
  encodeInto,
  NO_TERRITORY,
} = engine;

interface Library {
  readonly encode: (latDeg: number, lonDeg: number) => unknown;
  /** @returns what the library returns, as a new object would be measured, too */
  readonly decode: (code: string) => unknown;
  /** Latitude and longitude of what `decode` returns; our own answers are the matter of `npm test`. */
  readonly pointOf?: (decoded: never) => readonly [lat: number, lon: number];
}

const [name, folder, pointFile, textFile, rounds, checked] = process.argv.slice(2);
const load = createRequire(join(folder, "package.json"));
/** Resolution 12 has cells of 9 meters; 9 characters of a geohash, of 5; a plus code with 10 digits, of 14. */
const H3_RESOLUTION = 12;

const LIBRARIES: Readonly<Record<string, () => Library>> = {
  "mapcoded, Into functions"() {
    const list = createCodeList();
    const degrees = new Float64Array(8);
    return {
      encode: (latDeg, lonDeg) => encodeInto(latDeg, lonDeg, 0, list),
      decode: (code) => decodeInto(code, NO_TERRITORY, degrees),
    };
  },
  mapcoded: () => ({ encode: (latDeg, lonDeg) => encode(latDeg, lonDeg), decode }),
  "mapcoded, Into functions, international"() {
    const list = createCodeList();
    return {
      encode: (latDeg, lonDeg) => encodeInternationalInto(latDeg, lonDeg, 0, list),
      decode,
    };
  },
  "mapcoded, international": () => ({
    encode: (latDeg, lonDeg) => encodeInternational(latDeg, lonDeg),
    decode,
  }),
  "h3-js"() {
    const { latLngToCell, cellToLatLng } = load("h3-js");
    return {
      encode: (latDeg, lonDeg) => latLngToCell(latDeg, lonDeg, H3_RESOLUTION),
      decode: cellToLatLng,
      pointOf: (point: readonly [number, number]) => point,
    };
  },
  "open-location-code"() {
    const library = new (load("open-location-code").OpenLocationCode)();
    return {
      encode: (latDeg, lonDeg) => library.encode(latDeg, lonDeg),
      decode: (code) => library.decode(code),
      pointOf: (area: { latitudeCenter: number; longitudeCenter: number }) => {
        return [area.latitudeCenter, area.longitudeCenter];
      },
    };
  },
  ngeohash() {
    const library = load("ngeohash");
    return {
      encode: (latDeg, lonDeg) => library.encode(latDeg, lonDeg),
      decode: (code) => library.decode(code),
      pointOf: (point: { latitude: number; longitude: number }) => {
        return [point.latitude, point.longitude];
      },
    };
  },
};

const library = LIBRARIES[name]();
const bytes = readFileSync(pointFile);
const points = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
const count = points.length / 2;
const encodePoint = (index: number) => library.encode(points[2 * index], points[2 * index + 1]);
const codes =
  library.pointOf === undefined
    ? readFileSync(textFile, "ascii").trim().split("\n")
    : Array.from({ length: count }, (_, index) => encodePoint(index) as string);

/** Kept, so that V8 cannot leave work out as unused. */
let last: unknown;

function encodeAll(): void {
  for (let at = 0; at < points.length; at += 2) last = library.encode(points[at], points[at + 1]);
}

function decodeAll(): void {
  for (let at = 0; at < codes.length; at++) last = library.decode(codes[at]);
}

const { pointOf } = library;
const answers: LibraryAnswers = {
  codes: [],
  points:
    pointOf === undefined
      ? []
      : codes.slice(0, Number(checked)).map((code) => pointOf(library.decode(code) as never)),
  ns: [
    leastCpuNanoseconds(encodeAll, Number(rounds)) / count,
    leastCpuNanoseconds(decodeAll, Number(rounds)) / count,
  ],
};
if (last === undefined) throw new Error(`${name} answers nothing.`);
console.log(JSON.stringify(answers));
