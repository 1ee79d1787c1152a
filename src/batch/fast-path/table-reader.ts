/** Reads rows of tables for the fast path, if their output has another form. */
import { LINE_FEED, QUOTE } from "../../characters.ts";
import { endOfQuotes, endOfRow } from "./copied-rows.ts";
import type { RowReader } from "./row-reader.ts";
import type { RowShape } from "./shapes.ts";

/** The slots are the columns. */
export class TableReader implements RowReader<RowShape> {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  next = 0;
  private readonly delimiter: number;
  private readonly comment: number;
  private readonly columns: number;
  private readonly shape: RowShape;

  /** @param comment the first byte of comments, or -1 */
  constructor(delimiter: number, comment: number, columns: number, shape: RowShape) {
    this.starts = new Int32Array(columns);
    this.ends = new Int32Array(columns);
    this.delimiter = delimiter;
    this.comment = comment;
    this.columns = columns;
    this.shape = shape;
  }

  read(bytes: Uint8Array, from: number): RowShape | undefined {
    if (bytes[from] === this.comment) return undefined;
    const delimiter = this.delimiter;
    const columns = this.columns;
    const starts = this.starts;
    const ends = this.ends;
    const highest = Math.max(delimiter, QUOTE);
    let column = 0;
    let at = from;
    starts[0] = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte > highest) continue;
      if (byte === LINE_FEED) break;
      if (byte === delimiter) {
        ends[column] = at;
        column++;
        if (column === columns) return undefined;
        starts[column] = at + 1;
      } else if (byte === QUOTE) {
        if (at !== starts[column]) return undefined;
        at = endOfQuotes(bytes, at, delimiter);
        if (at < 0) return undefined;
      }
    }
    if (at === bytes.length || column + 1 !== columns) return undefined;
    const to = endOfRow(bytes, from, at);
    if (to < 0) return undefined;
    ends[column] = to;
    this.next = at + 1;
    for (let index = 0; index < columns; index++) {
      if (bytes[starts[index]] !== QUOTE || starts[index] === ends[index]) continue;
      starts[index]++;
      ends[index]--;
    }
    return this.shape;
  }
}
