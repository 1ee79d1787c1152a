/** Proves that squares say what the rings of their cell say. */
import { POSITION_BITS } from "../../src/borders/layout.ts";
import { expectTable } from "../table-error.ts";
import { BORDERS_FILE, type BorderArea, type BorderCell, type Ring } from "./read-borders.ts";
import { crosses, type Square } from "./squares.ts";

/** How often a ring goes around a position, counterclockwise. */
function windings(ring: Ring, x: number, y: number): number {
  let count = 0;
  let x0 = ring[ring.length - 2];
  let y0 = ring[ring.length - 1];
  for (let at = 0; at < ring.length; at += 2) {
    const x1 = ring[at];
    const y1 = ring[at + 1];
    const mask = 0;
    if (y0 <= y && y < y1 && crosses({ x0, y0, x1, y1, mask }, x, y)) count++;
    if (y1 <= y && y < y0 && crosses({ x0: x1, y0: y1, x1: x0, y1: y0, mask }, x, y)) count--;
    x0 = x1;
    y0 = y1;
  }
  return count;
}

/** Whether a position lies within more of the outer than of the inner rings of an area. */
export function isWithin({ outerRings, innerRings }: BorderArea, x: number, y: number): boolean {
  const countOf = (rings: readonly Ring[]) => rings.filter((ring) => windings(ring, x, y) !== 0);
  return countOf(outerRings).length > countOf(innerRings).length;
}

/**
 * Compares the south-west position and the middle of each square with the rings.
 * @param bits of the number of squares in a row or column
 * @param bitOf the bit of an identifier's territory; 0 for none
 * @throws TableError if rings of a territory overlap, or a ring crosses itself: then the sum of crossed lines is wrong
 */
export function checkCell(
  { whole, areas }: BorderCell,
  squares: readonly Square[],
  bits: number,
  bitOf: (identifier: string) => number,
): void {
  const side = 1 << (POSITION_BITS - bits);
  const count = 1 << bits;
  for (const [index, { mask, lines }] of squares.entries()) {
    for (const offset of [0, side >> 1]) {
      const x = (index % count) * side + offset;
      const y = Math.floor(index / count) * side + offset;
      const crossed = lines.filter((line) => {
        return line.y0 <= y && y < line.y1 && crosses(line, x, y);
      });
      const found = crossed.reduce((sum, line) => sum ^ line.mask, mask);
      const within = areas.filter((area) => isWithin(area, x, y));
      const identifiers = [...whole, ...within.map(({ identifier }) => identifier)];
      // Added, so that two areas of a territory are found that overlap.
      const expected = identifiers.reduce((sum, identifier) => sum + bitOf(identifier), 0);
      expectTable(
        found === expected,
        BORDERS_FILE,
        `the lines at ${x}, ${y} of a cell with ${identifiers} enclose other areas than its rings`,
        "rings that do not cross themselves, and one area for each territory",
      );
    }
  }
}
