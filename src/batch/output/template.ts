/**
 * Templates of output rows: texts that are the same in all rows of a schema, and between them values of the input, results
 * and the message of an error. Options choose other pieces: there is one way to write a row.
 */
import { type ByteWriter, type PreEncoded, preEncoded, WORD_PADDING } from "../../bytes.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../characters.ts";
import type { FormatPlan } from "../format-plan.ts";
import {
  type Field,
  JSON_VALUE,
  NO_LINE_END,
  RETURN_AND_FEED,
  type ResultWriter,
  type Row,
  type RowOutput,
  type RowSchema,
  type RowTemplate,
} from "../rows/row.ts";
import type { RowProblem } from "../rows/row-errors.ts";
import { quotedField, viewOf } from "../text.ts";
import { copyJson, onOneLine, type ValueWriter } from "./pieces.ts";

// The kinds of pieces.
const NOTHING = 0;
/** The row as it stands. */
const ROW = 1;
/** The row as a text on one line. */
const LINE = 2;
/** A slot as a field of a table. */
const FIELD = 3;
/** A slot as JSON. */
const VALUE = 4;
/** A slot of members as they stand. */
const MEMBERS = 5;
/** A result as a field, or as JSON. */
const RESULT_FIELD = 6;
const RESULT_JSON = 7;
/** All results as fields, each after a delimiter. */
const RESULT_FIELDS = 15;
/** The array of all mapcodes. */
const LISTS = 8;
/** The message of the error as a field, a JSON string, or a plain text. */
const ERROR_FIELD = 9;
const ERROR_JSON = 10;
const ERROR_TEXT = 11;
/** A point as a geometry; if there is none, null or the geometry in a slot. */
const POINT = 12;
/** The line end of the row, or of the plan if the row has none. */
const LINE_END = 13;
/** All members without a column, as one field. */
const REST = 14;
/** A value within a member. */
const INNER = 16;

const POINT_BEFORE = preEncoded('{"type":"Point","coordinates":[');
const POINT_AFTER = preEncoded("]}");

/** Characters that would end a field or a plain line. */
const SEPARATORS = /[\t\r\n]+/g;

/** A message as part of a plain line. */
export function plainMessage(message: string): string {
  return message.replace(SEPARATORS, " ");
}

export class Template implements RowTemplate {
  private readonly values: ValueWriter;
  /** Quotes messages that are fields. */
  private readonly delimiter: string;
  private readonly texts: PreEncoded[] = [];
  /** What follows each text: the kind of a piece, and its slot or the index of its result. */
  private kinds = new Int32Array(0);
  private operands = new Int32Array(0);
  private readonly rests: (readonly Field[])[] = [];
  private readonly inners: { readonly slot: number; readonly path: string }[] = [];
  private readonly isJson: boolean;
  private readonly hasReturn: boolean;
  /** Whether tabs separate the fields of the input. */
  private readonly hasTabs: boolean;
  private text = "";

  /** @param delimiter of a table; undefined for JSON and plain lines */
  constructor(values: ValueWriter, plan: FormatPlan, delimiter: string | undefined) {
    this.values = values;
    this.delimiter = delimiter ?? ",";
    this.isJson = delimiter === undefined;
    this.hasReturn = plan.lineEnd === "\r\n";
    this.hasTabs = plan.delimiter === "\t";
  }

  addText(text: string): this {
    this.text += text;
    return this;
  }

  private add(kind: number, operand = 0): this {
    this.texts.push(preEncoded(this.text));
    this.kinds = Int32Array.of(...this.kinds, kind);
    this.operands = Int32Array.of(...this.operands, operand);
    this.text = "";
    return this;
  }

  addRow = () => this.add(ROW);
  addLine = () => this.add(LINE);
  addMembers = (slot: number) => this.add(MEMBERS, slot);
  addLists = () => this.add(LISTS);
  addPlainError = () => this.add(ERROR_TEXT);
  addLineEnd = () => this.add(LINE_END);
  /** @param slot of the geometry that stays if there is no point; NO_SLOT for null */
  addPoint = (slot: number) => this.add(POINT, slot);
  addValue = (slot: number) => this.add(this.isJson ? VALUE : FIELD, slot);
  /** All results of a table, each after a delimiter. */
  addResults = () => this.add(RESULT_FIELDS, this.delimiter.charCodeAt(0));
  addResult = (index: number) => this.add(this.isJson ? RESULT_JSON : RESULT_FIELD, index);
  addError = () => this.add(this.isJson ? ERROR_JSON : ERROR_FIELD);

  addRest(fields: readonly Field[]): this {
    this.rests.push(fields);
    return this.add(REST, this.rests.length - 1);
  }

  /** @param path to a value within the member that the slot has */
  addInner(slot: number, path: string): this {
    this.inners.push({ slot, path });
    return this.add(INNER, this.inners.length - 1);
  }

  /** Ends the template. */
  close(): this {
    return this.text === "" ? this : this.add(NOTHING);
  }

  write(
    writer: ByteWriter,
    bytes: Uint8Array,
    row: Row,
    results: ResultWriter,
    list: number,
    message: string | undefined,
  ): void {
    const { texts, kinds, operands } = this;
    for (let piece = 0; piece < kinds.length; piece++) {
      const text = texts[piece];
      if (text.length > 0) {
        writer.reserve(text.length);
        writer.appendEncoded(text);
      }
      const operand = operands[piece];
      switch (kinds[piece]) {
        case ROW:
          copyRow(writer, bytes, row);
          break;
        case RESULT_FIELDS:
          results.writeFields(writer, list, operand);
          break;
        case RESULT_FIELD:
          results.writeField(writer, list, operand);
          break;
        case RESULT_JSON:
          results.writeJson(writer, list, operand);
          break;
        case FIELD:
          this.values.writeField(writer, bytes, row, operand);
          break;
        case VALUE:
          this.values.writeJson(writer, bytes, row, operand);
          break;
        case MEMBERS:
          copyJson(writer, bytes, row.starts[operand], row.ends[operand]);
          break;
        case LINE_END:
          this.writeLineEnd(writer, row);
          break;
        case ERROR_FIELD:
          if (message !== undefined) writer.appendText(quotedField(message, this.delimiter));
          break;
        case POINT:
          this.writePoint(writer, bytes, row, results, operand);
          break;
        default:
          this.writeRare(kinds[piece], operand, writer, bytes, row, results, message);
      }
    }
  }

  private writeLineEnd(writer: ByteWriter, { lineEnd }: Row): void {
    const hasReturn = lineEnd === NO_LINE_END ? this.hasReturn : lineEnd === RETURN_AND_FEED;
    writer.reserve(2);
    if (hasReturn) writer.appendByte(CARRIAGE_RETURN);
    writer.appendByte(LINE_FEED);
  }

  /** Writes a piece that few rows have. */
  private writeRare(
    kind: number,
    operand: number,
    writer: ByteWriter,
    bytes: Uint8Array,
    row: Row,
    results: ResultWriter,
    message: string | undefined,
  ): void {
    switch (kind) {
      case LISTS:
        results.writeLists(writer);
        break;
      case LINE:
        writer.appendText(lineOf(bytes, row, this.hasTabs));
        break;
      case REST:
        this.values.writeRest(writer, bytes, row, this.rests[operand]);
        break;
      case INNER: {
        const { slot, path } = this.inners[operand];
        this.values.writeInner(writer, bytes, row, slot, path, this.isJson);
        break;
      }
      case ERROR_JSON:
        writer.appendText(JSON.stringify(message ?? null));
        break;
      case ERROR_TEXT:
        if (message !== undefined) writer.appendText(`\t${plainMessage(message)}`);
        break;
    }
  }

  private writePoint(
    writer: ByteWriter,
    bytes: Uint8Array,
    row: Row,
    results: ResultWriter,
    slot: number,
  ): void {
    if (results.hasPoint) {
      writer.reserve(POINT_BEFORE.length);
      writer.appendEncoded(POINT_BEFORE);
      results.writePoint(writer);
      writer.reserve(POINT_AFTER.length);
      writer.appendEncoded(POINT_AFTER);
    } else if (slot < 0) {
      writer.appendText("null");
    } else {
      this.values.writeJson(writer, bytes, row, slot);
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\r": "\\r",
  "\n": "\\n",
};

/**
 * A row as a text on one line, in front of its results. JSON has tabs and line ends as white space only. Those of
 * tables are escaped, as the files of databases have them; tabs that separate fields stay.
 */
function lineOf(bytes: Uint8Array, row: Row, hasTabs: boolean): string {
  const text = row.text(bytes);
  const isJson = row.forms[0] === JSON_VALUE && row.schema.fields.length > 0;
  if (isJson) return onOneLine(text).replaceAll("\t", " ");
  return text.replace(hasTabs ? /[\\\r\n]/g : /[\\\t\r\n]/g, (char) => ESCAPES[char]);
}

/** Copies a row as it stands, without its line end. */
function copyRow(writer: ByteWriter, bytes: Uint8Array, row: Row): void {
  const { from, to } = row;
  // No output is unreadable for the bytes of one row.
  if (!row.isUtf8) writer.appendText(row.text(bytes));
  else if (to + WORD_PADDING <= bytes.length) {
    // And the line end behind it.
    writer.reserve(to - from + 2);
    writer.appendWords(viewOf(bytes), from, to);
  } else {
    writer.append(bytes, from, to);
  }
}

/** The output of rows with these fields. @param create makes the template of rows with or without an error */
export function rowOutput(
  { fields }: Pick<RowSchema, "fields">,
  problem: RowProblem | undefined,
  create: (isFailed: boolean) => Template,
): RowOutput {
  const names = new Set(fields.map(({ name }) => name));
  return { problem, names, converted: create(false), failed: create(true) };
}
