/** Text of an input that cannot be read as a row, such as a row that is too long: it is passed on in parts. */
import { CARRIAGE_RETURN, LINE_FEED } from "../../characters.ts";
import { quoted } from "../../messages.ts";
import { utf8Bytes, utf8Text } from "../../platform.ts";
import { type Chunk, concat, copyFrom, NO_BYTES } from "../chunks.ts";
import type { RowError } from "../rows/row-errors.ts";
import { afterJsonSpace, countLines } from "../scan.ts";

/** Enough for the part of a row that a message quotes, whatever its characters. */
const SHOWN_BYTES = 400;

/**
 * How many of the last bytes of an incomplete row do not make a part of their own: a character or line end that
 * may go on in the next bytes.
 */
function unfinishedBytes(bytes: Uint8Array): number {
  const last = bytes[bytes.length - 1];
  if (last === LINE_FEED) return bytes[bytes.length - 2] === CARRIAGE_RETURN ? 2 : 1;
  if (last === CARRIAGE_RETURN) return 1;
  // Only the first byte of a character in UTF-8 tells that it has several.
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count];
    if (byte >= 0xc0) return count;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** The error of a row that is too long. @param start at least the first `maxRowBytes` bytes of the row */
export function tooLongError(start: Uint8Array, maxRowBytes: number): RowError {
  const shown = utf8Text(start, 0, Math.min(SHOWN_BYTES, maxRowBytes, start.length));
  const message = `The row ${quoted(shown)} is longer than ${maxRowBytes} bytes.`;
  return { code: "row-too-long", message };
}

/** The error of a row whose quote does not close. The batch ends with it. */
export function openQuoteProblem(maxRowBytes: number): RowError {
  const message = `A quote of the row does not close within ${maxRowBytes} bytes.`;
  return { code: "open-quote", message };
}

/**
 * One row that is passed on as text. Its parts do not cut characters or line ends, so that the whole text does
 * not depend on how the bytes arrive.
 */
export class UnreadableText {
  readonly #error: RowError;
  #isFirst = true;

  /** @param error what is wrong with the row */
  constructor(error: RowError) {
    this.#error = error;
  }

  /**
   * The next part of the row.
   * @param bytes the bytes of the row that no part has
   * @returns the part, and how many bytes are left for the next one
   */
  next(bytes: Uint8Array): { readonly chunk: Chunk; readonly unfinished: number } {
    const unfinished = unfinishedBytes(bytes);
    const part = bytes.subarray(0, bytes.length - unfinished);
    return { chunk: this.#part(part, part, false), unfinished };
  }

  /**
   * The last part of the row.
   * @param bytes the rest of the row, with its line end if it has one
   */
  end(bytes: Uint8Array): Chunk {
    const hasLineFeed = bytes[bytes.length - 1] === LINE_FEED;
    const lineEnd = hasLineFeed ? unfinishedBytes(bytes) : 0;
    return this.#part(bytes.subarray(0, bytes.length - lineEnd), bytes, true);
  }

  #part(text: Uint8Array, whole: Uint8Array, isLast: boolean): Chunk {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const lines = countLines(whole, 0, whole.length);
    return { bytes: text, error: { ...this.#error, lines, isFirst, isLast } };
  }
}

const TRAILING: RowError = {
  code: "malformed-row",
  message: "There is text after the JSON array. Put all rows into one array.",
};

/**
 * The closing of an output that keeps the text after the array, empty if it does not, and undefined if that text is wrong.
 */
export type ArrayEnd = (text: string) => string | undefined;

/** The text after an array of rows: white space, or members that an output keeps. Any other text is one unreadable row. */
export class ArrayTail {
  readonly #maxBytes: number;
  readonly #closingWith: ArrayEnd | undefined;
  /** Bytes that no chunk has. */
  #rest: Uint8Array = NO_BYTES;
  #unreadable: UnreadableText | undefined;
  /** After the end: the closing of the output, if it differs. */
  closing: Uint8Array | undefined;

  /**
   * @param maxBytes of a text that is kept
   * @param closingWith without it, any text is wrong
   */
  constructor(maxBytes: number, closingWith: ArrayEnd | undefined) {
    this.#maxBytes = maxBytes;
    this.#closingWith = closingWith;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    const text = concat(this.#rest, bytes);
    if (this.#closingWith && !this.#unreadable && text.length <= this.#maxBytes) {
      this.#rest = copyFrom(text, 0);
      return [];
    }
    const from = this.#unreadable ? 0 : afterJsonSpace(text, 0);
    this.#rest = NO_BYTES;
    if (from === text.length) return [];
    this.#unreadable ??= new UnreadableText(TRAILING);
    const { chunk, unfinished } = this.#unreadable.next(text.subarray(from));
    this.#rest = copyFrom(text, text.length - unfinished);
    return [chunk];
  }

  end(): readonly Chunk[] {
    if (this.#unreadable) return [this.#unreadable.end(this.#rest)];
    if (!this.#closingWith) return [];
    const closing = this.#closingWith(utf8Text(this.#rest, 0, this.#rest.length));
    if (closing === undefined) return [new UnreadableText(TRAILING).end(this.#rest)];
    if (closing !== "") this.closing = utf8Bytes(closing);
    return [];
  }
}
