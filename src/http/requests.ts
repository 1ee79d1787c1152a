/** Requests and replies as the transports and the router exchange them, and the checks of every request. */
import { formatList } from "../messages.ts";
import { bodyError, excerpt, HttpError, invalidValue, type Status } from "./errors.ts";

/** The names under which requests are counted; `health` is for /livez and /readyz, `other` for unknown paths. */
// biome-ignore format: a table
export const OPERATION_NAMES = [
  "help", "openapi", "version", "status", "metrics", "codes", "coords", "batch-codes", "batch-coords",
  "territories", "alphabets", "health", "map", "other",
] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export interface Request {
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** By its lower-case name; empty when it was not sent. Of two lines, it is the first one, or both with a comma between. */
  header(name: string): string;
  /** Whether the body may end elsewhere for a proxy. */
  readonly hasAmbiguousFraming?: boolean;
}

/** In sending order. */
export type Headers = readonly (readonly [name: string, value: string])[];

export interface Reply {
  readonly status: Status;
  /** Without Content-Length, which the transport adds. */
  readonly headers: Headers;
  /** Bytes are valid until the next reply is created; a list of them until the reply has left. */
  readonly body: string | Uint8Array | readonly Uint8Array[];
  readonly operation: OperationName;
}

export const GET_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];
const POST_METHODS: readonly string[] = ["POST", "OPTIONS"];

export function methodsOf(operation: OperationName): readonly string[] {
  return operation.startsWith("batch-") ? POST_METHODS : GET_METHODS;
}

/** @throws HttpError when the method is not one of `allowed` */
export function checkMethod(method: string, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const expected = formatList(allowed, "or");
  const message = `The method ${excerpt(method)} is not allowed here. Use ${expected}.`;
  const detail = { parameter: "method", value: method, expected };
  throw new HttpError("method-not-allowed", message, detail);
}

/** Characters of path and query together. No code, name or list of options comes near it. */
const MAX_URL_CHARS = 2_000;

/** @throws HttpError when a request is too long, or expects too much */
export function checkRequest(request: Request): void {
  const { path, query, hasAmbiguousFraming } = request;
  if (hasAmbiguousFraming) {
    const expected = "one Content-Length, or Transfer-Encoding: chunked";
    throw bodyError("malformed-request", "It is not certain where the body ends.", expected);
  }
  if (path.length + query.length > MAX_URL_CHARS) {
    const expected = `at most ${MAX_URL_CHARS} characters`;
    const message = `The URL is too long. Use ${expected} for path and query.`;
    throw new HttpError("uri-too-long", message, { parameter: "url", value: path, expected });
  }
  const expectation = request.header("expect");
  if (expectation === "" || expectation.toLowerCase() === "100-continue") return;
  throw invalidValue("Expect", expectation, "100-continue", "expectation-failed");
}

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Decodes percent-encoding. @throws HttpError when it is malformed or not UTF-8, or there is a control character */
export function decodePercent(text: string, place: "path" | "query"): string {
  // Most texts have a space and nothing else, which takes a third of the time.
  let decoded = text.includes("%") ? text.replace("%20", " ") : text;
  try {
    if (decoded.includes("%")) decoded = decodeURIComponent(decoded);
  } catch {
    throw invalidValue(place, text, "UTF-8 in percent-encoding", "malformed-request");
  }
  if (!CONTROL_CHARACTER.test(decoded)) return decoded;
  const expected = "text without control characters";
  const message = `The ${place} contains a control character. Send ${expected}.`;
  throw new HttpError("malformed-request", message, { parameter: place, value: decoded, expected });
}

/** The only parameter that is a list. Clients also send it once for each item, and with brackets after its name. */
const LIST = "include";

/** The parameters, decoded; empty ones are skipped. @throws HttpError when one occurs twice or is encoded wrongly */
export function parseQuery(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const [sentName, ...values] = pair.replaceAll("+", " ").split("=");
    const decoded = decodePercent(sentName, "query");
    const name = decoded === `${LIST}[]` ? LIST : decoded;
    const value = decodePercent(values.join("="), "query");
    const earlier = parameters.get(name);
    if (earlier !== undefined && name !== LIST) {
      const message = `The parameter ${excerpt(name)} occurs twice. Send it at most once.`;
      const detail = { parameter: name, value, expected: "at most once" };
      throw new HttpError("invalid-parameter", message, detail);
    }
    parameters.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return parameters;
}
