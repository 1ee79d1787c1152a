/** Parses the headers and the query of a batch request: media types, coding, length and options. */
import { MIMEType } from "node:util";
import { BatchError } from "../../batch/errors.ts";
import { FORMATS, type FormatName } from "../../batch/formats/index.ts";
import { encodingProblem, type Include } from "../../batch/options/checks.ts";
import {
  BATCH_OPTIONS,
  type BatchOptions,
  completeOptions,
  type Operation,
  type ResolvedBatchOptions,
} from "../../batch/options/options.ts";
import { planBatch } from "../../batch/plan.ts";
import { invalidValue } from "../errors.ts";
import { parseQValues } from "../negotiation.ts";
import { parseParameters } from "../parameters.ts";
import { type BatchRequest, parseQuery, type Query, type Request } from "../requests.ts";
import { batchHttpError, tooLarge } from "./errors.ts";
import { BATCH_PARAMETERS, PARAMETERS_OF_ONE_OPERATION } from "./parameters.ts";

/** Longer rows fail, each by itself; a longer first row fails the request. */
const MAX_ROW_BYTES = 64 * 1024;

/** The format of each media type that bodies and replies can have. */
export const FORMAT_BY_MEDIA_TYPE: Readonly<Record<string, FormatName>> = Object.fromEntries(
  FORMATS.flatMap(({ name, mediaTypes }) => mediaTypes.map((type) => [type, name])),
);

const MEDIA_TYPES = Object.keys(FORMAT_BY_MEDIA_TYPE);

/** The media type of a body without its parameters, and its encoding; undefined for UTF-8. */
type BodyType = readonly [type: string, encoding: string | undefined];

function parsedType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

/** @throws HttpError when the type or its charset is not supported */
function bodyTypeOf(contentType: string): BodyType {
  const parsed = parsedType(contentType);
  if (!parsed || !MEDIA_TYPES.includes(parsed.essence)) {
    const expected = `one of ${MEDIA_TYPES.join(", ")}`;
    throw invalidValue("Content-Type", contentType, expected, "unsupported-media-type");
  }
  const charset = parsed.params.get("charset") ?? "utf-8";
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return [parsed.essence, undefined];
  if (encodingProblem(charset) === undefined) return [parsed.essence, charset];
  const { help } = BATCH_OPTIONS.encoding;
  throw invalidValue("charset", charset, help, "unsupported-media-type");
}

/** @throws HttpError when the coding is not supported */
function bodyCodingOf(contentEncoding: string): BatchRequest["coding"] {
  const name = contentEncoding.trim().toLowerCase();
  if (name === "" || name === "identity") return "identity";
  if (name === "gzip" || name === "x-gzip") return "gzip";
  const expected = "gzip or identity";
  throw invalidValue("Content-Encoding", contentEncoding, expected, "unsupported-media-type");
}

/**
 * Chooses the media type of the reply: the supported one with the highest quality, the first on a
 * tie. A wildcard stands for the type of the body, which is also the default.
 */
function replyTypeOf(accept: string, ownType: string): string {
  const accepted = Array.from(parseQValues(accept), ([name, quality]) => {
    return { type: name === "*/*" ? ownType : name, quality };
  });
  const [best] = accepted
    .filter(({ type, quality }) => MEDIA_TYPES.includes(type) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return best?.type ?? ownType;
}

/**
 * The options of the batch.
 * @throws HttpError when a parameter is wrong, or contradicts another one
 */
function batchOptions(
  operation: Operation,
  query: Query,
  [type, encoding]: BodyType,
  replyType: string,
): ResolvedBatchOptions {
  const list = [...BATCH_PARAMETERS[operation], ...PARAMETERS_OF_ONE_OPERATION];
  const { context, include, ...values } = parseParameters(list, query);
  const given: BatchOptions = {
    ...values,
    include: Array.from(include as Iterable<Include>),
    ...(operation === "decode" && { territory: context as string | undefined }),
  };
  const options = completeOptions({
    ...given,
    operation,
    from: FORMAT_BY_MEDIA_TYPE[type],
    to: FORMAT_BY_MEDIA_TYPE[replyType],
    encoding: given.encoding ?? encoding,
    maxRowBytes: MAX_ROW_BYTES,
  });
  try {
    // The plan of an empty input can only fail because of the options.
    planBatch(new Uint8Array(0), options);
  } catch (error) {
    throw error instanceof BatchError ? batchHttpError(error, query) : error;
  }
  return options;
}

/**
 * Parses the headers of a request, and makes options of them and of its query.
 * @param maxBytes of the body
 * @throws HttpError for the first of them that is wrong
 */
export function parseBatchRequest(request: Request, operation: Operation, maxBytes: number) {
  const type = bodyTypeOf(request.header("content-type"));
  const coding = bodyCodingOf(request.header("content-encoding"));
  const length = request.header("content-length");
  const bodyBytes = Number(length);
  if (bodyBytes > maxBytes) throw tooLarge("body", maxBytes, length);
  const query = parseQuery(request.query);
  const replyType = replyTypeOf(request.header("accept"), type[0]);
  const options = batchOptions(operation, query, type, replyType);
  return { coding, bodyBytes, query, replyType, options };
}
