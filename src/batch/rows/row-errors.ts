/** Errors of rows: their codes, and what is wrong with a row before the message is written. */
import { isInRange, MAX_LAT_DEG, MAX_LON_DEG } from "../../library/errors.ts";

/** The kinds of errors that rows have, and what each means. The codes are stable; messages may be reworded. */
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

/** The kind of error that a row has. */
export type RowErrorCode = keyof typeof ROW_ERRORS;

/** What is wrong with a row. */
export interface RowError {
  /** The kind of error, for programs to compare. */
  readonly code: RowErrorCode;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** The column or member that the message is about, if it is about one. */
  readonly column?: string;
}

/**
 * What is wrong with a row. Functions return it in place of a result: a stack trace costs more than the conversion
 * of several rows, and even a catch clause half of one.
 */
export class RowProblem implements RowError {
  readonly code: RowErrorCode;
  readonly message: string;
  declare readonly column?: string;

  constructor(code: RowErrorCode, message: string, column?: string) {
    this.code = code;
    this.message = message;
    if (column !== undefined) this.column = column;
  }
}

export const NOT_UTF8 = new RowProblem(
  "not-utf8",
  `The row is not UTF-8 text. Name the encoding of the input with the option encoding.`,
);

/** What is wrong with a point that is not in range. */
export function rangeMessage(latDeg: number, lonDeg: number): string {
  if (isInRange(latDeg, 0)) {
    return `The longitude '${lonDeg}' is not from -${MAX_LON_DEG} to ${MAX_LON_DEG}.`;
  }
  const isFar = Math.abs(latDeg) > MAX_LON_DEG;
  const far = isFar ? " The point looks projected: ogr2ogr -t_srs EPSG:4326." : "";
  const hint = isInRange(lonDeg, latDeg) ? " Are latitude and longitude swapped?" : far;
  return `The latitude '${latDeg}' is not from -${MAX_LAT_DEG} to ${MAX_LAT_DEG}.${hint}`;
}

/** What is wrong with a point that has no mapcode within a filter. @param name of the territory or country */
export function noMapcodeMessage(latDeg: number, lonDeg: number, name: string): string {
  return `The point ${latDeg} ${lonDeg} has no mapcode in ${name}.`;
}
