/** The inputs of a batch, each of which is planned before any row is converted. */

import type { ResolvedBatchOptions } from "../../batch/batch-options.ts";
import { BatchError, batchError } from "../../batch/errors.ts";
import { needsMorePoints } from "../../batch/first-points.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import { decodeParts, InputDecoder } from "../../batch/input-decoder.ts";
import { type BatchOptionName, COLUMN_OPTIONS } from "../../batch/options/conversion.ts";
import { FORMAT_FACTS } from "../../batch/options/formats.ts";
import {
  type BatchPlan,
  type InputFacts,
  PreambleCollector,
  planBatchFor,
} from "../../batch/plan.ts";
import { messageOf, messageText, sentence } from "../../internal.ts";
import { BatchRunError } from "../command-errors.ts";
import { nameFlag } from "../terminal.ts";
import { type Compression, describePath, fileKindOf, STANDARD_INPUT } from "./file-names.ts";
import { MemberNames, needsMemberNames } from "./member-names.ts";
import { type Closable, openSource, type Source, withStart } from "./sources.ts";

export interface InputRequest {
  /** STANDARD_INPUT for standard input. */
  readonly path: string;
  readonly format: FormatName;
  /** Standard input that was opened to recognize its format, with all of its bytes. */
  readonly opened?: Source | undefined;
  /** The file to read in the place of the path, which messages name. */
  readonly file?: string;
}

/** The options of all inputs of a batch. Each input has its own format. */
export type SharedOptions = Omit<ResolvedBatchOptions, "from">;

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

/** A planned input, and how to plan it with more knowledge of its rows. */
interface ReplannableInput extends PlannedInput {
  replan(facts: InputFacts): BatchPlan;
}

/** Reads the first bytes, as many as the plan needs and tell whether points are in degrees, and plans. */
async function planStart(
  iterator: AsyncIterator<Uint8Array>,
  options: ResolvedBatchOptions,
  decoder: InputDecoder,
  isPart: boolean,
): Promise<{ readonly preamble: Uint8Array; readonly plan: BatchPlan }> {
  const collector = new PreambleCollector(options);
  for (;;) {
    const { done = false, value } = await iterator.next();
    if (!done && !collector.add(value)) continue;
    const { bytes: preamble } = collector;
    const facts = { notices: decoder.notices, isPart };
    const plan = planBatchFor(preamble, options, facts, nameFlag);
    if (!needsMorePoints(plan, preamble, done) || done) return { preamble, plan };
  }
}

/** Options that may suit one input and not another; errors about them name the input. */
const OPTIONS_OF_INPUTS: readonly BatchOptionName[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...(["header", "delimiter", "encoding", "maxRowBytes", "from", "clamp"] as const),
];

/** Adds the name of the input to an error about that input. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const message = sentence`${describePath(path)}: ${messageOf(error)}`;
  if (option === undefined) return new BatchRunError(messageText(message, nameFlag));
  return OPTIONS_OF_INPUTS.includes(option) ? batchError(message, option) : error;
}

async function planInput(
  { path, format, opened, file = path }: InputRequest,
  options: SharedOptions,
  isPart: boolean,
  onOpen: (source: Closable) => void,
): Promise<ReplannableInput> {
  if (opened) onOpen(opened);
  const source = opened ?? (await openSource(file, onOpen));
  const decoder = new InputDecoder(options.encoding);
  const iterator = decodeParts(source.bytes, decoder)[Symbol.asyncIterator]();
  let preamble: Uint8Array;
  let plan: BatchPlan;
  const inputOptions = { ...options, from: format };
  try {
    ({ preamble, plan } = await planStart(iterator, inputOptions, decoder, isPart));
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
    const opened = await openSource(file);
    return { ...opened, bytes: decodeParts(opened.bytes, new InputDecoder(options.encoding)) };
  };
  const open = isFile ? reopen : async () => reused;
  const replan = (facts: InputFacts) =>
    planBatchFor(preamble, inputOptions, { ...facts, notices: decoder.notices }, nameFlag);
  return { path, plan, compression, isFile, sizeBytes, identity, open, replan };
}

/**
 * Reads JSON files once for the names of their members, before they are converted. A stream cannot be read
 * twice, so only its first row counts.
 */
async function withMemberNames(
  inputs: readonly ReplannableInput[],
  onOpen: (source: Closable) => void,
): Promise<readonly ReplannableInput[]> {
  const named = inputs.filter(({ plan, isFile }) => isFile && needsMemberNames(plan));
  if (named.length === 0) return inputs;
  const members = new MemberNames(named[0].plan);
  for (const { path, plan } of named) {
    const open = async () => {
      const { bytes } = await openSource(path, onOpen);
      return decodeParts(bytes, new InputDecoder(plan.options.encoding));
    };
    if (await members.areIn(await open())) await members.add(await open(), plan);
  }
  const { names } = members;
  return inputs.map((input) => {
    if (!named.includes(input)) return input;
    // The first row of an input may have names that only the plan of that input looks for.
    const memberNames = [
      ...new Set([...names, ...(input.plan.hasTableOutput ? [] : input.plan.names)]),
    ];
    return { ...input, plan: input.replan({ memberNames, isPart: inputs.length > 1 }) };
  });
}

const COMPRESSION_NAMES: Readonly<Record<Compression, string>> = {
  gzip: "gzip",
  zstd: "Zstandard",
};

/** The notice about an input whose name is wrong about its compression; undefined if the name is right. */
export function compressionNotice({ path, compression }: PlannedInput): string | undefined {
  const named = fileKindOf(path).compression;
  if (path === STANDARD_INPUT || named === compression) return undefined;
  const actual = compression
    ? `compressed with ${COMPRESSION_NAMES[compression]}`
    : "not compressed";
  return `${describePath(path)} is ${actual}, although its name says otherwise. It is read as it is.`;
}

/** What inputs that become one table must have in common. */
function tableOf({ layout, columns, added, delimiter, keepsFormat }: BatchPlan): string {
  const names = layout ? layout.map(({ name }) => name) : [...columns, ...added];
  return JSON.stringify([names, keepsFormat ? delimiter : ""]);
}

/**
 * What each input must know of the others if they become one table, or if columns are chosen.
 * @returns undefined if their columns are the same, or cannot be told apart by their names
 */
function combinedFacts(plans: readonly BatchPlan[]): InputFacts | undefined {
  const [first, ...others] = plans.filter(({ columns }) => columns.length > 0);
  const chosen = first?.options.columns;
  if (!first?.options.header || !(first.hasTableOutput || chosen)) return undefined;
  if (!chosen && others.every((plan) => tableOf(plan) === tableOf(first))) return undefined;
  if (plans.some(({ columns }) => new Set(columns).size < columns.length)) return undefined;
  const combinedColumns = uniqueNames(plans.map(({ columns }) => columns));
  // Objects may have any members.
  const isPart = plans.some(({ options }) => FORMAT_FACTS[options.from].kind !== "table");
  const outputDelimiter = first.keepsFormat ? first.delimiter : undefined;
  return { combinedColumns, isPart, outputDelimiter };
}

function uniqueNames(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

/** Gives inputs that become one output the names of all of them, so that each has the same names of results. */
function withAllNames(inputs: readonly ReplannableInput[]): readonly PlannedInput[] {
  if (inputs.length === 1) return inputs;
  const plans = inputs.map(({ plan }) => plan);
  const usedNames = uniqueNames(plans.map(({ names }) => names));
  const facts = { usedNames, ...combinedFacts(plans) };
  return inputs.map((input) => {
    return { ...input, plan: input.replan({ memberNames: input.plan.memberNames, ...facts }) };
  });
}

/** Inputs that become one table must have the same columns, or columns that can be combined. */
function checkColumns(inputs: readonly PlannedInput[]): void {
  const filled = inputs.filter(({ plan }) => plan.columns.length > 0);
  const [first, ...others] = filled;
  if (!first?.plan.hasTableOutput) return;
  const tableOfFirst = tableOf({ ...first.plan, keepsFormat: false });
  for (const other of others) {
    if (tableOf({ ...other.plan, keepsFormat: false }) === tableOfFirst) continue;
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
  options: SharedOptions,
  onOpen: (source: Closable) => void,
): Promise<readonly PlannedInput[]> {
  const planned: ReplannableInput[] = [];
  const isPart = requests.length > 1;
  for (const request of requests) planned.push(await planInput(request, options, isPart, onOpen));
  const inputs = withAllNames(await withMemberNames(planned, onOpen));
  checkColumns(inputs);
  return inputs;
}
