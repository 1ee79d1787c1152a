/**
 * The rows of a function: a line each, with tabs between the fields, `\N` for NULL and escapes with a backslash
 * (TabSeparated of ClickHouse). Each row gets one answer, in order, as soon as all of its bytes have arrived: an engine
 * may wait for it before it sends the next row.
 */
import type { ByteWriter } from "../bytes/byte-writer.ts";
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, TAB, utf8Text } from "../characters.ts";

/** A function with the arguments of one row. It is reused for all rows; each argument stays until it is set again. */
export interface RowConverter {
  /** Sets an argument to a text in bytes. They must not change before `convert`. */
  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void;
  /** Sets an argument to a value; null for NULL. */
  setValue(index: number, value: string | number | null): void;
  /** @returns whether the row has a result */
  convert(): boolean;
  /** Writes the result of a converted row, which must exist, as a line. */
  write(output: ByteWriter): void;
  /** The line that answers a row without a result. */
  readonly nullAnswer: string;
}

/** The bytes of one read: more than a pipe holds, and less than a processor's cache. */
const BLOCK_BYTES = 1 << 17;

/** A longer row has no result, so that memory does not grow. */
export const MAX_ROW_BYTES = 1 << 20;

// The letters of escapes, and their characters. Any other letter stands for itself.
const LETTERS = "bfnrtv0";
const ESCAPED = "\b\f\n\r\t\v\0";

/** Reads a field with a backslash: `\N` as null. */
function readField(bytes: Uint8Array, from: number, to: number): string | null {
  const field = utf8Text(bytes, from, to);
  if (field === "\\N") return null;
  return field.replace(/\\([\s\S])/g, (_, letter) => ESCAPED[LETTERS.indexOf(letter)] ?? letter);
}

/** Answers the rows of an engine. The caller puts their bytes into `space()`. */
export class RowStream {
  readonly #converter: RowConverter;
  readonly #output: ByteWriter;
  /** One byte more than rows and block need, for the line feed after them. */
  readonly #buffer = new Uint8Array(MAX_ROW_BYTES + BLOCK_BYTES + 1);
  /** The start and the end of each field of the current row, alternating. */
  readonly #bounds: Int32Array;
  #hasEscapes = false;
  /** The index of the line feed of the current row. */
  #lineFeed = 0;
  /** The bytes of an incomplete row, at the start of the buffer. */
  #length = 0;
  /** Whether that row is too long. Its bytes are dropped. */
  #isTooLong = false;

  /** @param argumentCount the number of fields of a row @param output to which answers are appended */
  constructor(converter: RowConverter, argumentCount: number, output: ByteWriter) {
    this.#converter = converter;
    this.#bounds = new Int32Array(2 * argumentCount);
    this.#output = output;
  }

  /** The space for the next bytes of the engine. */
  space(): Uint8Array {
    return this.#buffer.subarray(this.#length, this.#length + BLOCK_BYTES);
  }

  /** Answers the complete rows. @param count the number of bytes in the space */
  take(count: number): void {
    const bytes = this.#buffer;
    const end = this.#length + count;
    // A sentinel that ends searches.
    bytes[end] = LINE_FEED;
    let from = 0;
    for (;;) {
      const fields = this.#findFields(bytes, from);
      if (this.#lineFeed >= end) break;
      this.#answer(from, fields);
      from = this.#lineFeed + 1;
    }
    if (from > 0) bytes.copyWithin(0, from, end);
    this.#isTooLong ||= end - from > MAX_ROW_BYTES;
    this.#length = this.#isTooLong ? 0 : end - from;
  }

  /** Answers a last row without a line end. */
  end(): void {
    if (this.#length === 0 && !this.#isTooLong) return;
    this.space()[0] = LINE_FEED;
    this.take(1);
  }

  #answer(from: number, fields: number): void {
    const bytes = this.#buffer;
    const bounds = this.#bounds;
    // A slightly too long row may arrive whole. Its answer must be the same.
    const isTooLong = this.#isTooLong || this.#lineFeed - from > MAX_ROW_BYTES;
    const isReadable = !isTooLong && 2 * fields === bounds.length;
    this.#isTooLong = false;
    for (let index = 0; isReadable && index < fields; index++) {
      const start = bounds[2 * index];
      const end = bounds[2 * index + 1];
      if (this.#hasEscapes) this.#converter.setValue(index, readField(bytes, start, end));
      else this.#converter.setBytes(index, bytes, start, end);
    }
    if (isReadable && this.#converter.convert()) this.#converter.write(this.#output);
    else this.#output.appendText(this.#converter.nullAnswer);
  }

  /** Finds the fields of a row and its line feed. @returns the number of fields */
  #findFields(bytes: Uint8Array, from: number): number {
    const bounds = this.#bounds;
    let hasEscapes = false;
    let index = 0;
    let start = from;
    let at = from;
    for (; ; at++) {
      const byte = bytes[at];
      // Most bytes, such as digits, points and signs.
      if (byte > TAB + 1 && byte !== BACKSLASH) continue;
      if (byte === TAB) {
        bounds[index++] = start;
        bounds[index++] = at;
        start = at + 1;
      } else if (byte === LINE_FEED) break;
      else if (byte === BACKSLASH) hasEscapes = true;
    }
    bounds[index++] = start;
    bounds[index++] = at > start && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
    this.#hasEscapes = hasEscapes;
    this.#lineFeed = at;
    return index >> 1;
  }
}
