/** The first bytes of an input: what stands before its rows, and its first row. */

import { BatchError, quoted } from "./errors.ts";
import { delimiterOf, type FormatName } from "./options.ts";
import { BROKEN_QUOTES } from "./rows/fields.ts";
import {
  countLines,
  createElementScan,
  endOfText,
  findElementEnd,
  findRowEnd,
  isJsonSpace,
  LINE_FEED,
  NO_END,
  OPEN_QUOTE,
} from "./rows/scan.ts";

/** Rows may have so many bytes unless a caller says otherwise. */
export const MAX_ROW_BYTES = 1 << 20;

export interface Head {
  /** Bytes before the first row: a byte order mark, the names of columns, an array's bracket. */
  readonly bytes: number;
  readonly lines: number;
  /** The row that names the columns, or the first row; undefined when there is none. */
  readonly firstRow: string | undefined;
  /** How that row ends. */
  readonly lineEnd: "\n" | "\r\n";
}

const BRACKET = 91;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const decoder = new TextDecoder();

function afterMark(head: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, at) => head[at] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** Passes over what no row begins with: line ends in tables, all white space in JSON. */
function afterBlank(head: Uint8Array, from: number, format: FormatName): number {
  let at = from;
  const isTable = delimiterOf(format) !== undefined;
  for (; at < head.length; at++) {
    const byte = head[at];
    const isBlank = isTable ? byte === LINE_FEED || byte === 13 : isJsonSpace(byte);
    if (!isBlank) break;
  }
  return at;
}

/** Where the first row begins. */
function startOf(head: Uint8Array, format: FormatName): number {
  const at = afterBlank(head, afterMark(head), format);
  return format === "json" && head[at] === BRACKET ? afterBlank(head, at + 1, format) : at;
}

/** Where the row ends that begins at a place. */
function endOf(head: Uint8Array, from: number, format: FormatName): number {
  const delimiter = delimiterOf(format)?.charCodeAt(0);
  if (delimiter !== undefined) return findRowEnd(head, from, delimiter);
  if (format === "json") return findElementEnd(head, from, createElementScan());
  return head.indexOf(LINE_FEED, from);
}

/** Whether the first bytes of an input have its first row whole, which planBatch needs. */
export function hasFirstRow(head: Uint8Array, format: FormatName): boolean {
  if (format === "plain") return true;
  const mark = afterBlank(head, afterMark(head), format);
  if (format === "json" && mark < head.length && head[mark] !== BRACKET) return true;
  const from = startOf(head, format);
  return from < head.length && endOf(head, from, format) >= 0;
}

/**
 * @param head the first row at least, or all of an input that has not even that
 * @param hasNames whether the first row of a table names the columns
 * @throws BatchError when the input does not begin as its format does
 */
export function readHead(head: Uint8Array, format: FormatName, hasNames: boolean): Head {
  const from = startOf(head, format);
  const mark = afterMark(head);
  const isTable = delimiterOf(format) !== undefined;
  const opening = head[afterBlank(head, mark, format)];
  if (format === "json" && opening !== undefined && opening !== BRACKET) {
    const start = quoted(decoder.decode(head.subarray(mark, mark + 20)));
    const message = `The input begins with ${start}, not with the '[' of a JSON array; one value a line is the format ndjson.`;
    throw new BatchError(message, "from");
  }
  if (format === "plain" || from === head.length) {
    const bytes = format === "json" ? from : mark;
    return { bytes, lines: countLines(head, 0, bytes), firstRow: undefined, lineEnd: "\n" };
  }
  const found = endOf(head, from, format);
  if (found === OPEN_QUOTE) throw new BatchError(`${BROKEN_QUOTES} that names the columns.`);
  if (found === NO_END && head.length >= MAX_ROW_BYTES) {
    throw new BatchError(`The first row does not end within ${MAX_ROW_BYTES} bytes.`);
  }
  const end = found === NO_END ? head.length : found;
  const textEnd = endOfText(head, from, end);
  const rows = isTable && !hasNames ? mark : from;
  const bytes = isTable && hasNames ? Math.min(end + 1, head.length) : rows;
  return {
    bytes,
    lines: countLines(head, 0, bytes),
    firstRow: decoder.decode(head.subarray(from, textEnd)),
    lineEnd: isTable && textEnd < end ? "\r\n" : "\n",
  };
}
