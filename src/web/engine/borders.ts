/** The borders that local codes depend on: for the page and the worker of tables, and as lines for the map. */
import * as arrays from "../../borders/border-arrays.ts";
import * as layout from "../../borders/layout.ts";
import { load } from "../loading.ts";
import type { Bounds } from "./places.ts";

/** Loads the borders unless they are loaded. @throws Error if they cannot be fetched, or are damaged */
export function loadBorders(url: string): Promise<void> {
  const setBorders = (bytes: ArrayBuffer) => arrays.setBorders(new Uint8Array(bytes));
  return load(url, (response) => response.arrayBuffer().then(setBorders));
}

const CELL_DEG = layout.CELL_MICRO_DEG / 1e6;

/** A part of a border: x, y and so on, in units of its cell. */
type Line = readonly (readonly [x: number, y: number])[];

function linesOf(square: number): Line[] {
  if (square < layout.LIST_LIMIT) return [];
  const lines: Line[] = [];
  let at = arrays.recordStarts[square - layout.LIST_LIMIT] + layout.RECORD_LINES;
  for (let points = arrays.borderRecords[at]; points !== 0; points = arrays.borderRecords[at]) {
    at += layout.LINE_POINTS;
    const end = at + 2 * points;
    let line: [number, number][] = [];
    for (; at < end; at += 2) {
      const [x, y] = [arrays.borderRecords[at], arrays.borderRecords[at + 1]];
      // The edge of a cell cuts areas, but is not a border. The file has no level edges.
      if (x % layout.CELL_UNITS === 0 && line.at(-1)?.[0] === x) {
        lines.push(line);
        line = [];
      }
      line.push([x, y]);
    }
    lines.push(line);
  }
  return lines.filter(({ length }) => length > 1);
}

/** The borders in and around a rectangle, as lines of longitudes and latitudes; none before they are loaded. */
export function borderLinesIn(bounds: Bounds): number[][][] {
  if (!arrays.areBordersLoaded()) return [];
  const [west, south, east, north] = bounds;
  const [left, right] = [(west + 180) / CELL_DEG, (east + 180) / CELL_DEG];
  const [bottom, top] = [(south + 90) / CELL_DEG, (north + 90) / CELL_DEG];
  const shown: number[][][] = [];
  for (let row = Math.max(0, Math.floor(bottom)); row < Math.min(layout.CELL_ROWS, top); row++) {
    for (let column = Math.floor(left); column < right; column++) {
      // Across the date line, columns go on.
      const wrapped = ((column % layout.CELL_COLUMNS) + layout.CELL_COLUMNS) % layout.CELL_COLUMNS;
      const cell = arrays.cellWords[row * layout.CELL_COLUMNS + wrapped];
      const side = 1 << (cell & layout.SQUARE_BITS_MASK);
      const squareAt = (part: number) => Math.max(0, Math.min(side - 1, Math.floor(part * side)));
      for (let y = squareAt(bottom - row); y <= squareAt(top - row); y++) {
        for (let x = squareAt(left - column); x <= squareAt(right - column); x++) {
          const lines = linesOf(arrays.squares[(cell >>> layout.CELL_SQUARE_SHIFT) + y * side + x]);
          const degrees = ([x, y]: Line[number]) => [
            (column + x / layout.CELL_UNITS) * CELL_DEG - 180,
            (row + y / layout.CELL_UNITS) * CELL_DEG - 90,
          ];
          shown.push(...lines.map((line) => line.map(degrees)));
        }
      }
    }
  }
  return shown;
}
