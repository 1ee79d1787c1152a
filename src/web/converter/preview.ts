/** The first rows of a table, as the page shows them. */
import type { SampledColumns } from "../../batch/errors.ts";
import type { InputPlan } from "../../batch/input-plan.ts";
import { FORMAT_FACTS } from "../../batch/options/format-facts.ts";
import type { ByRole } from "../../batch/options/roles.ts";
import type { TableTask } from "./conversion.ts";
import { type OutputTable, readRow } from "./row-texts.ts";

const MAX_ROWS = 10;

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
  const { kind } = FORMAT_FACTS[from];
  const failed = errors.slice(0, MAX_ROWS / 2).map(({ row }) => row);
  const first = Array.from({ length: Math.min(count, MAX_ROWS) }, (_, index) => index + 1);
  const numbers = to === "csv" ? [...new Set([...failed, ...first])] : [];
  const hasPairs =
    kind === "line" ||
    kind === "feature" ||
    (indexes.coordinates ?? members.coordinates) !== undefined;
  const paths = Object.entries(members).map(([role, path]) => [role, table.names.indexOf(path)]);
  const roles: ByRole<number> = kind === "object" ? Object.fromEntries(paths) : indexes;
  return {
    names: table.names,
    /** The index of the column of each role. */
    roles,
    /** The kind of rows: the user may say what the columns of tables and members of objects hold. */
    kind,
    /** Whether a text holds both coordinates, in an order that may be the other one. */
    hasPairs: operation === "encode" && hasPairs,
    lonFirst: options.lonFirst,
    rows: await Promise.all(numbers.slice(0, MAX_ROWS).map((row) => readRow(table, row))),
  };
}

/** The preview of a table whose columns are in doubt; undefined if it has none. */
export function sampledPreview(
  { names: header, rows, from, indexes }: SampledColumns,
  { columns = {} }: TableTask,
): Preview | undefined {
  const width = Math.max(header.length, rows[0]?.length ?? 0);
  const names = Array.from({ length: width }, (_, at) => header[at] || `column${at + 1}`);
  if (names.length === 0) return undefined;
  const { kind } = FORMAT_FACTS[from];
  const indexOf = (column: string) =>
    names.includes(column) ? names.indexOf(column) : Number(column) - 1;
  const chosen = Object.entries(columns).map(([role, column]) => [role, indexOf(column)]);
  const roles: ByRole<number> = { ...Object.fromEntries(chosen), ...indexes };
  return {
    names,
    roles,
    kind,
    hasPairs: kind === "line" || roles.coordinates !== undefined,
    lonFirst: undefined,
    rows: rows.slice(0, MAX_ROWS).map((cells) => ({ result: "", cells: [...cells] })),
  };
}
