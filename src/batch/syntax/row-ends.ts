/** The ends of rows. */
import { nextLine } from "../byte-texts.ts";

export interface RowEnds {
  /** Whether every line feed of these bytes ends a row. If so, no search for single rows is needed. */
  endAtLineFeeds(bytes: Uint8Array): boolean;
  /** @returns the start of the row after the row at `from`, or NO_END, OPEN_QUOTE or BROKEN_ROW */
  findNext(bytes: Uint8Array, from: number): number;
  /** Skips the rest of a row that is too long, after `findNext`. @returns the start of the next row, or NO_END */
  skip(bytes: Uint8Array, from: number): number;
}

/** Each line is a row. */
export const LINES: RowEnds = { endAtLineFeeds: () => true, findNext: nextLine, skip: nextLine };
