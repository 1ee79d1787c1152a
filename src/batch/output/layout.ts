/** Arranges the columns or members of outputs. */
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { indexByName, isSameName } from "../input/names.ts";
import type { InputPlan, LayoutColumn } from "../input-plan.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { jqPath, jqString, outerName, stepsOf } from "../syntax/json-value.ts";

/** Free names for added columns or members. A used name gets the suffix `_2`, `_3` and so on. */
export function freeNames(
  names: readonly string[],
  isUsed: (name: string) => boolean,
): readonly string[] {
  const added = new Set<string>();
  /** The next number to try for each name: a header may repeat a name in very many columns. */
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    let number = nextNumbers.get(name) ?? 2;
    for (; isUsed(free) || added.has(free); number++) free = `${name}_${number}`;
    nextNumbers.set(name, number);
    added.add(free);
    return free;
  });
}

/** Distinct names for the columns of a table, as members of an object. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const filled = names.map((name, index) => (name === "" ? `column${index + 1}` : name));
  return freeNames(filled, () => false);
}

/**
 * The names of results: all get the same number if rows of the input have one of their names. The error has its own
 * number, so that the error of an earlier batch does not rename results.
 */
export function nameResults(
  results: readonly string[],
  isUsed: (name: string) => boolean,
  { onlyResults, replace }: ResolvedBatchOptions,
): readonly string[] {
  return [results, ["error"]].flatMap((names) => {
    let free = names;
    for (let number = 2; !replace && !onlyResults && free.some(isUsed); number++) {
      free = names.map((name) => `${name}_${number}`);
    }
    return free;
  });
}

/** Columns of the input, or results, under their own names. */
export function columnsOf(names: readonly string[], isResult: boolean): readonly LayoutColumn[] {
  return names.map((name, index) => ({ name, isResult, index, source: name }));
}

/** The columns of a table in their order, also if rows are written whole. */
export function tableColumns({ resultNames, columns, layout }: InputPlan): readonly LayoutColumn[] {
  return layout ?? [...columnsOf(columns, false), ...columnsOf(resultNames, true)];
}

/** @param names of the first row's members @throws BatchError if a member to write is within one of them */
export function checkMembers(
  { columns = [] }: ResolvedBatchOptions,
  names: readonly string[],
): void {
  const inner = columns.find(({ name }) => {
    return indexByName(names, name) < 0 && names.includes(outerName(name));
  });
  if (!inner) return;
  const filter = `. + {${jqString(inner.name)}: ${jqPath(stepsOf(inner.name))}}`;
  const message = `The member ${quoted(inner.name)} to write is within another one. Put it beside the others: jq -c '${filter}'.`;
  throw new BatchError(message, "columns");
}

/**
 * The columns of an output in their order; undefined if rows are written whole, with their results after them.
 * @param names of the input's columns in the output
 * @param isOpen whether rows may have other members than these
 * @throws BatchError when the options name a column that does not exist
 */
export function layoutOf(
  { columns, onlyResults, replace }: ResolvedBatchOptions,
  names: readonly string[],
  isOpen: boolean,
  resultNames: readonly string[],
): readonly LayoutColumn[] | undefined {
  const results = columnsOf(resultNames, true);
  if (onlyResults) return results;
  if (columns) {
    return columns.map(({ name, as = name }) => {
      const result = results.find((column) => column.name === name);
      if (result) return { ...result, name: as };
      const index = indexByName(names, name);
      if (index >= 0 || isOpen) {
        return { name: as, isResult: false, index, source: names[index] ?? name };
      }
      const existing = [...names, ...resultNames].join(", ");
      const message = `There is no column ${quoted(name)} to write. Choose from ${existing}.`;
      throw new BatchError(message, "columns");
    });
  }
  if (!replace) return undefined;
  const written = columnsOf(names, false).map((column) => {
    const result = results.find(({ name }) => isSameName(name, column.name));
    return result ? { ...result, name: column.name } : column;
  });
  const rest = results.filter(
    ({ index }) => !written.some((column) => column.isResult && column.index === index),
  );
  return rest.length === results.length ? undefined : [...written, ...rest];
}
