/** The names of members in JSON files, which are read once more for them before any row is converted. */
import { type Chunk, concat, copyFrom, NO_BYTES } from "../../batch/chunks.ts";
import { nameResults } from "../../batch/columns/layout.ts";
import { BatchError } from "../../batch/errors.ts";
import { formatNamed } from "../../batch/formats/index.ts";
import { namesOf } from "../../batch/formats/json-columns.ts";
import { FORMAT_FACTS, hasKeys } from "../../batch/options/formats.ts";
import { choosesColumns } from "../../batch/options/option-table.ts";
import type { BatchPlan } from "../../batch/plan.ts";
import type { Row, RowSchema, Tokenizer } from "../../batch/rows/row.ts";
import { COORDINATE_NAMES, POSITION_MEMBER } from "../../batch/syntax/object-schema.ts";
import type { ReaderTask } from "./reading.ts";

/**
 * Bytes that are searched at once, as text. An expression finds the names of all results together in a fourth of the
 * time that Buffer.includes takes for one after the other, as its search stops at each quote.
 */
const SEARCHED_BYTES = 1 << 16;

/** More columns are data rather than names. */
const MAX_COLUMNS = 10_000;

/**
 * Whether the rows of an input may have names that the plan has to know: names of the columns of a table, or
 * names of results, which must not stand beside old ones.
 */
export function needsMemberNames({ options }: BatchPlan): boolean {
  const { kind } = FORMAT_FACTS[options.to];
  if (!hasKeys(FORMAT_FACTS[options.from].kind) || choosesColumns(options)) return false;
  return kind === "table" || (hasKeys(kind) && !options.replace);
}

function escapedName(name: string): string {
  return name.replace(/[^\w]/g, "\\$&");
}

/** How JSON may begin a character in a name. It is searched for first, as few inputs have it. */
const ESCAPE = "\\u";
const ESCAPE_BYTES = 6;

/** Finds characters of names that JSON has as escapes. */
function escapesIn(names: readonly string[]): RegExp {
  const units = new Set(names.join("").split(""));
  const numbers = Array.from(units, (unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return new RegExp(`\\\\u(?:${numbers.join("|")})`, "i");
}

/** Collects the names of members from all chunks of the inputs. */
export class MemberNames {
  readonly #plan: BatchPlan;
  readonly #names = new Set<string>();
  /** Names of results, also with a number behind them; undefined if all names are columns. */
  readonly #resultNames: RegExp | undefined;
  /** Finds how these names begin in JSON, in text whose characters are its bytes, and what becomes one of them. */
  readonly #resultStarts: RegExp;
  /** The same for names of which a character is escaped. */
  readonly #escapes: RegExp;
  /** Bytes of a beginning that the end of a part may have without its last byte. */
  readonly #overlap: number;

  constructor(plan: BatchPlan) {
    const { hasFeatureOutput, options } = plan;
    const { addedNames, kind } = formatNamed(options.to);
    const names = nameResults([...addedNames(options), "error"], () => false, options);
    const escaped = names.map(escapedName);
    const isFlat = !hasFeatureOutput && names.some((name) => COORDINATE_NAMES.includes(name));
    const searched = isFlat ? [...names, POSITION_MEMBER] : names;
    const starts = searched.map((name) => Buffer.from(JSON.stringify(name).slice(0, -1)));
    this.#plan = plan;
    this.#resultNames =
      kind === "table" ? undefined : new RegExp(`^(?:${escaped.join("|")})(?:_\\d+)?$`);
    this.#resultStarts = new RegExp(
      starts.map((start) => escapedName(start.toString("latin1"))).join("|"),
    );
    this.#escapes = escapesIn(searched);
    this.#overlap = Math.max(ESCAPE_BYTES, ...starts.map(({ length }) => length)) - 1;
  }

  /** All names, in the order of the inputs. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  /**
   * Whether an input may have names to collect. Few have names of results, and to search for these takes a
   * fourth of the time that splitting the input into rows takes.
   */
  async areIn(parts: AsyncIterable<Uint8Array>): Promise<boolean> {
    if (this.#resultNames === undefined) return true;
    let rest: Uint8Array = NO_BYTES;
    for await (const bytes of parts) {
      const joined = concat(rest, bytes);
      if (this.#mayHaveNames(joined)) return true;
      rest = copyFrom(joined, Math.max(0, joined.length - this.#overlap));
    }
    return false;
  }

  /** @throws BatchError when there are more names than a table can have columns */
  async add(
    tasks: AsyncIterable<Pick<ReaderTask, "chunks" | "release">>,
    plan: BatchPlan,
  ): Promise<void> {
    const format = formatNamed(plan.options.from);
    const tokenizer = format.createTokenizer(plan);
    const known = new Set<RowSchema>();
    const addRow = ({ isBlank, schema }: Row) => {
      if (isBlank || known.has(schema)) return;
      // Few rows have other names than the rows before them.
      known.add(schema);
      for (const name of namesOf(schema, plan, format.kind === "feature")) this.#addName(name);
    };
    for await (const task of tasks) {
      for (const chunk of task.chunks) this.#read(chunk, tokenizer, addRow);
      task.release();
    }
  }

  #read({ bytes: chunk, error }: Chunk, tokenizer: Tokenizer, addRow: (row: Row) => void): void {
    if (error || !this.#mayHaveNames(chunk)) return;
    // Never a Buffer, as code for one kind of array is faster than for two.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let at = 0; at < bytes.length; ) {
      at = tokenizer.next(bytes, at);
      addRow(tokenizer.row);
    }
  }

  /** Whether a chunk has to be parsed: few have the names of results, and a search takes a fiftieth of the time. */
  #mayHaveNames(bytes: Uint8Array): boolean {
    if (this.#resultNames === undefined) return true;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let from = 0; from < view.length; from += SEARCHED_BYTES) {
      const text = view.toString("latin1", from, from + SEARCHED_BYTES + this.#overlap);
      if (this.#resultStarts.test(text)) return true;
      if (text.includes(ESCAPE) && this.#escapes.test(text)) return true;
    }
    return false;
  }

  #addName(name: string): void {
    if (this.#names.has(name)) return;
    if (this.#resultNames && !this.#resultNames.test(name)) return;
    this.#names.add(name);
    if (this.#names.size <= MAX_COLUMNS) return;
    const { from } = this.#plan.options;
    const message = `The rows of ${from} have more than ${MAX_COLUMNS} different members. Name the columns of the output with the option columns.`;
    throw new BatchError(message, "columns");
  }
}
