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
import { parseQuery, type Query, type Request } from "../requests.ts";
import { batchHttpError, tooLarge } from "./errors.ts";
import { BATCH_PARAMETERS, PARAMETERS_OF_ONE_OPERATION } from "./parameters.ts";

/** Longer rows fail, each by itself; a longer first row fails the request. */
const MAX_ROW_BYTES = 64 * 1024;

// Headers

/** The format of each media type that bodies and replies can have. */
export const FORMAT_BY_MEDIA_TYPE: Readonly<Record<string, FormatName>> = Object.fromEntries(
  FORMATS.flatMap(({ name, mediaTypes }) => mediaTypes.map((type) => [type, name])),
);

const MEDIA_TYPES = Object.keys(FORMAT_BY_MEDIA_TYPE);

export type BodyCoding = "identity" | "gzip";

/** The supported values of Content-Encoding. */
const CODINGS: Readonly<Record<string, BodyCoding>> = {
  "": "identity",
  identity: "identity",
  gzip: "gzip",
  "x-gzip": "gzip",
};

interface BodyType {
  readonly type: string;
  /** Undefined for UTF-8. */
  readonly encoding: string | undefined;
}

function parsedType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

/**
 * Returns the media type of a body without its parameters, and its encoding unless that is UTF-8.
 * @throws HttpError when the type or its charset is not supported
 */
function bodyTypeOf(contentType: string): BodyType {
  const parsed = parsedType(contentType);
  if (parsed === undefined || !MEDIA_TYPES.includes(parsed.essence)) {
    const expected = `one of ${MEDIA_TYPES.join(", ")}`;
    throw invalidValue("Content-Type", contentType, expected, "unsupported-media-type");
  }
  const charset = parsed.params.get("charset") ?? "utf-8";
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return { type: parsed.essence, encoding: undefined };
  if (encodingProblem(charset) !== undefined) {
    const { help } = BATCH_OPTIONS.encoding;
    throw invalidValue("charset", charset, help, "unsupported-media-type");
  }
  return { type: parsed.essence, encoding: charset };
}

/** @throws HttpError when the coding is not supported */
function bodyCodingOf(contentEncoding: string): BodyCoding {
  const name = contentEncoding.trim().toLowerCase();
  const coding = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;
  if (coding !== undefined) return coding;
  const expected = "gzip or identity";
  throw invalidValue("Content-Encoding", contentEncoding, expected, "unsupported-media-type");
}

/**
 * Chooses the media type of the reply: the supported one with the highest quality, the first on a
 * tie. A wildcard stands for the type of the body, which is also the default.
 */
function replyTypeOf(accept: string, ownType: string): string {
  const accepted = Array.from(parseQValues(accept), ([name, quality]) => ({
    type: name === "*/*" ? ownType : name,
    quality,
  }));
  const [best] = accepted
    .filter(({ type, quality }) => MEDIA_TYPES.includes(type) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return best?.type ?? ownType;
}

/** What the head of a request with a body says of the body, and its query. */
export interface RequestHead {
  /** How to decode the body. */
  readonly coding: BodyCoding;
  /** The Content-Length, 0 if the body is sent in chunks. */
  readonly bodyBytes: number;
  readonly query: Query;
}

/** @throws HttpError when the coding is not supported, or Content-Length exceeds the limit; chunks are counted later */
export function parseHead(request: Request, maxBytes: number): RequestHead {
  const coding = bodyCodingOf(request.header("content-encoding"));
  const length = request.header("content-length");
  const bodyBytes = Number(length);
  if (bodyBytes > maxBytes) throw tooLarge("body", maxBytes, length);
  return { coding, bodyBytes, query: parseQuery(request.query) };
}

// Options

/** The options that the query gives. The parameters have been declared by these options. */
function givenOptions(operation: Operation, query: Query): BatchOptions {
  const list = [...BATCH_PARAMETERS[operation], ...PARAMETERS_OF_ONE_OPERATION];
  const { context, include, ...values } = parseParameters(list, query);
  const options = { ...values, include: Array.from(include as Iterable<Include>) };
  return operation === "encode"
    ? options
    : { ...options, territory: context as string | undefined };
}

/**
 * Returns the options of the batch that a request describes.
 * @param body media type and encoding of the body
 * @param replyType media type of the reply
 * @throws HttpError when a parameter is wrong, or contradicts another one
 */
function batchOptions(
  operation: Operation,
  query: Query,
  body: BodyType,
  replyType: string,
): ResolvedBatchOptions {
  const given = givenOptions(operation, query);
  const options = completeOptions({
    ...given,
    operation,
    from: FORMAT_BY_MEDIA_TYPE[body.type],
    to: FORMAT_BY_MEDIA_TYPE[replyType],
    encoding: given.encoding ?? body.encoding,
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

/** The parsed headers and query of a batch request. */
export interface ParsedBatch extends RequestHead {
  readonly options: ResolvedBatchOptions;
  /** Media type of the reply. */
  readonly replyType: string;
}

/**
 * Parses the headers and the query of a request.
 * @param maxBytes of the body
 * @throws HttpError for the first of them that is wrong
 */
export function parseBatchRequest(
  request: Request,
  operation: Operation,
  maxBytes: number,
): ParsedBatch {
  const body = bodyTypeOf(request.header("content-type"));
  const head = parseHead(request, maxBytes);
  const replyType = replyTypeOf(request.header("accept"), body.type);
  return { ...head, options: batchOptions(operation, head.query, body, replyType), replyType };
}
