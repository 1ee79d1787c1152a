/** The statuses of replies; error replies: their kinds, statuses and bodies. */

/**
 * The statuses of replies with their texts in status lines: the texts of node:http, which takes 1 MB and 2 ms to load
 * for nothing else.
 */
export const STATUS_TEXTS = {
  200: "OK",
  204: "No Content",
  304: "Not Modified",
  308: "Permanent Redirect",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  422: "Unprocessable Entity",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** A status that a reply can have. */
export type Status = keyof typeof STATUS_TEXTS;

/** The kinds of error replies, each with its status. */
export const ERROR_STATUS = {
  "invalid-parameter": 400,
  "malformed-request": 400,
  "missing-parameter": 403,
  "unknown-mapcode": 404,
  "no-local-mapcode": 404,
  "unknown-path": 404,
  "method-not-allowed": 405,
  "conflicting-parameters": 409,
  "content-too-large": 413,
  "uri-too-long": 414,
  "unsupported-media-type": 415,
  "expectation-failed": 417,
  "no-row-converted": 422,
  "internal-error": 500,
  "service-busy": 503,
} as const;

export type ErrorKind = keyof typeof ERROR_STATUS;

/** Maximum number of characters that an error reply quotes of a value. */
export const MAX_EXCERPT_CHARS = 100;

export interface ErrorDetail {
  readonly parameter: string;
  readonly value?: string;
  readonly expected: string;
}

/** The body of an error reply; its members are sent in this order. */
export interface ErrorBody {
  readonly status: Status;
  readonly error: ErrorKind;
  readonly message: string;
  readonly parameter?: string;
  readonly value?: string;
  readonly expected?: string;
}

/** Cuts a text from the client to the length that an error reply quotes. */
export function excerpt(text: string): string {
  const cut = text.slice(0, MAX_EXCERPT_CHARS);
  // A cut inside a surrogate pair leaves half a character; drop it.
  return cut.length < text.length && !cut.isWellFormed() ? cut.slice(0, -1) : cut;
}

function excerptDetail({ parameter, value, expected }: ErrorDetail): ErrorDetail {
  return {
    parameter: excerpt(parameter),
    ...(value === undefined ? {} : { value: excerpt(value) }),
    expected,
  };
}

/** Thrown when a request is wrong or fails. The router turns it into an error reply. */
export class HttpError extends Error {
  readonly body: ErrorBody;

  constructor(error: ErrorKind, message: string, detail?: ErrorDetail) {
    super(message);
    this.name = "HttpError";
    this.body = {
      status: ERROR_STATUS[error],
      error,
      message,
      ...(detail && excerptDetail(detail)),
    };
  }
}

/** `The precision '9' is not an integer from 0 to 8.` */
export function invalidValue(
  parameter: string,
  value: string,
  expected: string,
  error: ErrorKind = "invalid-parameter",
): HttpError {
  const message = `The ${parameter} '${excerpt(value)}' is not ${expected}.`;
  return new HttpError(error, message, { parameter, value, expected });
}

/** `Missing mapcode: expected /coords/{code}.` */
export function missingParameter(parameter: string, expected: string): HttpError {
  // Clients look for the word mapcode.
  const message = `Missing ${parameter === "code" ? "mapcode" : parameter}: expected ${expected}.`;
  return new HttpError("missing-parameter", message, { parameter, expected });
}

/** The error for a segment that does not have all its parameters: there is no such path. */
export function wrongSegment(parameter: string, value: string, path: string): HttpError {
  const message = `There is nothing at this path. Use ${path}.`;
  return new HttpError("unknown-path", message, { parameter, value, expected: path });
}

/**
 * Returns the HttpError for anything thrown. An internal error is logged with a random reference; the
 * client gets the reference only.
 * @param log gets the text of an internal error; not called for an HttpError
 */
export function errorFor(error: unknown, log: (text: string) => void): HttpError {
  if (error instanceof HttpError) return error;
  const reference = crypto.randomUUID();
  log(`${reference}: ${error instanceof Error ? error.stack : error}`);
  const message = `The service failed on this request. Its log has the reason under ${reference}.`;
  return new HttpError("internal-error", message);
}
