/** The inputs of a batch, each of which is planned before any row is converted. */

import { type BatchOptionName, COLUMN_OPTIONS } from "../../batch/conversion.ts";
import { decodeParts, InputDecoder } from "../../batch/encodings.ts";
import { BatchError } from "../../batch/errors.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import type { BatchOptions } from "../../batch/options.ts";
import { type BatchPlan, PreambleCollector, planBatch } from "../../batch/plan.ts";
import { BatchRunError } from "../errors.ts";
import { type Compression, describePath, fileKindOf, STANDARD_INPUT } from "./file-names.ts";
import { type Closable, openSource, type Source, withStart } from "./sources.ts";

export interface InputRequest {
  /** STANDARD_INPUT for standard input. */
  readonly path: string;
  readonly format: FormatName;
}

export interface PlannedInput {
  readonly path: string;
  readonly plan: BatchPlan;
  readonly compression: Compression | undefined;
  readonly isFile: boolean;
  readonly sizeBytes: number | undefined;
  readonly identity: string;
  /** Opens the input from its start. Standard input can be opened once. */
  open(): Promise<Source>;
}

/** Reads the first bytes, as many as the plan needs. */
async function readPreamble(
  iterator: AsyncIterator<Uint8Array>,
  options: BatchOptions,
): Promise<Uint8Array> {
  const preamble = new PreambleCollector(options);
  for (;;) {
    const { done, value } = await iterator.next();
    if (done || preamble.add(value)) return preamble.bytes;
  }
}

/** Options that may suit one input and not another; errors about them name the input. */
const OPTIONS_OF_INPUTS: readonly BatchOptionName[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...(["delimiter", "encoding", "maxRowBytes", "from"] as const),
];

/** Adds the name of the input to an error about that input. */
function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const message = `${describePath(path)}: ${error.message}`;
  if (option === undefined) return new BatchRunError(message);
  return OPTIONS_OF_INPUTS.includes(option) ? new BatchError(message, option) : error;
}

async function planInput(
  { path, format }: InputRequest,
  options: Omit<BatchOptions, "from">,
  onOpen: (source: Closable) => void,
): Promise<PlannedInput> {
  const source = await openSource(path, onOpen);
  const decoder = new InputDecoder(options.encoding);
  const iterator = decodeParts(source.bytes, decoder)[Symbol.asyncIterator]();
  let preamble: Uint8Array;
  let plan: BatchPlan;
  try {
    const inputOptions = { ...options, from: format };
    preamble = await readPreamble(iterator, inputOptions);
    plan = planBatch(preamble, inputOptions, decoder);
  } catch (error) {
    throw withPath(error, path);
  }
  const { compression, isFile, sizeBytes, identity } = source;
  if (isFile) {
    await iterator.return?.(undefined);
    source.close();
  }
  const reused = { ...source, bytes: withStart(preamble, iterator) };
  const reopen = async () => {
    const opened = await openSource(path);
    return { ...opened, bytes: decodeParts(opened.bytes, new InputDecoder(options.encoding)) };
  };
  const open = isFile ? reopen : async () => reused;
  return { path, plan, compression, isFile, sizeBytes, identity, open };
}

const COMPRESSION_NAMES: Readonly<Record<Compression, string>> = {
  gzip: "gzip",
  zstd: "Zstandard",
};

/** What to tell the user about an input whose name is wrong about its compression; undefined if it is right. */
export function compressionNotice({ path, compression }: PlannedInput): string | undefined {
  const named = fileKindOf(path).compression;
  if (path === STANDARD_INPUT || named === compression) return undefined;
  const isWhat = compression
    ? `compressed with ${COMPRESSION_NAMES[compression]}`
    : "not compressed";
  return `${describePath(path)} is ${isWhat}, although its name says otherwise. It is read as it is.`;
}

/** Inputs that become one table must have the same columns. */
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
 * @param onOpen called with each source that is opened; the caller closes it
 * @throws BatchRunError when an input cannot be read, does not begin as its format does, or has other
 *   columns than the first one
 * @throws BatchError when options are wrong
 */
export async function planInputs(
  requests: readonly InputRequest[],
  options: Omit<BatchOptions, "from">,
  onOpen: (source: Closable) => void,
): Promise<readonly PlannedInput[]> {
  const inputs: PlannedInput[] = [];
  for (const request of requests) inputs.push(await planInput(request, options, onOpen));
  checkColumns(inputs);
  return inputs;
}
