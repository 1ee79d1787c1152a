/** The first rows of a table, as the page shows them. */

import { decideColumns } from "../../batch/input/columns.ts";
import { decideFormat } from "../../batch/input/format.ts";
import { chosenColumns } from "../../batch/input/header.ts";
import { readStart } from "../../batch/input/start.ts";
import type { InputPlan } from "../../batch/input-plan.ts";
import type { FormatName } from "../../batch/options/format-facts.ts";
import { type BatchOptions, completeOptions } from "../../batch/options/options.ts";
import type { ByRole } from "../../batch/options/roles.ts";
import { Transcoder } from "../../batch/transcoder.ts";
import { type OutputTable, readRow } from "./row-texts.ts";

const MAX_ROWS = 10;
/** Bytes that suffice to see how a table begins. */
const START_BYTES = 1 << 16;

/** Rows of the table, for the user to see how it is read. */
export type Preview = Awaited<ReturnType<typeof previewOf>>;

/** Rows with their results: some errors first. @param count the number of rows */
export async function previewOf(
  { indexes, members, options }: InputPlan,
  table: OutputTable,
  errors: readonly { readonly row: number }[],
  count: number,
) {
  const { from, operation, to } = options;
  const failed = errors.slice(0, MAX_ROWS / 2).map(({ row }) => row);
  const first = Array.from({ length: Math.min(count, MAX_ROWS) }, (_, index) => index + 1);
  const numbers = to === "csv" ? [...new Set([...failed, ...first])] : [];
  const hasPairs = from === "plain" || (indexes.coordinates ?? members.coordinates) !== undefined;
  return {
    names: table.names,
    /** The index of the column of each role. */
    roles: indexes,
    /** Whether the user may say what the columns hold. */
    hasMenus: from === "csv" || from === "tsv",
    /** Whether a text holds both coordinates, in an order that may be the other one. */
    hasPairs: operation === "encode" && hasPairs,
    rows: await Promise.all(numbers.slice(0, MAX_ROWS).map((row) => readRow(table, row))),
  };
}

/** The first rows of a table that cannot be converted; undefined if it is not one. */
export async function startOf(
  file: Blob,
  given: BatchOptions,
  proposed: FormatName | undefined,
): Promise<Preview | undefined> {
  const options = completeOptions(given);
  const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  try {
    const text = new Transcoder().push(bytes, true);
    const format = decideFormat(text, options, proposed, true);
    const extent = { isWhole: true, maxRows: MAX_ROWS };
    const start = format.table && readStart(text, format, options, extent);
    if (!start) return undefined;
    const { names, rows } = start.sample;
    let roles: ByRole<number> = chosenColumns(names, options);
    try {
      roles = decideColumns(start.sample, roles, options);
    } catch {
      // The user decides the others.
    }
    const hasPairs = roles.coordinates !== undefined;
    const shown = rows.map((cells) => ({ result: "", cells: [...cells] }));
    return { names, roles, hasMenus: true, hasPairs, rows: shown };
  } catch {
    return undefined;
  }
}
