/**
 * The points to encode: latitude and longitude in degrees, alternating. Fixed seeds make them the same on every
 * machine, for each size.
 */
import { readTables, readTowns } from "../codegen/read.ts";
import { type Random, seededRandom } from "../test/support/seeded-random.ts";

function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)];
}

/**
 * A nearly normal distribution around 0: the sum of twelve uniform numbers. Logarithms and cosines may differ in their
 * last digit between machines.
 */
function normal(random: Random, sigma: number): number {
  let sum = -6;
  for (let count = 0; count < 12; count++) sum += random();
  return sum * sigma;
}

type Place = readonly [latDeg: number, lonDeg: number];

const DATA = new URL("../data/", import.meta.url);

const CITY_SIGMA_DEG = 0.1;

/** Points have nine decimals, enough for every part of a cell. */
const ROUNDING = 1e9;

/** Clips latitudes and wraps longitudes: records cross the date line, and points near cities may as well. */
function inRange([latDeg, lonDeg]: Place): Place {
  const lat = Math.min(Math.max(latDeg, -90), 90);
  const lon = lonDeg - 360 * Math.floor((lonDeg + 180) / 360);
  return [Math.round(lat * ROUNDING) / ROUNDING, Math.round(lon * ROUNDING) / ROUNDING];
}

function pointsOf(size: number, seed: number, place: (random: Random) => Place): Float64Array {
  const random = seededRandom(seed);
  const points = new Float64Array(2 * size);
  for (let at = 0; at < points.length; at += 2) points.set(inRange(place(random)), at);
  return points;
}

/** Points around cities: towns with a million inhabitants or more. */
export function cityPoints(size: number, seed: number): Float64Array {
  const cities = readTowns(DATA).filter(({ population }) => population >= 1e6);
  return pointsOf(size, seed, (random) => {
    const { lat, lon } = oneOf(random, cities);
    return [lat / 1e6 + normal(random, CITY_SIGMA_DEG), lon / 1e6 + normal(random, CITY_SIGMA_DEG)];
  });
}

/** Points uniform on the sphere, hence mostly at sea: the sine of the latitude is uniform. */
export function spherePoints(size: number, seed: number): Float64Array {
  return pointsOf(size, seed, (random) => {
    const lat = (Math.asin(between(random, -1, 1)) * 180) / Math.PI;
    return [lat, between(random, -180, 180)];
  });
}

/** Points in random boundary records: they use every part of the tables. */
function recordPoints(size: number): Float64Array {
  const { boundaries } = readTables(DATA);
  return pointsOf(size, 2, (random) => {
    const { latMin, latMax, lonMin, lonMax } = oneOf(random, boundaries);
    return [between(random, latMin, latMax) / 1e6, between(random, lonMin, lonMax) / 1e6];
  });
}

/** The generators of the sets of points. Most requests are around cities. */
export const SETS: Readonly<Record<string, (size: number) => Float64Array>> = {
  sphere: (size) => spherePoints(size, 1),
  records: recordPoints,
  cities: (size) => cityPoints(size, 3),
};
