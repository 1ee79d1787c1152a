/** What reads the rows of a chunk, one after the other. */
import type { Row } from "../rows/row.ts";
import type { RowRange } from "./line-splitter.ts";

export interface Tokenizer {
  /** The row that was read last. */
  readonly row: Row;
  /**
   * Reads the row that begins at `from`. Where its text begins and ends is known only after `locate`.
   * @param bytes complete rows
   * @returns where the next row begins
   */
  next(bytes: Uint8Array, from: number): number;
  /** Sets where the text of the row begins and ends: messages and rejected rows need it, others do not. */
  locate(bytes: Uint8Array): void;
  /** Makes the row that was read one that is not UTF-8. */
  reject(bytes: Uint8Array): void;
}

/** Returned instead of a position: it takes more than the end of an object to tell. */
export const UNKNOWN = -1;

/** How the rows of JSON follow each other. */
export interface JsonRows {
  /** Where the value of the row at `from` begins. */
  findStart(bytes: Uint8Array, from: number): number;
  /**
   * @param from where the row begins
   * @param end the position after its object
   * @returns where the next row begins; UNKNOWN if `rangeOf` has to find out
   */
  findNext(bytes: Uint8Array, from: number, end: number): number;
  /** The range of the row at `from`, whatever it contains. */
  rangeOf(bytes: Uint8Array, from: number): RowRange;
}
