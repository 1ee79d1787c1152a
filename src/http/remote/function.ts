/** Remote functions: their parameters, and the function that a request describes by them. */
import type { Operation } from "../../batch/options/operations.ts";
import {
  type AnswerRows,
  createRemoteFunction,
  type RemoteEngine,
} from "../../functions/remote.ts";
import {
  createSignature,
  DEFAULT_FUNCTION_OPTIONS,
  isReturnName,
  operationOf,
  type ResolvedFunctionOptions,
  type ReturnName,
  RULES,
} from "../../functions/signature.ts";
import { bodyError } from "../batch/body-errors.ts";
import { invalidValue } from "../http-error.ts";
import { CLAMP, LOCAL } from "../parameters/batch-parameters.ts";
import {
  CONTEXT,
  COUNTRY,
  flagParameter,
  PRECISION,
  parseParameters,
  queryParameter,
  TERRITORY,
} from "../parameters/parameters.ts";
import type { Query } from "../requests.ts";

/** Errors come with results, by the parameter withErrors. */
const RETURN_NAMES = Object.values(RULES)
  .flatMap(({ returns }) => Object.keys(returns))
  .filter((name) => name !== "error");
const DEFAULT_RETURNS: ReturnName = "local";

const RETURNS = queryParameter(
  "returns",
  "what the function returns, which decides whether its arguments are points or mapcodes",
  { type: "string", enum: RETURN_NAMES, default: DEFAULT_RETURNS },
  (text) => {
    const name = text.replaceAll(" ", "");
    if (isReturnName(name) && RETURN_NAMES.includes(name)) return name;
    throw invalidValue("returns", text, `one of ${RETURN_NAMES.join(" | ")}`);
  },
  DEFAULT_RETURNS,
);

const WITH_ERRORS = flagParameter(
  "withErrors",
  "return objects with the members result and error, which says why a row has no result",
  false,
);

/** Of functions of points. */
const ENCODE_PARAMETERS = [TERRITORY, COUNTRY, PRECISION, LOCAL, CLAMP] as const;

/** Of functions of mapcodes. */
const DECODE_PARAMETERS = [CONTEXT] as const;

export const REMOTE_PARAMETERS = [
  RETURNS,
  WITH_ERRORS,
  ...ENCODE_PARAMETERS,
  ...DECODE_PARAMETERS,
] as const;

function optionsOf(operation: Operation, query: Query): ResolvedFunctionOptions {
  if (operation === "encode") return parseParameters(ENCODE_PARAMETERS, query);
  const { context } = parseParameters(DECODE_PARAMETERS, query);
  return { ...DEFAULT_FUNCTION_OPTIONS, territory: context };
}

/**
 * Creates the function that a query describes. It throws an HttpError for a value in place of a row.
 * @throws HttpError when a parameter is wrong
 */
export function remoteFunctionOf(engine: RemoteEngine, query: Query): AnswerRows {
  const { returns, withErrors } = parseParameters([RETURNS, WITH_ERRORS], query);
  const signature = createSignature(operationOf(returns), returns);
  const options = optionsOf(signature.operation, query);
  return createRemoteFunction(engine, signature, options, withErrors, (index) => {
    const problem = `Row ${index + 1} of the body is not a row of ${engine.name}.`;
    return bodyError("malformed-request", problem, `rows as ${engine.name} sends them`);
  });
}
