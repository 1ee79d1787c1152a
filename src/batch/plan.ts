/**
 * The plan of a batch: everything that follows from its options and the first bytes of its input. It is made
 * once and sent to all workers.
 */
import { LINE_FEED } from "../characters.ts";
import { messageText, type NameOption, nameSetting, option, sentence } from "../internal.ts";
import { utf8Bytes } from "../platform.ts";
import { checkOptions, type ResolvedBatchOptions } from "./batch-options.ts";
import { concatAll } from "./chunks.ts";
import { checkDistinct, isSameName } from "./columns/columns.ts";
import { layoutOf, nameResults } from "./columns/layout.ts";
import { BatchLimitError } from "./errors.ts";
import type { FormatPlan, InputStart } from "./format-plan.ts";
import type { Format } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import type { FrameBytes } from "./output/frame.ts";
import { afterByteOrderMark, afterLines, countLines, isOnlyByteOrderMark } from "./scan.ts";

/** Plain data that survives a structured clone. */
export interface BatchPlan extends FormatPlan, FrameBytes {
  /** The options that the plan was made for. */
  readonly options: ResolvedBatchOptions;
  /** Line feeds in the bytes before the first row. */
  readonly preambleLines: number;
  /** What was guessed about the input, as sentences that name the option to change it. */
  readonly notices: readonly string[];
}

/** The delimiter of the plans of inputs that are not tables; nothing reads it. */
const DEFAULT_DELIMITER = ",";

/** The start of an input that has nothing. */
const NO_START: InputStart = { bytes: 0, firstRow: undefined };

/** The start of an input, behind its byte order mark; undefined if more bytes are needed. */
function startOf(
  format: Format,
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const mark = afterByteOrderMark(bytes);
  const start = format.readStart(bytes.subarray(mark), options, isLast);
  return start && { ...start, bytes: mark + start.bytes };
}

/** What is known of an input besides its first bytes. */
export interface InputFacts {
  /** What was guessed about its encoding; see InputDecoder. */
  readonly notices?: readonly string[];
  /** Names of the members of all rows, in JSON; without them, the first row counts. */
  readonly memberNames?: readonly string[] | undefined;
  /** Names of the columns or members of all inputs of one output. */
  readonly usedNames?: readonly string[] | undefined;
  /** Whether other inputs may have columns that this one lacks. */
  readonly isPart?: boolean;
  /** The columns of all inputs that are combined, if they differ. */
  readonly combinedColumns?: readonly string[] | undefined;
  /** The delimiter of the combined table. */
  readonly outputDelimiter?: string | undefined;
}

/**
 * Plans the batch of one input.
 * @param preamble the first bytes of the input: at least its whole first row, or the whole input if it has
 *   none; see PreambleCollector
 * @param facts what is known of the input besides its first bytes
 * @throws BatchError when options are wrong or contradict each other, when the input does not begin as its
 *   format requires, or when a column is missing (the message lists the existing columns, and names the
 *   option that chooses one)
 */
export function planBatch(
  preamble: Uint8Array,
  options: ResolvedBatchOptions,
  facts: InputFacts = {},
): BatchPlan {
  return planBatchFor(preamble, options, facts, nameSetting);
}

const ALL_SKIPPED = sentence`The input ends within the lines that the ${option("skip")} leaves out.`;

/** As planBatch, with notices for readers who know options by the names that a function writes. */
export function planBatchFor(
  preamble: Uint8Array,
  options: ResolvedBatchOptions,
  facts: InputFacts,
  nameOption: NameOption,
): BatchPlan {
  checkOptions(options);
  const input = formatNamed(options.from);
  const output = formatNamed(options.to);
  const skipped = afterLines(preamble, options.skip);
  const start = startOf(input, preamble.subarray(skipped), options, true) ?? NO_START;
  const { delimiter = DEFAULT_DELIMITER, firstRow, lineEnd = "\n", notices = [] } = start;
  const isSkipped = options.skip > 0 && skipped === preamble.length;
  const { combinedColumns } = facts;
  const hasOutputDelimiter = (facts.outputDelimiter ?? start.delimiter) === start.delimiter;
  const context = {
    options: { ...options },
    keepsFormat: options.from === options.to && hasOutputDelimiter,
    outputDelimiter: facts.outputDelimiter,
    hasTableOutput: output.kind === "table",
    hasFeatureOutput: output.kind === "feature",
    delimiter,
    memberNames: facts.memberNames,
    isSequence: start.isSequence ?? false,
    inputOpening: start.inputOpening,
  };
  const { notices: found = [], chosen, ...inputColumns } = input.findColumns(firstRow, context);
  checkDistinct(options, { ...inputColumns.indexes, ...inputColumns.members });
  const usedNames = facts.usedNames ?? inputColumns.names;
  const isUsed = (name: string) => usedNames.some((used) => isSameName(used, name));
  const added = nameResults([...output.addedNames(options), "error"], isUsed, options);
  const isOpen = input.kind !== "table" || firstRow === undefined || facts.isPart === true;
  const { columns } = inputColumns;
  const layout = layoutOf(options, { columns, combinedColumns, isOpen }, added);
  const formatPlan = {
    ...context,
    options: { ...context.options, ...chosen },
    ...inputColumns,
    added,
    layout,
    lineEnd,
    preambleBytes: skipped + start.bytes,
  };
  const { opening, closing } = output.frame(formatPlan, firstRow);
  return {
    ...formatPlan,
    preambleLines: countLines(preamble, 0, formatPlan.preambleBytes),
    notices: [
      ...(facts.notices ?? []),
      ...[...(isSkipped ? [ALL_SKIPPED] : []), ...notices, ...found].map((message) =>
        messageText(message, nameOption),
      ),
    ],
    opening: utf8Bytes(opening),
    between: utf8Bytes(output.between),
    closing: utf8Bytes(closing),
  };
}

/** Up to this size, new bytes always cause a search for the end of the first row; beyond it, less often. */
const OFTEN_CHECKED_BYTES = 1 << 14;

/**
 * Collects the first bytes of an input until they suffice to plan the batch.
 */
export class PreambleCollector {
  readonly #options: ResolvedBatchOptions;
  #parts: Uint8Array[] = [];
  #length = 0;
  #nextCheck = 0;

  constructor(options: ResolvedBatchOptions) {
    checkOptions(options);
    this.#options = options;
  }

  /** All bytes that were added. */
  get bytes(): Uint8Array {
    const all = this.#parts.length === 1 ? this.#parts[0] : concatAll(this.#parts);
    this.#parts = [all];
    return all;
  }

  /**
   * @param bytes the next bytes of the input; they are copied
   * @returns whether the bytes suffice for planBatch
   * @throws BatchLimitError when the first row is longer than `maxRowBytes`
   */
  add(bytes: Uint8Array): boolean {
    const { maxRowBytes, skip } = this.#options;
    this.#parts.push(Uint8Array.from(bytes));
    this.#length += bytes.length;
    // A client that waits for results before it sends more has sent a whole line.
    const isLine = bytes[bytes.length - 1] === LINE_FEED;
    if (this.#length < this.#nextCheck && !isLine && this.#length <= maxRowBytes) return false;
    const all = this.bytes;
    const skipped = afterLines(all, skip);
    const first = all.subarray(skipped, skipped + maxRowBytes);
    // Lines to skip may not have ended.
    if (first.length === 0 || (skipped === 0 && isOnlyByteOrderMark(first))) return false;
    if (this.#hasStart(first)) return true;
    if (all.length - skipped > maxRowBytes) throw new BatchLimitError("maxRowBytes", maxRowBytes);
    if (this.#length > OFTEN_CHECKED_BYTES) this.#nextCheck = this.#length + this.#length / 8;
    return false;
  }

  #hasStart(bytes: Uint8Array): boolean {
    try {
      const format = formatNamed(this.#options.from);
      return startOf(format, bytes, this.#options, false) !== undefined;
    } catch {
      // planBatch rejects the input, and can quote more of it.
      return true;
    }
  }
}
