/** How rows are read whose output has another form than their input. */
import type { ReadShape } from "./shapes.ts";

/** Reads one row after the other. Its arrays and numbers hold what it found in the last one. */
export interface RowReader<Shape extends ReadShape> {
  /** Where the ranges of the row begin and end, by slot. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Where the next row begins. */
  readonly next: number;
  /** @returns undefined if the general path has to convert the row that begins at `from` */
  read(bytes: Uint8Array, from: number): Shape | undefined;
}
