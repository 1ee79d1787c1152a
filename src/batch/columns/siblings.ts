/**
 * Columns beside the latitude or longitude that change its meaning: hemispheres, minutes or seconds in columns of their
 * own. Nothing reads them, so that the input is an error.
 */
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";

/** What the names of columns end with that pair with another column, and what their values are. */
const ENDINGS = [
  {
    names: /^(?:ref|dir|direction|hemisphere|hemi|ns|ew)$/,
    values: /^(?:[NSEW]|north|south|east|west|northern|southern|eastern|western)$/i,
    advice: "Write the hemisphere into the number: -33.857 or 33.857S.",
  },
  {
    names: /^(?:min|mins|minute|minutes|sec|secs|second|seconds)$/,
    values: /^\d+(?:[.,]\d+)?$/,
    advice: "Write decimal degrees, or all parts in one column: 33 51 25.2 S.",
  },
];

/** The columns of hemispheres that stand alone, in pairs. */
const PAIR = ["ns", "ew"];

/** How many of the first rows decide. */
export const SIBLING_ROWS = 10;

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

/** A name without what degrees end with, such as `latdeg`. */
function stem(name: string): string {
  return bare(name).replace(/(?:deg|degrees)$/, "");
}

/** The index of a column that pairs with another one, and the values that give it its meaning. */
interface Sibling {
  readonly index: number;
  readonly values: RegExp;
  readonly advice: string;
}

/** The columns whose names pair them with one of the columns of degrees. @param used the indexes of these */
export function siblingsOf(names: readonly string[], used: readonly number[]): readonly Sibling[] {
  const bareNames = names.map(bare);
  const hasPair = PAIR.every((name) => bareNames.includes(name));
  return bareNames.flatMap((name, index) => {
    if (used.includes(index)) return [];
    for (const { names: endings, values, advice } of ENDINGS) {
      const isPaired = used.some((other) => {
        const start = stem(names[other]);
        if (!name.startsWith(start) || !endings.test(name.slice(start.length))) return false;
        // A minimum beside a maximum is a bound.
        return !(name.endsWith("min") && bareNames.includes(`${start}max`));
      });
      if (isPaired || (hasPair && PAIR.includes(name) && endings.test(name))) {
        return [{ index, values, advice }];
      }
    }
    return [];
  });
}

/**
 * @param rows the fields of the first rows
 * @throws BatchError if a sibling has nothing but values that change the meaning of the degrees
 */
export function checkSiblings(
  names: readonly string[],
  siblings: readonly Sibling[],
  rows: readonly (readonly string[])[],
): void {
  for (const { index, values, advice } of siblings) {
    const filled = rows.map((row) => (row[index] ?? "").trim()).filter((text) => text !== "");
    if (filled.length === 0 || !filled.every((text) => values.test(text))) continue;
    const message = `The column ${quoted(names[index])} changes what the degrees beside it mean, and is not read. ${advice}`;
    // Another column of degrees would do, so this is wrong usage as a missing column is.
    throw new BatchError(message, "latColumn");
  }
}
