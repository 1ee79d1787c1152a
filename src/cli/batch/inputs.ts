/** The inputs of a batch, each of which is planned before any row is converted. */
import { setMaxListeners } from "node:events";
import type { ResolvedBatchOptions } from "../../batch/batch-options.ts";
import { concat, NO_BYTES } from "../../batch/chunks.ts";
import { tableColumns } from "../../batch/columns/layout.ts";
import { BatchError } from "../../batch/errors.ts";
import type { FormatName } from "../../batch/formats/index.ts";
import { decodeParts, InputDecoder } from "../../batch/input-decoder.ts";
import { type BatchOptionName, COLUMN_OPTIONS } from "../../batch/options/conversion.ts";
import { FORMAT_FACTS } from "../../batch/options/formats.ts";
import { type BatchPlan, type InputFacts, planBatch, planBatchFor } from "../../batch/plan.ts";
import { recognizeFormat, type UnformattedOptions } from "../../batch/recognize.ts";
import { NoAnswerError } from "../command-errors.ts";
import {
  COMPRESSIONS,
  describePath,
  fileKindOf,
  notTextError,
  STANDARD_INPUT,
} from "./file-names.ts";
import { MemberNames, needsMemberNames } from "./member-names.ts";
import { type PlannedInput, Reader } from "./reading.ts";
import { onAbort, openSource, readStart, type Source } from "./sources.ts";

export interface RecognizedInput {
  readonly format: FormatName;
  /** With the bytes that were read. */
  readonly source: Source;
}

/**
 * Recognizes the format of standard input, which has no name that would tell it, by its first row.
 * @throws BatchError if it looks like UTF-16 without a mark
 */
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

export interface InputsRequest {
  /** At least one. */
  readonly inputs: readonly InputRequest[];
  readonly options: SharedOptions;
}

/** A planned input, and how to plan it with more knowledge of its rows. */
interface ReplannableInput extends PlannedInput {
  replan(facts: InputFacts): BatchPlan;
}

/** Options that may suit one input and not another; errors about them name the input. */
const OPTIONS_OF_INPUTS: readonly BatchOptionName[] = [
  ...Object.values(COLUMN_OPTIONS),
  ...(["header", "delimiter", "encoding", "maxRowBytes", "from"] as const),
];

/** @throws NoAnswerError if the first bytes are not text */
function checkText(path: string, part: Uint8Array): void {
  if (part.includes(0)) throw new NoAnswerError(notTextError(path));
}

/** Adds the name of the input to an error about that input. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BatchError)) return error;
  const { option } = error;
  const message = `${describePath(path)}: ${error.message}`;
  if (option === undefined) return new NoAnswerError(message);
  return OPTIONS_OF_INPUTS.includes(option) ? new BatchError(message, option) : error;
}

/** Bytes that are added to a plan at once: of each input, no more are kept than its first rows have. */
const PLANNED_BYTES = 1 << 14;

/** Opens an input and reads its first bytes, as many as the plan needs and tell whether points are in degrees. */
async function planInput(
  { path, format, opened, file = path }: InputRequest,
  options: SharedOptions,
  isPart: boolean,
  closing: AbortSignal,
): Promise<ReplannableInput> {
  const source = opened ?? (await openSource(file, closing));
  if (opened) onAbort(closing, opened.close);
  const decoder = new InputDecoder(options.encoding);
  try {
    const inputOptions = { ...options, from: format };
    let preamble: Uint8Array = NO_BYTES;
    const replan = (facts: InputFacts) => {
      return planBatchFor(preamble, inputOptions, withNotices(facts));
    };
    const withNotices = (facts: InputFacts) => ({ ...facts, notices: decoder.notices });
    const decoded = decodeParts(source.bytes, decoder);
    const { known, bytes, end } = await readStart(decoded, (part, isEnd) => {
      checkText(path, part);
      if (isEnd) return replan({ isPart });
      for (let at = 0; at < part.length; at += PLANNED_BYTES) {
        preamble = concat(preamble, part.subarray(at, at + PLANNED_BYTES));
        if (planBatch(preamble, inputOptions, false)) return replan({ isPart });
      }
      return undefined;
    });
    const { compression, isFile, sizeBytes, identity } = source;
    const planned = { path, plan: known, compression, isFile, sizeBytes, identity, replan };
    if (!isFile) {
      const whole = { ...source, bytes };
      return { ...planned, open: async () => whole };
    }
    await end();
    source.close();
    return { ...planned, open: () => openDecoded(file, options, closing) };
  } catch (error) {
    throw withPath(error, path);
  }
}

async function openDecoded(
  file: string,
  { encoding }: SharedOptions,
  closing: AbortSignal,
): Promise<Source> {
  const source = await openSource(file, closing);
  return { ...source, bytes: decodeParts(source.bytes, new InputDecoder(encoding)) };
}

/**
 * Reads JSON files once for the names of their members, before they are converted. A stream cannot be read
 * twice, so only its first row counts.
 */
async function withMemberNames(
  inputs: readonly ReplannableInput[],
): Promise<readonly ReplannableInput[]> {
  const named = inputs.filter(({ plan, isFile }) => isFile && needsMemberNames(plan));
  if (named.length === 0) return inputs;
  const members = new MemberNames(named[0].plan);
  for (const input of named) {
    const { bytes, close } = await input.open();
    const mayHaveNames = await members.areIn(bytes);
    close();
    if (!mayHaveNames) continue;
    const reader = new Reader({ inputs: [input], isResumable: false });
    await members.add(reader.tasks(), input.plan);
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

/** The notice about an input whose name is wrong about its compression; undefined if the name is right. */
export function compressionNotice({ path, compression }: PlannedInput): string | undefined {
  const named = fileKindOf(path).compression;
  if (path === STANDARD_INPUT || named === compression) return undefined;
  const actual = compression
    ? `compressed with ${COMPRESSIONS[compression].title}`
    : "not compressed";
  return `${describePath(path)} is ${actual}, although its name says otherwise. It is read as it is.`;
}

/** What inputs that become one table must have in common. */
function tableOf(plan: BatchPlan): string {
  const names = tableColumns(plan).map(({ name }) => name);
  return JSON.stringify([names, plan.keepsFormat ? plan.delimiter : ""]);
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
    throw new NoAnswerError(
      `${describePath(other.path)} has other columns than '${first.path}'. Expected: ${first.plan.columns.join(", ")}. Found: ${other.plan.columns.join(", ")}.`,
    );
  }
}

async function planInputs(
  requests: readonly InputRequest[],
  options: SharedOptions,
  closing: AbortSignal,
): Promise<readonly PlannedInput[]> {
  const planned: ReplannableInput[] = [];
  const isPart = requests.length > 1;
  for (const request of requests) planned.push(await planInput(request, options, isPart, closing));
  const inputs = withAllNames(await withMemberNames(planned));
  checkColumns(inputs);
  return inputs;
}

/**
 * Opens and plans all inputs, so that mistakes are reported before anything is written, and closes them when they have
 * been used.
 * @param stop closes them at once, and ends a wait for standard input
 * @throws NoAnswerError when an input cannot be read, does not begin as its format does, or has other
 *   columns than the first one
 * @throws BatchError when options are wrong
 */
export async function withInputs<Result>(
  { inputs, options }: InputsRequest,
  use: (inputs: readonly PlannedInput[]) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const closing = new AbortController();
  // Each input listens. Node warns of more than ten listeners.
  setMaxListeners(0, closing.signal);
  onAbort(stop, () => closing.abort());
  try {
    return await use(await planInputs(inputs, options, closing.signal));
  } finally {
    closing.abort();
  }
}
