/** The answers of a function as columns of Arrow: the columns of its result, and why rows have none. */
import { type ByteWriter, CodeWords } from "../bytes.ts";
import { MAX_CODES, NO_CODE } from "../index.ts";
import { MAX_RESULT_BYTES, mapcodeWriter } from "./answers.ts";
import { appendHead, DoubleAnswers, Integers, ListAnswers, TextAnswers } from "./arrow-columns.ts";
import type { DecodeFunction } from "./decode-function.ts";
import { EncodeFunction } from "./encode-function.ts";
import type { FunctionSignature } from "./signature.ts";

interface ResultColumns {
  begin(rows: number): void;
  /** Writes the result of the row that has just been converted. */
  write(row: number): void;
  writeNull(row: number): void;
  append(output: ByteWriter): void;
}

/** The result is an error, which has a column of its own. */
const NO_COLUMNS: ResultColumns = { begin() {}, write() {}, writeNull() {}, append() {} };

function numberColumns({ columns, degrees }: DecodeFunction): ResultColumns {
  const answers = columns.map(() => new DoubleAnswers());
  return {
    begin(rows) {
      for (const column of answers) column.begin(rows);
    },
    write(row) {
      for (let index = 0; index < answers.length; index++) {
        answers[index].write(row, degrees[columns[index]]);
      }
    },
    writeNull(row) {
      for (const column of answers) column.writeNull(row);
    },
    append(output) {
      for (const column of answers) column.append(output);
    },
  };
}

function listColumns({ codes }: EncodeFunction): ResultColumns {
  const answers = new ListAnswers();
  const writeMapcode = mapcodeWriter(codes);
  return {
    begin: (rows) => answers.begin(rows),
    write() {
      const { texts } = answers;
      texts.bytes.reserve(MAX_CODES * MAX_RESULT_BYTES);
      for (let index = 0; index < codes.count; index++) {
        writeMapcode(texts.bytes, index);
        texts.end();
      }
      answers.end();
    },
    writeNull: (row) => answers.writeNull(row),
    append: (output) => answers.append(output),
  };
}

/** Writes the text of a result. @returns false if the row has none */
type WriteText = (answers: TextAnswers) => boolean;

function textWriter(converted: EncodeFunction, { returns }: FunctionSignature): WriteText {
  const { codes } = converted;
  const writeMapcode = mapcodeWriter(codes);
  const words = new CodeWords(codes.list);
  if (returns === "json") {
    return ({ bytes }) => {
      bytes.appendText(JSON.stringify(converted.values()[0]));
      return true;
    };
  }
  const isLocal = returns === "local";
  return ({ bytes }) => {
    if (isLocal && codes.local === NO_CODE) return false;
    bytes.reserve(MAX_RESULT_BYTES);
    if (isLocal) writeMapcode(bytes, codes.local);
    else bytes.appendCode(words, codes.international);
    return true;
  };
}

function textColumns(converted: EncodeFunction, signature: FunctionSignature): ResultColumns {
  const answers = new TextAnswers();
  const writeText = textWriter(converted, signature);
  return {
    begin: (rows) => answers.begin(rows),
    write(row) {
      if (writeText(answers)) answers.end();
      else answers.writeNull(row);
    },
    writeNull: (row) => answers.writeNull(row),
    append: (output) => answers.append(output),
  };
}

function resultColumns(
  converted: EncodeFunction | DecodeFunction,
  signature: FunctionSignature,
): ResultColumns {
  if (signature.returns === "error") return NO_COLUMNS;
  if (!(converted instanceof EncodeFunction)) return numberColumns(converted);
  return signature.returns === "all" ? listColumns(converted) : textColumns(converted, signature);
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

  write(row: number, code: string, message: string): void {
    this.rows.push(row);
    this.codes.write(code);
    this.messages.write(message);
  }

  append(output: ByteWriter): void {
    const { rows } = this;
    appendHead(rows.count, 0, output);
    if (rows.count === 0) return;
    rows.append(output);
    for (const column of [this.codes, this.messages]) {
      appendHead(0, column.bytes.length, output);
      column.appendValues(output);
    }
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
    this.result.begin(rows);
    this.errors?.begin();
  }

  /** Converts the arguments of a row and writes the answer. */
  write(row: number): void {
    if (this.converted.convert()) this.result.write(row);
    else this.writeFailure(row);
  }

  private writeFailure(row: number): void {
    const { converted, errors } = this;
    this.result.writeNull(row);
    if (errors === undefined) return;
    const code = converted.errorCode();
    if (code !== undefined) errors.write(row, code, converted.error() ?? "");
  }

  append(output: ByteWriter): void {
    this.result.append(output);
    this.errors?.append(output);
  }
}
