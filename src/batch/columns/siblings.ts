/** Columns that change what the degrees beside them mean, and that nothing reads: hemispheres, minutes, seconds. */
import { utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan } from "../batch-plan.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { parsed } from "../syntax/json-value.ts";
import { countLines } from "../text.ts";

/** Such columns by what their names end with and their values are. */
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
const FIRST_ROWS = 10;

/** The columns whose names pair them with one of the columns of degrees. @param used the indexes of these */
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
 * @param rest the input behind the header
 * @returns false if it takes more rows
 * @throws BatchError if a column has nothing but values that change the meaning of the degrees
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
    // Another column of degrees would do, so this is wrong usage as a missing column is.
    throw new BatchError(message, "latColumn");
  }
  return true;
}
