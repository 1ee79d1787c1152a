/** The elements of a JSON array: where they end, their splitter, and the span of one in a chunk. */
import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../characters.ts";
import { utf8Bytes, utf8Text } from "../../platform.ts";
import { type Chunk, concat, copyFrom, errorChunk, NO_BYTES, type Splitter } from "../chunks.ts";
import type { SplitterPlan } from "../format-plan.ts";
import type { RowError } from "../rows/row-errors.ts";
import { afterJsonSpace, isJsonSpace, NO_END } from "../scan.ts";
import type { RowRange } from "./line-splitter.ts";
import { type JsonRows, UNKNOWN } from "./tokenizer.ts";
import { tooLongError, UnreadableText } from "./unreadable-text.ts";

/** State of the scan for the end of an element, so that the next bytes continue it. */
interface ElementScan {
  depth: number;
  isString: boolean;
  isEscaped: boolean;
}

export function createElementScan(): ElementScan {
  return { depth: 0, isString: false, isEscaped: false };
}

/** 1 for bytes that may begin or end something. A look at this table saves a third of the time. */
const IS_TOKEN = new Uint8Array(256);
for (const byte of [QUOTE, BACKSLASH, LINE_FEED, COMMA]) IS_TOKEN[byte] = 1;
for (const byte of [OPENING_BRACE, OPENING_BRACKET, CLOSING_BRACE, CLOSING_BRACKET]) {
  IS_TOKEN[byte] = 1;
}

/**
 * Finds the comma or closing bracket after an element of an array, or after a member of an object. A line feed ends a
 * string whose quote was forgotten, as JSON strings have no line feeds.
 * @param scan the state that the previous call left
 * @param closing the closing bracket
 * @returns NO_END if the bytes end before the element does
 */
export function findElementEnd(
  bytes: Uint8Array,
  from: number,
  scan: ElementScan,
  closing: number = CLOSING_BRACKET,
): number {
  let { depth, isString, isEscaped } = scan;
  let end = NO_END;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (IS_TOKEN[byte] === 0 && !isEscaped) continue;
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE || byte === LINE_FEED) isString = false;
    } else if (byte === QUOTE) {
      isString = true;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth++;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      if (depth === 0 && byte === closing) {
        end = at;
        break;
      }
      if (depth > 0) depth--;
    } else if (byte === COMMA && depth === 0) {
      end = at;
      break;
    }
  }
  scan.depth = end === NO_END ? depth : 0;
  scan.isString = end === NO_END && isString;
  scan.isEscaped = end === NO_END && isEscaped;
  return end;
}

const TRAILING: RowError = {
  code: "malformed-row",
  message: "There is text after the JSON array. Put all rows into one array.",
};

/**
 * The closing of an output that keeps the text after the array, empty if it does not, and undefined if that text is wrong.
 */
export type ArrayEnd = (text: string) => string | undefined;

/** Cuts an array into chunks of elements, with the commas between them. */
export class ElementSplitter implements Splitter {
  readonly #maxRowBytes: number;
  #preambleBytes: number;
  /** Bytes for the next call; the scan has passed them already. */
  #rest: Uint8Array = NO_BYTES;
  readonly #scan = createElementScan();
  #isOpen = false;
  /** Whether there is an array at all. */
  #wasOpen = false;
  /** The element that is too long and has not ended, or the text after the array. */
  #unreadable: UnreadableText | undefined;
  #chunks: Chunk[] = [];
  readonly #closingWith: ArrayEnd | undefined;
  closing: Uint8Array | undefined;

  /** @param closingWith without it, text after the array is wrong */
  constructor({ preambleBytes, options }: SplitterPlan, closingWith?: ArrayEnd) {
    this.#maxRowBytes = options.maxRowBytes;
    this.#closingWith = closingWith;
    this.#preambleBytes = preambleBytes;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    this.#chunks = [];
    const skipped = Math.min(this.#preambleBytes, bytes.length);
    this.#preambleBytes -= skipped;
    if (bytes.subarray(0, skipped).includes(OPENING_BRACKET)) this.#isOpen = true;
    if (this.#isOpen) this.#wasOpen = true;
    const rows = concat(this.#rest, bytes.subarray(skipped));
    if (this.#isOpen) this.#walk(rows);
    else this.#addTrailing(rows);
    return this.#chunks;
  }

  end(): readonly Chunk[] {
    this.#chunks = [];
    if (!this.#isOpen && !this.#unreadable) this.#close(this.#rest);
    else if (this.#unreadable) this.#chunks.push(this.#unreadable.end(this.#rest));
    else this.#add(this.#rest, 0, this.#rest.length);
    if (this.#isOpen) {
      this.#chunks.push(
        errorChunk(
          "malformed-row",
          "The JSON array ends without a ']'. Check that the input is complete.",
        ),
      );
    }
    return this.#chunks;
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.#chunks.push({ bytes: bytes.subarray(from, to) });
  }

  /** Adds the next part of an unreadable row, and keeps what the part leaves. */
  #addUnreadable(unreadable: UnreadableText, bytes: Uint8Array): void {
    const { chunk, unfinished } = unreadable.next(bytes);
    this.#chunks.push(chunk);
    this.#unreadable = unreadable;
    this.#rest = copyFrom(bytes, bytes.length - unfinished);
  }

  /** Closes the array with the text behind it, which is one unreadable row if it is wrong. */
  #close(trailer: Uint8Array): void {
    if (!this.#closingWith || !this.#wasOpen) return;
    const closing = this.#closingWith(utf8Text(trailer, 0, trailer.length));
    if (closing === undefined) this.#chunks.push(new UnreadableText(TRAILING).end(trailer));
    else if (closing !== "") this.closing = utf8Bytes(closing);
  }

  /** Anything but white space after the array is one unreadable row, unless it is kept. */
  #addTrailing(bytes: Uint8Array): void {
    if (this.#closingWith && !this.#unreadable && bytes.length <= this.#maxRowBytes) {
      this.#rest = copyFrom(bytes, 0);
      return;
    }
    const from = this.#unreadable ? 0 : afterJsonSpace(bytes, 0);
    this.#rest = NO_BYTES;
    if (from === bytes.length) return;
    this.#addUnreadable(this.#unreadable ?? new UnreadableText(TRAILING), bytes.subarray(from));
  }

  /** Scans the bytes after the rest, which an earlier call has scanned. */
  #walk(bytes: Uint8Array): void {
    let from = this.#rest.length;
    let chunk = 0;
    let element = 0;
    while (this.#isOpen) {
      const end = findElementEnd(bytes, from, this.#scan);
      const isLong = (end < 0 ? bytes.length : end) - element > this.#maxRowBytes;
      if (isLong && this.#unreadable === undefined) {
        this.#add(bytes, chunk, element - 1);
        this.#unreadable = new UnreadableText(
          tooLongError(bytes.subarray(element), this.#maxRowBytes),
        );
        chunk = element;
      }
      if (end < 0) break;
      from = end + 1;
      if (this.#unreadable) {
        this.#chunks.push(this.#unreadable.end(bytes.subarray(element, end)));
        this.#unreadable = undefined;
        chunk = from;
      }
      element = from;
      this.#isOpen = bytes[end] !== CLOSING_BRACKET;
    }
    this.#keep(bytes, chunk, element);
  }

  /** Emits the complete elements, and keeps the incomplete one for the next bytes. */
  #keep(bytes: Uint8Array, chunk: number, element: number): void {
    if (this.#unreadable) {
      this.#addUnreadable(this.#unreadable, bytes.subarray(element));
      return;
    }
    this.#add(bytes, chunk, element - 1);
    if (this.#isOpen) this.#rest = copyFrom(bytes, element);
    else this.#addTrailing(bytes.subarray(element));
  }
}

/** The range of the element that begins at an offset of a chunk, without white space. */
function elementRange(bytes: Uint8Array, start: number): RowRange {
  const elementEnd = findElementEnd(bytes, start, createElementScan());
  const end = elementEnd < 0 ? bytes.length : elementEnd;
  let from = start;
  let to = end;
  while (from < to && isJsonSpace(bytes[from])) from++;
  while (to > from && isJsonSpace(bytes[to - 1])) to--;
  return { from, to, next: Math.min(end + 1, bytes.length) };
}

/** Elements of an array, with a comma after each. */
export const ELEMENT_ROWS: JsonRows = {
  findStart: afterJsonSpace,
  findNext(bytes, _, end) {
    const at = afterJsonSpace(bytes, end);
    if (at === bytes.length) return at;
    return bytes[at] === COMMA ? at + 1 : UNKNOWN;
  },
  rangeOf: elementRange,
};
