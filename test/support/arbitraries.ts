/** Arbitrary points and texts for properties: inside records, on their edges, and anywhere else. */
import fc from "fast-check";
import { LOCAL_RULE_NAMES } from "../../src/borders/choice.ts";
import { TERRITORIES } from "../oracle/tables.ts";

/**
 * The factor for the number of runs in the tests of properties. `npm test` runs a fifth, and saves 60 s of CPU time.
 * CI runs all, `PROPERTY_RUNS=50 npm test` fifty times as many.
 */
const RUNS_FACTOR = Number(process.env.PROPERTY_RUNS ?? 1 / 5);

/** The number of runs of a property. */
export function runs(count: number): { numRuns: number } {
  return { numRuns: Math.ceil(count * RUNS_FACTOR) };
}

/** All boundary records in the published order: by territory. */
export const BOUNDS = TERRITORIES.flatMap(({ alphaCode, records }) =>
  records.map((record) => ({ ...record, territory: alphaCode })),
);

export type DegreePair = readonly [latDeg: number, lonDeg: number];

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const sphere: fc.Arbitrary<DegreePair> = fc
  .tuple(between(-1, 1), between(-180, 180))
  .map(([z, lonDeg]) => [(Math.asin(z) * 180) / Math.PI, lonDeg]);

const record = fc.constantFrom(...BOUNDS);

const inRecord: fc.Arbitrary<DegreePair> = fc
  .tuple(record, between(0, 1), between(0, 1))
  .map(([{ latMin, latMax, lonMin, lonMax }, north, east]) => [
    (latMin + north * (latMax - latMin)) / 1e6,
    (lonMin + east * (lonMax - lonMin)) / 1e6,
  ]);

/** Offset from an edge in micro-degrees. */
const nudge = fc.constantFrom(0, 0, 1, -1, 0.4, -0.4, 0.000_001);

const onEdge: fc.Arbitrary<DegreePair> = fc
  .tuple(record, fc.boolean(), fc.constantFrom(0, 0, 0.5, 1), nudge, nudge)
  .map(([{ latMin, latMax, lonMin, lonMax }, isNorth, along, latNudge, lonNudge]) => {
    const lat = isNorth ? latMax : latMin;
    const lon = lonMin + along * (lonMax - lonMin);
    return [(lat + latNudge) / 1e6, (lon + lonNudge) / 1e6];
  });

const outlandish: fc.Arbitrary<DegreePair> = fc.tuple(
  fc.constantFrom(90, -90, 89.9999999, -89.9999999, 0, -0, 91, -100, 1e300, 5e-324, 77.183669),
  fc.constantFrom(
    ...[180, -180, 179.9999999, -179.9999999, 0, -0, 360, -360.5, 720.25],
    ...[1e9, 1e17, -1e300, 5e-324],
  ),
);

export const point: fc.Arbitrary<DegreePair> = fc.oneof(sphere, inRecord, onEdge, outlandish);

export const precision = fc.integer({ min: 0, max: 8 });

export const localRule = fc.constantFrom(...LOCAL_RULE_NAMES);

/** The mistakes at one position of a text; `own` is the character there. */
const MISTAKES: Readonly<
  Record<string, (before: string, own: string, after: string, char: string) => string>
> = {
  drop: (before, _own, after) => before + after,
  double: (before, own, after) => before + own + own + after,
  replace: (before, _own, after, char) => before + char + after,
  insert: (before, own, after, char) => before + char + own + after,
  swap: (before, own, after) => before + after.slice(0, 1) + own + after.slice(1),
  case: (before, own, after) => before + own.toLowerCase() + after,
  end: (before) => before,
};

/** Mistakes in a text. */
export const mutation: fc.Arbitrary<(text: string) => string> = fc
  .tuple(
    fc.nat(30),
    fc.constantFrom(...Object.values(MISTAKES)),
    fc.constantFrom(..."AEIOUZ09.- _?ßαЖб7٣"),
  )
  .map(([where, change, char]) => (text) => {
    const at = where % (text.length + 1);
    return change(text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1), char);
  });
