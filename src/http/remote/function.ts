/** The function that is called with the rows of a request, as its parameters describe it. */
import {
  type AnswerRows,
  createRemoteFunction,
  type RemoteEngine,
  WrongRowError,
} from "../../functions/remote.ts";
import {
  createSignature,
  DEFAULT_SETTINGS,
  type FunctionSettings,
  type FunctionSignature,
  operationOf,
} from "../../functions/signature.ts";
import { HttpError } from "../http-error.ts";
import { parseParameters } from "../parameters/parameters.ts";
import {
  DECODE_FUNCTION_PARAMETERS,
  ENCODE_FUNCTION_PARAMETERS,
  RETURNS,
  WITH_ERRORS,
} from "../parameters/remote-parameters.ts";
import type { Query } from "../requests.ts";

function settingsOf({ operation }: FunctionSignature, query: Query): FunctionSettings {
  if (operation === "decode") {
    const { context } = parseParameters(DECODE_FUNCTION_PARAMETERS, query);
    return { ...DEFAULT_SETTINGS, ...(context && { territory: context }) };
  }
  const { territory, country, ...settings } = parseParameters(ENCODE_FUNCTION_PARAMETERS, query);
  return { ...settings, ...(territory && { territory }), ...(country && { country }) };
}

/**
 * Creates the function that a query describes. It throws an HttpError for a value in place of a row.
 * @throws HttpError when a parameter is wrong
 */
export function remoteFunctionOf(engine: RemoteEngine, query: Query): AnswerRows {
  const { returns } = parseParameters([RETURNS], query);
  const signature = createSignature(operationOf(returns), returns);
  const { withErrors } = parseParameters([WITH_ERRORS], query);
  const settings = settingsOf(signature, query);
  const answerRows = createRemoteFunction(engine, signature, settings, withErrors);
  return (rows, first, output) => {
    try {
      answerRows(rows, first, output);
    } catch (error) {
      if (!(error instanceof WrongRowError)) throw error;
      const { message, expected } = error;
      throw new HttpError("malformed-request", message, { parameter: "body", expected });
    }
  };
}
