/** Converts the chunks of a batch, from bytes to bytes: reads, converts and writes each row. */
import { ByteWriter, type PreEncoded, preEncoded } from "../bytes/byte-writer.ts";
import { LINE_FEED } from "../characters.ts";
import { LAT_DEG, LON_DEG } from "../into.ts";
import type { BatchPlan } from "./batch-plan.ts";
import { type Chunk, type ConvertedChunk, hasGoodRow, NO_BYTES, NO_ROWS } from "./chunks.ts";
import { formatNamed } from "./formats/index.ts";
import { FORMAT_FACTS, hasKeys } from "./options/formats.ts";
import type { CreateOutput, Template } from "./output/template.ts";
import { Decoding, Encoding } from "./rows/conversion.ts";
import { type Row, RowSchema, type Tokenizer } from "./rows/row.ts";
import {
  type LocatedRowError,
  type RowError,
  type RowObserver,
  RowProblem,
} from "./rows/row-errors.ts";
import { type Surface, textOf } from "./sentences.ts";
import { countLines, isUtf8 } from "./text.ts";

function newCounts() {
  return { ...NO_ROWS, failures: [] as { rows: number; readonly first: LocatedRowError }[] };
}

/** Converts the chunks of one batch, with reused buffers. */
export class Converter {
  private readonly observer: RowObserver;
  private readonly tokenizer: Tokenizer;
  private readonly row: Row;
  private readonly conversion: Encoding | Decoding;
  private readonly createOutput: CreateOutput;
  /** The templates of the schemas so far, and the schema and the template of the last row. */
  private readonly outputs = new WeakMap<RowSchema, Template>();
  private schema: RowSchema;
  private output: Template;
  private readonly between: PreEncoded;
  /** Whether all mapcodes of a row are in one row of the output. */
  private readonly hasLists: boolean;
  /** Whether blank lines are rows; whether the output keeps them, so that line numbers agree. */
  private readonly hasBlankRows: boolean;
  private readonly keepsBlankRows: boolean;
  private readonly writer = new ByteWriter();
  private readonly surface: Surface;
  /** The schema of an unreadable row. */
  private readonly unread = new RowSchema({});
  private observed = 0;
  /** The counts of the chunk, with the line feeds of its first `countedBytes`. */
  private counts = newCounts();
  private countedBytes = 0;
  private bytesBeforeError = 0;

  /** @param observer receives rows while they are converted */
  constructor(plan: BatchPlan, observer: RowObserver = {}) {
    const { from, operation, to } = plan.options;
    const output = formatNamed(to);
    const delimiter = output.outputDelimiter?.(plan);
    this.observer = observer;
    this.surface = plan.options.surface;
    this.tokenizer = formatNamed(from).createReader(plan);
    this.row = this.tokenizer.row;
    this.conversion = new (operation === "encode" ? Encoding : Decoding)(plan.options, delimiter);
    this.createOutput = output.createOutput(plan);
    this.schema = this.unread;
    this.output = this.createOutput(this.unread);
    this.between = preEncoded(output.between);
    this.hasLists = hasKeys(output.kind);
    this.hasBlankRows = FORMAT_FACTS[from].kind === "line";
    this.keepsBlankRows = plan.keepsFormat;
  }

  /** The names of territories in the rows so far. */
  get names(): ReadonlySet<string> {
    return this.conversion.filters.names;
  }

  /**
   * Converts the rows of one chunk. Several converters of one plan may share the chunks of an input, in any
   * order. Write their results in the order of the input.
   * @param maxRows the greatest number of rows to convert
   */
  convert({ bytes, error }: Chunk, maxRows: number = Number.POSITIVE_INFINITY): ConvertedChunk {
    this.writer.length = 0;
    this.counts = newCounts();
    this.countedBytes = 0;
    const joinedBefore = this.output.values.joinedFields;
    const zerosBefore = this.conversion.zeroPoints;
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
    this.countLinesTo(bytes, bytes.length);
    return {
      ...this.counts,
      lines: error ? error.lines : this.counts.lines,
      ambiguousNames: this.conversion.filters.ambiguousNames,
      joinedFields: this.output.values.joinedFields - joinedBefore,
      zeroPoints: this.conversion.zeroPoints - zerosBefore,
      hasCommas: this.conversion.hasCommas,
      bytes: this.writer.written(),
      bytesBeforeError: this.counts.failed > 0 ? this.bytesBeforeError : this.writer.length,
      isCut,
    };
  }

  /** @returns whether there are more than `maxRows` rows */
  private convertRows(bytes: Uint8Array, maxRows: number): boolean {
    const isText = isUtf8(bytes);
    // Never a Buffer: code for one class of arrays is faster than for two.
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const { row, tokenizer } = this;
    for (let at = 0; at < view.length; ) {
      const next = tokenizer.next(view, at);
      if (!row.isBlank || this.hasBlankRows) {
        if (this.counts.rows >= maxRows) return true;
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
    if (row.schema !== this.schema) this.setOutput(row.schema);
    const output = this.output;
    this.counts.rows++;
    // A problem with the values of a row comes before a problem with its output.
    const conversionProblem = row.problem ? undefined : conversion.convert(bytes, row);
    const lacking = row.problem ?? (conversionProblem ? undefined : output.problem);
    if (lacking) conversion.results.clear();
    const problem = lacking ?? conversionProblem;
    if (observer.onRow) {
      const point = { latDeg: row.degrees[LAT_DEG], lonDeg: row.degrees[LON_DEG] };
      const found = conversion.results.hasPoint ? point : undefined;
      observer.onRow({
        row: ++this.observed,
        point: found,
        error: problem && this.errorOf(problem),
      });
    }
    if (problem) this.fail(bytes, output, this.errorOf(problem));
    else {
      this.counts.converted++;
      this.write(output, bytes, undefined);
    }
  }

  private setOutput(schema: RowSchema): void {
    this.schema = schema;
    this.output = this.outputs.get(schema) ?? this.createOutput(schema);
    this.outputs.set(schema, this.output);
  }

  /** Writes the output's row, or with all mapcodes in tables, its rows. */
  private write(output: Template, bytes: Uint8Array, message: string | undefined): void {
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

  private errorOf(problem: RowProblem): RowError {
    return { ...problem, message: textOf(problem.message, this.surface) };
  }

  /** Counts a row with an error, and passes it to the observer or writes it. */
  private fail(bytes: Uint8Array, output: Template, problem: RowError): void {
    const { counts } = this;
    const { from, to } = this.row;
    const { onFailed } = this.observer;
    if (counts.failed === 0) this.bytesBeforeError = this.writer.length;
    counts.failed++;
    this.countLinesTo(bytes, from);
    const error = { row: counts.rows, line: 1 + counts.lines, ...problem };
    const others = counts.failures.find(({ first }) => first.code === problem.code);
    if (others) others.rows++;
    else counts.failures.push({ rows: 1, first: error });
    if (problem.code !== "missing-value" && !hasGoodRow(counts)) counts.failedFirst++;
    if (onFailed) onFailed({ ...error, bytes: bytes.subarray(from, to) });
    else this.write(output, bytes, problem.message);
  }

  /** Counts the lines up to an offset, each line once. @param to never decreases within a chunk */
  private countLinesTo(bytes: Uint8Array, to: number): void {
    this.counts.lines += countLines(bytes, this.countedBytes, to);
    this.countedBytes = to;
  }

  private writeBlank(bytes: Uint8Array, from: number, next: number): void {
    this.counts.rows++;
    if (!this.keepsBlankRows) return;
    this.writer.append(bytes, from, next);
    if (bytes[next - 1] !== LINE_FEED) this.writer.appendText("\n");
  }
}
