/** Unread columns that change the meaning of the degrees beside them: hemispheres, minutes, seconds. */
import { utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { parsed } from "../syntax/json-value.ts";
import { countLines } from "../text.ts";

/** Such columns by the ends of their names and by their values. */
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

/** The names of hemisphere columns without a prefix. They come in a pair. */
const PAIR = ["ns", "ew"];

/** The number of first rows to check. */
const FIRST_ROWS = 10;

/** The columns with names related to a column of degrees. @param used the indexes of the columns of degrees */
function siblingsOf(names: readonly string[], used: readonly number[]) {
  const bare = names.map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  const hasPair = PAIR.every((name) => bare.includes(name));
  const stems = used.flatMap((index) => bare[index]?.replace(/(?:deg|degrees)$/, "") ?? []);
  return bare.flatMap((name, index) => {
    if (used.includes(index)) return [];
    // A minimum beside a maximum is a bound.
    const own = stems.filter((stem) => {
      return name.startsWith(stem) && !(name.endsWith("min") && bare.includes(`${stem}max`));
    });
    const ends = own.map((stem) => name.slice(stem.length));
    if (hasPair && PAIR.includes(name)) ends.push(name);
    const kind = ENDINGS.find((one) => ends.some((end) => one.names.test(end)));
    return kind ? [{ index, ...kind }] : [];
  });
}

/**
 * Checks the columns beside latitude and longitude by the first rows.
 * @param rest the input after the header
 * @returns false if more rows are needed
 * @throws BatchError if all values of a column change the meaning of the degrees
 */
export function areSiblingsKnown(
  { indexes, members, names, delimiter, options }: BatchPlan,
  firstRow: string,
  rest: Uint8Array,
  isLast: boolean,
): boolean {
  const isTable = FORMAT_FACTS[options.from].kind === "table";
  const used = (["latitude", "longitude"] as const).map((role) => {
    return indexes[role] ?? names.indexOf(members[role] ?? "");
  });
  const siblings = isTable && !options.header ? [] : siblingsOf(names, used);
  if (siblings.length === 0) return true;
  const isFew = isTable && countLines(rest, 0, rest.length) < FIRST_ROWS;
  if (!isLast && isFew && rest.length <= options.maxRowBytes) return false;
  const object = isTable ? undefined : parsed(firstRow);
  const lines = utf8Text(rest).split(/\r?\n/, FIRST_ROWS);
  const rows = isObject(object)
    ? [names.map((name) => `${object[name] ?? ""}`)]
    : lines.map((line) => fieldsOf(line, delimiter) ?? []);
  for (const { index, values, advice } of siblings) {
    const filled = rows.map((row) => (row[index] ?? "").trim()).filter((text) => text !== "");
    if (filled.length === 0 || !filled.every((text) => values.test(text))) continue;
    const message = `The column ${quoted(names[index])} changes what the degrees beside it mean, and is not read. ${advice}`;
    // Wrong usage, as with a missing column: the user can name another column of degrees.
    throw new BatchError(message, "latColumn");
  }
  return true;
}
