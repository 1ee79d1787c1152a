/**
 * What BigQuery, Snowflake and Redshift send to remote functions and expect of them, as their documentation says: where
 * the rows are, what a row is, and how replies and errors look.
 */
import { createHash } from "node:crypto";
import { type Answer, createAnswerRow } from "./function.ts";
import type { FunctionSettings, FunctionSignature } from "./signature.ts";

type Headers = readonly (readonly [name: string, value: string])[];

/** The contract of an engine. */
export interface RemoteEngine {
  readonly name: string;
  /** The member of a request that has the rows. */
  readonly rowsName: string;
  /** The member of a request with settings of the function, which may come after the rows. */
  readonly contextName: string | undefined;
  /** The member of a request that says how many rows it has; undefined if none does. */
  readonly countName: string | undefined;
  /** Whether a value may be an object or a list; otherwise these are sent as texts of JSON. */
  readonly hasStructures: boolean;
  /** What precedes the answers. */
  readonly opening: string;
  /** What follows the answers. */
  closing(rows: number): string;
  /** The arguments of a row; undefined if it cannot be a row. */
  argumentsOf(row: unknown): readonly unknown[] | undefined;
  /** The answer to a row. @param value in JSON */
  answer(row: unknown, value: string): string;
  /** The members of an error reply. */
  errorMembers(body: { readonly message: string }): object;
  /** Headers that depend on the body of the reply. */
  headersOf(body: Uint8Array): Headers;
}

const NO_HEADERS: Headers = [];

/** `{"requestId":..., "userDefinedContext":{...}, "calls":[[...], ...]}` and `{"replies":[...]}`. */
export const BIGQUERY: RemoteEngine = {
  name: "BigQuery",
  rowsName: "calls",
  contextName: "userDefinedContext",
  countName: undefined,
  hasStructures: false,
  opening: '{"replies":[',
  closing: () => "]}",
  argumentsOf: (row) => (Array.isArray(row) ? row : undefined),
  answer: (_, value) => value,
  errorMembers: ({ message }) => ({ errorMessage: message }),
  headersOf: () => NO_HEADERS,
};

/** `{"data":[[number, ...], ...]}` and `{"data":[[number, value], ...]}`. */
export const SNOWFLAKE: RemoteEngine = {
  name: "Snowflake",
  rowsName: "data",
  contextName: undefined,
  countName: undefined,
  hasStructures: true,
  opening: '{"data":[',
  closing: () => "]}",
  argumentsOf(row) {
    return Array.isArray(row) && Number.isInteger(row[0]) ? row.slice(1) : undefined;
  },
  answer: (row, value) => `[${Array.isArray(row) ? row[0] : null},${value}]`,
  errorMembers: (body) => body,
  // Snowflake compares it with what has arrived.
  headersOf: (body) => [["Content-MD5", createHash("md5").update(body).digest("base64")]],
};

/** `{"num_records":..., "arguments":[[...], ...]}` and `{"success":true, "num_records":..., "results":[...]}`. */
export const REDSHIFT: RemoteEngine = {
  name: "Redshift",
  rowsName: "arguments",
  contextName: undefined,
  countName: "num_records",
  hasStructures: false,
  opening: '{"success":true,"results":[',
  closing: (rows) => `],"num_records":${rows}}`,
  // A function of one argument may get it without an array, and a row of NULLs may be null.
  argumentsOf: (row) => (Array.isArray(row) ? row : [row]),
  answer: (_, value) => value,
  errorMembers: ({ message }) => ({ success: false, error_msg: message }),
  headersOf: () => NO_HEADERS,
};

/** A value that a request has in place of a row. */
export class WrongRowError extends Error {
  override name = "WrongRowError";
  /** What was wanted. */
  readonly expected: string;

  /** @param index of the value in the request, from 0 */
  constructor({ name }: RemoteEngine, index: number) {
    const expected = `rows as ${name} sends them`;
    super(`Row ${index + 1} of the body is not a row of ${name}. Send ${expected}.`);
    this.expected = expected;
  }
}

/**
 * Converts rows to their answers, separated by commas.
 * @param first how many rows of the request precede them
 * @throws WrongRowError when one of them is not a row
 */
export type AnswerRows = (rows: readonly unknown[], first: number) => string;

/** The value of an answer: that of its column, or an object if it has several. */
function resultOf({ columns }: FunctionSignature, { values }: Answer): unknown {
  if (columns.length === 1) return values[0] ?? null;
  if (values[0] === undefined) return null;
  return Object.fromEntries(columns.map((name, index) => [name, values[index]]));
}

function tooManyArguments({ args }: FunctionSignature, count: number): Answer {
  const error = `The row has ${count} arguments. Pass at most ${args.length}: ${args.join(", ")}.`;
  return { values: [], error };
}

/**
 * Creates a function that an engine calls.
 * @param withErrors whether values are objects that say why a row has no result
 * @throws UnknownTerritoryError if the settings name no territory or country
 */
export function createRemoteFunction(
  engine: RemoteEngine,
  signature: FunctionSignature,
  settings: FunctionSettings,
  withErrors: boolean,
): AnswerRows {
  const answerRow = createAnswerRow(signature, settings);
  const jsonOf = (args: readonly unknown[]): string => {
    const isTooLong = args.length > signature.args.length;
    const answer = isTooLong ? tooManyArguments(signature, args.length) : answerRow(args);
    const result = resultOf(signature, answer);
    const value = withErrors ? { result, error: answer.error ?? null } : result;
    const json = JSON.stringify(value);
    const isText = engine.hasStructures || value === null || typeof value !== "object";
    return isText ? json : JSON.stringify(json);
  };
  return (rows, first) => {
    const answers = rows.map((row, index) => {
      const args = engine.argumentsOf(row);
      if (args === undefined) throw new WrongRowError(engine, first + index);
      return engine.answer(row, jsonOf(args));
    });
    return answers.join(",");
  };
}
