/** One JSON array of values. A comma or the closing bracket ends an element, anywhere in a line. */

import { quoted } from "../../internal.ts";
import {
  type Chunk,
  concat,
  copyFrom,
  NO_BYTES,
  type Splitter,
  tooLongMessage,
} from "../chunks.ts";
import { BatchError } from "../errors.ts";
import type { RowSpan } from "../rows.ts";
import type { Format, Preamble } from "./format.ts";
import { addedMembers, createObjectWriter } from "./json-text.ts";
import { createValueParser, findValueColumns } from "./json-values.ts";
import {
  afterByteOrderMark,
  afterJsonSpace,
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  countLines,
  isJsonSpace,
  LINE_FEED,
  NO_END,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  textOf,
} from "./scan.ts";

/** State of the scan for the end of an element, so that the next bytes continue it. */
interface ElementScan {
  depth: number;
  isString: boolean;
  isEscaped: boolean;
}

function createElementScan(): ElementScan {
  return { depth: 0, isString: false, isEscaped: false };
}

/**
 * Finds the comma or closing bracket after an element of an array. A line feed ends a string whose quote
 * was forgotten, as JSON strings have no line feeds.
 * @param scan the state that the previous call left
 * @returns NO_END if the bytes end before the element does
 */
function findElementEnd(bytes: Uint8Array, from: number, scan: ElementScan): number {
  let { depth, isString, isEscaped } = scan;
  let end = NO_END;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE || byte === LINE_FEED) isString = false;
    } else if (byte === QUOTE) {
      isString = true;
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth++;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      if (depth === 0 && byte === CLOSING_BRACKET) {
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

/** Where the first element begins, with or without an opening bracket. */
function firstElementOf(bytes: Uint8Array): number {
  const at = afterJsonSpace(bytes, afterByteOrderMark(bytes));
  return bytes[at] === OPENING_BRACKET ? afterJsonSpace(bytes, at + 1) : at;
}

function hasFirstRow(bytes: Uint8Array): boolean {
  const at = afterJsonSpace(bytes, afterByteOrderMark(bytes));
  if (at < bytes.length && bytes[at] !== OPENING_BRACKET) return true;
  const from = firstElementOf(bytes);
  return from < bytes.length && findElementEnd(bytes, from, createElementScan()) >= 0;
}

function parsePreamble(bytes: Uint8Array): Preamble {
  const mark = afterByteOrderMark(bytes);
  const at = afterJsonSpace(bytes, mark);
  if (at < bytes.length && bytes[at] !== OPENING_BRACKET) {
    const start = quoted(textOf(bytes, mark, mark + 20));
    const message = `The input begins with ${start}, not with the '[' of a JSON array. For one value a line, use the format ndjson.`;
    throw new BatchError(message, "from");
  }
  const from = firstElementOf(bytes);
  const end = findElementEnd(bytes, from, createElementScan());
  const firstRow = textOf(bytes, from, end === NO_END ? bytes.length : end);
  return {
    bytes: from,
    lines: countLines(bytes, 0, from),
    firstRow: from === bytes.length ? undefined : firstRow,
    lineEnd: "\n",
  };
}

/** Cuts an array into chunks of elements, with the commas between them. */
class ElementSplitter implements Splitter {
  readonly #maxRowBytes: number;
  #preambleBytes: number;
  #rest: Uint8Array = NO_BYTES;
  readonly #scan = createElementScan();
  #isOpen = false;
  /** Whether text after the array was reported. It is reported once. */
  #isTrailing = false;
  /** The message about an element that is too long, until that element ends. */
  #longMessage: string | undefined;
  #longLines = 0;
  #chunks: Chunk[] = [];

  constructor(preambleBytes: number, maxRowBytes: number) {
    this.#maxRowBytes = maxRowBytes;
    this.#preambleBytes = preambleBytes;
  }

  push(bytes: Uint8Array): readonly Chunk[] {
    this.#chunks = [];
    const skipped = Math.min(this.#preambleBytes, bytes.length);
    this.#preambleBytes -= skipped;
    if (bytes.subarray(0, skipped).includes(OPENING_BRACKET)) this.#isOpen = true;
    const rows = bytes.subarray(skipped);
    if (this.#isOpen) this.#walk(concat(this.#rest, rows));
    else this.#checkTrailing(rows, 0);
    return this.#chunks;
  }

  end(): readonly Chunk[] {
    this.#chunks = [];
    if (!this.#isOpen) return this.#chunks;
    if (this.#longMessage !== undefined) this.#endLong(this.#longMessage, NO_BYTES);
    else this.#add(this.#rest, 0, this.#rest.length);
    this.#addError("The JSON array ends without a ']'. Check that the input is complete.", 0);
    return this.#chunks;
  }

  #addError(message: string, lines: number): void {
    this.#chunks.push({ bytes: NO_BYTES, error: { message, lines } });
  }

  /** Reports anything but white space after the array. */
  #checkTrailing(bytes: Uint8Array, from: number): void {
    if (this.#isTrailing || afterJsonSpace(bytes, from) === bytes.length) return;
    this.#isTrailing = true;
    this.#addError("There is text after the JSON array. Put all rows into one array.", 0);
  }

  /** Scans the bytes after the rest, which an earlier call has scanned. */
  #walk(bytes: Uint8Array): void {
    let from = this.#rest.length;
    let chunk = 0;
    let element = 0;
    while (this.#isOpen) {
      const end = findElementEnd(bytes, from, this.#scan);
      const isLong = (end < 0 ? bytes.length : end) - element > this.#maxRowBytes;
      if (isLong && this.#longMessage === undefined) {
        this.#add(bytes, chunk, element - 1);
        this.#longMessage = tooLongMessage(bytes.subarray(element), this.#maxRowBytes);
        chunk = element;
      }
      if (end < 0) break;
      from = end + 1;
      if (this.#longMessage !== undefined) {
        this.#endLong(this.#longMessage, bytes.subarray(element, end));
        chunk = from;
      }
      element = from;
      this.#isOpen = bytes[end] !== CLOSING_BRACKET;
    }
    this.#keep(bytes, chunk, element);
    if (!this.#isOpen) this.#checkTrailing(bytes, element);
  }

  /** Emits the complete elements, and keeps the incomplete one for the next bytes. */
  #keep(bytes: Uint8Array, chunk: number, element: number): void {
    if (this.#longMessage === undefined) {
      this.#add(bytes, chunk, element - 1);
      this.#rest = this.#isOpen ? copyFrom(bytes, element) : NO_BYTES;
    } else {
      this.#longLines += countLines(bytes, element, bytes.length);
      this.#rest = NO_BYTES;
    }
  }

  #endLong(message: string, last: Uint8Array): void {
    this.#addError(message, this.#longLines + countLines(last, 0, last.length));
    this.#longMessage = undefined;
    this.#longLines = 0;
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.#chunks.push({ bytes: bytes.subarray(from, to) });
  }
}

function findRow(bytes: Uint8Array, start: number): RowSpan {
  const elementEnd = findElementEnd(bytes, start, createElementScan());
  const end = elementEnd < 0 ? bytes.length : elementEnd;
  let from = start;
  let to = end;
  while (from < to && isJsonSpace(bytes[from])) from++;
  while (to > from && isJsonSpace(bytes[to - 1])) to--;
  return { from, to, next: Math.min(end + 1, bytes.length), lineEnd: undefined };
}

const BETWEEN = ",\n";

export const json: Format<"json"> = {
  name: "json",
  summary: "one JSON array",
  extensions: [".json"],
  mediaTypes: ["application/json"],
  columnRoles: ["latitude", "longitude", "mapcode", "territory"],
  isTable: false,
  countsBlankRows: false,
  hasFirstRow,
  parsePreamble,
  findColumns: findValueColumns,
  createSplitter: (preambleBytes, maxRowBytes) => new ElementSplitter(preambleBytes, maxRowBytes),
  findRow,
  isBlank: (text) => text.trim() === "",
  createParser: createValueParser,
  addedNames: addedMembers,
  frame: () => ({ opening: "[\n", between: BETWEEN, closing: "\n]\n" }),
  createWriter: (plan) => createObjectWriter(plan, BETWEEN, ""),
};
