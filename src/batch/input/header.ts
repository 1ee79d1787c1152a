/** Decides where a table begins, and whether its first row names columns. */
import { parseDegrees } from "../../bytes/decimal-reading.ts";
import { hasMapcodeForm } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { InputPlan } from "../input-plan.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import {
  ALL_ROLES,
  type ByRole,
  COLUMN_OPTIONS,
  missingRoles,
  ROLES,
  type Role,
} from "../options/roles.ts";
import { messageList, type NamedOption, sentence } from "../sentences.ts";
import { fieldsOf } from "../syntax/fields.ts";
import { decimalsAtEnd } from "../syntax/lines.ts";
import { ambiguousRole, decideColumns } from "./columns.ts";
import * as Names from "./names.ts";
import { hasPlaces } from "./pair.ts";
import { type GivenBytes, linesFrom } from "./sample.ts";

/** The delimiters of tables, the most frequent one first. */
export const DELIMITERS = [",", ";", "\t", "|", ":"];

type CellTexts = readonly string[];

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
function chosenIndex(names: CellTexts, choice: string, header: boolean): number {
  const index = header ? Names.indexByName(names, choice) : -1;
  if (index >= 0) return index;
  const number = NUMBER.test(choice) ? Number(choice) : 0;
  return number <= names.length ? number - 1 : -1;
}

function chosenIndexes(names: CellTexts, options: ResolvedBatchOptions): ByRole<number> {
  const indexes = choicesOf(options).map(([role, choice]) => {
    return [role, chosenIndex(names, choice, options.header)];
  });
  return Object.fromEntries(indexes);
}

/** The columns that the user has chosen. @throws BatchError if the table does not have one of them */
export function chosenColumns(names: CellTexts, options: ResolvedBatchOptions): ByRole<number> {
  const { header } = options;
  const chosen = chosenIndexes(names, options);
  for (const [role, choice] of choicesOf(options)) {
    const option = COLUMN_OPTIONS[role];
    const same = [...names.keys()].filter((at) => header && names[at] === choice);
    if (same.length > 1) throw new BatchError(ambiguousRole(names, same, role), option);
    if (chosen[role] !== -1) continue;
    const known = names.map((name) => quoted(name)).join(", ");
    const advice = header ? `Choose one of ${known}, or` : "Without a header, choose";
    const message = sentence`There is no ${role} column ${quoted(choice)}. ${advice} a number from 1 to ${names.length}.`;
    throw new BatchError(message, option);
  }
  return chosen;
}

/**
 * The required columns that a row names, also by the choices of the user.
 * @returns none of them if several may have one role; undefined if the row lacks one
 */
export function columnsNamedBy(
  row: CellTexts | undefined,
  options: ResolvedBatchOptions,
): ByRole<number> | undefined {
  const chosen = chosenIndexes(row ?? [], options);
  if (!row || Object.values(chosen).includes(-1)) return undefined;
  try {
    const columns = decideColumns({ names: row, rows: [] }, chosen, options);
    return missingRoles(options.operation, columns).length === 0 ? columns : undefined;
  } catch (error) {
    if (error instanceof BatchError) return {};
    throw error;
  }
}

/** The number in a cell, also with a decimal comma. */
function numberIn(text = ""): number | undefined {
  return parseDegrees(text.trim().replace(",", "."));
}

/** Whether a cell holds a value of a role: degrees, a place, or a mapcode. */
function isValue(text: string, role: Role): boolean {
  if (role === "mapcode" || role === "international") return hasMapcodeForm(text);
  if (role === "coordinates") return !("code" in readCoordinates(text));
  return (role === "latitude" || role === "longitude") && numberIn(text) !== undefined;
}

/** Whether a cell holds a whole point. */
function isPlace(text: string): boolean {
  return /\d/.test(text) && !isValue(text, "latitude") && hasPlaces([text]);
}

/** Whether the cells of columns that the user has chosen by number hold values. */
function hasChosenValues(row: CellTexts, options: ResolvedBatchOptions): boolean {
  return choicesOf(options).some(([role, choice]) => {
    const isName = options.header && Names.indexByName(row, choice) >= 0;
    return !isName && isValue(row[chosenIndex(row, choice, false)] ?? "", role);
  });
}

/** Whether a row may be the first one of a table: it names the columns, or without a header has values in them. */
export function mayBeFirst(row: CellTexts | undefined, options: ResolvedBatchOptions): boolean {
  return options.header ? !!columnsNamedBy(row, options) : hasChosenValues(row ?? [], options);
}

/** Whether an option chooses a column by its number. */
function areChosenByNumber(options: ResolvedBatchOptions): boolean {
  return choicesOf(options).some(([, choice]) => NUMBER.test(choice));
}

// The text before the first row

/** The delimiter line of spreadsheets: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([\t,:;|])"?$/i;

/** The number of remarks that may be the header: to ask takes up to a millisecond each. */
const MAX_ASKED_REMARKS = 50;

/**
 * Finds the first row of a table, after blank lines, comments, delimiter lines, and remarks. A remark begins with `#` and
 * does not name the columns. In tables without a header, it has no values in the chosen columns.
 * @returns the offset of the row, and the delimiter that a line above names
 */
export function findFirstRow({ bytes, options }: GivenBytes, delimiters: readonly string[]) {
  let namedDelimiter: string | undefined;
  let remarks = 0;
  for (const { at, text } of linesFrom(bytes, 0)) {
    const [, delimiter] = DELIMITER_LINE.exec(text) ?? [];
    const isRemark = text.startsWith(options.comment ?? "#");
    const isRow = () =>
      remarks++ < MAX_ASKED_REMARKS &&
      delimiters.some((character) => mayBeFirst(fieldsOf(text, character), options));
    const isLeftOut = isRemark && (options.comment !== undefined || !isRow());
    if (text !== "" && delimiter === undefined && !isLeftOut) return { offset: at, namedDelimiter };
    namedDelimiter ??= delimiter;
  }
  return { offset: bytes.length, namedDelimiter };
}

/** The number of lines after the first row that may be a header instead. */
const MAX_LINES_BEFORE_HEADER = 20;

/** The offset of the line that names the required columns: the first row, or one soon after it. */
export function findHeader({ bytes, options }: GivenBytes, firstRow: number): number | undefined {
  if (areChosenByNumber(options)) return undefined;
  let line = 0;
  for (const { at, text } of linesFrom(bytes, firstRow)) {
    if (line++ > MAX_LINES_BEFORE_HEADER) break;
    // A later row with numbers is not a header, though it may hold a name of columns, such as Point.
    const isHeader = (row: CellTexts = []) => {
      const mayBe = at === firstRow || (row.length > 1 && !row.some((cell) => DECIMALS.test(cell)));
      return mayBe && columnsNamedBy(row, options);
    };
    if (DELIMITERS.some((delimiter) => isHeader(fieldsOf(text, delimiter)))) return at;
  }
  return undefined;
}

/** Removes the quotes around whole lines. */
const UNQUOTE = `sed -E 's/^"|"\\r?$//g; s/""/"/g' FILE`;

/** @throws BatchError if the only name is several names: the table has another delimiter, or its lines are in quotes */
export function checkIsSplit(
  [name = "", ...others]: CellTexts,
  options: ResolvedBatchOptions,
): void {
  if (others.length > 0 || choicesOf(options).length > 0) return;
  const value = [...DELIMITERS, "^", "~"].find((each) => {
    const names = fieldsOf(name, each);
    return names && names.length > 2 && columnsNamedBy(names, options);
  });
  if (value === undefined) return;
  const isSaid = options.delimiter !== undefined || !DELIMITERS.includes(value);
  const choice = isSaid ? { option: "delimiter", value } : { option: "from", value: "csv" };
  const advice =
    isSaid || options.from === "tsv"
      ? sentence`Use the option ${choice}.`
      : sentence`Remove the quotes around its lines: ${UNQUOTE} | mapcoded ${options.operation} --from csv.`;
  const message = sentence`The table has one column, ${quoted(name)}. ${advice}`;
  throw new BatchError(message, choice.option);
}

// The first row

/** A number with decimals. An identifier is a number, too, but has none. */
const DECIMALS = /\d[.,]\d/;

/**
 * Whether names are 0, 1, 2 and so on, or 1, 2, 3: pandas writes them for columns without names, perhaps after an empty
 * one of its index.
 */
function areRunningNumbers(names: CellTexts): boolean {
  const numbers = names.length > 1 && names[0] === "" ? names.slice(1) : names;
  return [0, 1].some((first) => numbers.every((name, index) => name === String(first + index)));
}

/** Whether cells have the letters of both hemispheres: `33,52,S,151,12,E`. */
function hasHemispheres(row: CellTexts): boolean {
  return [/^\s*[NS]\s*$/i, /^\s*[EW]\s*$/i].every((letter) =>
    row.some((cell) => letter.test(cell)),
  );
}

/** The options that choose columns by number: the first with points, degrees or a mapcode, without a number if none has. */
function numberedColumns(
  row: CellTexts,
  { operation }: ResolvedBatchOptions,
): readonly NamedOption[] {
  const roles = missingRoles(operation, {});
  const place = operation === "encode" ? row.findIndex(isPlace) : -1;
  if (place >= 0) return [{ option: "coordinatesColumn", value: `${place + 1}` }];
  const indexes = [...row.keys()].filter((index) => isValue(row[index], roles[0]));
  // Seconds since 1970 are not degrees. Hours and temperatures have fewer decimals.
  const degrees = indexes.filter((index) => Math.abs(numberIn(row[index]) ?? 0) <= 360);
  const found =
    [/\d[.,]\d{3}/, DECIMALS]
      .map((pattern) => degrees.filter((index) => pattern.test(row[index])))
      .find(({ length }) => length >= roles.length) ?? indexes;
  const columns = found.slice(0, roles.length);
  // Of several whole numbers, some may be minutes; letters beside numbers are their hemispheres.
  const areSure = found !== indexes || indexes.length === roles.length;
  const isComplete = columns.length === roles.length && areSure && !hasHemispheres(row);
  if (Math.abs(numberIn(row[columns[0]]) ?? 0) > 90) columns.reverse();
  return roles.map((role, at) => {
    const option = COLUMN_OPTIONS[role];
    return isComplete ? { option, value: `${columns[at] + 1}` } : { option };
  });
}

/** The error for a table without a header whose columns nobody has chosen. */
export function noHeaderError(row: CellTexts, options: ResolvedBatchOptions): BatchError {
  const columns = numberedColumns(row, options);
  const numbers = columns[0].value === undefined ? `from 1 to ${row.length}, with` : "such as";
  const message = sentence`Without a header, columns have no names. Choose them by number, ${numbers} ${messageList(columns, "and")}.`;
  return new BatchError(message, columns[0].option);
}

/**
 * @throws BatchError if there seems to be one name too many in front, as in `# lat lon` with tabs: all rows have one
 *   field fewer than names, and decimals one column before the degrees; or one too few, as in tables of R: the first
 *   degrees are the numbers of rows
 */
export function checkNamesSuitRows(
  names: CellTexts,
  rows: readonly CellTexts[],
  { latitude = 0, longitude = 0 }: ByRole<number>,
  { delimiter, preambleLines: line }: InputPlan,
): void {
  const areNumbered = rows.every((row, at) => {
    return row.length > names.length && row.at(-1) === "" && Number(row[0]) === at + 1;
  });
  if (areNumbered && rows.length > 1 && latitude * longitude === 0) {
    const program = `sed -E '${line}s/^/row${delimiter === "\t" ? "\\t" : delimiter}/' FILE`;
    const message = `The rows have one field more than the header has names, and begin with their numbers. Name these: ${program} | mapcoded encode.`;
    throw new BatchError(message, "header");
  }
  const before = [latitude - 1, longitude - 1];
  const isShifted = rows.every((row) => {
    return row.length === names.length - 1 && before.every((at) => DECIMALS.test(row[at] ?? ""));
  });
  if (!isShifted || rows.length === 0) return;
  const values = { skip: line, header: false, latColumn: `${latitude}`, lonColumn: `${longitude}` };
  const named = Object.entries(values).flatMap(([option, value]) => [" ", { option, value }]);
  const message = sentence`The rows have ${names.length - 1} fields, one fewer than the header has names. If the first name has no column, use the options${named}. Otherwise write the empty fields.`;
  throw new BatchError(message, "header");
}

/** The columns before and after the degrees whose cells have no decimals; else -1. Rows that lack fields do not count. */
export function columnsBesidePlace(
  names: CellTexts,
  rows: readonly CellTexts[],
  { latitude, longitude, coordinates }: ByRole<number>,
): InputPlan["besidePlace"] {
  const place = [latitude, longitude, coordinates].flatMap((at) => at ?? []);
  const full = rows.filter(({ length }) => length >= names.length);
  const even = full.filter(({ length }) => length === names.length);
  const withoutDecimals = (at: number, inRows: readonly CellTexts[]) =>
    names[at] === undefined || inRows.some((row) => DECIMALS.test(row[at])) ? -1 : at;
  const before = withoutDecimals(Math.min(...place) - 1, full);
  // If all rows end with a delimiter, none is shifted.
  const after = even.length === 0 ? -1 : withoutDecimals(Math.max(...place) + 1, even);
  return { before, after };
}

/** The number of rows that show how many decimals a program writes. */
const MANY_ROWS = 5;

/** The fewest decimals in a column of the sample but its last row, which may be cut; 0 if it has few rows. */
export function fewestDecimals(rows: readonly CellTexts[], index: number): number {
  const counts = rows.slice(0, -1).map((row) => decimalsAtEnd(row[index] ?? ""));
  return counts.length < MANY_ROWS ? 0 : Math.min(...counts);
}

/** @throws BatchError if a later row names the columns in another order: the start of a second table */
export function checkIsOneTable(
  names: CellTexts,
  rows: readonly CellTexts[],
  columns: ByRole<number>,
  options: ResolvedBatchOptions,
): void {
  if (!options.header || areRunningNumbers(names)) return;
  const used = Object.values(columns);
  const later = rows.find((row) => {
    const mayBeNames = used.every((at) => /^\D+$/.test(row[at] ?? ""));
    if (!mayBeNames || row.join() === names.join()) return false;
    const others = columnsNamedBy(row, options);
    return others && ALL_ROLES.some((role) => others[role] !== columns[role]);
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
  names: CellTexts,
  hasColumns: boolean,
  { delimiter, options }: InputPlan,
): void {
  if (!options.header || areRunningNumbers(names)) return;
  const [role] = ROLES[options.operation];
  const hasValues = hasColumns
    ? hasChosenValues(names, options)
    : names.some((name) => isValue(name, role) || (role === "latitude" && isPlace(name)));
  if (!hasValues) return;
  const columns = areChosenByNumber(options) ? [] : numberedColumns(names, options);
  const first = `The first row ${quoted(names.join(", "))}`;
  if (Names.AXES.some((axis) => Names.indexesOfAxis(names, axis)[0] === 0)) {
    throw new BatchError(`${first} has the values after a name. Write columns in place of rows.`);
  }
  // With column numbers alone, a comma would be the delimiter.
  const hasCommas = options.delimiter === undefined && names.some((name) => /\d,\d/.test(name));
  const ofDelimiter = hasCommas ? [{ option: "delimiter", value: delimiter }] : [];
  const noHeader = [{ option: "header", value: false }, ...ofDelimiter, ...columns];
  const advice = messageList(noHeader, "and");
  const isGuess = columns.length > 1 && columns[0].value !== undefined;
  const guess = isGuess ? " If the longitude comes first, exchange these numbers." : "";
  const message = sentence`${first} does not look like names of columns. If the table has no header, use ${advice}.${guess}`;
  throw new BatchError(message, "header");
}
