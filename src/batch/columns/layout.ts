/** The names of the values that rows get, and the columns of an output in their order. */
import { quoted } from "../../messages.ts";
import type { BatchPlan, LayoutColumn } from "../batch-plan.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { indexByName, isSameName } from "./columns.ts";

/** Names with a number that makes all of them free, if one of them is in use. */
function numbered(names: readonly string[], isUsed: (name: string) => boolean): readonly string[] {
  let free = names;
  for (let number = 2; free.some(isUsed); number++) {
    free = names.map((name) => `${name}_${number}`);
  }
  return free;
}

/**
 * The names of results, decided once for all rows: all of them get the same number if one of their names is in use. The
 * error has a number of its own, so that an error of an earlier batch renames no answers.
 * @param names of the results, the error last
 * @param isUsed whether rows of the input have this name, and the output may have both
 */
export function nameResults(
  names: readonly string[],
  isUsed: (name: string) => boolean,
  { onlyResults, replace }: ResolvedBatchOptions,
): readonly string[] {
  if (replace || onlyResults) return names;
  return [...numbered(names.slice(0, -1), isUsed), ...numbered(names.slice(-1), isUsed)];
}

function columnsOf(names: readonly string[], isResult: boolean): readonly LayoutColumn[] {
  return names.map((name, index) => ({ name, isResult, index, source: name }));
}

/** The columns of a table in their order, also if its rows are written whole. */
export function tableColumns({
  added,
  columns,
  layout,
}: Pick<BatchPlan, "added" | "columns" | "layout">): readonly LayoutColumn[] {
  return layout ?? [...columnsOf(columns, false), ...columnsOf(added, true)];
}

/**
 * The columns of an output in their order.
 * @param names of the input's columns in the output
 * @param isOpen whether rows may have other members than these
 * @param added names of the results, the error last
 * @returns undefined if rows are written whole, with their results behind them
 * @throws BatchError when the options name a column that does not exist
 */
export function layoutOf(
  { columns, onlyResults, replace }: ResolvedBatchOptions,
  names: readonly string[],
  isOpen: boolean,
  added: readonly string[],
): readonly LayoutColumn[] | undefined {
  const results = columnsOf(added, true);
  if (onlyResults) return results;
  if (columns) {
    return columns.map(({ name, as = name }) => {
      const result = results.find((column) => column.name === name);
      if (result) return { ...result, name: as };
      const index = indexByName(names, name);
      if (index >= 0 || isOpen) {
        return { name: as, isResult: false, index, source: names[index] ?? name };
      }
      const existing = [...names, ...added].join(", ");
      const message = `There is no column ${quoted(name)} to write. Choose from ${existing}.`;
      throw new BatchError(message, "columns");
    });
  }
  const own = columnsOf(names, false).map((column) => {
    const result = results.find(({ name }) => replace && isSameName(name, column.name));
    return result ? { ...result, name: column.name } : column;
  });
  const replaced = own.filter(({ isResult }) => isResult).map(({ index }) => index);
  if (replaced.length === 0) return undefined;
  return [...own, ...results.filter(({ index }) => !replaced.includes(index))];
}
