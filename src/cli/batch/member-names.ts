/** The names of members in JSON files, which are read once more for them before any row is converted. */
import { type Chunk, concat, copyFrom, NO_BYTES } from "../../batch/chunks.ts";
import { batchError } from "../../batch/errors.ts";
import { formatNamed } from "../../batch/formats/index.ts";
import { nameResults } from "../../batch/layout.ts";
import { choosesColumns } from "../../batch/output-options.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import { createSplitter } from "../../batch/session.ts";
import { utf8Text } from "../../batch/text.ts";
import { option, sentence } from "../../internal.ts";

/** More columns are data rather than names. */
const MAX_COLUMNS = 10_000;

/**
 * Whether the rows of an input may have names that the plan has to know: those of the columns of a table, or
 * those of results, which must not stand beside old ones.
 */
export function needsMemberNames({ options }: BatchPlan): boolean {
  const { isTable, hasMember } = formatNamed(options.to);
  const { memberNames } = formatNamed(options.from);
  if (!memberNames || choosesColumns(options)) return false;
  return isTable || (hasMember !== undefined && !options.replace);
}

/** Collects the names of members from all chunks of the inputs. */
export class MemberNames {
  readonly #plan: BatchPlan;
  readonly #names = new Set<string>();
  /** Names of results, also with a number behind them; undefined if all names are columns. */
  readonly #resultNames: RegExp | undefined;
  /** How these names begin in JSON. */
  readonly #resultStarts: readonly string[];

  constructor(plan: BatchPlan) {
    const { options } = plan;
    const { isTable, addedNames } = formatNamed(options.to);
    const names = nameResults([...addedNames(options), "error"], () => false, options);
    const escaped = names.map((name) => name.replace(/[^\w]/g, "\\$&"));
    this.#plan = plan;
    this.#resultNames = isTable ? undefined : new RegExp(`^(?:${escaped.join("|")})(?:_\\d+)?$`);
    this.#resultStarts = names.map((name) => JSON.stringify(name).slice(0, -1));
  }

  /** All names, in the order of the inputs. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  /**
   * Whether an input may have names to collect. Few have those of results, and to search for these takes a
   * fourth of the time that splitting the input into rows takes.
   */
  async areIn(parts: AsyncIterable<Uint8Array>): Promise<boolean> {
    if (this.#resultNames === undefined) return true;
    const overlap = Math.max(...this.#resultStarts.map((start) => Buffer.byteLength(start))) - 1;
    let rest: Uint8Array = NO_BYTES;
    for await (const bytes of parts) {
      const joined = concat(rest, bytes);
      if (this.#mayHaveNames(joined)) return true;
      rest = copyFrom(joined, Math.max(0, joined.length - overlap));
    }
    return false;
  }

  /** @throws BatchError when there are more names than a table can have columns */
  async add(parts: AsyncIterable<Uint8Array>, plan: BatchPlan): Promise<void> {
    const splitter = createSplitter(plan);
    for await (const bytes of parts)
      for (const chunk of splitter.push(bytes)) this.#add(chunk, plan);
    for (const chunk of splitter.end()) this.#add(chunk, plan);
  }

  #add({ bytes, error }: Chunk, plan: BatchPlan): void {
    if (error || !this.#mayHaveNames(bytes)) return;
    const { memberNames, createRowFinder } = formatNamed(plan.options.from);
    const findRow = createRowFinder(plan);
    for (let at = 0; at < bytes.length; ) {
      const { from, to, next } = findRow(bytes, at);
      for (const name of memberNames?.(utf8Text(bytes, from, to), plan) ?? []) this.#addName(name);
      at = next;
    }
  }

  /** Whether a chunk has to be parsed: few have the names of results, and a search takes a fiftieth of the time. */
  #mayHaveNames(bytes: Uint8Array): boolean {
    if (this.#resultNames === undefined) return true;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.#resultStarts.some((start) => view.includes(start));
  }

  #addName(name: string): void {
    if (this.#names.has(name)) return;
    if (this.#resultNames && !this.#resultNames.test(name)) return;
    this.#names.add(name);
    if (this.#names.size <= MAX_COLUMNS) return;
    const { from } = this.#plan.options;
    const message = sentence`The rows of ${from} have more than ${MAX_COLUMNS} different members. Name the columns of the output with the ${option("columns")}.`;
    throw batchError(message, "columns");
  }
}
