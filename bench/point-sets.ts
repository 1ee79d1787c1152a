/** The points that are encoded: the same on every machine, for each size. */
import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { type BoundaryRow, readTables } from "../codegen/read.ts";
import { CITIES } from "./cities.ts";
import { between, normal, oneOf, type Random, seededRandom } from "./random.ts";

export interface PointSet {
  readonly name: string;
  readonly meaning: string;
  /** Latitude and longitude in degrees, by turns. */
  readonly points: Float64Array;
}

type Place = readonly [latDeg: number, lonDeg: number];

const DATA = new URL("../data/", import.meta.url);
const MICRO = 1e6;
const CITY_SIGMA_DEG = 0.1;

/** Points are rounded to nine decimals: fine enough for every part of a cell to be met. */
const DECIMALS = 1e9;

/** Records and cities reach past the date line and, with a sigma of luck, past a pole. */
function inRange([latDeg, lonDeg]: Place): Place {
  const lat = Math.min(Math.max(latDeg, -90), 90);
  const lon = lonDeg - 360 * Math.floor((lonDeg + 180) / 360);
  return [Math.round(lat * DECIMALS) / DECIMALS, Math.round(lon * DECIMALS) / DECIMALS];
}

/** Even on the sphere, hence mostly sea: the sine of the latitude is even. */
function onSphere(random: Random): Place {
  const lat = (Math.asin(between(random, -1, 1)) * 180) / Math.PI;
  return [lat, between(random, -180, 180)];
}

function inRecord(random: Random, records: readonly BoundaryRow[]): Place {
  const { latMin, latMax, lonMin, lonMax } = oneOf(random, records);
  return [between(random, latMin, latMax) / MICRO, between(random, lonMin, lonMax) / MICRO];
}

function nearCity(random: Random): Place {
  const { latDeg, lonDeg } = oneOf(random, CITIES);
  return [latDeg + normal(random, CITY_SIGMA_DEG), lonDeg + normal(random, CITY_SIGMA_DEG)];
}

function pointsOf(size: number, seed: number, place: (random: Random) => Place): Float64Array {
  const random = seededRandom(seed);
  const points = new Float64Array(2 * size);
  for (let at = 0; at < points.length; at += 2) points.set(inRange(place(random)), at);
  return points;
}

/** The points of a file, which is named after its set. */
export function readPointSet(path: string): PointSet {
  const bytes = readFileSync(path);
  if (bytes.length === 0 || bytes.length % 16 !== 0) {
    throw new TypeError(`${path} has ${bytes.length} bytes, expected 16 for each point.`);
  }
  // Copied, as views of doubles must start on a multiple of eight.
  const points = new Float64Array(Uint8Array.from(bytes).buffer);
  return {
    name: basename(path, extname(path)),
    meaning: `the points of ${basename(path)}`,
    points,
  };
}

/** Points around cities. */
export function cityPoints(size: number, seed: number): Float64Array {
  return pointsOf(size, seed, nearCity);
}

/** Points anywhere on Earth. */
export function spherePoints(size: number, seed: number): Float64Array {
  return pointsOf(size, seed, onSphere);
}

/** @param size points of each set */
export function makePointSets(size: number): PointSet[] {
  const { boundaries } = readTables(DATA);
  return [
    {
      name: "sphere",
      meaning: "anywhere on Earth, mostly sea",
      points: spherePoints(size, 1),
    },
    {
      name: "records",
      meaning: "in a random boundary record: every part of the tables is used",
      points: pointsOf(size, 2, (random) => inRecord(random, boundaries)),
    },
    {
      name: "cities",
      meaning: `around ${CITIES.length} cities, where most people ask`,
      points: cityPoints(size, 3),
    },
  ];
}
