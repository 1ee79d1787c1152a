/** What reads the rows of a chunk, one after the other. */
import type { Row } from "../rows/row.ts";

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
