/** Runs a function for an engine: rows from standard input, answers to standard output. */
import { readSync, writeSync } from "node:fs";
import { ByteWriter } from "../../bytes.ts";
import { ArrowStream } from "../../functions/arrow-stream.ts";
import { JsonRows } from "../../functions/json-rows.ts";
import { ChunkError, type RowFormat, RowStream } from "../../functions/row-stream.ts";
import type {
  FunctionSignature,
  ResolvedFunctionOptions,
  RowStyle,
} from "../../functions/signature.ts";
import { TabRows } from "../../functions/tab-rows.ts";
import {
  accessError,
  CLOSED_OUTPUT_EXIT_CODE,
  NoAnswerError,
  systemCodeOf,
} from "../command-errors.ts";

const STDIN = 0;
const STDOUT = 1;

/** How long to wait for a pipe that its other side has made non-blocking. */
const RETRY_MS = 1;

/** The declaration of a function. */
export interface UdfDefinition {
  readonly signature: FunctionSignature;
  readonly options: ResolvedFunctionOptions;
  readonly style: RowStyle;
  readonly sendChunkHeader: boolean;
}

export function createRowFormat({ signature, options, style }: UdfDefinition): RowFormat {
  const Rows = style.format === "JSONEachRow" ? JsonRows : TabRows;
  const withErrors = style.withErrors || signature.returns === "error";
  return new Rows(signature, options, { ...style, withErrors });
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** The result of a system call that is tried again as long as the pipe is empty or full. */
function whenReady(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (systemCodeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
    }
  }
}

/** @returns how many bytes were read; 0 at the end */
function read(space: Uint8Array): number {
  try {
    return whenReady(() => readSync(STDIN, space));
  } catch (error) {
    // Windows reports the end of a pipe as an error.
    if (systemCodeOf(error) === "EOF") return 0;
    throw accessError("Standard input", "read", error);
  }
}

/** @returns whether somebody still reads */
function write(bytes: Uint8Array): boolean {
  try {
    for (let from = 0; from < bytes.length; ) {
      from += whenReady(() => writeSync(STDOUT, bytes, from));
    }
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EPIPE") return false;
    throw accessError("Standard output", "written", error);
  }
}

/** What converts the bytes of an engine as they arrive: rows, or blocks of columns. */
interface InputStream {
  /** Where to put the next bytes. */
  space(): Uint8Array;
  /** Converts what has arrived completely. @param count how many bytes were put into the space */
  take(count: number): void;
  end(): void;
}

/** Converts what has been read. @throws NoAnswerError if chunks are not as their headers say */
function convert(rows: InputStream, count: number): void {
  try {
    if (count > 0) rows.take(count);
    else rows.end();
  } catch (error) {
    throw error instanceof ChunkError ? new NoAnswerError(error.message) : error;
  }
}

/**
 * Answers until standard input ends. It reads and writes without the event loop: nothing else is to be done
 * meanwhile, and each block is answered before the next one is read.
 * @returns the exit code
 * @throws NoAnswerError if standard input or output fails, or chunks are not as their headers say
 */
function answerStream(input: InputStream, output: ByteWriter): number {
  for (;;) {
    const count = read(input.space());
    convert(input, count);
    if (!write(output.written())) return CLOSED_OUTPUT_EXIT_CODE;
    output.length = 0;
    if (count === 0) return 0;
  }
}

/** Answers rows by a function. @returns the exit code @throws NoAnswerError as answerStream does */
export function runFunction(definition: UdfDefinition): number {
  const output = new ByteWriter();
  const format = createRowFormat(definition);
  return answerStream(new RowStream(format, definition.sendChunkHeader, output), output);
}

/** Answers blocks of columns, each by its function. @returns the exit code @throws NoAnswerError as answerStream does */
export function runBlocks(): number {
  const output = new ByteWriter();
  return answerStream(new ArrowStream(output), output);
}
