/** Converts the chunks of a batch, from bytes to bytes. */
import {
  type NameOption,
  nameSetting,
  option,
  quoted,
  sentence,
  wrongType,
} from "../../internal.ts";
import { type Chunk, type ChunkError, type ConvertedChunk, NO_BYTES } from "../chunks.ts";
import { createFastPath } from "../fast-path/fast-path.ts";
import { FALL_BACK, type FastPath, UNCONVERTED } from "../fast-path/paths.ts";
import type { FindRow, Format, ParseRow, TextWriter, WriteRow } from "../formats/format.ts";
import { formatNamed } from "../formats/index.ts";
import { countLines } from "../formats/scan.ts";
import { OutputBuffer } from "../output.ts";
import { unseenColumns } from "../plan/layout.ts";
import { type BatchPlan, checkPlan } from "../plan/plan.ts";
import { isUtf8, utf8Text } from "../text.ts";
import { type ConvertRow, createRowConverter } from "./row-converter.ts";
import { type RowError, RowProblem } from "./row-errors.ts";
import {
  type LocatedRowError,
  NO_RESULT,
  type ParsedRow,
  type RowObserver,
  type RowSpan,
  unreadableRow,
  withoutFailedLists,
} from "./rows.ts";

/** Converts the chunks of one batch, with buffers that it reuses. */
export interface Converter {
  /**
   * Converts the rows of one chunk. Several converters of one plan may share the chunks of an input, in any
   * order. Write their results in the order of the input.
   */
  convert(chunk: Chunk): ConvertedChunk;
}

const NO_SPAN: RowSpan = { from: 0, to: 0, next: 0, lineEnd: undefined };

class BatchConverter implements Converter {
  readonly #plan: BatchPlan;
  readonly #format: Format;
  readonly #output: Format;
  readonly #findRow: FindRow;
  readonly #parseRow: ParseRow;
  readonly #convertRow: ConvertRow;
  readonly #writeRow: WriteRow;
  readonly #writeText: TextWriter;
  readonly #fastPath: FastPath | undefined;
  readonly #observer: RowObserver;
  readonly #nameOption: NameOption;
  readonly #buffer = new OutputBuffer();
  #rows = 0;
  #failed = 0;
  #blank = 0;
  #clamped = 0;
  #firstError: LocatedRowError | undefined;
  /** The chosen columns that no row had, in all chunks. Their rows take the general path. */
  #absentColumns: readonly string[];
  /** The error of the last row on the general path, if it failed. */
  #lastError: RowError | undefined;
  #bytesBeforeError = 0;
  /** The line feeds before an offset of the chunk, so that each is counted once. */
  #countedLines = 0;
  #countedBytes = 0;

  constructor(
    plan: BatchPlan,
    fastPath: FastPath | undefined,
    observer: RowObserver,
    nameOption: NameOption,
  ) {
    this.#observer = observer;
    this.#nameOption = nameOption;
    this.#plan = plan;
    this.#absentColumns = unseenColumns(plan.options, plan.layout, plan.names);
    this.#fastPath = fastPath;
    this.#format = formatNamed(plan.options.from);
    this.#findRow = this.#format.createRowFinder(plan);
    this.#parseRow = this.#format.createParser(plan);
    this.#convertRow = createRowConverter(plan.options, nameOption);
    this.#output = formatNamed(plan.options.to);
    this.#writeRow = this.#output.createWriter(plan);
    this.#writeText = this.#output.createTextWriter(plan);
  }

  convert({ bytes, error }: Chunk): ConvertedChunk {
    this.#buffer.end = 0;
    this.#rows = 0;
    this.#failed = 0;
    this.#blank = 0;
    this.#clamped = 0;
    this.#firstError = undefined;
    this.#bytesBeforeError = 0;
    this.#countedLines = 0;
    this.#countedBytes = 0;
    if (error) this.#convertUnreadable(bytes, error);
    else this.#convertRows(bytes);
    const lines = error ? error.lines : countLines(bytes, 0, bytes.length);
    return this.#finish(lines, error?.isFirst === false);
  }

  #finish(lines: number, isContinued: boolean): ConvertedChunk {
    const firstError = this.#firstError;
    return {
      bytes: this.#buffer.written(),
      isContinued,
      rows: this.#rows,
      converted: this.#rows - this.#failed - this.#blank,
      failed: this.#failed,
      clamped: this.#clamped,
      lines,
      ...(firstError ? { firstError } : {}),
      absentColumns: this.#absentColumns,
      bytesBeforeError: firstError ? this.#bytesBeforeError : this.#buffer.end,
    };
  }

  #convertRows(bytes: Uint8Array): void {
    const isText = isUtf8(bytes);
    const fastPath = isText ? this.#fastPath : undefined;
    // Never a Buffer, as code for one kind of array is faster than for two.
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    while (at < view.length) {
      const next = fastPath ? fastPath.convert(view, at, this.#buffer) : FALL_BACK;
      if (next >= 0) this.#rows++;
      at = next >= 0 ? next : this.#convertSlowly(view, at, isText, next);
    }
  }

  /**
   * Converts a row that the fast path has left.
   * @param reason what the fast path returned
   * @returns where the next row begins
   */
  #convertSlowly(bytes: Uint8Array, from: number, isText: boolean, reason: number): number {
    const fastPath = reason === UNCONVERTED ? this.#fastPath : undefined;
    if (!fastPath) return this.#convertNext(bytes, from, isText);
    const written = this.#writeFailed(fastPath, bytes);
    if (written >= 0) return written;
    const unconverted = fastPath.unconverted?.(bytes);
    if (unconverted) this.#convertParsed(unconverted.row, undefined, bytes, unconverted.span);
    const next = unconverted?.span.next ?? this.#convertNext(bytes, from, isText);
    if (this.#lastError) fastPath.learn?.(bytes, this.#lastError.message);
    return next;
  }

  /**
   * Writes a row with its error on the fast path. The first error of a chunk, and rows that the observer receives,
   * need the general path.
   * @returns where the next row begins, or FALL_BACK
   */
  #writeFailed(fastPath: FastPath, bytes: Uint8Array): number {
    if (!this.#firstError || this.#observer.onFailed) return FALL_BACK;
    const next = fastPath.writeFailed?.(bytes, this.#buffer) ?? FALL_BACK;
    if (next < 0) return FALL_BACK;
    this.#rows++;
    this.#failed++;
    return next;
  }

  /** Converts one row on the general path. @returns where the next row begins */
  #convertNext(bytes: Uint8Array, from: number, isText: boolean): number {
    const span = this.#findRow(bytes, from);
    const text = utf8Text(bytes, span.from, span.to);
    if (this.#format.isBlank(text) || this.#isComment(text)) {
      this.#lastError = undefined;
      if (this.#format.countsBlankRows) this.#writeBlank(bytes, span);
      return span.next;
    }
    const row = this.#parseRow(text, isText || isUtf8(bytes.subarray(span.from, span.to)));
    if (this.#absentColumns.length > 0) this.#findColumns(row);
    const problem = row.error ?? row.table.error ?? this.#findClash(row);
    this.#convertParsed(row, problem, bytes, span);
    return span.next;
  }

  /** @param problem why the row cannot be converted, whatever its values are */
  #convertParsed(
    row: ParsedRow,
    problem: RowProblem | undefined,
    bytes: Uint8Array,
    span: RowSpan,
  ): void {
    this.#rows++;
    const result = problem ? NO_RESULT : this.#convertRow(row.input);
    const error = problem?.error(this.#nameOption) ?? result.error;
    this.#lastError = error;
    if (result.isClamped) this.#clamped++;
    this.#observer.onRow?.(row.input, result, error);
    if (error && this.#countError(error, bytes, span)) {
      const rest = withoutFailedLists(result);
      if (rest) this.#writeRow(this.#buffer, { row, result: rest, error: undefined, bytes, span });
    } else {
      this.#writeRow(this.#buffer, { row, result, error, bytes, span });
    }
  }

  /** Looks for the columns that no row had before. */
  #findColumns(row: ParsedRow): void {
    const hasMember = this.#output.hasMember ?? ((_, name) => row.hasMember(name));
    this.#absentColumns = this.#absentColumns.filter((name) => !hasMember(row, name));
  }

  /** Whether a row has a name of a result, which no row had when the names were decided. */
  #findClash(row: ParsedRow): RowProblem | undefined {
    const { added, layout, options } = this.#plan;
    const { hasMember } = this.#output;
    if (layout || options.replace || !hasMember) return undefined;
    const column = added.find((name) => hasMember(row, name));
    if (column === undefined) return undefined;
    const message = sentence`The row has the member ${quoted(column)} already, which the first row does not have. Use the ${option("replace")} or the ${option("resultPrefix")}.`;
    return new RowProblem("unexpected-member", message, column);
  }

  #isComment(text: string): boolean {
    const { comment } = this.#plan.options;
    return comment !== undefined && text.startsWith(comment);
  }

  /** Copies a blank line or comment if the format stays the same, so that line numbers agree. */
  #writeBlank(bytes: Uint8Array, { from, next, lineEnd }: RowSpan): void {
    this.#rows++;
    this.#blank++;
    if (!this.#plan.keepsFormat) return;
    this.#buffer.append(bytes, from, next);
    if (lineEnd === undefined) this.#buffer.appendText("\n");
  }

  /** Writes a row that could not be read, or the next part of it. */
  #convertUnreadable(bytes: Uint8Array, { code, message, isFirst, isLast }: ChunkError): void {
    const error = { code, message };
    const { onFailed, onRow } = this.#observer;
    if (isFirst) {
      this.#rows++;
      this.#countFirst(error, NO_BYTES, 0);
      onRow?.({}, NO_RESULT, error);
    }
    if (onFailed) {
      onFailed({ row: this.#rows, line: 1, ...error, bytes, isFirst, isLast });
    } else if (isFirst && isLast && bytes.length === 0) {
      this.#writeError(error);
    } else {
      if (isFirst) this.#buffer.appendText(this.#writeText.before(error));
      this.#buffer.appendText(this.#writeText.escape(utf8Text(bytes, 0, bytes.length)));
      if (isLast) this.#buffer.appendText(this.#writeText.after(error));
    }
  }

  /** Writes a row that has nothing but an error. */
  #writeError(error: RowError): void {
    const row = unreadableRow(this.#plan.columns.length);
    const finished = { row, result: NO_RESULT, error, bytes: NO_BYTES, span: NO_SPAN };
    this.#writeRow(this.#buffer, finished);
  }

  /** Called before the row is written. @returns whether the observer has taken the row out of the output */
  #countError(error: RowError, bytes: Uint8Array, { from, to }: RowSpan): boolean {
    this.#countFirst(error, bytes, from);
    const { onFailed } = this.#observer;
    if (!onFailed) return false;
    const line = this.#lineAt(bytes, from);
    const part = { bytes: bytes.subarray(from, to), isFirst: true, isLast: true };
    onFailed({ row: this.#rows, line, ...error, ...part });
    return true;
  }

  #countFirst(error: RowError, bytes: Uint8Array, from: number): void {
    this.#failed++;
    if (this.#firstError) return;
    this.#bytesBeforeError = this.#buffer.end;
    this.#firstError = { row: this.#rows, line: this.#lineAt(bytes, from), ...error };
  }

  /** The number of the line at an offset, from 1. Offsets must not decrease within a chunk. */
  #lineAt(bytes: Uint8Array, offset: number): number {
    this.#countedLines += countLines(bytes, this.#countedBytes, offset);
    this.#countedBytes = offset;
    return 1 + this.#countedLines;
  }
}

/**
 * A converter for chunks of an input.
 * @param plan the input's plan, or a structured clone of it
 * @param observer receives rows while they are converted
 * @example
 * ```ts
 * const input = new TextEncoder().encode("lat,lon\n52.376514,4.908543\n");
 * const plan = planBatch(input, { ...DEFAULT_BATCH_OPTIONS, from: "csv", to: "csv" });
 * const splitter = createSplitter(plan);
 * const chunks = [...splitter.push(input), ...splitter.end()];
 * const { bytes } = createConverter(plan).convert(chunks[0]);
 * new TextDecoder().decode(bytes); // "52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n"
 * ```
 */
export function createConverter(plan: BatchPlan, observer: RowObserver = {}): Converter {
  return converterFor(plan, nameSetting, observer);
}

/** As createConverter, for readers of messages who know options by the names that a function writes. */
export function converterFor(
  plan: BatchPlan,
  nameOption: NameOption,
  observer: RowObserver = {},
): Converter {
  checkPlan(plan);
  if (typeof observer !== "object" || observer === null) {
    throw wrongType("observer", observer, "an object with functions");
  }
  const fastPath = observer.onRow ? undefined : createFastPath(plan);
  return new BatchConverter(plan, fastPath, observer, nameOption);
}

/** As createConverter, but without the fast path: for tests of one path against the other. */
export function createGeneralConverter(plan: BatchPlan): Converter {
  return new BatchConverter(plan, undefined, {}, nameSetting);
}
