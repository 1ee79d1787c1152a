/** The statuses of replies; error replies: their kinds, statuses and bodies. */

/** The statuses of replies, with the texts of node:http, which takes 1 MB and 2 ms to load. */
export const STATUS_TEXTS = {
  200: "OK",
  204: "No Content",
  304: "Not Modified",
  308: "Permanent Redirect",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Payload Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  422: "Unprocessable Entity",
  /** Counted for clients that leave before their replies, as nginx does. */
  499: "Client Closed Request",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;
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
  "request-timeout": 408,
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

/** The longest quotation of a value in an error reply. */
export const MAX_EXCERPT_CHARS = 100;

export interface ErrorDetail {
  readonly parameter: string;
  readonly value?: string | undefined;
  readonly expected: string;
}

/** Truncates a text from the client for an error reply, without half a character at the end. */
export function excerpt(text: string): string {
  const cut = text.slice(0, MAX_EXCERPT_CHARS);
  return cut.length < text.length && !cut.isWellFormed() ? cut.slice(0, -1) : cut;
}

/** Thrown when a request is wrong or fails. The router turns it into an error reply. */
export class HttpError extends Error {
  readonly body;

  constructor(error: ErrorKind, message: string, detail?: ErrorDetail) {
    super(message);
    const { parameter, value, expected } = detail ?? {};
    const quoted = { parameter: parameter && excerpt(parameter), value: value && excerpt(value) };
    this.body = { status: ERROR_STATUS[error], error, message, ...quoted, expected };
  }
}

/** Clients look for the word mapcode. */
const nameOf = (parameter: string) => (parameter === "code" ? "mapcode" : parameter);

/** `The precision '9' is not an integer from 0 to 8.` */
export function invalidValue(
  parameter: string,
  value: string,
  expected: string,
  error: ErrorKind = "invalid-parameter",
): HttpError {
  const message = `The ${nameOf(parameter)} '${excerpt(value)}' is not ${expected}.`;
  return new HttpError(error, message, { parameter, value, expected });
}

/** `Missing mapcode: expected /coords/{code}.` */
export function missingParameter(parameter: string, expected: string): HttpError {
  const message = `Missing ${nameOf(parameter)}: expected ${expected}.`;
  return new HttpError("missing-parameter", message, { parameter, expected });
}

/** Writes a text to the log of the service: for internal errors only, never for bad requests. */
export type LogError = (text: string) => void;

/** The HttpError for anything thrown. @param log gets an internal error and a reference; clients get the reference */
export function errorFor(error: unknown, log: LogError): HttpError {
  if (error instanceof HttpError) return error;
  const reference = crypto.randomUUID();
  log(`${reference}: ${error instanceof Error ? error.stack : error}`);
  const message = `The service failed on this request. Its log has the reason under ${reference}.`;
  return new HttpError("internal-error", message);
}

/** `The body has more than 16777216 bytes. Send at most 16777216 bytes.` */
export function tooLarge(parameter: "body" | "first row", max: number, count = `more than ${max}`) {
  const value = `${count} bytes`;
  const expected = `at most ${max} bytes`;
  const message = `The ${parameter} has ${value}. Send ${expected}.`;
  return new HttpError("content-too-large", message, { parameter, value, expected });
}

/** The error for a body. @param expected what to send @param advice another way, after what to send */
export function bodyError(
  error: ErrorKind,
  problem: string,
  expected: string,
  advice = "",
): HttpError {
  const message = `${problem} Send ${expected}${advice}.`;
  return new HttpError(error, message, { parameter: "body", expected });
}
