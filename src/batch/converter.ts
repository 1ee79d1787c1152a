/** Converts the chunks of a batch, from bytes to bytes: each row is read, converted and written in one way. */
import { ByteWriter, type PreEncoded, preEncoded } from "../bytes.ts";
import { LINE_FEED } from "../characters.ts";
import { LAT_DEG, LON_DEG } from "../index.ts";
import type { BatchPlan } from "./batch-plan.ts";
import { type Chunk, type ConvertedChunk, type Failures, hasGoodRow, NO_BYTES } from "./chunks.ts";
import { formatNamed } from "./formats/index.ts";
import { FORMAT_FACTS, hasKeys } from "./options/formats.ts";
import type { CreateOutput } from "./output/template.ts";
import { Decoding, Encoding } from "./rows/conversion.ts";
import { type Row, type RowOutput, RowSchema, type Tokenizer } from "./rows/row.ts";
import { type RowObserver, RowProblem } from "./rows/row-errors.ts";
import { countLines, isUtf8 } from "./text.ts";

/** Converts the chunks of one batch, with buffers that it reuses. */
export class Converter {
  private readonly observer: RowObserver;
  private readonly tokenizer: Tokenizer;
  private readonly row: Row;
  private readonly conversion: Encoding | Decoding;
  private readonly createOutput: CreateOutput;
  private readonly between: PreEncoded;
  /** Whether all mapcodes of a row are in one row of the output. */
  private readonly hasLists: boolean;
  /** Whether blank lines are rows, which the same format keeps, so that line numbers agree. */
  private readonly hasBlankRows: boolean;
  private readonly keepsBlankRows: boolean;
  private readonly writer = new ByteWriter();
  /** Of a row that could not be read. */
  private readonly unread = new RowSchema({});
  private observed = 0;
  // The counts of the chunk
  private rows = 0;
  private converted = 0;
  private failed = 0;
  private failedFirst = 0;
  private failures: { rows: number; first: Failures["first"] }[] = [];
  private bytesBeforeError = 0;
  /** The line feeds before an offset of the chunk, so that each is counted once. */
  private countedLines = 0;
  private countedBytes = 0;

  /** @param observer receives rows while they are converted */
  constructor(plan: BatchPlan, observer: RowObserver = {}) {
    const { from, operation, to } = plan.options;
    const output = formatNamed(to);
    const delimiter = output.outputDelimiter?.(plan);
    this.observer = observer;
    this.tokenizer = formatNamed(from).createReader(plan);
    this.row = this.tokenizer.row;
    this.conversion = new (operation === "encode" ? Encoding : Decoding)(plan.options, delimiter);
    this.createOutput = output.createOutput(plan);
    this.between = preEncoded(output.between);
    this.hasLists = hasKeys(output.kind);
    this.hasBlankRows = FORMAT_FACTS[from].kind === "line";
    this.keepsBlankRows = plan.keepsFormat;
  }

  /**
   * Converts the rows of one chunk. Several converters of one plan may share the chunks of an input, in any
   * order. Write their results in the order of the input.
   * @param maxRows converts no more rows
   */
  convert({ bytes, error }: Chunk, maxRows: number = Number.POSITIVE_INFINITY): ConvertedChunk {
    this.writer.length = 0;
    this.rows = 0;
    this.converted = 0;
    this.failed = 0;
    this.failedFirst = 0;
    this.failures = [];
    this.countedLines = 0;
    this.countedBytes = 0;
    const isCut = error ? maxRows < 1 : this.convertRows(bytes, maxRows);
    if (error && !isCut) {
      const { row } = this;
      row.begin(0);
      row.to = 0;
      row.lineTo = 0;
      row.schema = this.unread;
      row.problem = new RowProblem(error.code, error.message);
      this.convertRow(NO_BYTES);
    }
    return {
      bytes: this.writer.written(),
      isCut,
      rows: this.rows,
      converted: this.converted,
      failed: this.failed,
      failedFirst: this.failedFirst,
      lines: error ? error.lines : countLines(bytes, 0, bytes.length),
      failures: this.failures,
      firstError: this.failures[0]?.first,
      ambiguousNames: this.conversion.filters.ambiguousNames,
      bytesBeforeError: this.failed > 0 ? this.bytesBeforeError : this.writer.length,
    };
  }

  /** @returns whether there are more rows */
  private convertRows(bytes: Uint8Array, maxRows: number): boolean {
    const isText = isUtf8(bytes);
    // Never a Buffer, as code for one kind of array is faster than for two.
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const { row, tokenizer } = this;
    for (let at = 0; at < view.length; ) {
      const next = tokenizer.next(view, at);
      if (!row.isBlank || this.hasBlankRows) {
        if (this.rows >= maxRows) return true;
        if (row.isBlank) this.writeBlank(view, at, next);
        else {
          if (!isText && !isUtf8(view.subarray(at, next))) row.reject();
          this.convertRow(view);
        }
      }
      at = next;
    }
    return false;
  }

  private convertRow(bytes: Uint8Array): void {
    const { conversion, observer, row } = this;
    const { schema } = row;
    schema.output ??= this.createOutput(schema);
    const { output } = schema;
    this.rows++;
    // What is wrong with the values of a row comes before what its output lacks.
    const unconverted = row.problem ? undefined : conversion.convert(bytes, row);
    const lacking = row.problem ?? (unconverted ? undefined : output.problem);
    if (lacking) conversion.results.clear();
    const problem = lacking ?? unconverted;
    if (observer.onRow) {
      const point = { latDeg: row.degrees[LAT_DEG], lonDeg: row.degrees[LON_DEG] };
      const found = conversion.results.hasPoint ? point : undefined;
      observer.onRow({ row: ++this.observed, point: found, error: problem });
    }
    if (problem) this.fail(bytes, output, problem);
    else {
      this.converted++;
      this.write(output, bytes, undefined);
    }
  }

  /** Writes the row of the output, or with all mapcodes in tables, the rows. */
  private write(output: RowOutput, bytes: Uint8Array, message: string | undefined): void {
    const { between, row, writer } = this;
    const { results } = this.conversion;
    if (between.length > 0 && writer.length > 0) {
      writer.reserve(between.length);
      writer.appendEncoded(between);
    }
    output.write(writer, bytes, row, results, 0, message);
    if (this.hasLists) return;
    for (let list = 1; list < results.lists; list++) {
      output.write(writer, bytes, row, results, list, message);
    }
  }

  /** Counts a row with an error, and writes it unless the observer takes it out of the output. */
  private fail(bytes: Uint8Array, output: RowOutput, problem: RowProblem): void {
    const { from, to } = this.row;
    const { onFailed } = this.observer;
    if (this.failed === 0) this.bytesBeforeError = this.writer.length;
    this.failed++;
    // Offsets do not decrease within a chunk.
    this.countedLines += countLines(bytes, this.countedBytes, from);
    this.countedBytes = from;
    const error = { row: this.rows, line: 1 + this.countedLines, ...problem };
    const others = this.failures.find(({ first }) => first.code === problem.code);
    if (others) others.rows++;
    else this.failures.push({ rows: 1, first: error });
    if (problem.code !== "missing-value" && !hasGoodRow(this.converted, this.failures))
      this.failedFirst++;
    if (onFailed) onFailed({ ...error, bytes: bytes.subarray(from, to) });
    else this.write(output, bytes, problem.message);
  }

  private writeBlank(bytes: Uint8Array, from: number, next: number): void {
    this.rows++;
    if (!this.keepsBlankRows) return;
    this.writer.append(bytes, from, next);
    if (bytes[next - 1] !== LINE_FEED) this.writer.appendText("\n");
  }
}
