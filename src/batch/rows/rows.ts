/** The types of rows: their position, cells, results and errors. */
import type { Coordinate } from "../../index.ts";
import { option, sentence } from "../../internal.ts";
import type { Role } from "../options/conversion.ts";
import type { ConversionOptions } from "../options/option-table.ts";
import { freeNames } from "../plan/columns.ts";
import { type RowError, RowProblem } from "./row-errors.ts";

/** The position of a row in a chunk. */
export interface RowSpan {
  readonly from: number;
  /** End of the row without its line end. */
  readonly to: number;
  /** Where the next row begins. */
  readonly next: number;
  /** Undefined if the row, as the last one, has no line end. */
  readonly lineEnd: "\n" | "\r\n" | undefined;
}

/** A value to convert, and the column or member that holds it. */
export interface Cell {
  /** The value as the row has it. */
  readonly value: unknown;
  /** The name of its column or member. */
  readonly column?: string;
}

/** The cells that an operation converts, by role. */
export type RowInput = Readonly<Partial<Record<Role, Cell>>>;

/** An error and the position of its row. */
export interface LocatedRowError extends RowError {
  /** Number of the row, from 1, not counting the header. */
  readonly row: number;
  /** Number of the line that the row begins on, from 1, counting the header. */
  readonly line: number;
}

/** A row that failed, as it was in the input. A row that is longer than `maxRowBytes` comes in several parts. */
export interface FailedRow extends LocatedRowError {
  /** The row, or the next part of it, without its line end: a view of the chunk. */
  readonly bytes: Uint8Array;
  /** Whether the row begins with these bytes. If not, the numbers of row and line mean nothing. */
  readonly isFirst: boolean;
  /** Whether the row ends with these bytes. */
  readonly isLast: boolean;
}

/** Receives rows while they are converted. */
export interface RowObserver {
  /** If set, rows that fail are passed to it and left out of the output. */
  readonly onFailed?: (row: FailedRow) => void;
  /** If set, receives all rows with their results or errors. The fast path, which makes no objects, is not used. */
  readonly onRow?: (input: RowInput, result: RowResult, error: RowError | undefined) => void;
}

/** A value of a result; undefined for one that the row does not have. */
export type ResultValue = string | number | undefined;

/** The text of a number in tables and plain lines; undefined for other values. */
export function numberText(value: ResultValue, decimalComma: boolean): string | undefined {
  if (typeof value !== "number") return undefined;
  return decimalComma ? String(value).replace(".", ",") : String(value);
}

/** The result of a row. */
export interface RowResult {
  /** Values in the order of resultNames: one list, or with `all` one list for each mapcode. */
  readonly lists: readonly (readonly ResultValue[])[];
  /** The point to encode, as its cells have it, or the decoded point. */
  readonly point?: Coordinate;
  /** Encoding: whether the point is out of range, so that another one was encoded. */
  readonly isClamped?: boolean;
  /** Why the row has no result, or what is wrong with it. */
  readonly error?: RowError;
  /** With `all`, what is wrong with single lists: in the order of `lists`, undefined for those without an error. */
  readonly listErrors?: readonly (RowError | undefined)[];
}

/** The result of a row that could not be converted. */
export const NO_RESULT: RowResult = { lists: [] };

/** What is wrong with a list of a result: with the whole row unless only some of its lists have errors. */
export function errorOfList(
  { listErrors }: RowResult,
  error: RowError | undefined,
  index: number,
): RowError | undefined {
  return listErrors ? listErrors[index] : error;
}

/** The result without the lists that have an error; undefined if there is no other. */
export function withoutFailedLists({ listErrors, ...result }: RowResult): RowResult | undefined {
  if (!listErrors) return undefined;
  const lists = result.lists.filter((_, index) => listErrors[index] === undefined);
  return lists.length === 0 ? undefined : { ...result, lists };
}

/** The fields of a row in the columns of a table. */
export interface TableFields {
  /** In the order of the plan's columns. */
  readonly fields: readonly string[];
  /** What the columns cannot hold: fields beyond the last column, or the text of a row that is not understood. */
  readonly overflow: readonly string[];
  /** Set when the row has a value without a column. */
  readonly error: RowProblem | undefined;
}

/** The fields of a row that no table needs. */
export const NO_FIELDS: TableFields = { fields: [], overflow: [], error: undefined };

/** A row as its format has parsed it, for any format to write. */
export interface ParsedRow {
  /** The row on one line, without its line end. */
  readonly text: string;
  /** For tables only; NO_FIELDS if the output is not a table. */
  readonly table: TableFields;
  /** Whether its bytes can be copied to the output if the format stays the same. */
  readonly keepsBytes: boolean;
  readonly input: RowInput;
  /** Why the row cannot be converted. */
  readonly error: RowProblem | undefined;
  /** The row as the JSON text of an object. */
  objectText(): string;
  /** Whether that object has a member with this name, besides the plan's columns. */
  hasMember(name: string): boolean;
  /** The members of that object: the JSON text of each value, by name. */
  members(): ReadonlyMap<string, string>;
}

/** Writes a field of a table as JSON. */
export type JsonText = (field: string) => string;

/** Whether a text is a number that JSON writes with the same characters. */
function isSameNumber(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text;
}

/** A function that writes fields as JSON: as strings, unless the options say otherwise. */
export function createJsonText({ typedNumbers, nullText }: ConversionOptions): JsonText {
  if (!typedNumbers && nullText === undefined) return JSON.stringify;
  return (field) => {
    if (field === nullText) return "null";
    return typedNumbers && isSameNumber(field) ? field : JSON.stringify(field);
  };
}

/** A row of a table, or a plain line, which is a row with one column. */
export class ColumnRow implements ParsedRow {
  readonly text: string;
  readonly jsonText: JsonText;
  readonly columns: readonly string[];
  readonly table: TableFields;
  readonly keepsBytes: boolean;
  readonly input: RowInput;
  readonly error: RowProblem | undefined;

  constructor(
    row: Pick<ColumnRow, "text" | "jsonText" | "columns" | "keepsBytes" | "input" | "error"> &
      Pick<TableFields, "fields" | "overflow">,
  ) {
    this.text = row.text;
    this.jsonText = row.jsonText;
    this.columns = row.columns;
    this.table = { fields: row.fields, overflow: row.overflow, error: undefined };
    this.keepsBytes = row.keepsBytes;
    this.input = row.input;
    this.error = row.error;
  }

  /** Names for the fields beyond the last column. */
  #overflowNames(): readonly string[] {
    const { columns } = this;
    const names = this.table.overflow.map((_, index) => `column${columns.length + index + 1}`);
    return freeNames(names, (name) => columns.includes(name));
  }

  objectText(): string {
    const members = Array.from(this.members(), ([name, text]) => `${JSON.stringify(name)}:${text}`);
    return `{${members.join(",")}}`;
  }

  members(): ReadonlyMap<string, string> {
    const { fields, overflow } = this.table;
    const names = [...this.columns, ...this.#overflowNames()];
    const texts = [...fields, ...overflow].map(this.jsonText);
    return new Map(names.map((name, index) => [name, texts[index]]));
  }

  hasMember(name: string): boolean {
    return this.table.overflow.length > 0 && this.#overflowNames().includes(name);
  }
}

/** The row to write for a row that could not be read, such as one that is too long. */
export function unreadableRow(columnCount: number): ParsedRow {
  const fields = new Array<string>(columnCount).fill("");
  return new ColumnRow({
    text: "",
    jsonText: JSON.stringify,
    columns: [],
    fields,
    overflow: [],
    keepsBytes: false,
    input: {},
    error: undefined,
  });
}

export const NOT_UTF8 = new RowProblem(
  "not-utf8",
  sentence`The row is not UTF-8 text. Name the encoding of the input with the ${option("encoding")}.`,
);
