/** What reads the rows of a chunk, one after the other. */
import type { Row } from "../rows/row.ts";

export interface Tokenizer {
  /**
   * Reads the row that begins at `from`.
   * @param bytes complete rows
   * @param row receives the places of its values; `from` and `to` only after `locate`
   * @returns where the next row begins
   */
  next(bytes: Uint8Array, from: number, row: Row): number;
  /** Sets where the text of the row begins and ends: messages and rejected rows need it, others do not. */
  locate(bytes: Uint8Array, row: Row): void;
  /** Makes the row that was read one that is not UTF-8. */
  reject(bytes: Uint8Array, row: Row): void;
}
