/** Errors of rows: their codes, their messages, and the problem of a row as a result of functions. */
import type { Coordinate, MapcodeErrorCode, Problem } from "../../index.ts";
import { isInRange, MAX_LAT_DEG, MAX_LON_DEG } from "../../library/errors.ts";
import type { Role } from "../options/roles.ts";
import { type Message, type Surface, sentence } from "../sentences.ts";
import { rangeHint } from "./units.ts";

/** The kinds of row errors and their meanings. The codes are stable; messages may change. */
export const ROW_ERRORS = Object.freeze({
  "malformed-row": "The row does not have the form of its format.",
  "row-too-long": "The row is too long.",
  "open-quote": "A quote of the row does not close.",
  "not-utf8": "The row is not UTF-8 text.",
  "missing-value": "The row has no value to convert.",
  "ambiguous-member": "Several members of the row may hold the value to convert.",
  "unexpected-member": "The row has a member that the first row does not have.",
  "invalid-coordinate": "A coordinate is not a number of degrees.",
  "malformed-coordinates": "A text is not a point.",
  "out-of-range": "The point is out of range.",
  "no-mapcode": "The point has no mapcode in its territory or country.",
  "unwritable-mapcode": "The alphabet has no letters for a mapcode.",
  "malformed-mapcode": "A text does not have the form of a mapcode.",
  "unknown-mapcode": "A mapcode is not the code of a place.",
  "unknown-territory": "A name is not a territory or country.",
} as const);

/** The kind of a row's error. */
export type RowErrorCode = keyof typeof ROW_ERRORS;

/** The problem with a row. */
export interface RowError {
  /** The kind of error, for programs. */
  readonly code: RowErrorCode;
  /** The problem and its remedy. */
  readonly message: string;
  /** The column or member with the problem, if there is one. */
  readonly column?: string;
}

/** An error and the position of its row. */
export interface LocatedRowError extends RowError {
  /** Number of the row, from 1, not counting the header. Blank lines count as in `RowCounts.rows`. */
  readonly row: number;
  /** Number of the row's first line, from 1, counting the header. */
  readonly line: number;
}

/** The place of a row. Tables of Python have no lines, and their rows begin at 0. */
export function placeOf(
  { row, line }: Pick<LocatedRowError, "row" | "line">,
  surface?: Surface,
): string {
  return surface === "python" ? `Row ${row - 1}` : `Line ${line}`;
}

/** A row that failed, as it was in the input. */
export interface FailedRow extends LocatedRowError {
  /** The row without its line end: a view of the chunk; empty for a row that is not in it. */
  readonly bytes: Uint8Array;
}

/** Receives rows while they are converted. */
export interface RowObserver {
  /** If set, receives the rows that fail. The output does not have them. */
  readonly onFailed?: (row: FailedRow) => void;
  /** If set, receives all rows but blank lines, which do not count, with the point to encode or the decoded one. */
  readonly onRow?: (row: {
    readonly row: number;
    readonly point: Coordinate | undefined;
    readonly error: RowError | undefined;
  }) => void;
}

/**
 * The problem with a row. Functions return it in place of a result: a stack trace costs more than the conversion of
 * several rows, and a catch clause costs half of one.
 */
export class RowProblem {
  readonly code: RowErrorCode;
  readonly message: Message;
  declare readonly column?: string;

  constructor(code: RowErrorCode, message: Message, column?: string) {
    this.code = code;
    this.message = message;
    if (column !== undefined) this.column = column;
  }
}

export const NOT_UTF8 = new RowProblem(
  "not-utf8",
  sentence`The row is not UTF-8 text. Name the encoding of the input with the option ${{ option: "encoding" }}.`,
);

/** The problem of a row without a value. @param column the empty column; undefined if the row has none */
export function missingValue(role: Role | "geometry", column?: string): RowProblem {
  const place = column === undefined ? "" : ` (column ${column})`;
  return new RowProblem("missing-value", `The row has no ${role}${place}.`, column);
}

/** The problem of a row with a value that the library rejects. */
export function problemFromLibrary(
  { code, message }: Problem<RowErrorCode & MapcodeErrorCode>,
  column?: string,
): RowProblem {
  return new RowProblem(code, message, column);
}

/** The message about a point out of range. */
export function rangeMessage(latDeg: number, lonDeg: number): string {
  const [axis, degrees, max] = isInRange(latDeg, 0)
    ? ["longitude", lonDeg, MAX_LON_DEG]
    : ["latitude", latDeg, MAX_LAT_DEG];
  return `The ${axis} '${degrees}' is not from -${max} to ${max}.${rangeHint(latDeg, lonDeg)}`;
}

/** The message about a point without a mapcode. @param name of the territory or country that restricts it */
export function noMapcodeMessage(latDeg: number, lonDeg: number, name: string): string {
  return `The point ${latDeg} ${lonDeg} has no mapcode in ${name}.`;
}
