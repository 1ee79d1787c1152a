/** The first rows of a table, as the page shows them. */
import type { BatchPlan } from "../../batch/batch-plan.ts";
import { decideColumns } from "../../batch/input/columns.ts";
import { decideFormat } from "../../batch/input/format.ts";
import { chosenColumns } from "../../batch/input/header.ts";
import { readStart } from "../../batch/input/start.ts";
import { InputDecoder } from "../../batch/input-decoder.ts";
import type { FormatName } from "../../batch/options/formats.ts";
import { type BatchOptions, completeOptions } from "../../batch/options/options.ts";
import type { ByRole } from "../../batch/options/roles.ts";
import { cellsOf, resultText } from "./records.ts";
import type { Preview, TableResult } from "./task.ts";

export const MAX_PREVIEW_ROWS = 10;
/** Bytes that suffice to see how a table begins. */
const START_BYTES = 1 << 16;

/** Rows with their results: some errors first. @param starts the offsets of the rows of the output */
export async function previewOf(
  { columns, indexes, members, options }: BatchPlan,
  { output, starts, delimiter }: Pick<TableResult, "output" | "starts" | "delimiter">,
  {
    count,
    errors,
  }: { readonly count: number; readonly errors: readonly { readonly row: number }[] },
): Promise<Preview> {
  const { from, operation, to } = options;
  const failed = errors.slice(0, MAX_PREVIEW_ROWS / 2).map(({ row }) => row);
  const first = Array.from({ length: Math.min(count, MAX_PREVIEW_ROWS) }, (_, index) => index + 1);
  const numbers = to === "csv" ? [...new Set([...failed, ...first])] : [];
  const rows = numbers.slice(0, MAX_PREVIEW_ROWS).map(async (row) => {
    const text = await output.slice(starts[row], starts[row + 1]).text();
    const cells = cellsOf(text, delimiter);
    const result = resultText(cells.slice(columns.length));
    return { result, cells: cells.slice(0, columns.length) };
  });
  const hasPairs = from === "plain" || (indexes.coordinates ?? members.coordinates) !== undefined;
  return {
    names: columns,
    roles: indexes,
    hasMenus: from === "csv" || from === "tsv",
    hasPairs: operation === "encode" && hasPairs,
    rows: await Promise.all(rows),
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
    const text = new InputDecoder().push(bytes, true);
    const format = decideFormat(text, options, proposed, true);
    const extent = { isWhole: true, maxRows: MAX_PREVIEW_ROWS };
    const start = format.table && readStart(text, format, options, extent);
    if (!start) return undefined;
    const { names, rows } = start.sample;
    const roles = rolesOf(start.sample, options);
    const hasPairs = roles.coordinates !== undefined;
    const shown = rows.map((cells) => ({ result: "", cells }));
    return { names, roles, hasMenus: true, hasPairs, rows: shown };
  } catch {
    return undefined;
  }
}

/** The columns that the user has chosen, and the others if they can be found. */
function rolesOf(
  sample: Parameters<typeof decideColumns>[0],
  options: Parameters<typeof decideColumns>[2],
): ByRole<number> {
  const chosen = chosenColumns(sample.names, options);
  try {
    return decideColumns(sample, chosen, options).value;
  } catch {
    return chosen;
  }
}
