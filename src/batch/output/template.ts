/**
 * Templates of output rows: texts that are the same in all rows of a schema, and between them values of the input, results
 * and the message of an error. Options choose other pieces: there is one way to write a row.
 */
import { type ByteWriter, type PreEncoded, preEncoded } from "../../bytes.ts";
import { CARRIAGE_RETURN, LINE_FEED } from "../../characters.ts";
import type { BatchPlan } from "../batch-plan.ts";
import type { Results } from "../rows/results.ts";
import { NO_LINE_END, NO_SLOT, RETURN_AND_FEED, type Row, type RowOutput } from "../rows/row.ts";
import type { RowProblem } from "../rows/row-errors.ts";
import { quotedField } from "../text.ts";
import { copyBytes, type ValueWriter } from "./values.ts";

/** The kinds of pieces, the most frequent ones first. */
export const Piece = {
  nothing: 0,
  /** The row as it stands. */
  row: 1,
  /** All results as fields, each after a delimiter. */
  results: 2,
  /** The result with an index. */
  result: 3,
  /** The value of a slot. */
  value: 4,
  /** The line end of the row, or of the plan if the row has none. */
  lineEnd: 5,
  /** A part of the row from one edge to another one. */
  copy: 6,
  /** The point as a geometry; if there is none, the value of a slot, or null. */
  point: 7,
  /** The message of an error, with a text on either side of it; nothing if there is none. */
  error: 8,
  /** The array of all mapcodes. */
  lists: 9,
  /** The row as a text on one line. */
  line: 10,
} as const;

/** An edge of a slot, as a number: where it begins or ends. @param inset 1 for inside of its brackets */
export const start = (slot: number, inset = 0) => (slot << 2) | inset;
export const end = (slot: number, inset = 0) => (slot << 2) | 2 | inset;

/** Where an edge is in a row. */
function placeOf({ starts, ends }: Row, edge: number): number {
  const slot = edge >> 2;
  return (edge & 2) === 0 ? starts[slot] + (edge & 1) : ends[slot] - (edge & 1);
}

export class Template implements RowOutput {
  readonly problem: RowProblem | undefined;
  private readonly values: ValueWriter;
  private readonly texts: PreEncoded[] = [];
  /** What follows each text: the kind of a piece, and one or two numbers that it needs. */
  private readonly kinds: number[] = [];
  private readonly operands: number[] = [];
  private readonly seconds: number[] = [];
  /** The texts around the message of an error. */
  private around: readonly [string, string] = ["", ""];
  private readonly hasReturn: boolean;
  /** Whether tabs separate the fields of the input. */
  private readonly hasTabs: boolean;
  private text = "";

  /** @param problem why such rows cannot be written with results */
  constructor(values: ValueWriter, plan: BatchPlan, problem?: RowProblem) {
    this.problem = problem;
    this.values = values;
    this.hasReturn = plan.lineEnd === "\r\n";
    this.hasTabs = plan.delimiter === "\t";
  }

  addText(text: string): this {
    this.text += text;
    return this;
  }

  add(kind: number, operand = 0, second = 0): this {
    this.texts.push(preEncoded(this.text));
    this.kinds.push(kind);
    this.operands.push(operand);
    this.seconds.push(second);
    this.text = "";
    return this;
  }

  addError(before: string, after = ""): this {
    this.around = [before, after];
    return this.add(Piece.error);
  }

  write(
    writer: ByteWriter,
    bytes: Uint8Array,
    row: Row,
    results: Results,
    list: number,
    message: string | undefined,
  ): void {
    const { texts, kinds, operands, values } = this;
    for (let piece = 0; piece < kinds.length; piece++) {
      const text = texts[piece];
      if (text.length > 0) {
        writer.reserve(text.length);
        writer.appendEncoded(text);
      }
      const operand = operands[piece];
      switch (kinds[piece]) {
        case Piece.row:
          // No output is unreadable for the bytes of one row.
          if (row.isUtf8) copyBytes(writer, bytes, row.from, row.to);
          else writer.appendText(row.text(bytes));
          break;
        case Piece.results:
          results.writeFields(writer, list, operand);
          break;
        case Piece.result:
          if (values.delimiter === undefined) results.writeJson(writer, list, operand);
          else results.writeField(writer, list, operand);
          break;
        case Piece.value:
          values.write(writer, bytes, row, operand);
          break;
        case Piece.lineEnd:
          this.writeLineEnd(writer, row);
          break;
        case Piece.copy:
          values.copy(writer, bytes, placeOf(row, operand), placeOf(row, this.seconds[piece]));
          break;
        case Piece.point:
          if (results.hasPoint) results.writePoint(writer, row.degrees);
          else if (operand === NO_SLOT) writer.appendText("null");
          else values.write(writer, bytes, row, operand);
          break;
        case Piece.error:
          if (message !== undefined) this.writeError(writer, message);
          break;
        case Piece.lists:
          results.writeLists(writer);
          break;
        case Piece.line:
          writer.appendText(row.text(bytes).replace(this.hasTabs ? /[\r\n]+/g : /[\t\r\n]+/g, " "));
          break;
      }
    }
  }

  private writeLineEnd(writer: ByteWriter, { lineEnd }: Row): void {
    const hasReturn = lineEnd === NO_LINE_END ? this.hasReturn : lineEnd === RETURN_AND_FEED;
    writer.reserve(2);
    if (hasReturn) writer.appendByte(CARRIAGE_RETURN);
    writer.appendByte(LINE_FEED);
  }

  private writeError(writer: ByteWriter, message: string): void {
    const { delimiter } = this.values;
    const isJson = delimiter === undefined;
    const text = isJson ? JSON.stringify(message) : quotedField(message, delimiter);
    writer.appendText(this.around[0] + text + this.around[1]);
  }
}
