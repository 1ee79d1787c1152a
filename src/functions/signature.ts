/** What a function that an engine calls takes and returns. */
import { type Operation, RECTANGLE_NAMES } from "../batch/options/conversion.ts";
import { CONVERSION_OPTIONS } from "../batch/options/option-table.ts";
import type { RowErrorCode } from "../batch/rows/row-errors.ts";
import { LOCAL_RULE_NAMES, type LocalRuleName } from "../borders/choice.ts";
import { MapcodeError, type MapcodeErrorCode } from "../index.ts";
import { valueProblem } from "../library/errors.ts";
import { shown } from "../messages.ts";

export type ArgumentName = "lat" | "lon" | "territory" | "precision" | "code" | "context";
export type ReturnName =
  | "local"
  | "international"
  | "all"
  | "json"
  | "lat,lon"
  | "rectangle"
  | "error";

interface OperationRules {
  /** The names of arguments; those that every function needs come first. */
  readonly arguments: readonly ArgumentName[];
  readonly requiredCount: number;
  /** The names of the returned columns, by what is returned. An error is the column of every answer with errors. */
  readonly returns: Readonly<Partial<Record<ReturnName, readonly string[]>>>;
}

export const RULES: Readonly<Record<Operation, OperationRules>> = {
  encode: {
    arguments: ["lat", "lon", "territory", "precision"],
    requiredCount: 2,
    returns: {
      local: ["code"],
      international: ["code"],
      all: ["codes"],
      json: ["json"],
      error: [],
    },
  },
  decode: {
    arguments: ["code", "context"],
    requiredCount: 1,
    returns: { "lat,lon": ["lat", "lon"], rectangle: RECTANGLE_NAMES, error: [] },
  },
};

/** A function as an engine calls it. */
export interface FunctionSignature {
  readonly operation: Operation;
  /** In the order of the values of a row. */
  readonly args: readonly ArgumentName[];
  readonly returns: ReturnName;
  /** The names of the returned columns, without that of the error. */
  readonly columns: readonly string[];
}

/** The options of all rows, and for arguments that a row does not have. */
export interface ResolvedFunctionOptions {
  readonly precision: number;
  /** How the local mapcode of a point is chosen. */
  readonly local: LocalRuleName;
  readonly territory?: string | undefined;
  readonly country?: string | undefined;
}

/** The options where an engine gives none: the defaults of batches. */
export const DEFAULT_FUNCTION_OPTIONS: ResolvedFunctionOptions = {
  precision: CONVERSION_OPTIONS.precision.default,
  local: CONVERSION_OPTIONS.local.default,
};

export function createSignature(
  operation: Operation,
  returns: ReturnName,
  args: readonly ArgumentName[] = argumentsFor(operation, returns),
): FunctionSignature {
  return { operation, args, returns, columns: RULES[operation].returns[returns] ?? [] };
}

/** The operation that has a result. Both have errors. */
export function operationOf(returns: ReturnName): Operation {
  return RULES.encode.returns[returns] === undefined ? "decode" : "encode";
}

/** All arguments that can have an effect: an international mapcode does not depend on a territory. */
function argumentsFor(operation: Operation, returns: ReturnName): readonly ArgumentName[] {
  const { arguments: names } = RULES[operation];
  return names.filter((name) => returns !== "international" || name !== "territory");
}

export function isReturnName(text: string): text is ReturnName {
  return Object.values(RULES).some(({ returns }) => Object.hasOwn(returns, text));
}

// What callers declare

/**
 * Reads the arguments of a function, in the order of the values of a row.
 * @throws MapcodeError if a name is unknown or comes twice, or one that the operation needs is missing
 */
export function readArguments(
  operation: Operation,
  given: readonly unknown[],
): readonly ArgumentName[] {
  const { arguments: names, requiredCount } = RULES[operation];
  const needed = names.slice(0, requiredCount);
  const args = given.map((item) => {
    const name = names.find((known) => known === item);
    if (name) return name;
    const message = `The option args has ${shown(item)}, which is not one of ${names.join(", ")}.`;
    throw new MapcodeError({ code: "invalid-option", message, value: given });
  });
  const twice = args.find((name, index) => args.indexOf(name) !== index);
  if (twice !== undefined) {
    const message = `The option args has ${twice} twice. Name each argument once.`;
    throw new MapcodeError({ code: "invalid-option", message, value: given });
  }
  const missing = needed.find((name) => !args.includes(name));
  if (missing === undefined) return args;
  const message = `The option args lacks ${missing}. Name the fields of a row in their order, such as ${needed.join(",")}.`;
  throw new MapcodeError({ code: "invalid-option", message, value: given });
}

/** Reads what a function returns. @throws MapcodeError if the operation returns no such thing */
export function readReturns(operation: Operation, given: unknown): ReturnName {
  const { returns } = RULES[operation];
  const name = typeof given === "string" ? given.replaceAll(" ", "") : "";
  if (isReturnName(name) && returns[name]) return name;
  const names = Object.keys(returns).join(" | ");
  const message = `The option returns is ${shown(given)}, not one of ${names}.`;
  throw new MapcodeError({ code: "invalid-option", message, value: given });
}

/** @throws MapcodeError unless the value is the name of a rule */
export function checkLocalRule(value: unknown): void {
  if (LOCAL_RULE_NAMES.some((name) => name === value)) return;
  throw new MapcodeError(
    valueProblem("invalid-option", "option local", value, "'borders' or 'shortest'"),
  );
}

// Functions that a process answers

/** The formats of rows, as engines name them. */
export const ROW_FORMATS = ["TabSeparated", "COPY", "JSONEachRow"] as const;
export type RowFormatName = (typeof ROW_FORMATS)[number];

/** How rows with tabs write a list: `['NLD 49.4V']` or `{"NLD 49.4V"}`. */
export const LIST_STYLES = ["clickhouse", "postgresql"] as const;
export type ListStyle = (typeof LIST_STYLES)[number];

/** How rows and answers are written. */
export interface RowStyle {
  readonly format: RowFormatName;
  /** That of the engine that the format comes from, if undefined. */
  readonly lists?: ListStyle | undefined;
  /** Whether all columns are written as one tuple. */
  readonly isTuple: boolean;
  /** Whether the last column says why a row has no result. */
  readonly withErrors: boolean;
}

/** A value of an answer: a text, a number, a list of texts, an object for JSON, or undefined for NULL. */
export type AnswerValue =
  | string
  | number
  | readonly string[]
  | Readonly<Record<string, unknown>>
  | undefined;

/** Why a row has no result, or why there is no such function. */
export interface FunctionProblem {
  readonly code: RowErrorCode | MapcodeErrorCode;
  readonly message: string;
}

/** A function with the arguments of one row. It is reused for all rows. */
export interface MapcodeFunction {
  /**
   * Sets an argument. Each one stays until it is set again.
   * @param index of the argument in the signature
   * @param value null and undefined are NULL; numbers may be texts
   */
  set(index: number, value: unknown): void;
  /** Sets an argument to a number, as `set` does, without the detours of other values. */
  setNumber(index: number, value: number): void;
  /** Sets an argument to a text in bytes, which must not change before the row is converted. */
  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void;
  /** Converts the arguments. @returns whether the row has a result */
  convert(): boolean;
  /** Why the converted row has no result; undefined if a required argument is NULL, which is no error. */
  problem(): FunctionProblem | undefined;
  /** The result of the converted row, which must have one, in the order of the signature's columns. */
  values(): readonly AnswerValue[];
}
