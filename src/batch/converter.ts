/** Converts the chunks of a batch, from bytes to bytes: reads, converts and writes each row. */
import { ByteWriter, type PreEncoded, preEncoded } from "../bytes/byte-writer.ts";
import { LINE_FEED, utf8Text } from "../characters.ts";
import { LAT_DEG, LON_DEG } from "../into.ts";
import { memoize } from "../library/memoize.ts";
import { countLines, isUtf8 } from "./byte-texts.ts";
import * as Chunks from "./chunks.ts";
import { FORMATS } from "./formats.ts";
import { type Area, isInArea, mistakeOf, STEP_DEG } from "./input/area.ts";
import type { InputPlan } from "./input-plan.ts";
import { hasKeys } from "./options/format-facts.ts";
import { outputDelimiter } from "./output/tables.ts";
import type { CreateOutput, Template } from "./output/template.ts";
import { CodeConversion, PointConversion } from "./rows/conversion.ts";
import { EMPTY_SCHEMA, MAX_SCHEMAS, type Row, type RowReader, type RowSchema } from "./rows/row.ts";
import { type RowError, type RowObserver, RowProblem } from "./rows/row-errors.ts";
import { textOf } from "./sentences.ts";
import { decimalsAtEnd, readLine } from "./syntax/lines.ts";

/** The output of one part, except for its last row. A short row may have a long one: with all names of a wide header. */
const MAX_OUTPUT_BYTES = 1 << 20;

/** So many points of a part are looked up, as each takes as long as a conversion. */
const MAX_ELSEWHERE = 100;

type Counts = { -readonly [Name in keyof Chunks.CountedRows]: Chunks.CountedRows[Name] };

export class Converter {
  private readonly observer: RowObserver;
  private readonly reader: RowReader;
  private readonly row: Row;
  private readonly conversion: PointConversion | CodeConversion;
  private readonly templateOf: CreateOutput;
  /** The schema of the last row, and its template. */
  private schema: RowSchema = EMPTY_SCHEMA;
  private output: Template;
  private readonly between: PreEncoded;
  /** Whether rows of the output are JSON: these list all mapcodes in one row. */
  private readonly isJsonOutput: boolean;
  private readonly hasBlankRows: boolean;
  private readonly writer = new ByteWriter();
  private readonly plan: InputPlan;
  private observedRows = 0;
  /** The counts of the part. */
  private counts: Counts = { ...Chunks.NO_ROWS };
  /** The position in the chunk up to which line feeds are counted. */
  private countedBytes = 0;
  /** Where most points are. */
  private readonly area: Area | undefined;
  /** The number of points of the part elsewhere. */
  private elsewhere = 0;
  /** The point of the row before. In a thread, it may be of another part of the input. */
  private readonly lastDegrees = new Float64Array(2).fill(Number.NaN);
  private bytesBeforeError: number | undefined;

  /** @param observer receives rows while they are converted */
  constructor(plan: InputPlan, observer: RowObserver = {}) {
    const { from, operation, to } = plan.options;
    const delimiter = plan.hasTableOutput ? outputDelimiter(plan) : undefined;
    const RowConversion = operation === "encode" ? PointConversion : CodeConversion;
    this.observer = observer;
    this.plan = plan;
    this.reader = FORMATS[from].createReader(plan);
    this.row = this.reader.row;
    this.conversion = new RowConversion(plan.options, delimiter);
    this.templateOf = memoize(FORMATS[to].createOutput(plan), MAX_SCHEMAS);
    this.output = this.templateOf(EMPTY_SCHEMA);
    this.between = preEncoded(FORMATS[to].between);
    this.isJsonOutput = hasKeys(to);
    this.hasBlankRows = from === "plain";
    this.area = plan.area;
  }

  /** Names in columns of territories, in capital letters; with the option meanings, also those before mapcodes. */
  get territoryNames(): ReadonlySet<string> {
    return this.conversion.filters.territoryNames;
  }

  /**
   * Converts the rows of chunks, each in several parts if its output is long. Several converters of one plan may share
   * the chunks of an input, in any order.
   * @param maxRows the greatest number of rows to convert
   */
  *convert(
    chunks: Iterable<Chunks.Chunk>,
    maxRows: number = Number.POSITIVE_INFINITY,
  ): Generator<Chunks.ConvertedPart> {
    const { writer } = this;
    let left = maxRows;
    for (const { bytes, error } of chunks) {
      // Never a Buffer: code for one class of arrays is faster than for two.
      const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      const isText = isUtf8(view);
      let at = 0;
      do {
        this.beginPart(at);
        if (!error) at = this.convertRows(view, at, isText, left);
        else if (left > 0) this.convertUnreadable(error);
        this.countLinesTo(view, at);
        if (this.plan.decimalsAtEnd > 0 && at > 0 && at === view.length) this.noteEnd(view);
        const isLong = writer.length >= MAX_OUTPUT_BYTES;
        const hasMoreRows = error ? left < 1 : at < view.length && !isLong;
        left -= this.counts.rows;
        yield this.endPart(hasMoreRows);
        if (hasMoreRows) return;
      } while (at < view.length);
    }
  }

  private beginPart(at: number): void {
    this.writer.length = 0;
    this.counts = { ...Chunks.NO_ROWS };
    this.countedBytes = at;
    this.bytesBeforeError = undefined;
    this.conversion.zeroPoints = 0;
    this.elsewhere = 0;
    this.output.values.valuesWithBlanks = 0;
  }

  private endPart(hasMoreRows: boolean): Chunks.ConvertedPart {
    const { conversion, counts, output, writer } = this;
    return {
      ...counts,
      ambiguousNames: [...conversion.filters.ambiguousNames],
      certainTerritories: [...conversion.filters.certainTerritories],
      valuesWithBlanks: output.values.valuesWithBlanks,
      zeroPoints: conversion.zeroPoints,
      hasMixedDecimals: conversion.hasMixedDecimals,
      bytes: writer.written(),
      bytesBeforeError: this.bytesBeforeError,
      hasMoreRows,
    };
  }

  /** Notes a last number without a line end and with two decimals fewer than others: one fewer may be a zero left out. */
  private noteEnd(view: Uint8Array): void {
    if (view[view.length - 1] === LINE_FEED) return;
    const line = utf8Text(view, view.lastIndexOf(LINE_FEED) + 1, view.length);
    this.counts.isCut = decimalsAtEnd(line) < this.plan.decimalsAtEnd - 1;
  }

  private convertUnreadable({ code, lines, message }: NonNullable<Chunks.Chunk["error"]>): void {
    const { row } = this;
    readLine(Chunks.NO_BYTES, 0, row);
    row.schema = EMPTY_SCHEMA;
    row.problem = new RowProblem(code, message);
    this.convertRow(Chunks.NO_BYTES);
    this.counts.lines = lines;
  }

  /** Converts the rows from an offset on. @returns the end of the converted rows */
  private convertRows(view: Uint8Array, from: number, isText: boolean, maxRows: number): number {
    const { row, reader, writer } = this;
    let at = from;
    while (at < view.length && writer.length < MAX_OUTPUT_BYTES) {
      const next = reader.next(view, at);
      if (!row.isBlank || this.hasBlankRows) {
        if (this.counts.rows >= maxRows) return at;
        if (row.isBlank) this.writeBlank(view, at, next);
        else {
          if (!isText && !isUtf8(view.subarray(at, next))) row.markNotUtf8();
          this.convertRow(view);
        }
      }
      at = next;
    }
    return at;
  }

  private convertRow(bytes: Uint8Array): void {
    const { conversion, counts, observer, row } = this;
    if (row.schema !== this.schema) {
      this.schema = row.schema;
      this.output = this.templateOf(row.schema);
    }
    counts.rows++;
    // A problem with the values of a row comes before a problem with its output.
    const valueProblem = row.problem ? undefined : conversion.convert(bytes, row);
    const rowProblem = row.problem ?? (valueProblem ? undefined : this.output.problem);
    if (rowProblem) conversion.results.clear();
    const problem = rowProblem ?? valueProblem;
    const error = problem && {
      ...problem,
      message: textOf(problem.message, this.plan.options.surface),
    };
    if (this.area && conversion.results.hasPoint) this.notePoint(bytes, this.area);
    if (observer.onRow) {
      const [latDeg, lonDeg] = row.degrees;
      const point = conversion.results.hasPoint ? { latDeg, lonDeg } : undefined;
      observer.onRow({ row: ++this.observedRows, point, error });
    }
    if (error) this.finishFailedRow(bytes, error);
    else {
      counts.converted++;
      this.write(bytes, undefined);
    }
  }

  /** Counts the point of a row at sea, far from most others and from the row before: ships leave an area step by step. */
  private notePoint(bytes: Uint8Array, area: Area): void {
    const { counts, row } = this;
    const last = this.lastDegrees;
    const latDeg = row.degrees[LAT_DEG];
    const lonDeg = row.degrees[LON_DEG];
    const isStep = Math.abs(latDeg - last[0]) < STEP_DEG && Math.abs(lonDeg - last[1]) < STEP_DEG;
    // Of a part, the row before may be unknown. If its second row is a step, its first one probably was one, too.
    if (isStep && counts.rows === 2) counts.strays = [];
    last[0] = latDeg;
    last[1] = lonDeg;
    if (isStep || isInArea(latDeg, lonDeg, area) || this.elsewhere === MAX_ELSEWHERE) return;
    this.elsewhere++;
    const code = mistakeOf({ latDeg, lonDeg }, area);
    if (code === undefined) return;
    this.countLinesTo(bytes, row.from);
    const first = { row: counts.rows, line: 1 + counts.lines, code, latDeg, lonDeg };
    counts.strays = Chunks.addGroups(counts.strays, [{ rows: 1, first }]);
  }

  /** Writes one row; with the option all, one row for each mapcode in tables and plain lines. */
  private write(bytes: Uint8Array, message: string | undefined): void {
    const { between, output, row, writer } = this;
    const { results } = this.conversion;
    if (between.length > 0 && writer.length > 0) {
      writer.reserve(between.length);
      writer.appendEncoded(between);
    }
    output.write(writer, bytes, row, results, 0, message);
    if (this.isJsonOutput) return;
    for (let list = 1; list < results.listCount; list++) {
      output.write(writer, bytes, row, results, list, message);
    }
  }

  /** Counts a row with an error, and passes it to the observer or writes it. */
  private finishFailedRow(bytes: Uint8Array, error: RowError): void {
    const { counts } = this;
    const { from, to } = this.row;
    const { onFailed } = this.observer;
    this.bytesBeforeError ??= this.writer.length;
    counts.failed++;
    this.countLinesTo(bytes, from);
    const first = { row: counts.rows, line: 1 + counts.lines, ...error };
    counts.failures = Chunks.addGroups(counts.failures, [{ rows: 1, first }]);
    if (error.code !== "missing-value" && !Chunks.hasGoodRow(counts)) counts.failedBeforeGood++;
    if (onFailed) onFailed({ ...first, bytes: bytes.subarray(from, to) });
    else this.write(bytes, error.message);
  }

  /** Counts the lines up to an offset, each line once. @param to never decreases within a chunk */
  private countLinesTo(bytes: Uint8Array, to: number): void {
    this.counts.lines += countLines(bytes, this.countedBytes, to);
    this.countedBytes = to;
  }

  private writeBlank(bytes: Uint8Array, from: number, next: number): void {
    this.counts.rows++;
    // The output of the same format keeps blank lines, so that line numbers agree.
    if (!this.plan.keepsFormat) return;
    this.writer.append(bytes, from, next);
    if (bytes[next - 1] !== LINE_FEED) this.writer.appendText("\n");
  }
}
