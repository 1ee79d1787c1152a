/** The function that is called with the rows of a request, as its parameters describe it. */
import {
  type Answer,
  type ConvertArguments,
  createConversion,
  type FunctionSettings,
} from "../../batch/functions/conversion.ts";
import {
  type ArgumentName,
  type FunctionSignature,
  RULES,
} from "../../batch/functions/signature.ts";
import type { Query } from "../messages.ts";
import {
  DECODE_FUNCTION_PARAMETERS,
  ENCODE_FUNCTION_PARAMETERS,
  RETURNS,
  WITH_ERRORS,
} from "../operations/remote-parameters.ts";
import { parseParameters } from "../parameters.ts";
import type { RemoteEngine } from "./engines.ts";

/** Converts the arguments of a row to the value that the engine gets, in JSON. */
export type RemoteFunction = (args: readonly unknown[]) => string;

function signatureOf(query: Query): FunctionSignature {
  const { returns } = parseParameters([RETURNS], query);
  const operation = RULES.encode.returns[returns] === undefined ? "decode" : "encode";
  const { arguments: names, returns: columns } = RULES[operation];
  // An international mapcode does not depend on a territory.
  const isUsed = (name: ArgumentName) => returns !== "international" || name !== "territory";
  return { operation, args: names.filter(isUsed), returns, columns: columns[returns] ?? [] };
}

function settingsOf({ operation }: FunctionSignature, query: Query): FunctionSettings {
  if (operation === "decode") {
    const { context } = parseParameters(DECODE_FUNCTION_PARAMETERS, query);
    return { precision: 0, strictRange: false, ...(context && { territory: context }) };
  }
  const parsed = parseParameters(ENCODE_FUNCTION_PARAMETERS, query);
  const { precision, strictRange, territory, country } = parsed;
  return { precision, strictRange, ...(territory && { territory }), ...(country && { country }) };
}

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
 * Creates the function that a query describes.
 * @throws HttpError when a parameter is wrong
 */
export function createRemoteFunction(engine: RemoteEngine, query: Query): RemoteFunction {
  const signature = signatureOf(query);
  const { withErrors } = parseParameters([WITH_ERRORS], query);
  const convert: ConvertArguments = createConversion(signature, settingsOf(signature, query));
  return (args) => {
    const isTooLong = args.length > signature.args.length;
    const answer = isTooLong ? tooManyArguments(signature, args.length) : convert(args);
    const result = resultOf(signature, answer);
    const value = withErrors ? { result, error: answer.error ?? null } : result;
    const json = JSON.stringify(value);
    const isText = engine.hasStructures || value === null || typeof value !== "object";
    return isText ? json : JSON.stringify(json);
  };
}
