/** Parses the headers and the query of a batch request: media types, coding, length and options. */
import { MIMEType } from "node:util";
import { BatchError } from "../../batch/errors.ts";
import { FORMATS, type FormatName } from "../../batch/formats/index.ts";
import { completeOptions, encodingProblem, type Include } from "../../batch/options/options.ts";
import type { Operation } from "../../batch/options/roles.ts";
import { planBatch } from "../../batch/plan.ts";
import { invalidValue } from "../errors.ts";
import { parseQValues } from "../negotiation.ts";
import { parseParameters } from "../parameters.ts";
import { type BatchRequest, parseQuery, type Request } from "../requests.ts";
import { batchHttpError, tooLarge } from "./errors.ts";
import { BATCH_PARAMETERS, COLUMN_PARAMETERS } from "./parameters.ts";

/** Longer rows fail, each by itself; a longer first row fails the request. */
const MAX_ROW_BYTES = 64 * 1024;

/** The format of each media type that bodies and replies can have. */
export const FORMAT_BY_MEDIA_TYPE: Readonly<Record<string, FormatName>> = Object.fromEntries(
  FORMATS.flatMap(({ name, mediaTypes }) => mediaTypes.map((type) => [type, name])),
);

const MEDIA_TYPES = Object.keys(FORMAT_BY_MEDIA_TYPE);

function unsupported(header: string, value: string, expected: string) {
  return invalidValue(header, value, expected, "unsupported-media-type");
}

/** The media type of a body, and its charset. @throws HttpError when the type is not supported */
function bodyTypeOf(contentType: string): readonly [type: string, charset: string | null] {
  try {
    const { essence, params } = new MIMEType(contentType);
    if (MEDIA_TYPES.includes(essence)) return [essence, params.get("charset")];
  } catch {
    // It is no media type.
  }
  throw unsupported("Content-Type", contentType, `one of ${MEDIA_TYPES.join(", ")}`);
}

/** The encoding that a charset names; undefined for UTF-8. @throws HttpError when it is unknown */
function encodingOf(charset: string | null): string | undefined {
  if (charset === null || /^(utf-?8|us-ascii)$/i.test(charset)) return undefined;
  if (encodingProblem(charset) === undefined) return charset;
  throw unsupported("charset", charset, "an encoding such as utf-8, utf-16le or latin1");
}

/** @throws HttpError when the coding is not supported */
function bodyCodingOf(contentEncoding: string): BatchRequest["coding"] {
  const name = contentEncoding.trim().toLowerCase();
  if (name === "" || name === "identity") return "identity";
  if (name === "gzip" || name === "x-gzip") return "gzip";
  throw unsupported("Content-Encoding", contentEncoding, "gzip or identity");
}

/** The supported type with the highest quality, the first on a tie. A wildcard means the type of the body. */
function replyTypeOf(accept: string, ownType: string): string {
  const [[type] = [ownType]] = Array.from(parseQValues(accept))
    .map(([name, quality]): [string, number] => [name === "*/*" ? ownType : name, quality])
    .filter(([type, quality]) => MEDIA_TYPES.includes(type) && quality > 0)
    .toSorted(([, one], [, other]) => other - one);
  return type;
}

/** Makes options of headers and query. @throws HttpError for the first that is wrong, or contradicts another one */
export function parseBatchRequest(request: Request, operation: Operation, maxBytes: number) {
  const [type, charset] = bodyTypeOf(request.header("content-type"));
  const encoding = encodingOf(charset);
  const coding = bodyCodingOf(request.header("content-encoding"));
  const length = request.header("content-length");
  const bodyBytes = Number(length);
  if (bodyBytes > maxBytes) throw tooLarge("body", maxBytes, length);
  const query = parseQuery(request.query);
  const replyType = replyTypeOf(request.header("accept"), type);
  const list = [...BATCH_PARAMETERS[operation], ...COLUMN_PARAMETERS];
  const { context, include, ...values } = parseParameters(list, query);
  const options = completeOptions({
    ...values,
    encoding: (values.encoding as string | undefined) ?? encoding,
    ...(operation === "decode" && { territory: context as string | undefined }),
    include: Array.from(include as Iterable<Include>),
    operation,
    from: FORMAT_BY_MEDIA_TYPE[type],
    to: FORMAT_BY_MEDIA_TYPE[replyType],
    maxRowBytes: MAX_ROW_BYTES,
  });
  try {
    // The plan of an empty input can only fail because of the options.
    planBatch(new Uint8Array(0), options);
  } catch (error) {
    throw error instanceof BatchError ? batchHttpError(error, query) : error;
  }
  return { coding, bodyBytes, query, replyType, options };
}
