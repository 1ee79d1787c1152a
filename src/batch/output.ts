/** Output: the buffer for the rows of a chunk, and the frame around the rows of a batch. */
import { writeUtf8 } from "../bytes.ts";
import { writeDecimal, wrongType } from "../internal.ts";
import { NO_BYTES } from "./chunks.ts";

const INITIAL_BYTES = 1 << 16;

/** A UTF-16 code unit takes at most this many bytes of UTF-8. */
const MAX_CHAR_BYTES = 3;

/** Bytes that a copy of words may read and write behind the bytes that it copies. */
export const WORD_PADDING = 7;

/** Any byte below this one sets the high bit of a byte of `word - 0x10101010`. */
const LOWEST_PRINTED = 0x10101010;
const HIGH_BITS = 0x80808080;

/** Whether one of the first bytes of a word is a tab or line end; of other controls, some count as well. */
function hasControl(word: number, unusedBits: number): boolean {
  // Bytes that are not used must not borrow from the others.
  const used = word | ~(-1 << unusedBits);
  return ((used - LOWEST_PRINTED) & ~used & HIGH_BITS) !== 0;
}

/** Text as bytes that `appendPadded` copies. */
export interface PaddedText {
  readonly view: DataView;
  /** Not that of the view, for which V8 calls a function each time. */
  readonly length: number;
}

export function paddedText(text: string): PaddedText {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(bytes.length + WORD_PADDING);
  padded.set(bytes);
  return { view: new DataView(padded.buffer), length: bytes.length };
}

export class OutputBuffer {
  /** With its type, as TypeScript before 5.7 cannot read the one that is inferred. */
  bytes: Uint8Array = new Uint8Array(INITIAL_BYTES);
  end = 0;
  private view = new DataView(this.bytes.buffer);

  /** Makes room for this many more bytes. */
  reserve(bytes: number): void {
    const needed = this.end + bytes + WORD_PADDING;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** The bytes written so far, as a view. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.end);
  }

  append(bytes: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    this.bytes.set(bytes.subarray(from, to), this.end);
    this.end += to - from;
  }

  appendText(text: string): void {
    this.reserve(MAX_CHAR_BYTES * text.length);
    this.end = writeUtf8(text, this.bytes, this.end);
  }

  // The following methods are for the fast path, which reserves room before it calls them. For a few bytes,
  // a loop is faster than `set` with a view or an encoder.

  appendByte(byte: number): void {
    this.bytes[this.end++] = byte;
  }

  appendFew(bytes: Uint8Array, from: number, to: number): void {
    const target = this.bytes;
    let at = this.end;
    for (let next = from; next < to; next++) target[at++] = bytes[next];
    this.end = at;
  }

  /** Appends all of some bytes. From about 16 bytes on, `set` without a view is faster than a loop. */
  appendMany(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.end);
    this.end += bytes.length;
  }

  /**
   * Appends UTF-8, eight bytes at a time, as doubles. None of them is NaN, whose bits may change: no byte of UTF-8 is 0xff,
   * and 0x7f does not follow the first byte of a character of four bytes.
   * @param source has WORD_PADDING more bytes of UTF-8 after `to`, as this buffer has room for
   */
  appendWords(source: DataView, from: number, to: number): void {
    const target = this.view;
    let at = this.end;
    for (let next = from; next < to; next += 8) {
      target.setFloat64(at, source.getFloat64(next, true), true);
      at += 8;
    }
    this.end += to - from;
  }

  /** Appends a text of `paddedText`. */
  appendPadded({ view, length }: PaddedText): void {
    this.appendWords(view, 0, length);
  }

  /**
   * As appendWords, for UTF-8 without line ends.
   * @returns false, with nothing appended, if the bytes have a line end; also for some other control characters
   */
  appendLine(source: DataView, from: number, to: number): boolean {
    const target = this.view;
    let at = this.end;
    for (let next = from; next < to; next += 4) {
      const word = source.getInt32(next);
      const unusedBits = next + 4 <= to ? 0 : 8 * (next + 4 - to);
      if (hasControl(word, unusedBits)) return false;
      target.setInt32(at, word);
      at += 4;
    }
    this.end += to - from;
    return true;
  }

  /** Appends a number as String() writes it. */
  appendDecimal(value: number): void {
    this.end = writeDecimal(value, this.bytes, this.end);
  }
}

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
 * @example
 * ```ts
 * const input = new TextEncoder().encode("lat,lon\n52.376514,4.908543\n");
 * const plan = planBatch(input, { ...DEFAULT_BATCH_OPTIONS, from: "csv", to: "json" });
 * const frame = new OutputFrame(plan);
 * const textBefore = (rows) => new TextDecoder().decode(frame.before(rows, false));
 * const rows = new Uint8Array(1);
 * textBefore(rows); // ""
 * textBefore(rows); // ",\n"
 * ```
 */
export class OutputFrame {
  readonly #between: Uint8Array;
  /** Whether the output has rows. */
  hasRows: boolean;

  /** @param hasRows whether a resumed output already has rows */
  constructor(plan: Pick<FrameBytes, "between">, hasRows = false) {
    if (!(plan?.between instanceof Uint8Array)) {
      throw wrongType("plan", plan, "the result of planBatch");
    }
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
