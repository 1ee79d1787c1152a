/** Decides where a table begins, and whether its first row names columns. */

import { parseDegrees } from "../../bytes/decimal-reading.ts";
import { hasMapcodeForm } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { indexByName } from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type ByRole, COLUMN_OPTIONS, missingRoles, ROLES, type Role } from "../options/roles.ts";
import { type Message, messageList, sentence } from "../sentences.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { decideColumns } from "./columns.ts";
import { linesFrom, type Sample } from "./sample.ts";

// Columns that the user names

/** A number of a column, from 1. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** The index of a column that the user has named, or numbered from 1; -1 if the table does not have it. */
function requestedIndex(names: readonly string[], requested: string, header: boolean): number {
  const index = header ? indexByName(names, requested) : -1;
  if (index >= 0) return index;
  const number = NUMBER.test(requested) ? Number(requested) : 0;
  return number <= names.length ? number - 1 : -1;
}

/** The error for a chosen column that the table does not have. */
class MissingChoice extends BatchError {}

/**
 * The columns that the user has chosen, by name or number.
 * @throws BatchError if the table does not have one of them
 */
export function chosenColumns(
  names: readonly string[],
  options: ResolvedBatchOptions,
): ByRole<number> {
  const { header, operation } = options;
  const chosen: Partial<Record<Role, number>> = {};
  for (const role of ROLES[operation]) {
    const option = COLUMN_OPTIONS[role];
    const requested = options[option];
    if (requested === undefined) continue;
    const index = requestedIndex(names, requested, header);
    if (index < 0) {
      const known = names.map((name) => quoted(name)).join(", ");
      const choose = header ? `Choose one of ${known}, or` : "Without a header, choose";
      const message = `There is no ${role} column ${quoted(requested)}. ${choose} a number from 1 to ${names.length}.`;
      throw new MissingChoice(message, option);
    }
    chosen[role] = index;
  }
  return chosen;
}

/** Whether a row names the required columns. */
export function hasColumns(names: readonly string[], options: ResolvedBatchOptions): boolean {
  try {
    const chosen = chosenColumns(names, options);
    const { value } = decideColumns({ names, rows: [] }, chosen, options);
    return missingRoles(options.operation, value).length === 0;
  } catch (error) {
    // Several columns may have a role.
    return !(error instanceof MissingChoice);
  }
}

/** Whether a cell holds a value of a role: degrees, a place, or a mapcode. */
function isValue(text: string, role: Role): boolean {
  if (role === "mapcode" || role === "international") return hasMapcodeForm(text);
  if (role === "coordinates") return !("code" in readCoordinates(text));
  const isAxis = role === "latitude" || role === "longitude";
  return isAxis && parseDegrees(text.trim().replace(",", ".")) !== undefined;
}

/** Whether the cells of columns that the user has chosen by number hold values. */
export function hasValues(row: readonly string[], options: ResolvedBatchOptions): boolean {
  const { header, operation } = options;
  const chosen = ROLES[operation].flatMap((role) => {
    const requested = options[COLUMN_OPTIONS[role]];
    const isName = requested === undefined || (header && indexByName(row, requested) >= 0);
    return isName ? [] : [isValue(row[requestedIndex(row, requested, false)] ?? "", role)];
  });
  return chosen.includes(true);
}

/** Whether an option chooses a column by its number. */
function hasNumbers(options: ResolvedBatchOptions): boolean {
  return ROLES[options.operation].some((role) => NUMBER.test(options[COLUMN_OPTIONS[role]] ?? ""));
}

// The text before the first row

/** The delimiter line of spreadsheets: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([\t,:;|])"?$/i;

/** Where the first row of a table begins. */
export interface TableStart {
  readonly from: number;
  /** The delimiter that a line above names. */
  readonly named: string | undefined;
}

/**
 * Skips blank lines, comments, delimiter lines, and remarks: lines with `#` that name no columns, or without a header,
 * have no values in the chosen columns.
 */
export function findHeader(
  bytes: Uint8Array,
  delimiters: readonly string[],
  options: ResolvedBatchOptions,
): TableStart {
  const isRow = options.header ? hasColumns : hasValues;
  let named: string | undefined;
  for (const { at, text } of linesFrom(bytes, 0)) {
    const [, delimiter] = DELIMITER_LINE.exec(text) ?? [];
    const isRemark = options.comment
      ? text.startsWith(options.comment)
      : text.startsWith("#") &&
        !delimiters.some((one) => isRow(fieldsOf(text, one) ?? [], options));
    if (text !== "" && delimiter === undefined && !isRemark) return { from: at, named };
    named ??= delimiter;
  }
  return { from: bytes.length, named };
}

/** The number of lines after the first row that may be a header instead. */
const LATER_LINES = 20;

/** The offset of a header after the first row; undefined if no line there names the required columns. */
export function findLaterHeader(
  bytes: Uint8Array,
  from: number,
  delimiters: readonly string[],
  options: ResolvedBatchOptions,
): number | undefined {
  if (!options.header || hasNumbers(options)) return undefined;
  let line = 0;
  for (const { at, text } of linesFrom(bytes, from)) {
    if (line++ > LATER_LINES) break;
    const isHeader = delimiters.some((one) => {
      const names = fieldsOf(text, one) ?? [];
      return names.length > 1 && hasColumns(names, options);
    });
    if (at > from && isHeader) return at;
  }
  return undefined;
}

// The first row

/** Whether names are 0, 1, 2 and so on, or 1, 2, 3: pandas writes them for columns without names. */
function areCounted(names: readonly string[]): boolean {
  return [0, 1].some((first) => names.every((name, index) => name === String(first + index)));
}

/** Options for the columns of a row by their numbers: of its first degrees, or of its first mapcode. */
function numberedColumns(
  row: readonly string[],
  { operation }: ResolvedBatchOptions,
): readonly Message[] {
  const roles: readonly Role[] = operation === "encode" ? ["latitude", "longitude"] : ["mapcode"];
  const indexes = row.flatMap((text, index) => (isValue(text, roles[0]) ? [index] : []));
  // An identifier is a number, too.
  const broken = indexes.filter((index) => /\d[.,]\d/.test(row[index]));
  const found = (broken.length >= roles.length ? broken : indexes).slice(0, roles.length);
  if (found.length < roles.length) return [];
  const isLongitude = Math.abs(parseDegrees(row[found[0]].trim().replace(",", ".")) ?? 0) > 90;
  if (roles.length > 1 && isLongitude) found.reverse();
  return roles.map((role, at) => [{ option: COLUMN_OPTIONS[role], value: `${found[at] + 1}` }]);
}

/** The error for a table without a header whose columns nobody has chosen. */
export function numbersError(
  { rows: [row = []] }: Pick<Sample, "rows">,
  options: ResolvedBatchOptions,
): BatchError {
  const option = COLUMN_OPTIONS[missingRoles(options.operation, {})[0]];
  const found = numberedColumns(row, options);
  const advice =
    found.length > 0
      ? sentence`Choose them by number, such as ${messageList(found, "and")}.`
      : sentence`Choose them by number, from 1 to ${row.length}, with the option ${{ option }}.`;
  const message = sentence`Without a header, columns have no names. ${advice}`;
  return new BatchError(message, option);
}

/**
 * Checks that a first row names columns.
 * @param hasFound whether it names the required columns
 * @throws BatchError if it is a row
 */
export function checkIsHeader(
  names: readonly string[],
  hasFound: boolean,
  options: ResolvedBatchOptions,
): void {
  if (!options.header || areCounted(names)) return;
  const role = options.operation === "encode" ? "latitude" : "mapcode";
  const isRow = hasFound ? hasValues(names, options) : names.some((name) => isValue(name, role));
  if (!isRow) return;
  const columns = hasNumbers(options) ? [] : numberedColumns(names, options);
  const advice = messageList([[{ option: "header", value: false }], ...columns], "and");
  const guess = columns.length > 1 ? " If the longitude comes first, exchange these numbers." : "";
  const message = sentence`The first row ${quoted(names.join(", "))} does not look like names of columns. If the table has no header, use ${advice}.${guess}`;
  throw new BatchError(message, "header");
}
