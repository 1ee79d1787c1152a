/** The inputs of a batch: files and standard input, decompressed, each planned before any row is converted. */
import { createReadStream, fstatSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { BatchError } from "../../batch/errors.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import type { BatchOptions } from "../../batch/options.ts";
import { type BatchPlan, PreambleCollector, planBatch } from "../../batch/plan.ts";
import { BatchRunError, reasonOf } from "../errors.ts";
import { checkCompression, createDecompressors } from "./compression.ts";
import { type Compression, describePath, STANDARD_INPUT } from "./file-names.ts";

/**
 * The size of a block. The rows of a block are one task: large enough that handing it to a thread costs
 * little, small enough that a few per thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

export interface InputRequest {
  /** STANDARD_INPUT for standard input. */
  readonly path: string;
  readonly format: FormatName;
  readonly compression: Compression | undefined;
}

/** An open input. */
export interface Source {
  /** Decompressed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Whether it can be opened again from its start. */
  readonly isFile: boolean;
  /** The size on disk, compressed; undefined for a pipe. */
  readonly sizeBytes: number | undefined;
  /** Device and inode: the same for two paths of one file. */
  readonly identity: string;
  /** How many of the bytes on disk have been read. */
  readBytes(): number;
  close(): void;
}

export interface PlannedInput {
  readonly path: string;
  readonly plan: BatchPlan;
  readonly isFile: boolean;
  readonly sizeBytes: number | undefined;
  readonly identity: string;
  /** Opens the input from its start; standard input only once. */
  open(): Promise<Source>;
}

interface OpenStream {
  readonly raw: Readable & { readonly bytesRead?: number };
  readonly stats: Stats;
}

function readError(path: string, error: unknown): BatchRunError {
  return new BatchRunError(`${describePath(path)} cannot be read: ${reasonOf(error)}.`);
}

async function openFile(path: string): Promise<OpenStream> {
  let handle: FileHandle;
  try {
    handle = await open(path);
  } catch (error) {
    throw readError(path, error);
  }
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new BatchRunError(`${describePath(path)} is a directory; expected a file.`);
  }
  // Reads of the size of a block become blocks without a copy.
  return { raw: createReadStream(path, { fd: handle, highWaterMark: BLOCK_BYTES }), stats };
}

async function* bytesOf(path: string, stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of stream) yield bytes;
  } catch (error) {
    throw readError(path, error);
  }
}

/**
 * Opens a file or standard input.
 * @param path of a file, or STANDARD_INPUT
 * @throws BatchRunError when the file is missing, is a directory or cannot be read
 */
async function openSource(path: string, compression: Compression | undefined): Promise<Source> {
  const isStandardInput = path === STANDARD_INPUT;
  const { raw, stats } = isStandardInput
    ? { raw: process.stdin, stats: fstatSync(0) }
    : await openFile(path);
  let stream: Readable = raw;
  if (compression) {
    const decompressors = createDecompressors(compression, BLOCK_BYTES);
    // The last stream passes on the errors of all of them.
    pipeline([raw, ...decompressors], () => {});
    stream = decompressors.at(-1) ?? raw;
  }
  return {
    bytes: bytesOf(path, stream),
    isFile: stats.isFile() && !isStandardInput,
    sizeBytes: stats.isFile() ? stats.size : undefined,
    identity: `${stats.dev}:${stats.ino}`,
    readBytes: () => raw.bytesRead ?? 0,
    close() {
      stream.destroy();
      raw.destroy();
    },
  };
}

/** Reads until the batch can be planned. */
async function readPreamble(
  iterator: AsyncIterator<Uint8Array>,
  format: FormatName,
): Promise<Uint8Array> {
  const preamble = new PreambleCollector(format);
  for (;;) {
    const { done, value } = await iterator.next();
    if (done || preamble.add(value)) return preamble.bytes;
  }
}

/** The bytes of an input whose first ones have been read already. */
async function* withPreamble(
  preamble: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (preamble.length > 0) yield preamble;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return;
    yield value;
  }
}

/** Whether these options fit may differ from input to input; messages then name the input. */
const OPTIONS_OF_INPUTS = ["latColumn", "lonColumn", "codeColumn", "territoryColumn", "from"];

/** Adds the name of the input to an error that is about it. */
function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const message = `${describePath(path)}: ${error.message}`;
  if (option === undefined) return new BatchRunError(message);
  return OPTIONS_OF_INPUTS.includes(option) ? new BatchError(message, option) : error;
}

async function planInput(
  { path, format, compression }: InputRequest,
  options: Omit<BatchOptions, "from">,
  onOpen: (source: Source) => void,
): Promise<PlannedInput> {
  checkCompression(compression);
  const source = await openSource(path, compression);
  onOpen(source);
  const iterator = source.bytes[Symbol.asyncIterator]();
  let preamble: Uint8Array;
  let plan: BatchPlan;
  try {
    preamble = await readPreamble(iterator, format);
    plan = planBatch(preamble, { ...options, from: format });
  } catch (error) {
    throw withPath(error, path);
  }
  const { isFile, sizeBytes, identity } = source;
  if (isFile) source.close();
  const reopened = { ...source, bytes: withPreamble(preamble, iterator) };
  const reopen = isFile ? () => openSource(path, compression) : async () => reopened;
  return { path, plan, isFile, sizeBytes, identity, open: reopen };
}

/** Several tables become one table, so all of them need the columns of the first one. */
function checkColumns(inputs: readonly PlannedInput[]): void {
  const filled = inputs.filter(({ plan }) => plan.columns.length > 0);
  const [first, ...others] = filled;
  if (!first?.plan.hasTableOutput) return;
  const columnsOf = ({ plan }: PlannedInput) => JSON.stringify([plan.columns, plan.added]);
  for (const other of others) {
    if (columnsOf(other) === columnsOf(first)) continue;
    throw new BatchRunError(
      `${describePath(other.path)} has other columns than '${first.path}'. Expected: ${first.plan.columns.join(", ")}. Found: ${other.plan.columns.join(", ")}.`,
    );
  }
}

/**
 * Opens and plans all inputs, so that mistakes are reported before anything is written.
 * @param onOpen is called with every source that is opened; the caller closes them
 * @throws BatchRunError when an input cannot be read, does not begin as its format does, or has other
 *   columns than the first one
 * @throws BatchError when options are wrong
 */
export async function planInputs(
  requests: readonly InputRequest[],
  options: Omit<BatchOptions, "from">,
  onOpen: (source: Source) => void,
): Promise<readonly PlannedInput[]> {
  const inputs: PlannedInput[] = [];
  for (const request of requests) inputs.push(await planInput(request, options, onOpen));
  checkColumns(inputs);
  return inputs;
}
