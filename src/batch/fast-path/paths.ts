/** What the converter and the fast paths of all layouts share. */
import type { OutputBuffer } from "../output.ts";
import type { ParsedRow, RowSpan } from "../rows/rows.ts";

export interface FastPath {
  /**
   * Converts the row that begins at `from`.
   * @returns where the next row begins; FALL_BACK or UNCONVERTED, with nothing written, if the general path has to
   *   convert the row
   */
  convert(bytes: Uint8Array, from: number, output: OutputBuffer): number;
  /** The row for which `convert` has just returned UNCONVERTED. */
  unconverted?(bytes: Uint8Array): UnconvertedRow;
  /**
   * Writes that row with its error.
   * @returns where the next row begins; FALL_BACK, with nothing written, if the message is not known
   */
  writeFailed?(bytes: Uint8Array, output: OutputBuffer): number;
  /** Keeps the message that the general path has written for that row. */
  learn?(bytes: Uint8Array, message: string): void;
}

/** The row is left to the general path. */
export const FALL_BACK = -1;

/**
 * The row is parsed, and only one of its values needs the general path. Parsing it again would take as long as
 * converting it.
 */
export const UNCONVERTED = -2;

/** A row that the general path converts and writes, without parsing it. */
export interface UnconvertedRow {
  readonly row: ParsedRow;
  readonly span: RowSpan;
}
