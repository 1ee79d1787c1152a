/**
 * Converts the arguments of a row to its answer by the general path of batches, so that cells mean here what they
 * mean there. Fast rows do not come here.
 */

import { MAX_PRECISION } from "../../index.ts";
import { shown } from "../../internal.ts";
import { DEFAULT_BATCH_OPTIONS } from "../batch-options.ts";
import { createRowConverter } from "../rows/row-converter.ts";
import { isBlank, valueText } from "../rows/row-input.ts";
import type { ResultValue, RowInput, RowResult } from "../rows/rows.ts";
import {
  type ArgumentName,
  type FunctionSignature,
  isRequired,
  ROLES_OF_ARGUMENTS,
} from "./signature.ts";

/** The settings of all rows, for arguments that a row does not have. */
export interface FunctionSettings {
  readonly precision: number;
  readonly territory?: string;
  readonly country?: string;
  readonly strictRange: boolean;
}

/** A value of an answer: a text, a number, a list of texts, an object for JSON, or undefined for NULL. */
export type AnswerValue = ResultValue | readonly string[] | Readonly<Record<string, unknown>>;

export interface Answer {
  /** In the order of the signature's columns. */
  readonly values: readonly AnswerValue[];
  /** Why the row has no result. A row with a NULL argument has neither result nor error. */
  readonly error: string | undefined;
}

/** Converts the arguments of a row, in the order of the signature; null and undefined are NULL. */
export type ConvertArguments = (args: readonly unknown[]) => Answer;

function mapcodeText([territory, code]: readonly ResultValue[]): string {
  return `${territory} ${code}`;
}

/** @returns the precision, or undefined if the value is none */
function precisionOf(value: unknown, otherwise: number): number | undefined {
  if (isBlank({ value })) return otherwise;
  const text = valueText(value).trim();
  const precision = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return precision <= MAX_PRECISION ? precision : undefined;
}

/** Returns a function that converts a row at the precision that it is given, to all codes or the shortest one. */
function createPrecisionConverter(
  signature: FunctionSignature,
  settings: FunctionSettings,
  all: boolean,
) {
  const { operation, returns } = signature;
  const byPrecision = Array.from({ length: MAX_PRECISION + 1 }, (_, precision) =>
    createRowConverter({
      ...DEFAULT_BATCH_OPTIONS,
      ...settings,
      operation,
      precision,
      all,
      include: returns === "rectangle" ? ["rectangle"] : [],
    }),
  );
  return (input: RowInput, precision: number): RowResult => byPrecision[precision](input);
}

/** The values of a result, by what the function returns. */
function valuesOf(
  { returns }: FunctionSignature,
  shortest: RowResult,
  all: RowResult,
): readonly AnswerValue[] {
  const [list = []] = shortest.lists;
  switch (returns) {
    case "local":
      return [list[0] === undefined ? undefined : mapcodeText(list)];
    case "international":
      return [list[2]];
    case "all":
      return [all.lists.map(mapcodeText)];
    case "json":
      return [jsonOf(list, all)];
    case "lat,lon":
      return list.slice(0, 2);
    case "rectangle":
      return list.slice(2);
  }
}

/** The members that a batch adds to a row of JSON, with all mapcodes and without. */
function jsonOf(
  [territory, mapcode, international]: readonly ResultValue[],
  all: RowResult,
): Readonly<Record<string, unknown>> {
  const mapcodes = all.lists.map(([territory, mapcode]) => ({ territory, mapcode }));
  return { territory, mapcode, international, mapcodes };
}

/** Creates the function that converts the arguments of a row. */
export function createConversion(
  signature: FunctionSignature,
  settings: FunctionSettings,
): ConvertArguments {
  const { args, columns, operation, returns } = signature;
  const convertShortest = createPrecisionConverter(signature, settings, false);
  const convertAll = createPrecisionConverter(signature, settings, true);
  const needsAll = returns === "all" || returns === "json";
  const nulls = columns.map(() => undefined);

  function inputOf(values: readonly unknown[]): RowInput {
    const cells = args.map((name: ArgumentName, index) => {
      return [ROLES_OF_ARGUMENTS[name], { value: values[index] ?? "" }] as const;
    });
    return Object.fromEntries(cells.filter(([role]) => role !== undefined));
  }

  return (values) => {
    const isNull = args.some((name, index) => {
      return isRequired(operation, name) && (values[index] ?? undefined) === undefined;
    });
    if (isNull) return { values: nulls, error: undefined };
    const given = values[args.indexOf("precision")];
    const precision = precisionOf(given ?? "", settings.precision);
    if (precision === undefined) {
      const error = `The precision ${shown(valueText(given))} is not an integer from 0 to ${MAX_PRECISION}.`;
      return { values: nulls, error };
    }
    const input = inputOf(values);
    const shortest = convertShortest(input, precision);
    if (shortest.error) return { values: nulls, error: shortest.error.message };
    const all = needsAll ? convertAll(input, precision) : shortest;
    return { values: valuesOf(signature, shortest, all), error: undefined };
  };
}
