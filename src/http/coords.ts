/** `/coords/{code}`: the point of a mapcode, and its rectangle. */
import {
  decodeInto,
  decodeRectangleInto,
  LAT_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
} from "../index.ts";
import { decodingProblem } from "../library/decoding.ts";
import { type TerritoryFilter, territoryFilter } from "../library/point-codes.ts";
import { excerpt, HttpError, missingParameter } from "./errors.ts";
import type { Format } from "./negotiation.ts";
import type { Dialect } from "./options.ts";
import { COORDS_PARAMETERS, readQuery, rememberQueries } from "./parameters.ts";
import { out, replyBytes, TEXTS, type Texts, writeNumbers } from "./write.ts";

/** What a request asks for, apart from the mapcode. */
interface CoordsOptions {
  /** Where codes without a territory are looked up. */
  readonly filter: TerritoryFilter;
  readonly hasRectangle: boolean;
}

const coordsOptions = rememberQueries((query): CoordsOptions => {
  const { context, include } = readQuery(COORDS_PARAMETERS, query);
  return {
    filter: territoryFilter({ territory: context }),
    hasRectangle: include.has("rectangle"),
  };
});

const degrees = new Float64Array(RECTANGLE_NUMBERS);

/** @throws HttpError when the mapcode is no place */
function writeCoords(
  mapcode: string,
  { filter, hasRectangle }: CoordsOptions,
  texts: Texts,
  { repliesRectangleAlone }: Dialect,
): Uint8Array {
  const problem = hasRectangle
    ? decodeRectangleInto(mapcode, filter.territory, degrees)
    : decodeInto(mapcode, filter.territory, degrees);
  if (problem !== 0) throw decodingError(problem, mapcode, filter);
  const { point, rectangle, wholeRectangle } = texts;
  out.length = 0;
  if (hasRectangle && repliesRectangleAlone) {
    writeNumbers(out, wholeRectangle, degrees, SOUTH_LAT_DEG);
  } else {
    writeNumbers(out, point, degrees, LAT_DEG, 2);
    if (hasRectangle) writeNumbers(out, rectangle, degrees, SOUTH_LAT_DEG);
    out.appendEncoded(point[3]);
  }
  return replyBytes();
}

function decodingError(problem: number, mapcode: string, filter: TerritoryFilter): HttpError {
  const { code, message, expected = "" } = decodingProblem(problem, mapcode, filter);
  const error = code === "unknown-mapcode" ? code : "invalid-parameter";
  return new HttpError(error, message, { parameter: "code", value: mapcode, expected });
}

/** @throws HttpError when a text has more parts than a territory and a code */
function checkParts(code: string): void {
  const space = code.indexOf(" ");
  if (space < 0 || code.indexOf(" ", space + 1) < 0) return;
  const parts = code.split(" ").filter((part) => part !== "");
  if (parts.length <= 2) return;
  const expected = "a code, or a territory and a code";
  // Clients look for the word mapcode.
  const message = `The mapcode '${excerpt(code)}' is not ${expected}.`;
  throw new HttpError("invalid-parameter", message, { parameter: "code", value: code, expected });
}

/**
 * The body of the reply to a request.
 * @param mapcode decoded
 * @returns bytes, valid until the next reply
 * @throws HttpError
 */
export function coordsReply(
  mapcode: string,
  query: string,
  format: Format,
  dialect: Dialect,
): Uint8Array {
  if (mapcode === "") throw missingParameter("code", "/coords/{code}");
  const options = coordsOptions(query);
  checkParts(mapcode);
  return writeCoords(mapcode, options, TEXTS[format], dialect);
}
