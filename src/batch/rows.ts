/** The vocabulary of rows: where one stands, what it holds, what it converts to, what is wrong with it. */
import type { Coordinate } from "../index.ts";
import type { Role } from "./conversion.ts";

/** Where a row stands in a chunk. */
export interface RowSpan {
  readonly from: number;
  /** End of the row without its line end. */
  readonly to: number;
  /** Where the next row begins. */
  readonly next: number;
  /** Undefined for a last row that has none. */
  readonly lineEnd: "\n" | "\r\n" | undefined;
}

/** A value to convert, and the column or member that holds it. */
export interface Cell {
  readonly value: unknown;
  readonly column?: string;
}

/** The cells that an operation reads, by role. */
export type RowInput = Readonly<Partial<Record<Role, Cell>>>;

/** What is wrong with a row. */
export interface RowError {
  readonly message: string;
  /** The column or member that the message is about, if it is about one. */
  readonly column?: string;
}

/** An error and the place of its row. */
export interface LocatedRowError extends RowError {
  /** Number of the row, from 1. The header of an input does not count. */
  readonly row: number;
  /** Number of the line that the row begins on, from 1. The header of an input counts. */
  readonly line: number;
}

export type ResultValue = string | number | undefined;

/** What a row converts to. */
export interface RowResult {
  /** Values in the order of resultNames: one list, or with `all` one list for each mapcode. */
  readonly lists: readonly (readonly ResultValue[])[];
  /** The point of the row: the one to encode, as its cells have it, or the decoded one. */
  readonly point?: Coordinate;
  readonly error?: RowError;
}

/** The result of a row that could not be converted. */
export const NO_RESULT: RowResult = { lists: [] };

/** A row as its format has read it, for any format to write. */
export interface ParsedRow {
  /** The row on one line, without its line end. */
  readonly text: string;
  /** Its values in the order of the plan's columns. */
  readonly fields: readonly string[];
  /** Whether its bytes may go out as they came when the format stays the same. */
  readonly keepsBytes: boolean;
  readonly input: RowInput;
  /** Why the row cannot be converted. */
  readonly error: RowError | undefined;
  /** What of the row cannot be written. The row is converted all the same. */
  readonly lossError: RowError | undefined;
  /** The row as the JSON text of an object. */
  objectText(): string;
  /** Whether that object has a member of this name, apart from the plan's columns. */
  hasMember(name: string): boolean;
}

/** A row of fields in columns. */
export class ColumnRow implements ParsedRow {
  readonly text: string;
  readonly columns: readonly string[];
  readonly fields: readonly string[];
  readonly keepsBytes: boolean;
  readonly input: RowInput;
  readonly error: RowError | undefined;
  readonly lossError = undefined;

  constructor(
    row: Pick<ColumnRow, "text" | "columns" | "fields" | "keepsBytes" | "input" | "error">,
  ) {
    this.text = row.text;
    this.columns = row.columns;
    this.fields = row.fields;
    this.keepsBytes = row.keepsBytes;
    this.input = row.input;
    this.error = row.error;
  }

  objectText(): string {
    const members = this.columns.map((name, place) => {
      return `${JSON.stringify(name)}:${JSON.stringify(this.fields[place])}`;
    });
    return `{${members.join(",")}}`;
  }

  hasMember(): boolean {
    return false;
  }
}

/** Stands in place of a row that could not even be read, such as one that is too long. */
export function unreadableRow(columnCount: number, error: RowError): ParsedRow {
  const fields = new Array<string>(columnCount).fill("");
  return new ColumnRow({ text: "", columns: [], fields, keepsBytes: false, input: {}, error });
}

export const NOT_UTF8: RowError = { message: "The row is not UTF-8 text." };
