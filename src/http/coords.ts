/** `/coords/{code}`: the point of a mapcode, and its rectangle. */
import { decodeInto, decodeRectangleInto, LAT_DEG, SOUTH_LAT_DEG } from "../index.ts";
import { decodingProblem } from "../library/decoding.ts";
import { territoryFilter } from "../library/encoding.ts";
import { memoize } from "../library/memoize.ts";
import { excerpt, HttpError, missingParameter } from "./errors.ts";
import type { Format } from "./negotiation.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import { COORDS_PARAMETERS, KNOWN_QUERIES, readQuery } from "./parameters.ts";
import { degrees, out, replyBytes, textsOf, writeNumbers } from "./write.ts";

const coordsOptions = memoize((query: string) => {
  const { context, include } = readQuery(COORDS_PARAMETERS, query);
  return {
    filter: territoryFilter({ territory: context }),
    hasRectangle: include.has("rectangle"),
  };
}, KNOWN_QUERIES);

const THREE_PARTS = /[^ ] +[^ ]+ +[^ ]/;

/** The body of the reply to a request: bytes, valid until the next reply. */
export function coordsReply(
  [mapcode = ""]: readonly string[],
  query: string,
  format: Format,
  { dialect }: ResolvedInterfaceOptions,
): Uint8Array {
  if (mapcode === "") throw missingParameter("code", "/coords/{code}");
  const { filter, hasRectangle } = coordsOptions(query);
  const detail = { parameter: "code", value: mapcode };
  if (mapcode.indexOf(" ") !== mapcode.lastIndexOf(" ") && THREE_PARTS.test(mapcode)) {
    const expected = "a code, or a territory and a code";
    // Clients look for the word mapcode.
    const message = `The mapcode '${excerpt(mapcode)}' is not ${expected}.`;
    throw new HttpError("invalid-parameter", message, { ...detail, expected });
  }
  const decodeIt = hasRectangle ? decodeRectangleInto : decodeInto;
  const problem = decodeIt(mapcode, filter.territory, degrees);
  if (problem !== 0) {
    const { code, message, expected = "" } = decodingProblem(problem, mapcode, filter);
    const error = code === "unknown-mapcode" ? code : "invalid-parameter";
    throw new HttpError(error, message, { ...detail, expected });
  }
  const texts = textsOf(format);
  out.length = 0;
  if (hasRectangle && dialect === "hosted") writeNumbers(texts.rectangleAlone, SOUTH_LAT_DEG);
  else {
    writeNumbers(texts.point, LAT_DEG, 2);
    if (hasRectangle) writeNumbers(texts.rectangle, SOUTH_LAT_DEG);
    out.appendEncoded(texts.point[3]);
  }
  return replyBytes();
}
