/** Decides where a table begins, and whether its first row names columns. */
import { parseDegrees } from "../../bytes/decimal-reading.ts";
import { hasMapcodeForm } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type ByRole, COLUMN_OPTIONS, missingRoles, ROLES, type Role } from "../options/roles.ts";
import { type Message, messageList, sentence } from "../sentences.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { decideColumns } from "./columns.ts";
import { indexByName } from "./names.ts";
import { linesFrom } from "./sample.ts";

/** The delimiters of tables, the most frequent one first. */
export const DELIMITERS = [",", ";", "\t", "|", ":"];

type Row = readonly string[];

// Columns that the user chooses

/** A number of a column, from 1. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** The roles whose columns the user has chosen, with the choices. */
export function choicesOf(options: ResolvedBatchOptions): readonly (readonly [Role, string])[] {
  return ROLES[options.operation].flatMap((role): readonly [Role, string][] => {
    const choice = options[COLUMN_OPTIONS[role]];
    return choice === undefined ? [] : [[role, choice]];
  });
}

/** The index of a column that the user has chosen by its name or number; -1 if the table does not have it. */
function chosenIndex(names: Row, choice: string, header: boolean): number {
  const index = header ? indexByName(names, choice) : -1;
  if (index >= 0) return index;
  const number = NUMBER.test(choice) ? Number(choice) : 0;
  return number <= names.length ? number - 1 : -1;
}

/**
 * The columns that the user has chosen, by name or number.
 * @throws BatchError if the table does not have one of them
 */
export function chosenColumns(names: Row, options: ResolvedBatchOptions): ByRole<number> {
  const { header } = options;
  const chosen = choicesOf(options).map(([role, choice]) => {
    const index = chosenIndex(names, choice, header);
    if (index >= 0) return [role, index];
    const known = names.map((name) => quoted(name)).join(", ");
    const advice = header ? `Choose one of ${known}, or` : "Without a header, choose";
    const message = `There is no ${role} column ${quoted(choice)}. ${advice} a number from 1 to ${names.length}.`;
    throw new BatchError(message, COLUMN_OPTIONS[role]);
  });
  return Object.fromEntries(chosen);
}

/** Whether a row names the required columns. Columns that the user has chosen must be there, too. */
export function namesColumns(row: Row | undefined, options: ResolvedBatchOptions): boolean {
  const { header, operation } = options;
  if (!row || choicesOf(options).some(([, choice]) => chosenIndex(row, choice, header) < 0)) {
    return false;
  }
  try {
    const chosen = chosenColumns(row, options);
    const columns = decideColumns({ names: row, rows: [] }, chosen, options);
    return missingRoles(operation, columns).length === 0;
  } catch {
    // Several columns may have a role.
    return true;
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
function hasChosenValues(row: Row, options: ResolvedBatchOptions): boolean {
  return choicesOf(options).some(([role, choice]) => {
    const isName = options.header && indexByName(row, choice) >= 0;
    return !isName && isValue(row[chosenIndex(row, choice, false)] ?? "", role);
  });
}

/** Whether a row may be the first one of a table: it names the columns, or without a header has values in them. */
export function mayBeFirst(row: Row | undefined, options: ResolvedBatchOptions): boolean {
  return options.header ? namesColumns(row, options) : hasChosenValues(row ?? [], options);
}

/** Whether an option chooses a column by its number. */
function areChosenByNumber(options: ResolvedBatchOptions): boolean {
  return choicesOf(options).some(([, choice]) => NUMBER.test(choice));
}

// The text before the first row

/** The delimiter line of spreadsheets: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([\t,:;|])"?$/i;

/** Where the first row of a table begins. */
export interface TableStart {
  readonly from: number;
  /** The delimiter that a line above names. */
  readonly namedDelimiter: string | undefined;
}

/** The number of remarks that may be the header: to ask takes up to a millisecond each. */
const MAX_ASKED_REMARKS = 50;

/**
 * Skips blank lines, comments, delimiter lines, and remarks. A remark begins with `#` and does not name the columns. In
 * tables without a header, it has no values in the chosen columns.
 */
export function findHeader(
  bytes: Uint8Array,
  delimiters: readonly string[],
  options: ResolvedBatchOptions,
): TableStart {
  let namedDelimiter: string | undefined;
  let remarks = 0;
  for (const { at, text } of linesFrom(bytes, 0)) {
    const [, delimiter] = DELIMITER_LINE.exec(text) ?? [];
    const isRemark = text.startsWith(options.comment ?? "#");
    const isRow = () =>
      remarks++ < MAX_ASKED_REMARKS &&
      delimiters.some((character) => mayBeFirst(fieldsOf(text, character), options));
    const isLeftOut = isRemark && (options.comment !== undefined || !isRow());
    if (text !== "" && delimiter === undefined && !isLeftOut) return { from: at, namedDelimiter };
    namedDelimiter ??= delimiter;
  }
  return { from: bytes.length, namedDelimiter };
}

/** The number of lines after the first row that may be a header instead. */
const MAX_LINES_BEFORE_HEADER = 20;

/** The offset of a header after the first row; undefined if no line there names the required columns. */
export function findLaterHeader(
  bytes: Uint8Array,
  from: number,
  options: ResolvedBatchOptions,
): number | undefined {
  if (!options.header || areChosenByNumber(options)) return undefined;
  let line = 0;
  for (const { at, text } of linesFrom(bytes, from)) {
    if (line++ > MAX_LINES_BEFORE_HEADER) break;
    const rows = DELIMITERS.map((delimiter) => fieldsOf(text, delimiter) ?? []);
    const isHeader = rows.some((row) => row.length > 1 && namesColumns(row, options));
    if (at > from && isHeader) return at;
  }
  return undefined;
}

// The first row

/** A number with decimals. An identifier is a number, too, but has none. */
const DECIMALS = /\d[.,]\d/;

/**
 * Whether names are 0, 1, 2 and so on, or 1, 2, 3: pandas writes them for columns without names, perhaps after an empty
 * one of its index.
 */
function areRunningNumbers(names: Row): boolean {
  const numbers = names.length > 1 && names[0] === "" ? names.slice(1) : names;
  return [0, 1].some((first) => numbers.every((name, index) => name === String(first + index)));
}

/** The options that choose the first columns with degrees or a mapcode by number, for messages. */
function numberedColumns(row: Row, { operation }: ResolvedBatchOptions): readonly Message[] {
  const roles: readonly Role[] = operation === "encode" ? ["latitude", "longitude"] : ["mapcode"];
  const indexes = row.flatMap((text, index) => (isValue(text, roles[0]) ? [index] : []));
  const withDecimals = indexes.filter((index) => DECIMALS.test(row[index]));
  const columns = (withDecimals.length >= roles.length ? withDecimals : indexes).slice(
    0,
    roles.length,
  );
  if (columns.length < roles.length) return [];
  const number = parseDegrees(row[columns[0]].trim().replace(",", ".")) ?? 0;
  if (roles.length > 1 && Math.abs(number) > 90) columns.reverse();
  return roles.map((role, at) => [{ option: COLUMN_OPTIONS[role], value: `${columns[at] + 1}` }]);
}

/** The error for a table without a header whose columns nobody has chosen. */
export function noHeaderError(row: Row, options: ResolvedBatchOptions): BatchError {
  const option = COLUMN_OPTIONS[missingRoles(options.operation, {})[0]];
  const columns = numberedColumns(row, options);
  const advice =
    columns.length > 0
      ? sentence`Choose them by number, such as ${messageList(columns, "and")}.`
      : sentence`Choose them by number, from 1 to ${row.length}, with the option ${{ option }}.`;
  return new BatchError(sentence`Without a header, columns have no names. ${advice}`, option);
}

/**
 * @param line the number of the line with the names
 * @throws BatchError if there seems to be one name too many in front, as in `# lat lon` with tabs: all rows have one
 *   field fewer than names, and decimals one column before the degrees
 */
export function checkNamesSuitRows(
  names: Row,
  rows: readonly Row[],
  { latitude = 0, longitude = 0 }: ByRole<number>,
  line: number,
): void {
  const before = [latitude - 1, longitude - 1];
  const isShifted = rows.every((row) => {
    return row.length === names.length - 1 && before.every((at) => DECIMALS.test(row[at] ?? ""));
  });
  if (!isShifted || rows.length === 0) return;
  const [latColumn, lonColumn] = [`${latitude}`, `${longitude}`];
  const options = Object.entries({ skip: line, header: false, latColumn, lonColumn });
  const named = options.flatMap(([option, value]) => [" ", { option, value }]);
  const message = sentence`The rows have ${names.length - 1} fields, one fewer than the header has names. If the first name has no column, use the options${named}. Otherwise write the empty fields.`;
  throw new BatchError(message, "header");
}

/** @throws BatchError if a later row has the names in another order: two tables, one after the other */
export function checkIsOneTable(names: Row, rows: readonly Row[], columns: ByRole<number>): void {
  const sorted = (row: Row) => row.toSorted().join("\0");
  if (areRunningNumbers(names)) return;
  const later = rows.find((row) => {
    const isOther = (at: number) => row[at] !== names[at] && names.includes(row[at]);
    return Object.values(columns).some(isOther) && sorted(row) === sorted(names);
  });
  if (!later) return;
  const message = `A later row names the columns in another order: ${quoted(later.join(", "))}. Convert the tables one by one.`;
  throw new BatchError(message);
}

/**
 * Checks that a first row names columns.
 * @param hasColumns whether it names the required columns
 * @throws BatchError if it is a row
 */
export function checkIsHeader(
  names: Row,
  hasColumns: boolean,
  options: ResolvedBatchOptions,
): void {
  if (!options.header || areRunningNumbers(names)) return;
  const role = options.operation === "encode" ? "latitude" : "mapcode";
  const hasValues = hasColumns
    ? hasChosenValues(names, options)
    : names.some((name) => isValue(name, role));
  if (!hasValues) return;
  const columns = areChosenByNumber(options) ? [] : numberedColumns(names, options);
  const advice = messageList([[{ option: "header", value: false }], ...columns], "and");
  const guess = columns.length > 1 ? " If the longitude comes first, exchange these numbers." : "";
  const message = sentence`The first row ${quoted(names.join(", "))} does not look like names of columns. If the table has no header, use ${advice}.${guess}`;
  throw new BatchError(message, "header");
}
