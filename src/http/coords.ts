/** `/coords/{code}`: from a mapcode to its coordinate. */
import { decode, decodeRectangle, MalformedMapcodeError, UnknownMapcodeError } from "../index.ts";
import type { CoordsAnswer } from "./answers.ts";
import { includeParameter, refuseOther, territoryParameter } from "./parameters.ts";
import type { Query } from "./query.ts";
import { refuseMissing, refuseValue } from "./refusal.ts";

/**
 * @param code the decoded path segment
 * @throws Refusal
 */
export function answerCoords(code: string, query: Query): CoordsAnswer {
  refuseOther(query, "territory", "context");
  if (code === "") throw refuseMissing("code", "/coords/{code}");
  const context = territoryParameter(query, "context");
  const isWithRectangle = includeParameter(query).has("rectangle");
  try {
    const point = decode(code, { context });
    if (!isWithRectangle) return point;
    return { ...point, rectangle: decodeRectangle(code, { context }) };
  } catch (error) {
    if (error instanceof MalformedMapcodeError) throw refuseValue("code", code, error.expected);
    if (error instanceof UnknownMapcodeError) {
      throw refuseValue("code", code, error.expected, "unknown-mapcode");
    }
    throw error;
  }
}
