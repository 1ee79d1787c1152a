/**
 * Divides a cell into squares. Whether a point is in a territory is a question of parity: it is if a ray from it to the
 * east crosses the lines of its areas an odd number of times. So the lines that all rays from a square cross, or none,
 * need not be compared: a mask has their sum. What is left are the lines that pass between the positions of the square.
 */
import { CELL_UNITS, POSITION_BITS } from "../../src/borders/layout.ts";
import type { Ring } from "./read-borders.ts";

/** A line that rises to the north, between positions of a cell. */
export interface Line {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  /** The territories that it is a border of, by bits. */
  readonly mask: number;
}

/** A square with borders or, without lines, within the same territories as a whole. */
export interface Square {
  /** The territories that contain a position from which no ray crosses any of the lines. */
  readonly mask: number;
  readonly lines: readonly Line[];
}

/** The last position in a row or column. */
const LAST_POSITION = CELL_UNITS - 1;

/** Lines of areas, each once: one that two areas have is no border where both are of the same territory. */
export class LineSet {
  readonly #lines = new Map<string, Line>();

  addRing(ring: Ring, mask: number): void {
    let x0 = ring[ring.length - 2];
    let y0 = ring[ring.length - 1];
    for (let at = 0; at < ring.length; at += 2) {
      const x1 = ring[at];
      const y1 = ring[at + 1];
      if (y0 < y1) this.#add({ x0, y0, x1, y1, mask });
      else if (y0 > y1) this.#add({ x0: x1, y0: y1, x1: x0, y1: y0, mask });
      // A ray runs along a level line or beside it, and crosses it never.
      x0 = x1;
      y0 = y1;
    }
  }

  #add(line: Line): void {
    const key = `${line.x0} ${line.y0} ${line.x1} ${line.y1}`;
    const mask = line.mask ^ (this.#lines.get(key)?.mask ?? 0);
    this.#lines.set(key, { ...line, mask });
  }

  lines(): Line[] {
    return [...this.#lines.values()].filter(({ mask }) => mask !== 0);
  }
}

/** Whether a ray to the east from a position crosses a line in whose rows the position is. */
export function crosses({ x0, y0, x1, y1 }: Line, x: number, y: number): boolean {
  return (x1 - x0) * (y - y0) > (x - x0) * (y1 - y0);
}

/**
 * The squares of a cell, row by row from the south-west corner to the east.
 * @param bits of the number of rows and columns
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
      squares.push(squareOf(inRows, wholeMask, { west, south, east, north }));
    }
  }
  return squares;
}

/** The first and last positions of a square. */
interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function squareOf(inRows: readonly Line[], wholeMask: number, bounds: Bounds): Square {
  const { west, south, east, north } = bounds;
  const lines: Line[] = [];
  /** By row, what changes from it on in the sum of the lines that all rays cross. */
  const changes = new Map<number, number>();
  const change = (row: number, mask: number) => changes.set(row, (changes.get(row) ?? 0) ^ mask);
  for (const line of inRows) {
    const first = Math.max(line.y0, south);
    const last = Math.min(line.y1 - 1, north);
    if (crosses(line, east, first) && crosses(line, east, last)) {
      change(first, line.mask);
      change(last + 1, line.mask);
    } else if (crosses(line, west, first) || crosses(line, west, last)) {
      lines.push(line);
    }
  }
  const mask = wholeMask ^ (changes.get(south) ?? 0);
  changes.delete(south);
  return { mask, lines: [...lines, ...linesOfChanges(changes, north)] };
}

/** Lines east of all positions, in place of changes from one row to the next. */
function linesOfChanges(changes: ReadonlyMap<number, number>, north: number): Line[] {
  const lines: Line[] = [];
  /** Where a line of each mask has begun. */
  const begun = new Map<number, number>();
  for (const [row, mask] of [...changes].sort(([one], [other]) => one - other)) {
    if (mask === 0 || row > north) continue;
    const y0 = begun.get(mask);
    if (y0 === undefined) begun.set(mask, row);
    else {
      lines.push({ x0: CELL_UNITS, y0, x1: CELL_UNITS, y1: row, mask });
      begun.delete(mask);
    }
  }
  for (const [mask, y0] of begun) {
    lines.push({ x0: CELL_UNITS, y0, x1: CELL_UNITS, y1: CELL_UNITS, mask });
  }
  return lines;
}

/** A chain of lines with the same mask. */
export interface Chain {
  readonly mask: number;
  /** x, then y of each point. */
  readonly points: readonly number[];
}

/** Joins lines at their ends, so that points that two lines share are stored and read once. */
export function joinLines(lines: readonly Line[]): Chain[] {
  const chains: Chain[] = [];
  for (const mask of new Set(lines.map((line) => line.mask))) {
    const rest = new Set(lines.filter((line) => line.mask === mask));
    for (const line of rest) {
      rest.delete(line);
      const points = [line.x0, line.y0, line.x1, line.y1];
      for (let next = lineAt(rest, points); next; next = lineAt(rest, points)) {
        rest.delete(next);
        const [x, y] = points.slice(-2);
        const isFromStart = next.x0 === x && next.y0 === y;
        points.push(...(isFromStart ? [next.x1, next.y1] : [next.x0, next.y0]));
      }
      chains.push({ mask, points });
    }
  }
  return chains;
}

/** A line that begins or ends at the last of these points. */
function lineAt(lines: ReadonlySet<Line>, points: readonly number[]): Line | undefined {
  const [x, y] = points.slice(-2);
  for (const line of lines) {
    if ((line.x0 === x && line.y0 === y) || (line.x1 === x && line.y1 === y)) return line;
  }
  return undefined;
}
