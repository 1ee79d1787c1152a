/** The frame around the rows of an output. */
import { NO_BYTES } from "../chunks.ts";

/** The bytes around the rows of an output. */
export interface FrameBytes {
  /** Bytes before the first row of the output. */
  readonly opening: Uint8Array;
  /** Bytes between the rows of two chunks. */
  readonly between: Uint8Array;
  /** Bytes after the last row. */
  readonly closing: Uint8Array;
}

/**
 * Separates the rows of an output, which arrive in several parts.
 */
export class OutputFrame {
  readonly #between: Uint8Array;
  /** Whether the output has rows. */
  hasRows: boolean;

  /** @param hasRows whether a resumed output already has rows */
  constructor(plan: Pick<FrameBytes, "between">, hasRows = false) {
    this.#between = plan.between;
    this.hasRows = hasRows;
  }

  /**
   * @param rows the next rows, possibly none
   * @param isContinued whether they begin within a row
   * @returns the bytes to write before these rows
   */
  before(rows: Uint8Array, isContinued: boolean): Uint8Array {
    if (rows.length === 0) return NO_BYTES;
    const bytes = this.hasRows && !isContinued ? this.#between : NO_BYTES;
    this.hasRows = true;
    return bytes;
  }
}
