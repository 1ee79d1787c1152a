/**
 * Templates of output rows: constant texts of a schema, and between them values of the input, results and the message
 * of an error. Options choose the pieces. All rows are written in this way.
 */
import {
  type ByteWriter,
  type PreEncoded,
  preEncoded,
  WORD_PADDING,
} from "../../bytes/byte-writer.ts";
import { MAX_DECIMAL_BYTES } from "../../bytes/decimal-writing.ts";
import * as characters from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../into.ts";
import { byteSet, findByte, quotedField, viewOf } from "../byte-texts.ts";
import type { InputPlan } from "../input-plan.ts";
import type { PlannedOptions } from "../options/options.ts";
import type { Results } from "../rows/results.ts";
import * as Rows from "../rows/row.ts";
import type { RowProblem } from "../rows/row-errors.ts";

/** Makes the template of the rows of a schema. */
export type CreateOutput = (schema: Rows.RowSchema) => Template;

/** The kinds of pieces. */
export const Piece = {
  nothing: 0,
  /** The row, unchanged. */
  wholeRow: 1,
  /** All results as fields, each after a delimiter. */
  allResults: 2,
  resultAt: 3,
  /** The value of a slot. */
  inputValue: 4,
  /** The line end of the row, or of the plan if the row has none. */
  lineEnd: 5,
  /** The part of the row between two edges. */
  rowPart: 6,
  /** The point as a geometry; if there is none, the value of a slot, or null. */
  point: 7,
  /** The message of an error between two texts; nothing if there is no error. */
  error: 8,
  allMapcodes: 9,
  /** The row as a text on one line. */
  rowOnOneLine: 10,
} as const;

/** The start of a slot as a number: an edge. @param inset 1 for the position after its opening bracket */
export const startEdge = (slot: number, inset = 0) => (slot << 2) | inset;

/** The end of a slot as an edge. @param inset 1 for the position before its closing bracket */
export const endEdge = (slot: number, inset = 0) => (slot << 2) | 2 | inset;

function positionOf({ starts, ends }: Rows.Row, edge: number): number {
  const slot = edge >> 2;
  return (edge & 2) === 0 ? starts[slot] + (edge & 1) : ends[slot] - (edge & 1);
}

export class Template {
  /** The problem of the schema's rows if they cannot be written with results. */
  readonly problem: RowProblem | undefined;
  /** All templates of a converter share it. */
  readonly values: ValueWriter;
  /** Texts, and the pieces after them: their kinds, and up to two operands of each kind. */
  private readonly pieces: {
    text: PreEncoded;
    kind: number;
    operand1: number;
    operand2: number;
  }[] = [];
  /** The texts around the message of an error. */
  private errorTexts: readonly [string, string] = ["", ""];
  private text = "";

  constructor(values: ValueWriter, problem?: RowProblem) {
    this.problem = problem;
    this.values = values;
  }

  addText(text: string): this {
    this.text += text;
    return this;
  }

  add(kind: number, operand1 = 0, operand2 = 0): this {
    this.pieces.push({ text: preEncoded(this.text), kind, operand1, operand2 });
    this.text = "";
    return this;
  }

  addError(before: string, after = ""): this {
    this.errorTexts = [before, after];
    return this.add(Piece.error);
  }

  /** Ends the template with the texts added last. */
  done(): this {
    return this.add(Piece.nothing);
  }

  /** @param list the index of the list of results @param message of the row's error, if there is one */
  write(
    writer: ByteWriter,
    bytes: Uint8Array,
    row: Rows.Row,
    results: Results,
    list: number,
    message: string | undefined,
  ): void {
    const pieces = this.pieces;
    const values = this.values;
    for (let index = 0; index < pieces.length; index++) {
      const { text, kind, operand1, operand2 } = pieces[index];
      if (text.length > 0) {
        writer.reserve(text.length);
        writer.appendEncoded(text);
      }
      switch (kind) {
        case Piece.wholeRow:
          // The bytes of one row must not make the whole output unreadable.
          if (row.isUtf8) copyBytes(writer, bytes, row.from, row.to);
          else writer.appendText(row.text(bytes));
          break;
        case Piece.allResults:
          results.writeFields(writer, list, operand1);
          break;
        case Piece.resultAt:
          if (values.delimiter === undefined) results.writeJson(writer, list, operand1);
          else results.writeField(writer, list, operand1);
          break;
        case Piece.inputValue:
          values.write(writer, bytes, row, operand1);
          break;
        case Piece.lineEnd:
          values.writeLineEnd(writer, bytes, row);
          break;
        case Piece.rowPart:
          values.copy(writer, bytes, positionOf(row, operand1), positionOf(row, operand2));
          break;
        case Piece.point:
          if (results.hasPoint) writePoint(writer, row.degrees);
          else if (operand1 === Rows.NO_SLOT) writer.appendText("null");
          else values.write(writer, bytes, row, operand1);
          break;
        case Piece.error:
          if (message === undefined) break;
          writer.appendText(this.errorTexts[0] + values.textOf(message) + this.errorTexts[1]);
          break;
        case Piece.allMapcodes:
          results.writeLists(writer);
          break;
        case Piece.rowOnOneLine:
          values.writeLine(writer, row.text(bytes));
          break;
      }
    }
  }
}

const POINT_START = preEncoded('{"type":"Point","coordinates":[');
const POINT_END = preEncoded("]}");

/** Writes the point of a row as a geometry. */
function writePoint(writer: ByteWriter, degrees: Float64Array): void {
  writer.reserve(POINT_START.length + 2 * MAX_DECIMAL_BYTES + 1 + POINT_END.length);
  writer.appendEncoded(POINT_START);
  writer.appendDecimal(degrees[LON_DEG]);
  writer.appendByte(characters.COMMA);
  writer.appendDecimal(degrees[LAT_DEG]);
  writer.appendEncoded(POINT_END);
}

/** Copies bytes of UTF-8, by words if there is room to read after them. */
function copyBytes(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
  if (to + WORD_PADDING > bytes.length) writer.append(bytes, from, to);
  else {
    writer.reserve(to - from);
    writer.appendWords(viewOf(bytes), from, to);
  }
}

/** Characters that JSON escapes in strings. */
const ESCAPED = byteSet('"\\').fill(1, 0, characters.SPACE);

/** Copies a text. @returns false, with nothing written, if it has a special character */
function copyBare(
  writer: ByteWriter,
  bytes: Uint8Array,
  from: number,
  to: number,
  specialBytes: Uint8Array,
): boolean {
  writer.reserve(to - from);
  const target = writer.bytes;
  let end = writer.length;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (specialBytes[byte] === 1) return false;
    target[end++] = byte;
  }
  writer.length = end;
  return true;
}

/** A number as JSON writes it: no leading zeros, no plus sign. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Puts JSON on one line: white space with line ends becomes one space. */
function onOneLine(text: string): string {
  // The lookbehind tries each run of white space once, for linear time.
  return text.replace(/(?<!\s)\s*[\r\n]\s*/g, " ");
}

/** Writes the values of an input: unchanged, as fields of tables, or as JSON. */
export class ValueWriter {
  /** The delimiter of a table; undefined for JSON. */
  readonly delimiter: string | undefined;
  private readonly options: PlannedOptions;
  /** Whether values of JSON may have line ends, but the output is ndjson. */
  private readonly writesOneLine: boolean;
  private readonly endsWithReturn: boolean;
  /** Line ends, and tabs unless they separate the fields of the input. */
  private readonly lineBreaks: RegExp;
  /** The number of values with blanks in place of tabs and line ends. */
  valuesWithBlanks = 0;
  private readonly fieldSpecials: Uint8Array;
  /** The special characters of JSON strings that become fields. */
  private readonly stringSpecials: Uint8Array;

  constructor(
    { delimiter: inputDelimiter, isSequence, lineEnd, options }: InputPlan,
    delimiter?: string,
  ) {
    this.options = options;
    this.delimiter = delimiter;
    this.writesOneLine = !isSequence && options.to === "ndjson";
    this.endsWithReturn = lineEnd === "\r\n";
    this.lineBreaks = inputDelimiter === "\t" ? /[\r\n]+/g : /[\t\r\n]+/g;
    this.fieldSpecials = byteSet(`"\r\n${delimiter}`);
    this.stringSpecials = byteSet(`"\\\r\n${delimiter}`);
  }

  /** Writes a value as JSON, or as a field of a table: the content of a string, the text of other JSON. */
  write(writer: ByteWriter, bytes: Uint8Array, row: Rows.Row, slot: number): void {
    if (this.delimiter === undefined) {
      this.writeJson(writer, bytes, row, slot);
      return;
    }
    const start = row.starts[slot];
    const end = row.ends[slot];
    const form = row.forms[slot];
    const isJson = form === Rows.JSON_VALUE;
    // Only null begins with n.
    if (isJson && bytes[start] === characters.LOWER_N) return;
    const isString = isJson && bytes[start] === characters.QUOTE;
    const quote = isString ? 1 : 0;
    const special = isString ? this.stringSpecials : this.fieldSpecials;
    const isPlain = (isJson || form === Rows.TEXT) && row.isUtf8;
    if (isPlain && copyBare(writer, bytes, start + quote, end - quote, special)) return;
    const text = row.slotText(bytes, slot);
    const field = isString ? JSON.parse(text) : isJson ? onOneLine(text) : text;
    if (this.delimiter === "\t" && /[\t\r\n]/.test(field)) this.valuesWithBlanks++;
    writer.appendText(quotedField(field, this.delimiter));
  }

  textOf(text: string): string {
    return this.delimiter === undefined ? JSON.stringify(text) : quotedField(text, this.delimiter);
  }

  writeLine(writer: ByteWriter, text: string): void {
    const line = text.replace(this.lineBreaks, " ");
    if (line !== text) this.valuesWithBlanks++;
    writer.appendText(line);
  }

  writeLineEnd(writer: ByteWriter, bytes: Uint8Array, { to, lineTo }: Rows.Row): void {
    const hasReturn = to < lineTo ? bytes[to] === characters.CARRIAGE_RETURN : this.endsWithReturn;
    writer.reserve(2);
    if (hasReturn) writer.appendByte(characters.CARRIAGE_RETURN);
    writer.appendByte(characters.LINE_FEED);
  }

  /** Copies a part of a row of JSON, on one line for ndjson. */
  copy(writer: ByteWriter, bytes: Uint8Array, from: number, to: number): void {
    const hasLineEnd =
      this.writesOneLine &&
      (findByte(bytes, characters.LINE_FEED, from, to) < to ||
        findByte(bytes, characters.CARRIAGE_RETURN, from, to) < to);
    if (hasLineEnd) writer.appendText(onOneLine(characters.utf8Text(bytes, from, to)));
    else copyBytes(writer, bytes, from, to);
  }

  /** Writes a value as JSON: fields as strings, unless the options say otherwise. */
  private writeJson(writer: ByteWriter, bytes: Uint8Array, row: Rows.Row, slot: number): void {
    const { decimalComma, typedNumbers } = this.options;
    const from = row.starts[slot];
    const to = row.ends[slot];
    const form = row.forms[slot];
    if (form === Rows.JSON_VALUE) {
      this.copy(writer, bytes, from, to);
      return;
    }
    if (form === Rows.TEXT && row.isUtf8 && !typedNumbers) {
      writer.reserve(to - from + 2);
      writer.appendByte(characters.QUOTE);
      if (copyBare(writer, bytes, from, to, ESCAPED)) {
        writer.appendByte(characters.QUOTE);
        return;
      }
      writer.length--;
    }
    const field = row.slotText(bytes, slot);
    const { extraFields, fields, slots } = row.schema;
    // Codes are texts: 49.0E7 is a code. A row that is not JSON is a text, too.
    const isCode = [slots.mapcode, slots.international, slots.territory].includes(slot);
    const isText = !typedNumbers || isCode || (extraFields > 0 && fields.length === 1);
    // With decimal commas, a point separates thousands. Such a field stays a text.
    const number = decimalComma ? field.replaceAll(".", "_").replace(",", ".") : field;
    writer.appendText(!isText && JSON_NUMBER.test(number) ? number : JSON.stringify(field));
  }
}
