/** The inputs of a batch, each planned for itself before the first row is converted. */

import { BatchError } from "../../batch/errors.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import type { BatchOptions } from "../../batch/options.ts";
import { type BatchPlan, PreambleCollector, planBatch } from "../../batch/plan.ts";
import { type Compression, checkCompression } from "./compression.ts";
import { BatchRunError } from "./errors.ts";
import { nameOf, openSource, type Source } from "./source.ts";

export interface InputRequest {
  /** STANDARD_INPUT for standard input. */
  readonly path: string;
  readonly format: FormatName;
  readonly compression: Compression | undefined;
}

export interface PlannedInput {
  readonly path: string;
  readonly plan: BatchPlan;
  readonly isFile: boolean;
  readonly sizeBytes: number | undefined;
  readonly identity: string;
  /** Its bytes from the start; once, unless it is a file. */
  open(): Promise<Source>;
}

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

async function* continued(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return;
    yield value;
  }
}

/** Options that are right or wrong for one input. */
const OF_INPUT = ["latColumn", "lonColumn", "codeColumn", "territoryColumn", "from"];

/** Adds the name of the input to an error that is about it. */
function ofInput(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { option, message } = error;
  if (option === undefined) return new BatchRunError(`${nameOf(path)}: ${message}`);
  return OF_INPUT.includes(option) ? new BatchError(`${nameOf(path)}: ${message}`, option) : error;
}

function planOf(head: Uint8Array, path: string, options: BatchOptions): BatchPlan {
  try {
    return planBatch(head, options);
  } catch (error) {
    throw ofInput(error, path);
  }
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
  const head = await readPreamble(iterator, format).catch((error) => {
    throw ofInput(error, path);
  });
  const plan = planOf(head, path, { ...options, from: format });
  const { isFile, sizeBytes, identity } = source;
  if (isFile) source.close();
  const again = { ...source, bytes: continued(head, iterator) };
  const open = isFile ? () => openSource(path, compression) : async () => again;
  return { path, plan, isFile, sizeBytes, identity, open };
}

/** Tables become one table only when they have the same columns. */
function checkColumns(inputs: readonly PlannedInput[]): void {
  const filled = inputs.filter(({ plan }) => plan.columns.length > 0);
  const [first, ...others] = filled;
  if (!first?.plan.hasTableOutput) return;
  const columnsOf = ({ plan }: PlannedInput) => [...plan.columns, ...plan.added].join(", ");
  for (const other of others) {
    const isSame = JSON.stringify(other.plan.columns) === JSON.stringify(first.plan.columns);
    if (isSame && columnsOf(other) === columnsOf(first)) continue;
    throw new BatchRunError(
      `${nameOf(other.path)} has the columns ${other.plan.columns.join(", ")}; expected those of '${first.path}': ${first.plan.columns.join(", ")}.`,
    );
  }
}

/**
 * @param onOpen is told of every input that is opened, for it to be closed if that fails
 * @throws BatchRunError when an input cannot be read, begins as its format does not, or has other
 *   columns than the first; BatchError when options are wrong
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
