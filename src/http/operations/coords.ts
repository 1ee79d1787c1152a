/** `/coords/{code}`: from a mapcode to its coordinate. */
import {
  decode,
  decodeRectangle,
  MalformedMapcodeError,
  UnknownMapcodeError,
} from "../../index.ts";
import { invalidValue, missingParameter } from "../http-error.ts";
import { INCLUDES, includeParameter, refuseOther, territoryParameter } from "../parameters.ts";
import type { Operation } from "./operation.ts";

/** A refusal for what the engine cannot decode; other errors stay what they are. */
function refusalOf(error: unknown, code: string): unknown {
  if (error instanceof MalformedMapcodeError) return invalidValue("code", code, error.expected);
  if (error instanceof UnknownMapcodeError) {
    return invalidValue("code", code, error.expected, "unknown-mapcode");
  }
  return error;
}

export const answerCoords: Operation = ({ segments: [code = ""], query, format, settings }) => {
  refuseOther(query, "territory", "context");
  if (code === "") throw missingParameter("code", "/coords/{code}");
  const context = territoryParameter(query, "context");
  const isWithRectangle = includeParameter(query, INCLUDES).has("rectangle");
  try {
    if (!isWithRectangle) return format.coords(decode(code, { context }));
    const rectangle = decodeRectangle(code, { context });
    if (settings.dialect.repliesRectangleAlone) return format.rectangle(rectangle);
    return format.coords({ ...decode(code, { context }), rectangle });
  } catch (error) {
    throw refusalOf(error, code);
  }
};
