/** The answers of a function as columns of Arrow: the columns of its result, and why rows have none. */
import type { ByteWriter } from "../bytes.ts";
import { codeWriter, MAX_RESULT_BYTES } from "./answers.ts";
import {
  type AnswerColumn,
  appendHead,
  DoubleAnswers,
  Integers,
  ListAnswers,
  TextAnswers,
} from "./arrow-columns.ts";
import type { DecodeFunction } from "./decode-function.ts";
import { EncodeFunction } from "./encode-function.ts";
import type { FunctionProblem, FunctionSignature } from "./signature.ts";

interface ResultColumns {
  readonly columns: readonly AnswerColumn[];
  /** Writes the result of the row that has just been converted. */
  write(row: number): void;
}

function numberColumns({ columns, degrees }: DecodeFunction): ResultColumns {
  const answers = columns.map(() => new DoubleAnswers());
  return {
    columns: answers,
    write(row) {
      for (let index = 0; index < answers.length; index++) {
        answers[index].write(row, degrees[columns[index]]);
      }
    },
  };
}

function codesColumn(converted: EncodeFunction, { returns }: FunctionSignature): ResultColumns {
  const writeCode = codeWriter(converted, returns);
  const isList = returns === "all";
  const answers = isList ? new ListAnswers() : new TextAnswers();
  const { bytes } = answers;
  return {
    columns: [answers],
    write(row) {
      const { first, end } = converted;
      if (first === end) {
        answers.writeNull(row);
        return;
      }
      bytes.reserve((end - first) * MAX_RESULT_BYTES);
      for (let index = first; index < end; index++) {
        writeCode(bytes, index);
        if (isList) answers.endText();
      }
      answers.endRow();
    },
  };
}

function objectColumn(converted: EncodeFunction): ResultColumns {
  const answers = new TextAnswers();
  return {
    columns: [answers],
    write: () => answers.write(JSON.stringify(converted.values()[0])),
  };
}

function resultColumns(
  converted: EncodeFunction | DecodeFunction,
  signature: FunctionSignature,
): ResultColumns {
  // An error has columns of its own.
  if (signature.returns === "error") return { columns: [], write() {} };
  if (!(converted instanceof EncodeFunction)) return numberColumns(converted);
  return signature.returns === "json" ? objectColumn(converted) : codesColumn(converted, signature);
}

/** The rows of a block that have an error: their numbers, then codes and sentences. */
class ErrorColumns {
  private readonly rows = new Integers();
  private readonly codes = new TextAnswers();
  private readonly messages = new TextAnswers();

  begin(): void {
    this.rows.count = 0;
    this.codes.begin(0);
    this.messages.begin(0);
  }

  write(row: number, { code, message }: FunctionProblem): void {
    this.rows.push(row);
    this.codes.write(code);
    this.messages.write(message);
  }

  append(output: ByteWriter): void {
    const { count } = this.rows;
    appendHead(count, 0, output);
    if (count === 0) return;
    this.rows.append(output);
    this.codes.append(output, count);
    this.messages.append(output, count);
  }
}

/** Writes the answers of a function, block by block. */
export class ArrowAnswers {
  private readonly converted: EncodeFunction | DecodeFunction;
  private readonly result: ResultColumns;
  private readonly errors: ErrorColumns | undefined;

  constructor(
    converted: EncodeFunction | DecodeFunction,
    signature: FunctionSignature,
    withErrors: boolean,
  ) {
    this.converted = converted;
    this.result = resultColumns(converted, signature);
    this.errors = withErrors ? new ErrorColumns() : undefined;
  }

  begin(rows: number): void {
    for (const column of this.result.columns) column.begin(rows);
    this.errors?.begin();
  }

  /** Converts the arguments of a row and writes the answer. */
  write(row: number): void {
    if (this.converted.convert()) this.result.write(row);
    else this.writeFailure(row);
  }

  private writeFailure(row: number): void {
    for (const column of this.result.columns) column.writeNull(row);
    const problem = this.errors && this.converted.problem();
    if (problem) this.errors?.write(row, problem);
  }

  append(output: ByteWriter): void {
    for (const column of this.result.columns) column.append(output);
    this.errors?.append(output);
  }
}
