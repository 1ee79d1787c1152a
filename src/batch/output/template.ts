/**
 * Templates of output rows: texts that are the same in all rows of a schema, and between them values of the input, results
 * and the message of an error. Options choose other pieces: there is one way to write a row.
 */
import { type ByteWriter, type PreEncoded, preEncoded, WORD_PADDING } from "../../bytes.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../characters.ts";
import type { FormatPlan } from "../format-plan.ts";
import {
  NO_LINE_END,
  RETURN_AND_FEED,
  type ResultWriter,
  type Row,
  type RowOutput,
  type RowTemplate,
} from "../rows/row.ts";
import type { RowProblem } from "../rows/row-errors.ts";
import { quotedField, viewOf } from "../text.ts";
import type { ValueWriter } from "./values.ts";

/** The kinds of pieces, the most frequent ones first. */
const Piece = {
  nothing: 0,
  /** The row as it stands. */
  row: 1,
  /** All results as fields, each after a delimiter. */
  resultFields: 2,
  /** A slot, or a result, as a field of a table. */
  field: 3,
  resultField: 4,
  /** The line end of the row, or of the plan if the row has none. */
  lineEnd: 5,
  /** A part of the row from one edge to another one. */
  copy: 6,
  /** A slot, or a result, as JSON. */
  json: 7,
  resultJson: 8,
  errorField: 9,
  /** A point as a geometry; if there is none, null or the geometry in a slot. */
  point: 10,
  /** The array of all mapcodes. */
  lists: 11,
  /** The row as a text on one line. */
  line: 12,
  errorJson: 13,
  errorText: 14,
} as const;

/** An edge of a slot: where it begins or ends, outside or inside of its brackets. */
export interface Edge {
  readonly slot: number;
  readonly isEnd: boolean;
  /** 1 for inside. */
  readonly inset: 0 | 1;
}

const POINT_BEFORE = preEncoded('{"type":"Point","coordinates":[');
const POINT_AFTER = preEncoded("]}");

/** Characters that would end a field or a plain line. */
const SEPARATORS = /[\t\r\n]+/g;

/** A message as part of a plain line. */
function plainMessage(message: string): string {
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
  private readonly copies: (readonly [Edge, Edge])[] = [];
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

  addRow = () => this.add(Piece.row);
  addLine = () => this.add(Piece.line);
  addLists = () => this.add(Piece.lists);
  addPlainError = () => this.add(Piece.errorText);
  addLineEnd = () => this.add(Piece.lineEnd);
  /** @param slot of the geometry that stays if there is no point; NO_SLOT for null */
  addPoint = (slot: number) => this.add(Piece.point, slot);
  addValue = (slot: number) => this.add(this.isJson ? Piece.json : Piece.field, slot);
  /** All results of a table, each after a delimiter. */
  addResults = () => this.add(Piece.resultFields, this.delimiter.charCodeAt(0));
  addResult = (index: number) =>
    this.add(this.isJson ? Piece.resultJson : Piece.resultField, index);
  addError = () => this.add(this.isJson ? Piece.errorJson : Piece.errorField);

  /** Adds a part of the row as it stands. */
  addCopy(from: Edge, to: Edge): this {
    this.copies.push([from, to]);
    return this.add(Piece.copy, this.copies.length - 1);
  }

  /** Ends the template. */
  close(): this {
    return this.text === "" ? this : this.add(Piece.nothing);
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
        case Piece.row:
          copyRow(writer, bytes, row);
          break;
        case Piece.resultFields:
          results.writeFields(writer, list, operand);
          break;
        case Piece.resultField:
          results.writeField(writer, list, operand);
          break;
        case Piece.resultJson:
          results.writeJson(writer, list, operand);
          break;
        case Piece.field:
          this.values.writeField(writer, bytes, row, operand);
          break;
        case Piece.json:
          this.values.writeJson(writer, bytes, row, operand);
          break;
        case Piece.copy: {
          const [from, to] = this.copies[operand];
          this.values.copy(writer, bytes, placeOf(row, from), placeOf(row, to));
          break;
        }
        case Piece.lineEnd:
          this.writeLineEnd(writer, row);
          break;
        case Piece.errorField:
          if (message !== undefined) writer.appendText(quotedField(message, this.delimiter));
          break;
        case Piece.point:
          this.writePoint(writer, bytes, row, results, operand);
          break;
        default:
          this.writeRare(kinds[piece], writer, bytes, row, results, message);
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
    writer: ByteWriter,
    bytes: Uint8Array,
    row: Row,
    results: ResultWriter,
    message: string | undefined,
  ): void {
    switch (kind) {
      case Piece.lists:
        results.writeLists(writer);
        break;
      case Piece.line:
        writer.appendText(lineOf(bytes, row, this.hasTabs));
        break;
      case Piece.errorJson:
        writer.appendText(JSON.stringify(message ?? null));
        break;
      case Piece.errorText:
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

/** Where an edge is in a row. */
function placeOf({ starts, ends }: Row, { slot, isEnd, inset }: Edge): number {
  return isEnd ? ends[slot] - inset : starts[slot] + inset;
}

/** A row as a text on one line, in front of its results. Tabs that separate the fields of the input stay. */
function lineOf(bytes: Uint8Array, row: Row, hasTabs: boolean): string {
  return row.text(bytes).replace(hasTabs ? /[\r\n]+/g : /[\t\r\n]+/g, " ");
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

/** The output of the rows of a schema. @param create makes the template of rows with or without an error */
export function rowOutput(
  problem: RowProblem | undefined,
  create: (isFailed: boolean) => Template,
): RowOutput {
  return { problem, converted: create(false), failed: create(true) };
}
