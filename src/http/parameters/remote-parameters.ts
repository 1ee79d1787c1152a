/** The parameters of remote functions. */
import { isReturnName, type ReturnName, RULES } from "../../functions/signature.ts";
import { invalidValue } from "../http-error.ts";
import { CLAMP, LOCAL } from "./batch-parameters.ts";
import {
  CONTEXT,
  COUNTRY,
  flagParameter,
  PRECISION,
  queryParameter,
  TERRITORY,
} from "./parameters.ts";

/** Errors come with results, by the parameter withErrors. */
const RETURN_NAMES = Object.values(RULES)
  .flatMap(({ returns }) => Object.keys(returns))
  .filter((name) => name !== "error");
const DEFAULT_RETURNS: ReturnName = "local";

export const RETURNS = queryParameter(
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

export const WITH_ERRORS = flagParameter(
  "withErrors",
  "return objects with the members result and error, which says why a row has no result",
  false,
);

/** Of functions of points. */
export const ENCODE_FUNCTION_PARAMETERS = [TERRITORY, COUNTRY, PRECISION, LOCAL, CLAMP] as const;

/** Of functions of mapcodes. */
export const DECODE_FUNCTION_PARAMETERS = [CONTEXT] as const;

export const REMOTE_PARAMETERS = [
  RETURNS,
  WITH_ERRORS,
  ...ENCODE_FUNCTION_PARAMETERS,
  ...DECODE_FUNCTION_PARAMETERS,
] as const;
