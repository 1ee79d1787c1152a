/** A task: the complete rows of one block. Any thread can convert it. */
import { MessageChannel } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import type { BatchPlan } from "../../batch/batch-plan.ts";
import { addCounts, type Chunk, type CountedRows, concatAll, NO_ROWS } from "../../batch/chunks.ts";
import { Converter } from "../../batch/converter.ts";
import type { FailedRow } from "../../batch/rows/row-errors.ts";
import { quotedField } from "../../batch/text.ts";
import { ByteWriter } from "../../bytes/byte-writer.ts";
import { QUOTE } from "../../characters.ts";
import { displayName } from "./files.ts";

export interface PlannedInput {
  readonly path: string;
  readonly plan: BatchPlan;
}

export interface Task {
  readonly input: PlannedInput;
  /** In memory of their own. */
  readonly chunks: readonly Chunk[];
  /** The number of line feeds in the input before these rows; exact only if failed rows are collected. */
  readonly linesBefore: number;
}

/** The buffers of chunks, each once. Empty ones are omitted. */
export function buffersOf(chunks: readonly Chunk[]): readonly ArrayBuffer[] {
  const buffers = new Set(chunks.map(({ bytes }) => bytes.buffer as ArrayBuffer));
  return Array.from(buffers).filter(({ byteLength }) => byteLength > 0);
}

export interface TaskSettings {
  /** Whether the result ends before the first failed row. */
  readonly isStrict: boolean;
  /** Whether the rows are compressed, as a gzip member. */
  readonly isGzip: boolean;
  /** Whether failed rows are collected instead of written with the others. */
  readonly hasRejects: boolean;
}

/** The counts are of this task only. */
export interface TaskResult extends CountedRows {
  /** Complete rows, in memory of their own. */
  readonly bytes: Uint8Array;
  /** Rows of the table of rejects, in memory of their own. */
  readonly rejects: Uint8Array;
}

/** The header of the table of rejects: the rows that failed, as they were in their inputs. */
export const REJECTS_HEADER = Buffer.from("file,line,column,reason,row\n");

/** Appends a row to the table of rejects. @param line its first line in the input, from 1 */
function appendReject(
  writer: ByteWriter,
  path: string,
  line: number,
  { column = "", message, bytes }: FailedRow,
): void {
  const [file, name, reason] = [displayName(path), column, message].map((text) =>
    quotedField(text, ","),
  );
  writer.appendText(`${file},${line},${name},${reason},"`);
  writer.reserve(2 * bytes.length);
  // The bytes of a row need not be UTF-8.
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(QUOTE, from) + 1 || bytes.length;
    writer.append(bytes, from, to);
    if (bytes[to - 1] === QUOTE) writer.appendByte(QUOTE);
    from = to;
  }
  writer.appendText('"\n');
}

/**
 * Returns a function that converts tasks in any order, and frees their memory. Each change of the input makes a new
 * converter. Its second argument is the maximum number of rows.
 */
export function createTaskConverter({ isStrict, isGzip, hasRejects }: TaskSettings) {
  const rejects = new ByteWriter(0);
  let path: string | undefined;
  let converter: Converter;
  /** The number of line feeds in the input before the chunk. */
  let lines = 0;

  return ({ input, chunks, linesBefore }: Task, maxRows = Number.POSITIVE_INFINITY): TaskResult => {
    if (input.path !== path) {
      const onFailed = (row: FailedRow) => {
        appendReject(rejects, input.path, lines + row.line, row);
      };
      converter = new Converter(input.plan, hasRejects ? { onFailed } : {});
      path = input.path;
    }
    const parts: Uint8Array[] = [];
    let counts = NO_ROWS;
    rejects.length = 0;
    for (const chunk of chunks) {
      lines = linesBefore + counts.lines;
      const converted = converter.convert(chunk, maxRows - counts.rows);
      counts = addCounts(counts, converted);
      // A copy, as the converter reuses its memory.
      const rows = converted.bytes.slice(0, isStrict ? converted.bytesBeforeError : undefined);
      if (parts.length > 0 && rows.length > 0) parts.push(input.plan.between);
      if (rows.length > 0) parts.push(rows);
      if (converted.isCut || (isStrict && counts.firstError)) break;
    }
    buffersOf(chunks).forEach(free);
    const rows = parts.length === 1 ? parts[0] : concatAll(parts);
    // A copy, as Node may give a part of a larger Buffer.
    const bytes = isGzip && rows.length > 0 ? new Uint8Array(gzipSync(rows)) : rows;
    return { ...counts, bytes, rejects: rejects.written().slice() };
  };
}

const { port1: closedPort } = new MessageChannel();
closedPort.close();

/**
 * Frees memory at once. No view of it may be used afterwards. The garbage collector is slow to notice memory outside
 * its heap: a large file would take hundreds of megabytes.
 */
export function free(buffer: ArrayBufferLike): void {
  // A buffer that is transferred to a closed port is freed at once.
  closedPort.postMessage(null, [buffer as ArrayBuffer]);
}
