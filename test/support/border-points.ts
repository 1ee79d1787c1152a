/** Arbitrary points for properties of borders, in micro-degrees. */
import fc from "fast-check";
import { BORDERS } from "../oracle/borders.ts";
import type { DegreePair } from "./arbitraries.ts";

/** Latitude and longitude. */
export type MicroPoint = readonly [latMicro: number, lonMicro: number];

const CELL_MICRO = 6_000_000;
const COLUMNS = 60;
const ROWS = 30;
const UNITS = 65_535;

/** The lines of borders: the cell, and x, then y of both ends, in units of the cell. */
const LINES = BORDERS.cells.flatMap(({ areas }, cell) => {
  const rings = areas.flatMap(({ outerRings, innerRings }) => [...outerRings, ...innerRings]);
  return rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 - 1 }, (_, index) => {
      return { cell, ends: ring.slice(2 * index, 2 * index + 4) };
    }),
  );
});

const integer = (max: number, min = -max) => fc.integer({ min, max });

/** On a line or beside it: at its ends, or at a grid position of the cell within it. */
const nearLine: fc.Arbitrary<MicroPoint> = fc
  .record({
    line: integer(LINES.length - 1, 0),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    east: integer(2),
    north: integer(2),
  })
  .map(({ line, part, east, north }) => {
    const { cell, ends } = LINES[line];
    const [x0, y0, x1, y1] = ends;
    const unitsOf = (one: number, other: number) => Math.round(one + part * (other - one));
    // Not the first of the 91 micro-degrees of a unit: after full turns, degrees may be less by a rounding error.
    const micro = (units: number) => Math.ceil((units * CELL_MICRO) / UNITS) + 40;
    const row = ROWS - 1 - Math.floor(cell / COLUMNS);
    const lat = row * CELL_MICRO - 90_000_000 + micro(unitsOf(y0, y1) + north);
    return [lat, (cell % COLUMNS) * CELL_MICRO - 180_000_000 + micro(unitsOf(x0, x1) + east)];
  });

const anywhere: fc.Arbitrary<MicroPoint> = fc.tuple(integer(90_000_000), integer(180_000_000));

/** On the edge of a cell or beside it; the poles and the date line are such edges. */
const nearCellEdge: fc.Arbitrary<MicroPoint> = fc
  .tuple(integer(15), integer(30), integer(1), integer(CELL_MICRO), fc.boolean())
  .map(([row, column, beside, along, isRow]) => [
    row * CELL_MICRO + (isRow ? beside : along),
    column * CELL_MICRO + (isRow ? along : beside),
  ]);

/** Points of all these kinds, some beyond a pole or with added turns. */
export const borderPoint: fc.Arbitrary<MicroPoint> = fc
  .tuple(
    fc.oneof(nearLine, nearLine, anywhere, nearCellEdge),
    fc.constantFrom(0, 0, 0, -360_000_000, 360_000_000),
    fc.constantFrom(0, 0, 0, -200_000_000, 200_000_000),
  )
  .map(([[lat, lon], turns, beyond]) => [lat + beyond, lon + turns]);

/** The same in degrees. */
export const borderDegrees: fc.Arbitrary<DegreePair> = borderPoint.map(([lat, lon]) => [
  lat / 1e6,
  lon / 1e6,
]);
