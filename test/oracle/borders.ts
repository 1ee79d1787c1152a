/**
 * The identifiers of the areas around a point, found slowly, by the winding number of each ring (see the description of
 * the file). Integers only, so that points on edges have one answer.
 */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { type BorderCell, type Ring, readBorders } from "../../codegen/borders/read-borders.ts";

const DATA = new URL("../../data/borders/", import.meta.url);

/** The file of borders. */
export const BORDERS = readBorders(readFileSync(new URL("boundaries60x30.ser", DATA)));

/** The territory of each identifier; empty for none. */
export const TERRITORY_OF: ReadonlyMap<string, string> = new Map(
  parse<{ identifier: string; territory: string }>(
    readFileSync(new URL("identifiers.csv", DATA), "utf8"),
    { columns: true },
  ).map(({ identifier, territory }) => [identifier, territory]),
);

const CELL_MICRO = 6_000_000n;
const COLUMNS = 60n;
const ROWS = 30n;
const UNITS = 65_535n;

/** A point in a cell, in its units. */
interface Place {
  readonly x: number;
  readonly y: number;
}

function cellAndPlace(latMicro: number, lonMicro: number): [BorderCell, Place] {
  const south = BigInt(Math.min(Math.max(latMicro, -90_000_000), 90_000_000)) + 90_000_000n;
  const circle = COLUMNS * CELL_MICRO;
  const west = (((BigInt(lonMicro) + 180_000_000n) % circle) + circle) % circle;
  const column = west / CELL_MICRO;
  // The north pole lies in the last row.
  const row = south === ROWS * CELL_MICRO ? ROWS - 1n : south / CELL_MICRO;
  const cell = BORDERS.cells[Number((ROWS - 1n - row) * COLUMNS + column)];
  const x = ((west - column * CELL_MICRO) * UNITS) / CELL_MICRO;
  const y = ((south - row * CELL_MICRO) * UNITS) / CELL_MICRO;
  return [cell, { x: Number(x), y: Number(y) }];
}

/** Points of a ring in order, the first one again at the end. */
function pointsOf(ring: Ring): Place[] {
  const points: Place[] = [];
  for (let at = 0; at < ring.length; at += 2) points.push({ x: ring[at], y: ring[at + 1] });
  return [...points, points[0]];
}

/** Positive if the point is left of the line from one place to another. */
function sideOf(from: Place, to: Place, { x, y }: Place): number {
  return (to.x - from.x) * (y - from.y) - (x - from.x) * (to.y - from.y);
}

function goesAround(ring: Ring, place: Place): boolean {
  const points = pointsOf(ring);
  let windings = 0;
  for (let index = 1; index < points.length; index++) {
    const from = points[index - 1];
    const to = points[index];
    const side = sideOf(from, to, place);
    if (from.y <= place.y && to.y > place.y && side > 0) windings++;
    if (from.y > place.y && to.y <= place.y && side < 0) windings--;
  }
  return windings !== 0;
}

function contains({ outerRings, innerRings }: BorderCell["areas"][number], place: Place): boolean {
  const around = (rings: readonly Ring[]) => rings.filter((ring) => goesAround(ring, place)).length;
  return around(outerRings) > around(innerRings);
}

/** The identifiers around a point in micro-degrees, the smallest first. */
export function identifiersAt(latMicro: number, lonMicro: number): string[] {
  const [{ whole, areas }, place] = cellAndPlace(latMicro, lonMicro);
  const within = areas.filter((area) => contains(area, place));
  const sizeOf = (identifier: string) => BORDERS.sizes.get(identifier) ?? 0;
  const found = [...whole, ...within.map(({ identifier }) => identifier)];
  return found.sort((one, other) => sizeOf(one) - sizeOf(other));
}

/** The alpha codes of the territories around a point in micro-degrees, the smallest first. */
export function candidatesAt(latMicro: number, lonMicro: number): string[] {
  const codes = identifiersAt(latMicro, lonMicro).map((name) => TERRITORY_OF.get(name) ?? "");
  return [...new Set(codes)].filter((code) => code !== "");
}
