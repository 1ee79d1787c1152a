/** What follows from the options and the first row of an input: made once, sent to all workers. */
import {
  countryNumber,
  findAlphabet,
  MAX_PRECISION,
  MapcodeError,
  territoryNumber,
} from "../index.ts";
import {
  COLUMN_OPTIONS,
  distinctNames,
  findColumn,
  findUsual,
  freeNames,
  missingColumn,
  type Role,
} from "./columns.ts";
import { BatchError, quoted } from "./errors.ts";
import { type BatchOptions, delimiterOf, FORMATS, INCLUDES, isJson } from "./options.ts";
import { type Head, readHead } from "./preamble.ts";
import { BROKEN_QUOTES, splitFields, writtenField } from "./rows/fields.ts";
import { isObject, memberFields, parseJson } from "./rows/json.ts";

/** Plain data, which a structured clone keeps. */
export interface BatchPlan {
  readonly options: BatchOptions;
  /** Bytes and lines of the input before its first row; the splitter passes over them. */
  readonly headerBytes: number;
  readonly headerLines: number;
  /** Bytes that go out first, between the answers of two chunks neither of which is empty, and last. */
  readonly opening: Uint8Array;
  readonly between: Uint8Array;
  readonly closing: Uint8Array;
  /** Names of the input's columns as answers have them; of JSON only when it becomes a table. */
  readonly columns: readonly string[];
  /** Place of the column of each role, or the name of the member; undefined where there is none. */
  readonly places: Readonly<Partial<Record<Role, number>>>;
  readonly members: Readonly<Partial<Record<Role, string>>>;
  /** What is added to each row, the error last; free of names that the columns have. */
  readonly added: readonly string[];
  /** How rows of a table end where the input does not say. */
  readonly lineEnd: "\n" | "\r\n";
}

/** The one column of lines of `plain` in other formats. */
const LINE_COLUMN = "input";

const RECTANGLE = ["south", "west", "north", "east"];

/** Names of the values that are added to a row, or with `all` to each of its codes. */
export function valueNames({ operation, all, include }: BatchOptions): readonly string[] {
  const encoded = ["territory", "mapcode", ...(all ? [] : ["international"])];
  return [
    ...(operation === "encode" ? encoded : ["latitude", "longitude"]),
    ...(include.includes("offset") ? ["offset_meters"] : []),
    ...(include.includes("rectangle") ? RECTANGLE : []),
  ];
}

/** Names of the members that are added to a row of JSON, the error last. */
function addedNames(options: BatchOptions): readonly string[] {
  const isList = options.all && isJson(options.to);
  return [...(isList ? ["mapcodes"] : valueNames(options)), "error"];
}

/** The roles of columns that an operation reads, those that it needs first. */
export function rolesOf({ operation }: BatchOptions): readonly Role[] {
  return operation === "encode" ? ["latitude", "longitude"] : ["mapcode", "territory"];
}

function isNeeded(role: Role): boolean {
  return role !== "territory";
}

/** Tells a mistake in an option, in the library's words. */
function checkWith(option: keyof BatchOptions, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (error instanceof MapcodeError) throw new BatchError(error.message, option);
    throw error;
  }
}

function checkOneOf(option: keyof BatchOptions, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  const message = `The option ${option} ${quoted(value)} is not one of ${known.join(", ")}.`;
  throw new BatchError(message, option);
}

/** Options that only one of the operations has. */
const OF_ENCODING = ["country", "alphabet", "latColumn", "lonColumn"] as const;
const OF_DECODING = ["codeColumn", "territoryColumn"] as const;

function checkOperation(options: BatchOptions): void {
  const { operation, all, include, precision } = options;
  checkOneOf("operation", operation, ["encode", "decode"]);
  const isEncode = operation === "encode";
  const others = isEncode ? OF_DECODING : OF_ENCODING;
  const wrong: (keyof BatchOptions)[] = others.filter((name) => options[name] !== undefined);
  if (!isEncode && all) wrong.push("all");
  if (!isEncode && precision !== 0) wrong.push("precision");
  if (!isEncode && include.includes("offset")) wrong.push("include");
  const [option] = wrong;
  if (option === undefined) return;
  const what = option === "include" ? "include 'offset'" : option;
  throw new BatchError(`The option ${what} does not go with the operation ${operation}.`, option);
}

function checkOptions(options: BatchOptions): void {
  const { from, to, precision, territory, country, alphabet, include } = options;
  checkOneOf("from", from, FORMATS);
  checkOneOf("to", to, FORMATS);
  for (const one of include) checkOneOf("include", one, INCLUDES);
  checkOperation(options);
  if (!Number.isInteger(precision) || precision < 0 || precision > MAX_PRECISION) {
    const message = `The precision ${precision} is not an integer from 0 to ${MAX_PRECISION}.`;
    throw new BatchError(message, "precision");
  }
  if (territory !== undefined && country !== undefined) {
    throw new BatchError("The options territory and country exclude each other.", "country");
  }
  if (territory !== undefined) checkWith("territory", () => territoryNumber(territory));
  if (country !== undefined) checkWith("country", () => countryNumber(country));
  if (alphabet !== undefined) checkWith("alphabet", () => findAlphabet(alphabet));
  if (from === "plain") {
    const chosen = rolesOf(options).find((role) => options[COLUMN_OPTIONS[role]] !== undefined);
    if (chosen === undefined) return;
    const option = COLUMN_OPTIONS[chosen];
    throw new BatchError(`The format plain has no columns for the option ${option}.`, option);
  }
}

function checkDifferent(options: BatchOptions, places: Partial<Record<Role, unknown>>): void {
  const [first, second] = rolesOf(options) as [Role, Role];
  if (places[first] === undefined || places[first] !== places[second]) return;
  const message = `The ${first} and the ${second} cannot be in the same column.`;
  throw new BatchError(message, COLUMN_OPTIONS[second]);
}

type Columns = Pick<BatchPlan, "columns" | "places" | "members">;

function tableColumns(firstRow: string, options: BatchOptions): Columns {
  const delimiter = delimiterOf(options.from) as string;
  const fields = splitFields(firstRow, delimiter);
  if (!fields) throw new BatchError(`${BROKEN_QUOTES} that comes first: ${quoted(firstRow)}.`);
  const isNamed = options.header;
  const names = isNamed ? fields : fields.map((_, place) => `column${place + 1}`);
  const places: Partial<Record<Role, number>> = {};
  for (const role of rolesOf(options)) {
    const chosen = options[COLUMN_OPTIONS[role]];
    const place = findColumn(names, role, chosen, isNamed);
    if (place >= 0) places[role] = place;
    else if (isNeeded(role) && isNamed) throw missingColumn(names, role, "columns");
    else if (isNeeded(role)) {
      const option = COLUMN_OPTIONS[role];
      const message = `Columns have no names without a header: the option ${option} has to give the number of the ${role}, from 1 to ${names.length}.`;
      throw new BatchError(message, option);
    }
  }
  checkDifferent(options, places);
  const isKept = options.from === options.to;
  return { columns: isKept ? names : distinctNames(names), places, members: {} };
}

/** Members are looked for by name in each row; those of the first row are tried first. */
function jsonColumns(firstRow: string, options: BatchOptions): Columns {
  const value = parseJson(firstRow);
  const isTable = delimiterOf(options.to) !== undefined;
  if (value === undefined && isTable) {
    const message = `The first row ${quoted(firstRow)} is not JSON, so there are no members to name the columns after.`;
    throw new BatchError(message);
  }
  const members: Partial<Record<Role, string>> = {};
  const names = isObject(value) ? Object.keys(value) : [];
  for (const role of rolesOf(options)) {
    const name = options[COLUMN_OPTIONS[role]] ?? names[findUsual(names, role)];
    if (name !== undefined) members[role] = name;
    const isMissing = isObject(value) && isNeeded(role);
    if (isMissing && (name === undefined || !names.includes(name))) {
      throw missingColumn(names, role, "members");
    }
  }
  checkDifferent(options, members);
  const columns = isTable ? [...memberFields(value, firstRow).keys()] : [];
  return { columns, places: {}, members };
}

function columnsOf({ firstRow }: Head, options: BatchOptions): Columns {
  if (options.from === "plain") return { columns: [LINE_COLUMN], places: {}, members: {} };
  if (firstRow === undefined) return { columns: [], places: {}, members: {} };
  return isJson(options.from) ? jsonColumns(firstRow, options) : tableColumns(firstRow, options);
}

/** The row of names that goes out, the input's own as they came where the table stays one. */
function headerText(
  head: Head,
  columns: readonly string[],
  added: readonly string[],
  options: BatchOptions,
): string {
  const delimiter = delimiterOf(options.to);
  if (delimiter === undefined || !options.header || columns.length === 0) return "";
  const isKept = options.from === options.to;
  const own = isKept
    ? [head.firstRow as string]
    : columns.map((name) => writtenField(name, delimiter));
  return `${[...own, ...added].join(delimiter)}${head.lineEnd}`;
}

/**
 * @param head the first bytes of the input: its first row whole (see hasFirstRow), all of an
 *   input that has none, or MAX_ROW_BYTES of one whose first row is longer
 * @throws BatchError when options are wrong or contradict each other, when columns are not found
 *   (with the names that are there, and the option that chooses), when the input begins as its
 *   format does not
 */
export function planBatch(head: Uint8Array, options: BatchOptions): BatchPlan {
  checkOptions(options);
  const read = readHead(head, options.from, options.header);
  const found = columnsOf(read, options);
  const added = freeNames(addedNames(options), (name) => found.columns.includes(name));
  const encoder = new TextEncoder();
  const isArray = options.to === "json";
  return {
    options,
    headerBytes: read.bytes,
    headerLines: read.lines,
    opening: encoder.encode(isArray ? "[\n" : headerText(read, found.columns, added, options)),
    between: encoder.encode(isArray ? ",\n" : ""),
    closing: encoder.encode(isArray ? "\n]\n" : ""),
    ...found,
    added,
    lineEnd: read.lineEnd,
  };
}
