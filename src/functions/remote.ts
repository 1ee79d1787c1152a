/**
 * What BigQuery, Snowflake and Redshift send to remote functions and expect of them, as their documentation says: where
 * the rows are, what a row is, and how replies and errors look.
 */
import { createHash } from "node:crypto";
import { ByteWriter } from "../bytes.ts";
import { utf8Text } from "../platform.ts";
import { type AnswerPlan, Answers, JSON_NOTATION } from "./answers.ts";
import type { FunctionSignature, ResolvedFunctionOptions } from "./signature.ts";

type Headers = readonly (readonly [name: string, value: string])[];

/** The contract of an engine. */
export interface RemoteEngine {
  readonly name: string;
  /** The member of a request that has the rows. */
  readonly rowsName: string;
  /** The member of a request with options of the function, which may come after the rows. */
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
  /** What precedes and follows the value of each answer. */
  answerOpening(row: unknown): string;
  readonly answerClosing: string;
  /** The members of an error reply. */
  errorMembers(body: { readonly message: string }): object;
  /** Headers that depend on the body of the reply. */
  headersOf(body: Uint8Array): Headers;
}

/** What most engines have. */
const COMMON = {
  contextName: undefined,
  countName: undefined,
  hasStructures: false,
  closing: () => "]}",
  argumentsOf: (row: unknown) => (Array.isArray(row) ? row : undefined),
  answerOpening: () => "",
  answerClosing: "",
  headersOf: () => [],
} as const;

/** `{"requestId":..., "userDefinedContext":{...}, "calls":[[...], ...]}` and `{"replies":[...]}`. */
export const BIGQUERY: RemoteEngine = {
  ...COMMON,
  name: "BigQuery",
  rowsName: "calls",
  contextName: "userDefinedContext",
  opening: '{"replies":[',
  errorMembers: ({ message }) => ({ errorMessage: message }),
};

/** `{"data":[[number, ...], ...]}` and `{"data":[[number, value], ...]}`. */
export const SNOWFLAKE: RemoteEngine = {
  ...COMMON,
  name: "Snowflake",
  rowsName: "data",
  hasStructures: true,
  opening: '{"data":[',
  argumentsOf(row) {
    return Array.isArray(row) && Number.isInteger(row[0]) ? row.slice(1) : undefined;
  },
  answerOpening: (row) => `[${Array.isArray(row) ? row[0] : null},`,
  answerClosing: "]",
  errorMembers: (body) => body,
  // Snowflake compares it with what has arrived.
  headersOf: (body) => [["Content-MD5", createHash("md5").update(body).digest("base64")]],
};

/** `{"num_records":..., "arguments":[[...], ...]}` and `{"success":true, "num_records":..., "results":[...]}`. */
export const REDSHIFT: RemoteEngine = {
  ...COMMON,
  name: "Redshift",
  rowsName: "arguments",
  countName: "num_records",
  opening: '{"success":true,"results":[',
  closing: (rows) => `],"num_records":${rows}}`,
  // A function of one argument may get it without an array, and a row of NULLs may be null.
  argumentsOf: (row) => (Array.isArray(row) ? row : [row]),
  errorMembers: ({ message }) => ({ success: false, error_msg: message }),
};

/**
 * Converts rows and writes their answers, separated by commas.
 * @param first how many rows of the request precede them
 * @throws the error of the function's creator when one of them is not a row
 */
export type AnswerRows = (rows: readonly unknown[], first: number, output: ByteWriter) => void;

/** The value of an answer: the value of its column, or an object if it has several or is to say what is wrong. */
function valuePlan({ columns }: FunctionSignature, withErrors: boolean): AnswerPlan {
  const isObject = columns.length > 1;
  const before = columns.map((name, index) => `${index === 0 ? "{" : ","}"${name}":`);
  const [first = "", ...others] = isObject ? before : [];
  return {
    notation: JSON_NOTATION,
    beforeValues: [withErrors ? `{"result":${first}` : first, ...others],
    afterValues: isObject ? "}" : "",
    noResult: withErrors ? '{"result":null' : "null",
    beforeError: withErrors ? ',"error":' : undefined,
    closing: withErrors ? "}" : "",
  };
}

/** The same answer as a text of JSON; a NULL stays one. */
function textPlan(plan: AnswerPlan): AnswerPlan {
  const { notation, beforeValues, afterValues, noResult, beforeError, closing } = plan;
  const { nullText, quote, list, escapeText } = notation;
  const hasErrors = beforeError !== undefined;
  const [first = "", ...others] = beforeValues.map(escapeText);
  return {
    notation: {
      nullText,
      quote: escapeText(quote),
      list: { ...list, quote: escapeText(list.quote) },
      escapeText: (text) => escapeText(escapeText(text)),
      objectText: escapeText,
    },
    beforeValues: [quote + first, ...others],
    afterValues: hasErrors ? escapeText(afterValues) : escapeText(afterValues) + quote,
    noResult: hasErrors ? quote + escapeText(noResult) : noResult,
    beforeError: hasErrors ? escapeText(beforeError) : undefined,
    closing: hasErrors ? escapeText(closing) + quote : closing,
  };
}

/** Whether an answer is an object or a list. */
function isStructure({ columns, returns }: FunctionSignature, withErrors: boolean): boolean {
  return withErrors || columns.length > 1 || returns === "all" || returns === "json";
}

/**
 * Creates a function that an engine calls.
 * @param withErrors whether values are objects that say why a row has no result
 * @param rowError creates the error for a value in place of a row. @param index of the value in the request, from 0
 * @throws MapcodeError if the options name no territory or country
 */
export function createRemoteFunction(
  engine: RemoteEngine,
  signature: FunctionSignature,
  options: ResolvedFunctionOptions,
  withErrors: boolean,
  rowError: (index: number) => Error,
): AnswerRows {
  const isText = !engine.hasStructures && isStructure(signature, withErrors);
  const plan = valuePlan(signature, withErrors);
  const answers = new Answers(signature, options, isText ? textPlan(plan) : plan);
  const { args } = signature;
  const writeValue = (values: readonly unknown[], output: ByteWriter): void => {
    if (values.length <= args.length) answers.writeRow(values, output);
    else answers.writeError(tooManyArguments(args, values.length), output);
  };
  return (rows, first, output) => {
    for (const [index, row] of rows.entries()) {
      const values = engine.argumentsOf(row);
      if (values === undefined) throw rowError(first + index);
      output.appendText((index === 0 ? "" : ",") + engine.answerOpening(row));
      writeValue(values, output);
      output.appendText(engine.answerClosing);
    }
  };
}

function tooManyArguments(args: FunctionSignature["args"], count: number): string {
  return `The row has ${count} arguments. Pass at most ${args.length}: ${args.join(", ")}.`;
}

/** Returns the reply to all rows of a request. @throws as `answerRows` does */
export function answerBlock(
  { opening, closing }: RemoteEngine,
  answerRows: AnswerRows,
  rows: readonly unknown[],
): string {
  const reply = new ByteWriter();
  reply.appendText(opening);
  answerRows(rows, 0, reply);
  reply.appendText(closing(rows.length));
  return utf8Text(reply.bytes, 0, reply.length);
}
