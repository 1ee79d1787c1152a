/** `/coords/{code}`: from a mapcode to its point. */
import {
  decode,
  decodeRectangle,
  MalformedMapcodeError,
  UnknownMapcodeError,
} from "../../index.ts";
import { invalidValue } from "../http-error.ts";
import { CODE, CONTEXT, includeParameter } from "../parameters.ts";
import type { Dialect } from "../settings.ts";
import { INCLUDES } from "./codes.ts";
import { type GetOperation, getOperation } from "./operation.ts";

const INCLUDE = includeParameter(
  INCLUDES,
  "rectangle adds the bounds of all points with this mapcode",
  "rectangle",
);

/** Returns an HttpError for what the engine cannot decode; other errors stay what they are. */
function decodeError(error: unknown, code: string): unknown {
  if (error instanceof MalformedMapcodeError) return invalidValue("code", code, error.expected);
  if (error instanceof UnknownMapcodeError) {
    return invalidValue("code", code, error.expected, "unknown-mapcode");
  }
  return error;
}

export function coordsOperation({ repliesRectangleAlone }: Dialect): GetOperation {
  return getOperation({
    name: "coords",
    path: "/coords/{code}",
    summary: "The point of a mapcode: the center of its cell",
    parameters: [CODE, CONTEXT, INCLUDE],
    schema: "Coords",
    hasFormats: true,
    isCacheable: true,
    otherStatuses: [403, 404],
    examples: [
      "/coords/NLD%2049.4V",
      "/coords/49.4V?context=NLD",
      "/coords/VHXGB.1J9J?include=rectangle",
    ],
    reply({ code, context, include }, { format }) {
      try {
        if (!include.has("rectangle")) return format.coords(decode(code, { context }));
        const rectangle = decodeRectangle(code, { context });
        if (repliesRectangleAlone) return format.rectangle(rectangle);
        return format.coords({ ...decode(code, { context }), rectangle });
      } catch (error) {
        throw decodeError(error, code);
      }
    },
  });
}
