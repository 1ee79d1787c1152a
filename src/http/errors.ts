/** The statuses of replies; error replies: their kinds, statuses and bodies. */

export interface StatusFacts {
  /** As node:http has it, which takes 1 MB and 2 ms to load. */
  readonly text: string;
  /** For the OpenAPI document. */
  readonly description?: string;
  /** The names of the operations that can reply with it, by default all, if they are described. */
  readonly operations?: readonly string[];
  /** The kinds of its error replies. */
  readonly errors?: readonly string[];
}

const CONVERSIONS = ["codes", "coords"];
const BATCHES = ["batch-codes", "batch-coords"];

// biome-ignore format: a table
export const STATUSES = {
  200: { text: "OK" },
  204: { text: "No Content" },
  304: { text: "Not Modified", description: "The client already has this body (If-None-Match).", operations: ["territories", "alphabets", "help", "openapi"] },
  308: { text: "Permanent Redirect" },
  400: { text: "Bad Request", description: "A parameter is malformed, unknown or out of range.", errors: ["invalid-parameter", "malformed-request"] },
  403: { text: "Forbidden", description: "The point or the code is missing.", operations: CONVERSIONS, errors: ["missing-parameter"] },
  404: { text: "Not Found", description: "The path is unknown, the mapcode does not exist, or the point has no local mapcode.", operations: CONVERSIONS, errors: ["unknown-mapcode", "no-local-mapcode", "unknown-path"] },
  405: { text: "Method Not Allowed", description: "The method is not allowed here; the header Allow lists the allowed methods.", errors: ["method-not-allowed"] },
  408: { text: "Request Timeout", description: "The body arrives too slowly.", operations: BATCHES, errors: ["request-timeout"] },
  409: { text: "Conflict", description: "Parameters exclude each other.", operations: [...CONVERSIONS, ...BATCHES], errors: ["conflicting-parameters"] },
  413: { text: "Payload Too Large", description: "The body, its first row, or the body with its reply is too large.", operations: BATCHES, errors: ["content-too-large"] },
  414: { text: "URI Too Long", description: "The URL is too long.", errors: ["uri-too-long"] },
  415: { text: "Unsupported Media Type", description: "The type, charset or coding of the body is not supported.", operations: BATCHES, errors: ["unsupported-media-type"] },
  417: { text: "Expectation Failed", description: "The header Expect asks for something other than 100-continue.", errors: ["expectation-failed"] },
  422: { text: "Unprocessable Entity", description: "No row can be converted: all rows fail, or the first 1,000.", operations: BATCHES, errors: ["no-row-converted"] },
  /** Counted for clients that leave before their replies, as nginx does. */
  499: { text: "Client Closed Request" },
  500: { text: "Internal Server Error", description: "The service failed. Its log has the reason.", errors: ["internal-error"] },
  503: { text: "Service Unavailable", description: "Other batches use the memory for batches; the header Retry-After says when to try again.", operations: BATCHES, errors: ["service-busy"] },
} as const satisfies Readonly<Record<number, StatusFacts>>;
export type Status = keyof typeof STATUSES;
export type ErrorKind = Extract<(typeof STATUSES)[Status], { errors: unknown }>["errors"][number];

/** The status of each kind of error reply. */
export const ERROR_STATUS = Object.fromEntries(
  Object.entries<StatusFacts>(STATUSES).flatMap(([status, { errors = [] }]) =>
    errors.map((error) => [error, Number(status)]),
  ),
) as Readonly<Record<ErrorKind, Status>>;

/** Of a value in an error reply. */
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

/** The router turns it into an error reply. */
export class HttpError extends Error {
  readonly body;

  constructor(error: ErrorKind, message: string, detail: Partial<ErrorDetail> = {}) {
    super(message);
    const { parameter, value, expected } = detail;
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

/** For anything thrown. @param log gets an internal error and a reference; clients get the reference */
export function errorFor(error: unknown, log: LogError): HttpError {
  if (error instanceof HttpError) return error;
  const reference = crypto.randomUUID();
  log(`${reference}: ${error instanceof Error ? error.stack : error}`);
  const message = `The service failed on this request. Its log has the reason under ${reference}.`;
  return new HttpError("internal-error", message);
}

export function bodyError(error: ErrorKind, problem: string, expected: string): HttpError {
  return new HttpError(error, `${problem} Send ${expected}.`, { parameter: "body", expected });
}

/** `The body has more than 16777216 bytes. Send at most 16777216 bytes.` */
export function tooLarge(parameter: "body" | "first row", max: number, count = `more than ${max}`) {
  const value = `${count} bytes`;
  const expected = `at most ${max} bytes`;
  const message = `The ${parameter} has ${value}. Send ${expected}.`;
  return new HttpError("content-too-large", message, { parameter, value, expected });
}
