/** Converts the chunks of a batch, from bytes to bytes: each row is read, converted and written in one way. */
import { ByteWriter, preEncoded } from "../bytes.ts";
import type { BatchPlan } from "./batch-plan.ts";
import { type Chunk, type ConvertedChunk, NO_BYTES } from "./chunks.ts";
import type { Format } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import { hasKeys } from "./options/formats.ts";
import { Decoding } from "./rows/decoding.ts";
import { Encoding } from "./rows/encoding.ts";
import type { LocatedRowError, RowObserver } from "./rows/results.ts";
import {
  type CreateOutput,
  NO_LINE_END,
  type Row,
  type RowOutput,
  RowSchema,
  type Tokenizer,
} from "./rows/row.ts";
import { type RowError, type RowErrorCode, RowProblem } from "./rows/row-errors.ts";
import { countLines } from "./scan.ts";
import { isUtf8 } from "./text.ts";

/** Converts the chunks of one batch, with buffers that it reuses. */
export class Converter {
  private readonly plan: BatchPlan;
  private readonly format: Format;
  private readonly output: Format;
  private readonly tokenizer: Tokenizer;
  private readonly conversion: Encoding | Decoding;
  private readonly createOutput: CreateOutput;
  /** Whether all mapcodes of a row are in one row of the output. */
  private readonly keepsKeys: boolean;
  private readonly between: ReturnType<typeof preEncoded>;
  private readonly observer: RowObserver;
  private readonly row: Row;
  private readonly writer = new ByteWriter();
  /** Of a row that could not be read. */
  private readonly unread = new RowSchema({});
  private rowCount = 0;
  private observed = 0;
  private failed = 0;
  private failedFirst = 0;
  private hasGood = false;
  private blank = 0;
  /** The rows that failed, by the codes of their errors. */
  private readonly failures = new Map<RowErrorCode, { rows: number; first: LocatedRowError }>();
  private bytesBeforeError = 0;
  /** The line feeds before an offset of the chunk, so that each is counted once. */
  private countedLines = 0;
  private countedBytes = 0;

  /** @param observer receives rows while they are converted */
  constructor(plan: BatchPlan, observer: RowObserver = {}) {
    const { from, operation, to } = plan.options;
    this.observer = observer;
    this.plan = plan;
    this.format = formatNamed(from);
    this.output = formatNamed(to);
    this.keepsKeys = hasKeys(this.output.kind);
    this.tokenizer = this.format.createReader(plan);
    this.row = this.tokenizer.row;
    this.createOutput = this.output.createOutput(plan);
    this.between = preEncoded(this.output.between);
    const delimiter = this.output.outputDelimiter?.(plan);
    this.conversion =
      operation === "encode"
        ? new Encoding(plan.options, delimiter)
        : new Decoding(plan.options, delimiter);
  }

  /**
   * Converts the rows of one chunk. Several converters of one plan may share the chunks of an input, in any
   * order. Write their results in the order of the input.
   */
  convert({ bytes, error }: Chunk): ConvertedChunk {
    this.writer.length = 0;
    this.rowCount = 0;
    this.failed = 0;
    this.failedFirst = 0;
    this.hasGood = false;
    this.blank = 0;
    this.failures.clear();
    this.bytesBeforeError = 0;
    this.countedLines = 0;
    this.countedBytes = 0;
    if (error) this.failUnread(error);
    else this.convertRows(bytes);
    const failures = [...this.failures.values()];
    return {
      bytes: this.writer.written(),
      rows: this.rowCount,
      converted: this.rowCount - this.failed - this.blank,
      failed: this.failed,
      failedFirst: this.failedFirst,
      lines: error ? error.lines : countLines(bytes, 0, bytes.length),
      failures,
      firstError: failures[0]?.first,
      ambiguousNames: this.conversion.filters.ambiguousNames,
      bytesBeforeError: this.failed > 0 ? this.bytesBeforeError : this.writer.length,
    };
  }

  private failUnread({ code, message }: NonNullable<Chunk["error"]>): void {
    const { row } = this;
    row.begin(0);
    row.to = 0;
    row.lineEnd = NO_LINE_END;
    row.schema = this.unread;
    row.problem = new RowProblem(code, message);
    this.convertRow(NO_BYTES);
  }

  private convertRows(bytes: Uint8Array): void {
    const isText = isUtf8(bytes);
    // Never a Buffer, as code for one kind of array is faster than for two.
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const { row, tokenizer } = this;
    for (let at = 0; at < view.length; ) {
      const next = tokenizer.next(view, at);
      if (row.isBlank) this.writeBlank(view, at, next);
      else {
        if (!isText && !isUtf8(view.subarray(at, next))) row.reject();
        this.convertRow(view);
      }
      at = next;
    }
  }

  private convertRow(bytes: Uint8Array): void {
    const row = this.row;
    const { schema } = row;
    const conversion = this.conversion;
    schema.output ??= this.createOutput(schema);
    const { output } = schema;
    this.rowCount++;
    // What is wrong with the values of a row comes before what its output lacks.
    const unconverted = row.problem ? undefined : conversion.convert(bytes, row);
    const lacking = row.problem ?? (unconverted ? undefined : output.problem);
    if (lacking) conversion.results.clear();
    const problem = lacking ?? unconverted;
    if (this.observer.onRow) this.observe(bytes, problem);
    if (problem) this.fail(bytes, output, problem);
    else {
      this.hasGood = true;
      this.write(output, bytes, undefined);
    }
  }

  /** Writes the row of the output, or with all mapcodes in tables, the rows. */
  private write(output: RowOutput, bytes: Uint8Array, message: string | undefined): void {
    const { row, writer } = this;
    const { results } = this.conversion;
    if (this.between.length > 0 && writer.length > 0) {
      writer.reserve(this.between.length);
      writer.appendEncoded(this.between);
    }
    output.write(writer, bytes, row, results, 0, message);
    if (this.keepsKeys) return;
    for (let list = 1; list < results.lists; list++) {
      output.write(writer, bytes, row, results, list, message);
    }
  }

  /** Counts a row with an error, and writes it unless the observer takes it out of the output. */
  private fail(bytes: Uint8Array, output: RowOutput, error: RowError): void {
    const { from, to } = this.row;
    const { onFailed } = this.observer;
    this.count(error, bytes, from);
    if (!onFailed) this.write(output, bytes, error.message);
    else {
      const line = this.lineAt(bytes, from);
      onFailed({ row: this.rowCount, line, ...error, bytes: bytes.subarray(from, to) });
    }
  }

  /** Passes a row to the observer, as objects. */
  private observe(bytes: Uint8Array, problem: RowProblem | undefined): void {
    const found = this.conversion.observed(bytes, this.row, problem);
    const error = problem && { error: { ...problem } };
    this.observer.onRow?.({ row: ++this.observed, ...found, ...error });
  }

  /** Copies a blank line or comment if the format stays the same, so that line numbers agree. */
  private writeBlank(bytes: Uint8Array, from: number, next: number): void {
    if (this.format.kind !== "line") return;
    this.rowCount++;
    this.blank++;
    if (!this.plan.keepsFormat) return;
    this.writer.append(bytes, from, next);
    if (this.row.lineEnd === NO_LINE_END) this.writer.appendText("\n");
  }

  private count(error: RowError, bytes: Uint8Array, from: number): void {
    if (this.failed === 0) this.bytesBeforeError = this.writer.length;
    this.failed++;
    if (error.code === "no-mapcode") this.hasGood = true;
    else if (!this.hasGood && error.code !== "missing-value") this.failedFirst++;
    const others = this.failures.get(error.code);
    if (others) {
      others.rows++;
      return;
    }
    const first = { row: this.rowCount, line: this.lineAt(bytes, from), ...error };
    this.failures.set(error.code, { rows: 1, first });
  }

  /** The number of the line at an offset, from 1. Offsets must not decrease within a chunk. */
  private lineAt(bytes: Uint8Array, offset: number): number {
    this.countedLines += countLines(bytes, this.countedBytes, offset);
    this.countedBytes = offset;
    return 1 + this.countedLines;
  }
}

/** Splits a chunk into chunks of one row each. */
export function* rowsOf(chunk: Chunk, plan: BatchPlan): Generator<Chunk> {
  if (chunk.error) return yield chunk;
  const tokenizer = formatNamed(plan.options.from).createReader(plan);
  const { bytes } = chunk;
  for (let at = 0; at < bytes.length; ) {
    const next = tokenizer.next(bytes, at);
    yield { bytes: bytes.subarray(at, next) };
    at = next;
  }
}

/**
 * Yields chunks, and their rows one by one where these may exceed a number: which row is the last one then does not
 * depend on how the input was cut.
 * @param rowsBefore how many rows the chunks have that were yielded before
 */
export function* partsUpTo(
  maxRows: number,
  chunks: readonly Chunk[],
  plan: BatchPlan,
  rowsBefore: () => number,
): Generator<Chunk> {
  for (const chunk of chunks) {
    // A row has at least one byte, including its line end or comma.
    const newRows = chunk.error ? 1 : chunk.bytes.length;
    if (rowsBefore() + newRows <= maxRows) yield chunk;
    else yield* rowsOf(chunk, plan);
  }
}
