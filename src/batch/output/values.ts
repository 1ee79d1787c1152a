/** Writes the values of a row: as they stand, as fields of tables, and as JSON. */
import { type ByteWriter, WORD_PADDING } from "../../bytes.ts";
import { CARRIAGE_RETURN, LINE_FEED, LOWER_N, QUOTE, utf8Text } from "../../characters.ts";
import { NO_BYTES } from "../chunks.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { JSON_VALUE, type Row, TEXT } from "../rows/row.ts";
import { quotedField, viewOf } from "../text.ts";

/** Copies bytes of UTF-8, by words where there is room to read behind them. */
export function copyBytes(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
  if (to + WORD_PADDING > bytes.length) writer.append(bytes, from, to);
  else {
    writer.reserve(to - from);
    writer.appendWords(viewOf(bytes), from, to);
  }
}

/** 1 for each byte of a text. */
function flagsOf(chars: string): Uint8Array {
  const flags = new Uint8Array(256);
  for (const char of chars) flags[char.charCodeAt(0)] = 1;
  return flags;
}

/** Characters that JSON escapes in strings. */
const ESCAPED = flagsOf('"\\');
ESCAPED.fill(1, 0, 32);

/** Copies a text. @returns false, with nothing written, if it has a character that does not stand for itself */
function copyBare(
  writer: ByteWriter,
  bytes: Uint8Array,
  from: number,
  to: number,
  isSpecial: Uint8Array,
): boolean {
  writer.reserve(to - from);
  const target = writer.bytes;
  let end = writer.length;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (isSpecial[byte] === 1) return false;
    target[end++] = byte;
  }
  writer.length = end;
  return true;
}

/** A number as JSON writes it: no leading zeros, no plus sign. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Puts JSON on one line: line ends, which are white space, become one space. */
function onOneLine(text: string): string {
  // White space is tried from its start only, so that long runs take linear time.
  return text.replace(/(?<!\s)\s*[\r\n]\s*/g, " ");
}

/** How the values of an input are written. */
export class ValueWriter {
  /** Of a table; undefined for JSON. */
  readonly delimiter: string | undefined;
  private readonly options: ResolvedBatchOptions;
  /** Whether values of JSON stand on one line. */
  private readonly joinsLines: boolean;
  /** The characters that fields cannot have without quotes, and fields that are strings of JSON. */
  private readonly inField: Uint8Array;
  private readonly inString: Uint8Array;

  constructor(options: ResolvedBatchOptions, delimiter: string | undefined, joinsLines: boolean) {
    this.options = options;
    this.delimiter = delimiter;
    this.joinsLines = joinsLines;
    this.inField = flagsOf(`"\r\n${delimiter}`);
    this.inString = flagsOf(`"\\\r\n${delimiter}`);
  }

  /** Writes a value as JSON, or as a field of a table: the content of a string, the text of other JSON. */
  write(writer: ByteWriter, bytes: Uint8Array, row: Row, slot: number): void {
    const { delimiter } = this;
    if (delimiter === undefined) {
      this.writeJson(writer, bytes, row, slot);
      return;
    }
    const start = row.starts[slot];
    const end = row.ends[slot];
    const form = row.forms[slot];
    const isJson = form === JSON_VALUE;
    // No other JSON value begins with the letter of null.
    if (isJson && bytes[start] === LOWER_N) return;
    const isString = isJson && bytes[start] === QUOTE;
    const quote = isString ? 1 : 0;
    const special = isString ? this.inString : this.inField;
    const isPlain = (isJson || form === TEXT) && row.isUtf8;
    if (isPlain && copyBare(writer, bytes, start + quote, end - quote, special)) return;
    let text = row.fieldOf(bytes, slot);
    if (isString) text = JSON.parse(text);
    else if (isJson) text = onOneLine(text);
    writer.appendText(quotedField(text, delimiter));
  }

  /** Copies a part of a row of JSON as it stands. */
  copy(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
    const part = this.joinsLines ? bytes.subarray(from, to) : NO_BYTES;
    const hasLineEnd = part.includes(LINE_FEED) || part.includes(CARRIAGE_RETURN);
    if (hasLineEnd) writer.appendText(onOneLine(utf8Text(bytes, from, to)));
    else copyBytes(writer, bytes, from, to);
  }

  /** Writes a value as JSON: fields as strings, unless the options say otherwise. */
  private writeJson(writer: ByteWriter, bytes: Uint8Array, row: Row, slot: number): void {
    const { decimalComma, typedNumbers } = this.options;
    const from = row.starts[slot];
    const to = row.ends[slot];
    const form = row.forms[slot];
    if (form === JSON_VALUE) {
      this.copy(writer, bytes, from, to);
      return;
    }
    if (form === TEXT && row.isUtf8 && !typedNumbers) {
      writer.reserve(to - from + 2);
      writer.appendByte(QUOTE);
      if (copyBare(writer, bytes, from, to, ESCAPED)) {
        writer.appendByte(QUOTE);
        return;
      }
      writer.length--;
    }
    const field = row.fieldOf(bytes, slot);
    const { fields, overflow, values } = row.schema;
    // Codes are texts, as 49.0E7 is one. A row that is not JSON has a text, not a field.
    const isCode = [values.mapcode, values.international, values.territory].includes(slot);
    const isText = !typedNumbers || isCode || (overflow > 0 && fields.length === 1);
    // Beside a decimal comma, a point would stand between thousands.
    const number = decimalComma ? field.replaceAll(".", "_").replace(",", ".") : field;
    const isNumber = !isText && JSON_NUMBER.test(number);
    writer.appendText(isNumber ? number : JSON.stringify(field));
  }
}
