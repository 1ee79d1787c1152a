/** The inputs of a batch: files and standard input, each of which is planned before any row is converted. */
import { fstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { BatchPlan } from "../../batch/batch-plan.ts";
import { concat, NO_BYTES } from "../../batch/chunks.ts";
import { tableColumns } from "../../batch/columns/layout.ts";
import { BatchError } from "../../batch/errors.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import type { ResolvedBatchOptions } from "../../batch/options/options.ts";
import { COLUMN_OPTIONS } from "../../batch/options/roles.ts";
import { recognizeFormat, type UnformattedOptions } from "../../batch/recognize.ts";
import { BatchReader } from "../../batch/session.ts";
import { accessError, NoAnswerError } from "../command-errors.ts";
import { describePath, displayName, isGzipName, STANDARD_STREAM } from "./files.ts";
import type { PlannedInput } from "./task.ts";

/**
 * The size of a block. The rows of a block are one task: large enough that handing it to a thread costs little, small
 * enough that a few per thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

/** An open input. */
export interface Source {
  /** Decompressed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Whether it is compressed, as its first byte says. */
  readonly isGzip: boolean;
  /** Whether it is a file, which can be opened again from its start. */
  readonly isFile: boolean;
  /** The size on disk, compressed; undefined for a pipe. */
  readonly sizeBytes: number | undefined;
  /** Device and inode: the same for two paths of one file. */
  readonly identity: string;
  /** How many of the bytes on disk have been read. */
  readBytes(): number;
  close(): void;
}

export interface InputRequest {
  /** STANDARD_STREAM for standard input. */
  readonly path: string;
  readonly format: FormatName;
  /** Standard input that was opened to recognize its format, with all of its bytes. */
  readonly opened?: Source | undefined;
}

export interface BatchInput extends PlannedInput {
  readonly plan: BatchPlan;
  /** Where it is read from. A file is closed here, to be opened again. */
  readonly source: Source;
}

/** No more is kept of a file than its plan needs: its stream has the first bytes. */
const CLOSED = { bytes: Readable.from([]), readBytes: () => 0, close() {} };

/** Turns the errors of a sequence of bytes into errors of its input. */
async function* withReadErrors(
  path: string,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    throw error instanceof NoAnswerError ? error : accessError(describePath(path), "read", error);
  }
}

/**
 * Reads the first parts of a sequence, as many as tell what has to be known.
 * @param learn returns what the parts so far tell; undefined if it needs more, which it must not at the end
 * @returns what they tell, and the whole sequence
 */
async function readStart<Known>(
  parts: AsyncIterable<Uint8Array>,
  learn: (part: Uint8Array, isEnd: boolean) => Known | undefined,
): Promise<{ known: Known; bytes: AsyncIterable<Uint8Array> }> {
  const iterator = parts[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* read.splice(0);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  for (;;) {
    const { done = false, value = NO_BYTES } = await iterator.next();
    if (!done) read.push(value);
    const known = learn(value, done);
    if (known !== undefined) return { known, bytes: whole() };
  }
}

/** How gzip begins, and no text: a control character. */
const GZIP_START = 0x1f;

/**
 * Opens a file or standard input.
 * @param closing closes it when it is aborted, and ends the wait for its first bytes
 * @throws NoAnswerError when the file is missing, is empty but has the name of a compressed file, or cannot be read
 */
export async function openSource(path: string, closing: AbortSignal): Promise<Source> {
  const handle = path === STANDARD_STREAM ? undefined : await open(path).catch(readError);
  function readError(error: unknown): never {
    throw accessError(describePath(path), "read", error);
  }
  const stats = handle ? await handle.stat() : fstatSync(0);
  // Reads of the size of a block become blocks without a copy.
  const raw: Readable & { readonly bytesRead?: number } =
    handle?.createReadStream({ highWaterMark: BLOCK_BYTES }) ?? process.stdin;
  addAbortSignal(closing, raw);
  const start = await readStart(withReadErrors(path, raw), (part, isEnd) => {
    if (isEnd && isGzipName(path)) readError("it is empty, which a compressed file never is");
    return part[0] === GZIP_START;
  });
  let { bytes } = start;
  if (start.known) {
    const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
    pipeline(Readable.from(bytes), gunzip, () => {});
    bytes = withReadErrors(path, gunzip);
  }
  return {
    bytes,
    isGzip: start.known,
    isFile: stats.isFile() && handle !== undefined,
    sizeBytes: stats.isFile() ? stats.size : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close: () => void raw.destroy(),
  };
}

/** Opens standard input, which has no name that would tell its format, and recognizes that by its first row. */
export async function recognizeInput(
  options: UnformattedOptions & { readonly encoding?: string | undefined },
  closing: AbortSignal,
): Promise<InputRequest> {
  const path = STANDARD_STREAM;
  const source = await openSource(path, closing);
  const decoder = new InputDecoder(options.encoding);
  let start: Uint8Array = NO_BYTES;
  const { known: format, bytes } = await readStart(source.bytes, (part, isEnd) => {
    start = concat(start, isEnd ? decoder.end() : decoder.push(part));
    return recognizeFormat(start, options, isEnd);
  });
  return { path, format, opened: { ...source, bytes } };
}

/** Options that may suit one input and not another; errors about them name the input. */
const OPTIONS_OF_INPUTS: readonly string[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...["header", "delimiter", "encoding", "maxRowBytes", "from"],
];

/** Adds the name of the input to an error about that input. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const message = `${describePath(path)}: ${error.message}`;
  if (option === undefined) return new NoAnswerError(message);
  return OPTIONS_OF_INPUTS.includes(option) ? new BatchError(message, option) : error;
}

/** Bytes that are added to a plan at once: no more is kept of each input than its first rows have. */
const PLANNED_BYTES = 1 << 14;

/** Opens an input and reads its first bytes, as many as the plan needs. */
async function planInput(
  { path, format, opened }: InputRequest,
  shared: SharedOptions,
  closing: AbortSignal,
): Promise<BatchInput> {
  const source = opened ?? (await openSource(path, closing));
  const options = { ...shared, from: format };
  const reader = new BatchReader(options);
  let isFirst = true;
  const { known: plan, bytes } = await readStart(source.bytes, (part, isEnd) => {
    // The marks of UTF-16 begin with 0xfe or 0xff.
    if (isFirst && options.encoding === undefined && part[0] < 0xfe && part.includes(0)) {
      throw new NoAnswerError(
        `${describePath(path)} is not text: it has NUL bytes. Convert it to csv or GeoJSON; if it is UTF-16, use --encoding utf-16le.`,
      );
    }
    isFirst = false;
    for (let at = 0; at < part.length && !reader.plan; at += PLANNED_BYTES) {
      reader.push(part.subarray(at, at + PLANNED_BYTES));
    }
    if (isEnd) reader.end();
    return reader.plan;
  });
  if (source.isFile) source.close();
  // A copy, as the memory of blocks goes to threads.
  const preamble = new Uint8Array(reader.preamble);
  const read = source.isFile ? CLOSED : { bytes };
  return { path, options, preamble, plan, source: { ...source, ...read } };
}

/** Inputs that become one table must have the same columns. @throws NoAnswerError if they have not */
function checkColumns(inputs: readonly BatchInput[]): void {
  const [first, ...others] = inputs.filter(({ plan }) => plan.columns.length > 0);
  if (!first?.plan.hasTableOutput) return;
  const namesOf = ({ plan }: BatchInput) =>
    tableColumns(plan)
      .map(({ name }) => name)
      .join(plan.delimiter);
  const other = others.find((input) => namesOf(input) !== namesOf(first));
  if (!other) return;
  const [found, expected] = [other, first].map(({ plan }) => plan.columns.join(plan.delimiter));
  throw new NoAnswerError(
    `${describePath(other.path)} has the columns ${found}, not ${expected} as in ${displayName(first.path)}. Convert each on its own, or make them alike: mlr --csv unsparsify.`,
  );
}

/** The options of all inputs of a batch. Each input has its own format. */
export type SharedOptions = Omit<ResolvedBatchOptions, "from">;

/**
 * Opens and plans all inputs, so that mistakes are reported before anything is written.
 * @param requests at least one
 * @param closing closes them, and ends a wait for standard input
 * @throws NoAnswerError when an input cannot be read, does not begin as its format does, or has other columns than
 *   the first one
 * @throws BatchError when options are wrong
 */
export async function openInputs(
  requests: readonly InputRequest[],
  options: SharedOptions,
  closing: AbortSignal,
): Promise<readonly BatchInput[]> {
  const inputs: BatchInput[] = [];
  for (const request of requests) {
    const planned = planInput(request, options, closing);
    inputs.push(
      await planned.catch((error: unknown) => Promise.reject(withPath(error, request.path))),
    );
  }
  checkColumns(inputs);
  return inputs;
}
