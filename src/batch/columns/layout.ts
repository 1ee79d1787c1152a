/** The names of the values that rows get, and the columns of an output in their order. */
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { indexByName, isSameName } from "./columns.ts";

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

/** Names with a number that makes all of them free, if one of them is in use. */
function numbered(names: readonly string[], isUsed: (name: string) => boolean): readonly string[] {
  let free = names;
  for (let number = 2; free.some(isUsed); number++) {
    free = names.map((name) => `${name}_${number}`);
  }
  return free;
}

/**
 * The names of results. They are decided once for all rows: new answers never stand beside old ones under one
 * name, and all of them get the same number if one of their names is in use. The error has a number of its own, so
 * that an error of an earlier batch renames no answers.
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

function resultColumns(added: readonly string[]): readonly LayoutColumn[] {
  return added.map((name, index) => ({ name, isResult: true, index, source: name }));
}

/** The names of a plan whose output is a table. */
interface TableNames {
  readonly added: readonly string[];
  readonly columns: readonly string[];
  readonly layout: readonly LayoutColumn[] | undefined;
}

/** The columns of a table in their order, also if its rows are written whole. */
export function tableColumns({ added, columns, layout }: TableNames): readonly LayoutColumn[] {
  const own = columns.map((name, index) => ({ name, isResult: false, index, source: name }));
  return layout ?? [...own, ...resultColumns(added)];
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
  throw new BatchError(message, "columns");
}

/**
 * The columns of an output in their order.
 * @param added names of the results, the error last
 * @returns undefined if rows are written whole, with their results behind them
 * @throws BatchError when the options name a column that does not exist
 */
export function layoutOf(
  { columns, onlyResults, replace }: ResolvedBatchOptions,
  input: InputNames,
  added: readonly string[],
): readonly LayoutColumn[] | undefined {
  const results = resultColumns(added);
  if (onlyResults) return results;
  if (columns) {
    return columns.map(({ name, as = name }) => {
      return { ...chosenColumn(name, input, results), name: as };
    });
  }
  const own = input.columns;
  const replacing = (name: string) => {
    return replace ? results.find((result) => isSameName(result.name, name)) : undefined;
  };
  if (!own.some(replacing)) return undefined;
  const inPlace = own.map((name, index) => {
    const result = replacing(name);
    return result ? { ...result, name } : { name, isResult: false, index, source: name };
  });
  const rest = results.filter(({ index }) => {
    return !inPlace.some((column) => column.isResult && column.index === index);
  });
  return [...inPlace, ...rest];
}
