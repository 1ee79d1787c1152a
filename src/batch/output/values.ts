/** Writes the values of a row: as they stand, as fields of tables, and as JSON. */
import { type ByteWriter, WORD_PADDING } from "../../bytes.ts";
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, LOWER_N, QUOTE, SPACE } from "../../characters.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { JSON_VALUE, type Row, TEXT } from "../rows/row.ts";
import { isJsonSpace } from "../scan.ts";
import { quotedField, viewOf } from "../text.ts";

/** Copies JSON on one line. Line ends within it, which are white space, become one space. */
function joinLines(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
  writer.reserve(to - from);
  const target = writer.bytes;
  const start = writer.length;
  let end = start;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      while (end > start && isJsonSpace(target[end - 1])) end--;
      while (at + 1 < to && isJsonSpace(bytes[at + 1])) at++;
      target[end++] = SPACE;
    } else {
      target[end++] = byte;
    }
  }
  writer.length = end;
}

/** Copies a text between the quotes of a JSON string. @returns false, with nothing written, if it has to be escaped */
function copyIntoString(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): boolean {
  writer.reserve(to - from + 2);
  const target = writer.bytes;
  let end = writer.length;
  target[end++] = QUOTE;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return false;
    target[end++] = byte;
  }
  target[end++] = QUOTE;
  writer.length = end;
  return true;
}

/**
 * Copies a text as a field of a table.
 * @param excluded a byte that does not stand for itself
 * @returns false, with nothing written, if the text has it or has to be quoted
 */
function copyBare(
  writer: ByteWriter,
  bytes: Uint8Array,
  from: number,
  to: number,
  delimiter: number,
  excluded: number,
): boolean {
  writer.reserve(to - from);
  const target = writer.bytes;
  let end = writer.length;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    const isLineEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
    if (byte === delimiter || byte === QUOTE || byte === excluded || isLineEnd) return false;
    target[end++] = byte;
  }
  writer.length = end;
  return true;
}

/** A number as JSON writes it: no leading zeros, no plus sign. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** As JSON_NUMBER, with a decimal comma. A point would stand between thousands. */
const COMMA_NUMBER = /^-?(?:0|[1-9]\d*)(?:,\d+)?(?:[eE][+-]?\d+)?$/;

/** Puts JSON on one line, as a field has it. */
function onOneLine(text: string): string {
  // White space is tried from its start only, so that long runs take linear time.
  return text.replace(/(?<!\s)\s*[\r\n]\s*/g, " ");
}

/** How the values of an input are written. */
export class ValueWriter {
  private readonly delimiter: string;
  private readonly delimiterByte: number;
  /** Which texts are written as numbers. */
  private readonly numbers: RegExp | undefined;
  private readonly isTyped: boolean;
  /** Whether values of JSON stand on one line. */
  private readonly joinsLines: boolean;

  /** @param delimiter of an output that is a table */
  constructor(
    { decimalComma, typedNumbers }: ResolvedBatchOptions,
    delimiter: string | undefined,
    joinsLines: boolean,
  ) {
    this.delimiter = delimiter ?? ",";
    this.delimiterByte = this.delimiter.charCodeAt(0);
    if (typedNumbers) this.numbers = decimalComma ? COMMA_NUMBER : JSON_NUMBER;
    this.isTyped = typedNumbers;
    this.joinsLines = joinsLines;
  }

  /** Writes a value as a field of a table: the content of a string, the text of other JSON. */
  writeField(writer: ByteWriter, bytes: Uint8Array, row: Row, slot: number): void {
    const start = row.starts[slot];
    const end = row.ends[slot];
    const form = row.forms[slot];
    const isJson = form === JSON_VALUE;
    // No other JSON value begins with the letter of null.
    if (isJson && bytes[start] === LOWER_N) return;
    const quote = isJson && bytes[start] === QUOTE ? 1 : 0;
    const excluded = quote === 1 ? BACKSLASH : QUOTE;
    const isPlain = (isJson || form === TEXT) && row.isUtf8;
    const delimiter = this.delimiterByte;
    if (isPlain && copyBare(writer, bytes, start + quote, end - quote, delimiter, excluded)) return;
    const text = isJson ? this.textOfJson(bytes, row, slot) : row.fieldOf(bytes, slot);
    writer.appendText(quotedField(text, this.delimiter));
  }

  private textOfJson(bytes: Uint8Array, row: Row, slot: number): string {
    const text = row.textOf(bytes, slot);
    if (bytes[row.starts[slot]] === QUOTE) return JSON.parse(text);
    return onOneLine(text);
  }

  /** Copies a part of a row of JSON as it stands. */
  copy(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
    if (this.joinsLines) joinLines(writer, bytes, from, to);
    else if (to + WORD_PADDING <= bytes.length) {
      writer.reserve(to - from);
      writer.appendWords(viewOf(bytes), from, to);
    } else writer.append(bytes, from, to);
  }

  private jsonOfField(field: string): string {
    return this.numbers?.test(field) ? field.replace(",", ".") : JSON.stringify(field);
  }

  /** Writes a value as JSON: fields as strings, unless the options say otherwise. */
  writeJson(writer: ByteWriter, bytes: Uint8Array, row: Row, slot: number): void {
    const from = row.starts[slot];
    const to = row.ends[slot];
    const form = row.forms[slot];
    if (form === JSON_VALUE) {
      this.copy(writer, bytes, from, to);
      return;
    }
    const isPlain = form === TEXT && row.isUtf8 && !this.isTyped;
    if (isPlain && copyIntoString(writer, bytes, from, to)) return;
    const field = row.fieldOf(bytes, slot);
    const { mapcode, international, territory } = row.schema.values;
    const isCode = slot === mapcode || slot === international || slot === territory;
    // Codes are texts, as 49.0E7 is one. A row that is not JSON has a text, not a field.
    const isText = isCode || (row.schema.overflow > 0 && row.schema.fields.length === 1);
    writer.appendText(isText ? JSON.stringify(field) : this.jsonOfField(field));
  }
}
