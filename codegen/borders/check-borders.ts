/** Proves that squares say what the rings of their cell say. */
import { POSITION_BITS } from "../../src/borders/layout.ts";
import { check } from "../table-error.ts";
import { BORDERS_FILE, type BorderArea, type BorderCell, type Ring } from "./read-borders.ts";
import { crosses, linesOfRing, type Square } from "./squares.ts";

/** Whether a position lies within more of the outer than of the inner rings of an area. */
function isWithin({ outerRings, innerRings }: BorderArea, x: number, y: number): boolean {
  // Inside a ring, the lines to the east go north and south unequally often.
  const isAround = (ring: Ring) => {
    const crossed = linesOfRing(ring, 0).filter((line) => crosses(line, x, y));
    return 2 * crossed.filter(({ isNorth }) => isNorth).length !== crossed.length;
  };
  return outerRings.filter(isAround).length > innerRings.filter(isAround).length;
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
      const crossed = lines.filter((line) => crosses(line, x, y));
      const found = crossed.reduce((sum, line) => sum ^ line.mask, mask);
      const within = areas.filter((area) => isWithin(area, x, y));
      const identifiers = [...whole, ...within.map(({ identifier }) => identifier)];
      // Added, so that two areas of a territory are found that overlap.
      const expected = identifiers.reduce((sum, identifier) => sum + bitOf(identifier), 0);
      const problem = `the lines at ${x}, ${y} of a cell with ${identifiers} enclose other areas`;
      const wanted = "expected rings that do not cross themselves, one area for each territory";
      check(found === expected, BORDERS_FILE, `${problem} than its rings, ${wanted}`);
    }
  }
}
