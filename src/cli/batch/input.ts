/** The inputs of a batch: files and standard input, each of which is planned before any row is converted. */
import { setMaxListeners } from "node:events";
import { createReadStream, fstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { concat, NO_BYTES } from "../../batch/chunks.ts";
import { tableColumns } from "../../batch/columns/layout.ts";
import { BatchError } from "../../batch/errors.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import type { BatchOptionName, ResolvedBatchOptions } from "../../batch/options/options.ts";
import { COLUMN_OPTIONS } from "../../batch/options/roles.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import { recognizeFormat, type UnformattedOptions } from "../../batch/recognize.ts";
import { BatchReader } from "../../batch/session.ts";
import { accessError, NoAnswerError } from "../command-errors.ts";
import { describePath, displayName, isGzipName, notTextError, STANDARD_INPUT } from "./files.ts";
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
  /** Whether it is compressed, as its first bytes say. */
  readonly isGzip: boolean;
  /** Whether the input is a file, which can be opened again from its start. */
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
  /** STANDARD_INPUT for standard input. */
  readonly path: string;
  readonly format: FormatName;
  /** Standard input that was opened to recognize its format, with all of its bytes. */
  readonly opened?: Source | undefined;
}

export interface BatchInput extends PlannedInput, Omit<Source, "bytes" | "readBytes" | "close"> {
  readonly path: string;
  readonly plan: BatchPlan;
  /** Opens the input from its start. Standard input can be opened once. */
  open(): Promise<Source>;
}

async function openFile(path: string) {
  let handle: FileHandle;
  try {
    handle = await open(path);
  } catch (error) {
    throw accessError(describePath(path), "read", error);
  }
  // Reads of the size of a block become blocks without a copy.
  const raw: Readable & { readonly bytesRead?: number } = createReadStream(path, {
    fd: handle,
    highWaterMark: BLOCK_BYTES,
  });
  return { raw, stats: await handle.stat() };
}

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

/** Calls a function when a signal is aborted, or at once if it is already. */
function onAbort(signal: AbortSignal | undefined, close: () => void): void {
  if (signal?.aborted) close();
  else signal?.addEventListener("abort", close);
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
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  }
  for (;;) {
    const { done = false, value = NO_BYTES } = await iterator.next();
    if (!done) read.push(value);
    const known = learn(value, done);
    if (known !== undefined) return { known, bytes: whole() };
  }
}

// How gzip begins. No text does, as the second byte is not UTF-8.
const GZIP_START = [0x1f, 0x8b];

/** Reads the first bytes of an input, which say whether it is compressed. @throws NoAnswerError as openSource */
async function decompressed(path: string, raw: AsyncIterable<Uint8Array>) {
  let start: Uint8Array = NO_BYTES;
  const { known: isGzip, bytes } = await readStart(withReadErrors(path, raw), (part, isEnd) => {
    start = concat(start, part);
    if (start[0] !== GZIP_START[0]) return start.length > 0 || isEnd ? false : undefined;
    return start.length > 1 ? start[1] === GZIP_START[1] : isEnd ? false : undefined;
  });
  if (start.length === 0 && isGzipName(path)) {
    throw accessError(describePath(path), "read", "it is empty, which a compressed file never is");
  }
  if (!isGzip) return { bytes, isGzip };
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  pipeline(Readable.from(bytes), gunzip, () => {});
  return { bytes: withReadErrors(path, gunzip), isGzip };
}

/**
 * Opens a file or standard input.
 * @param path of a file, or STANDARD_INPUT
 * @param closing closes the source when it is aborted, and ends the wait for its first bytes
 * @throws NoAnswerError when the file is missing, is empty but has the name of a compressed file, or cannot be read
 */
export async function openSource(path: string, closing?: AbortSignal): Promise<Source> {
  const isStandardInput = path === STANDARD_INPUT;
  const { raw, stats } = isStandardInput
    ? { raw: process.stdin as Readable & { readonly bytesRead?: number }, stats: fstatSync(0) }
    : await openFile(path);
  const close = () => {
    raw.destroy();
  };
  onAbort(closing, close);
  return {
    // A closure here would keep the first bytes as long as `close`.
    ...(await decompressed(path, raw)),
    isFile: stats.isFile() && !isStandardInput,
    sizeBytes: stats.isFile() ? stats.size : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close,
  };
}

export interface RecognizedInput {
  readonly format: FormatName;
  /** With the bytes that were read. */
  readonly source: Source;
}

/** Recognizes the format of standard input, which has no name that would tell it, by its first row. */
export async function recognizeInput(
  source: Source,
  options: UnformattedOptions & { readonly encoding?: string | undefined },
): Promise<RecognizedInput> {
  const decoder = new InputDecoder(options.encoding);
  let start: Uint8Array = NO_BYTES;
  const { known, bytes } = await readStart(source.bytes, (part, isEnd) => {
    start = concat(start, isEnd ? decoder.end() : decoder.push(part));
    return recognizeFormat(start, options, isEnd);
  });
  return { format: known, source: { ...source, bytes } };
}

/** Options that may suit one input and not another; errors about them name the input. */
const OPTIONS_OF_INPUTS: readonly BatchOptionName[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...(["header", "delimiter", "encoding", "maxRowBytes", "from"] as const),
];

/** Adds the name of the input to an error about that input. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const message = `${describePath(path)}: ${error.message}`;
  if (option === undefined) return new NoAnswerError(message);
  return OPTIONS_OF_INPUTS.includes(option) ? new BatchError(message, option) : error;
}

/** @throws NoAnswerError if the first bytes of an input are not text */
function checkText(path: string, first: Uint8Array, encoding: string | undefined): void {
  // The marks of UTF-16 begin with 0xfe or 0xff.
  if (encoding !== undefined || first[0] >= 0xfe || !first.includes(0)) return;
  throw new NoAnswerError(notTextError(path));
}

// Functions of their own, as all closures of one keep what any of them uses: here, the first bytes.
const opener = (path: string, closing: AbortSignal) => () => openSource(path, closing);
const openerOf = (source: Source) => async () => source;

/** Bytes that are added to a plan at once. */
const PLANNED_BYTES = 1 << 14;

/** Opens an input and reads its first bytes, as many as the plan needs. */
async function planInput(
  { path, format, opened }: InputRequest,
  shared: SharedOptions,
  closing: AbortSignal,
): Promise<BatchInput> {
  const source = opened ?? (await openSource(path, closing));
  if (opened) onAbort(closing, opened.close);
  const options = { ...shared, from: format };
  try {
    const reader = new BatchReader(options);
    let isFirst = true;
    const { known: plan, bytes } = await readStart(source.bytes, (part, isEnd) => {
      if (isFirst) checkText(path, part, options.encoding);
      isFirst = false;
      // No more is kept of each input than its first rows have.
      for (let at = 0; at < part.length && !reader.plan; at += PLANNED_BYTES) {
        reader.push(part.subarray(at, at + PLANNED_BYTES));
      }
      if (isEnd) reader.end();
      return reader.plan;
    });
    const { isGzip, isFile, sizeBytes, identity, close } = source;
    // A copy, as the memory of blocks goes to threads.
    const preamble = new Uint8Array(reader.preamble);
    const planned = { path, options, preamble, plan, isGzip, isFile, sizeBytes, identity };
    if (isFile) close();
    return { ...planned, open: isFile ? opener(path, closing) : openerOf({ ...source, bytes }) };
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Inputs that become one table must have the same columns. @throws NoAnswerError if they have not */
function checkColumns(inputs: readonly BatchInput[]): void {
  const [first, ...others] = inputs.filter(({ plan }) => plan.columns.length > 0);
  if (!first?.plan.hasTableOutput) return;
  const namesOf = ({ plan }: BatchInput) => tableColumns(plan).map(({ name }) => name);
  const expected = namesOf(first).join();
  for (const other of others) {
    const isSame = namesOf(other).join() === expected;
    if (isSame && other.plan.delimiter === first.plan.delimiter) continue;
    const difference = isSame
      ? `the delimiter '${other.plan.delimiter}', not '${first.plan.delimiter}'`
      : `the columns ${other.plan.columns.join(", ")}, not ${first.plan.columns.join(", ")}`;
    throw new NoAnswerError(
      `${describePath(other.path)} has ${difference} as in ${displayName(first.path)}. Convert each on its own, or make them alike: mlr --csv unsparsify.`,
    );
  }
}

/** The options of all inputs of a batch. Each input has its own format. */
export type SharedOptions = Omit<ResolvedBatchOptions, "from">;

/**
 * Opens and plans all inputs, so that mistakes are reported before anything is written, and closes them when they have
 * been used.
 * @param requests at least one
 * @param stop closes them at once, and ends a wait for standard input
 * @param use gets the inputs, and what closes them
 * @throws NoAnswerError when an input cannot be read, does not begin as its format does, or has other columns than
 *   the first one
 * @throws BatchError when options are wrong
 */
export async function withInputs<Result>(
  requests: readonly InputRequest[],
  options: SharedOptions,
  stop: AbortSignal | undefined,
  use: (inputs: readonly BatchInput[], closing: AbortController) => Promise<Result>,
): Promise<Result> {
  const closing = new AbortController();
  // Each input listens. Node warns of more than ten listeners.
  setMaxListeners(0, closing.signal);
  onAbort(stop, () => closing.abort());
  try {
    const inputs: BatchInput[] = [];
    for (const request of requests) inputs.push(await planInput(request, options, closing.signal));
    checkColumns(inputs);
    return await use(inputs, closing);
  } finally {
    closing.abort();
  }
}
