/**
 * Divides a cell into squares. A point is in a territory if a ray to the east crosses the lines of its areas an odd
 * number of times. So a square leaves out the lines that no ray from it crosses, and has the XOR of the masks of lines
 * that all its rays cross. The rest are the lines between its positions.
 */
import { CELL_UNITS, POSITION_BITS } from "../../src/borders/layout.ts";
import type { Ring } from "./read-borders.ts";

/** A line that rises to the north, between positions of a cell. */
export interface Line {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** The territories with this border, as bits. */
  readonly mask: number;
}

/** A square with borders or, without lines, wholly within the same territories. */
export interface Square {
  /** The territories of a position whose ray crosses none of the lines. */
  readonly mask: number;
  readonly lines: readonly Line[];
}

/** The last position in a row or column. */
const LAST_POSITION = CELL_UNITS - 1;

/** The lines of a ring. Level lines are left out: no ray crosses them. */
export function linesOfRing(ring: Ring, mask: number): Line[] {
  const lines: Line[] = [];
  let [x0, y0] = ring.slice(-2);
  for (let at = 0; at < ring.length; at += 2) {
    const [x1, y1] = [ring[at], ring[at + 1]];
    if (y0 < y1) lines.push({ x0, y0, x1, y1, mask });
    else if (y0 > y1) lines.push({ x0: x1, y0: y1, x1: x0, y1: y0, mask });
    [x0, y0] = [x1, y1];
  }
  return lines;
}

/** Joins equal lines of the areas on both sides. A line between two areas of the same territory is not a border. */
export function withoutDoubles(lines: readonly Line[]): Line[] {
  const unique = new Map<string, Line>();
  for (const { x0, y0, x1, y1, mask } of lines) {
    const key = `${x0} ${y0} ${x1} ${y1}`;
    unique.set(key, { x0, y0, x1, y1, mask: mask ^ (unique.get(key)?.mask ?? 0) });
  }
  return [...unique.values()].filter(({ mask }) => mask !== 0);
}

/** Whether a position is west of a line, extended to its row if necessary. */
function isWestOf({ x0, y0, x1, y1 }: Line, x: number, y: number): boolean {
  return (x1 - x0) * (y - y0) > (x - x0) * (y1 - y0);
}

/**
 * The squares of a cell, row by row from the south-west corner to the east.
 * @param bits log2 of the number of rows and columns
 * @param wholeMask the territories that contain all of the cell
 */
export function divideCell(lines: readonly Line[], wholeMask: number, bits: number): Square[] {
  const side = 1 << (POSITION_BITS - bits);
  const squares: Square[] = [];
  for (let south = 0; south <= LAST_POSITION; south += side) {
    const north = Math.min(south + side - 1, LAST_POSITION);
    const inRows = lines.filter(({ y0, y1 }) => y0 <= north && y1 > south);
    for (let west = 0; west <= LAST_POSITION; west += side) {
      const east = Math.min(west + side - 1, LAST_POSITION);
      squares.push(squareOf(inRows, wholeMask, west, south, east, north));
    }
  }
  return squares;
}

function squareOf(
  inRows: readonly Line[],
  wholeMask: number,
  west: number,
  south: number,
  east: number,
  north: number,
): Square {
  const lines: Line[] = [];
  /** By row, the changes to the mask of the lines that all rays cross. */
  const changes = new Map<number, number>();
  for (const line of inRows) {
    const first = Math.max(line.y0, south);
    const last = Math.min(line.y1 - 1, north);
    if (isWestOf(line, east, first) && isWestOf(line, east, last)) {
      for (const row of [first, last + 1]) changes.set(row, (changes.get(row) ?? 0) ^ line.mask);
    } else if (isWestOf(line, west, first) || isWestOf(line, west, last)) {
      lines.push(line);
    }
  }
  const mask = wholeMask ^ (changes.get(south) ?? 0);
  changes.delete(south);
  return { mask, lines: [...lines, ...linesOfChanges(changes, north)] };
}

/** Encodes changes from row to row as lines east of all positions. */
function linesOfChanges(changes: ReadonlyMap<number, number>, north: number): Line[] {
  const lines: Line[] = [];
  /** The first row of the open line of each mask. */
  const begun = new Map<number, number>();
  const end = (mask: number, y0: number, y1: number) =>
    lines.push({ x0: CELL_UNITS, y0, x1: CELL_UNITS, y1, mask });
  for (const [row, mask] of [...changes].sort(([first], [second]) => first - second)) {
    if (mask === 0 || row > north) continue;
    const y0 = begun.get(mask);
    if (y0 !== undefined) end(mask, y0, row);
    if (!begun.delete(mask)) begun.set(mask, row);
  }
  for (const [mask, y0] of begun) end(mask, y0, CELL_UNITS);
  return lines;
}

/**
 * Joins lines at their ends, so that a shared point is stored and read once.
 * @returns chains of lines with the same mask: x, then y of each point
 */
export function joinLines(lines: readonly Line[]): { mask: number; points: readonly number[] }[] {
  const chains: { mask: number; points: readonly number[] }[] = [];
  for (const mask of new Set(lines.map((line) => line.mask))) {
    const rest = new Set(lines.filter((line) => line.mask === mask));
    for (const line of rest) {
      let [x, y] = [line.x0, line.y0];
      const points = [x, y];
      for (let next: Line | undefined = line; next; ) {
        rest.delete(next);
        const isFromStart = next.x0 === x && next.y0 === y;
        [x, y] = isFromStart ? [next.x1, next.y1] : [next.x0, next.y0];
        points.push(x, y);
        next = [...rest].find(({ x0, y0, x1, y1 }) => {
          return (x0 === x && y0 === y) || (x1 === x && y1 === y);
        });
      }
      chains.push({ mask, points });
    }
  }
  return chains;
}
