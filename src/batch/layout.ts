/** The names of the values that rows get, and the columns of an output in their order. */
import { quoted } from "../internal.ts";
import { indexByName } from "./columns.ts";
import { batchError } from "./errors.ts";
import type { OutputOptions } from "./output-options.ts";

/** One column or member of an output. */
export interface LayoutColumn {
  /** Its name in the output. */
  readonly name: string;
  /** Whether its value is a result, or the error; otherwise it is of the input. */
  readonly isResult: boolean;
  /** Index of the result, of which the error is the last one; or of the input's column, in tables. */
  readonly index: number;
  /** Name of the input's column or member. */
  readonly source: string;
}

/**
 * The names of results. They are decided once for all rows: new answers never stand beside old ones under one
 * name, and all of them get the same number if one of their names is in use.
 * @param names of the results, the error last
 * @param isUsed whether rows of the input have this name
 */
export function nameResults(
  names: readonly string[],
  isUsed: (name: string) => boolean,
  { resultPrefix = "", replace }: OutputOptions,
): readonly string[] {
  const prefixed = names.map((name) => resultPrefix + name);
  if (replace || !prefixed.some(isUsed)) return prefixed;
  for (let number = 2; ; number++) {
    const numbered = prefixed.map((name) => `${name}_${number}`);
    if (!numbered.some(isUsed)) return numbered;
  }
}

/** What is known of the names of an input. */
interface InputNames {
  /** Its columns in the output. */
  readonly columns: readonly string[];
  /** Whether rows may have other members than these. */
  readonly isOpen: boolean;
}

function chosenColumn(
  name: string,
  { columns, isOpen }: InputNames,
  results: readonly LayoutColumn[],
): LayoutColumn {
  const result = results.find((column) => column.name === name);
  if (result) return result;
  const index = indexByName(columns, name);
  if (index >= 0) return { name, isResult: false, index, source: columns[index] };
  if (isOpen) return { name, isResult: false, index, source: name };
  const existing = [...columns, ...results.map((column) => column.name)];
  const message = `There is no column ${quoted(name)} to write. Choose from ${existing.join(", ")}.`;
  throw batchError(message, "columns");
}

/**
 * The columns of an output in their order.
 * @param added names of the results, the error last
 * @returns undefined if rows are written whole, with their results behind them
 * @throws BatchError when the options name a column that does not exist
 */
export function layoutOf(
  { columns, onlyResults, replace }: OutputOptions,
  input: InputNames,
  added: readonly string[],
): readonly LayoutColumn[] | undefined {
  const results = added.map((name, index) => ({ name, isResult: true, index, source: name }));
  if (onlyResults) return results;
  if (columns) {
    return columns.map(({ name, as = name }) => {
      return { ...chosenColumn(name, input, results), name: as };
    });
  }
  const isReplaced = replace && input.columns.some((name) => added.includes(name));
  if (!isReplaced) return undefined;
  const inPlace = input.columns.map((name, index) => {
    return results[added.indexOf(name)] ?? { name, isResult: false, index, source: name };
  });
  return [...inPlace, ...results.filter(({ name }) => !input.columns.includes(name))];
}

/**
 * The columns of an output to which several tables are combined: those of all tables, then the results.
 * @param all names of the columns of all tables
 * @param columns names of the columns of one table; others stay empty in its rows
 */
export function combinedLayout(
  all: readonly string[],
  columns: readonly string[],
  added: readonly string[],
): readonly LayoutColumn[] {
  const own = all.map((name) => {
    return { name, isResult: false, index: columns.indexOf(name), source: name };
  });
  return [...own, ...added.map((name, index) => ({ name, isResult: true, index, source: name }))];
}
