/** A task: the complete rows of one block. Any thread can convert it. */
import { MessageChannel } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { quotedField } from "../../batch/byte-texts.ts";
import { addCounts, type Chunk, type CountedRows, concatAll, NO_ROWS } from "../../batch/chunks.ts";
import { Converter } from "../../batch/converter.ts";
import type { InputPlan } from "../../batch/input-plan.ts";
import type { FailedRow } from "../../batch/rows/row-errors.ts";
import { ByteWriter } from "../../bytes/byte-writer.ts";
import { displayName } from "./files.ts";

export interface PlannedInput {
  readonly path: string;
  readonly plan: InputPlan;
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

/** Appends a row to the table of rejects. @param linesBefore the number of lines before its chunk */
function appendReject(
  writer: ByteWriter,
  path: string,
  linesBefore: number,
  { line, column = "", message, bytes }: FailedRow,
): void {
  const texts = [displayName(path), `${linesBefore + line}`, column, message];
  writer.appendText(`${texts.map((text) => quotedField(text, ",")).join()},`);
  // The bytes of a row need not be UTF-8: as Latin-1, each is a character.
  const row = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const quotedRow = Buffer.from(`"${row.replaceAll('"', '""')}"\n`, "latin1");
  writer.append(quotedRow, 0, quotedRow.length);
}

/**
 * Returns a function that converts tasks in any order, and frees their memory. It makes a new converter when
 * the input changes. Its second argument is the maximum number of rows.
 */
export function createTaskConverter({ isStrict, isGzip, hasRejects }: TaskSettings) {
  const rejects = new ByteWriter(0);
  let path: string | undefined;
  let converter: Converter;
  let linesBefore = 0;

  return ({ input, chunks, ...task }: Task, maxRows = Number.POSITIVE_INFINITY): TaskResult => {
    if (input.path !== path) {
      const onFailed = (row: FailedRow) => appendReject(rejects, input.path, linesBefore, row);
      converter = new Converter(input.plan, hasRejects ? { onFailed } : {});
      path = input.path;
    }
    const parts: Uint8Array[] = [];
    let counts = NO_ROWS;
    rejects.length = 0;
    linesBefore = task.linesBefore;
    for (const part of converter.convert(chunks, maxRows)) {
      counts = addCounts(counts, part);
      linesBefore = task.linesBefore + counts.lines;
      // A copy, as the converter reuses its memory.
      const rows = part.bytes.slice(0, isStrict ? part.bytesBeforeError : undefined);
      if (parts.length > 0 && rows.length > 0) parts.push(input.plan.between);
      if (rows.length > 0) parts.push(rows);
      if (isStrict && counts.failed > 0) break;
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
