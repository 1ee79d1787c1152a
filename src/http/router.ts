/** From a request to its reply: the table of paths, and what is common to all of them. */
import { randomUUID } from "node:crypto";
import { answerCodes } from "./codes.ts";
import { answerCoords } from "./coords.ts";
import { decodePercent, parseQuery, type Query } from "./query.ts";
import { Refusal, type RefusalBody } from "./refusal.ts";
import type { Reply, Request } from "./transport.ts";
import { codesJson, coordsJson, refusalJson } from "./write-json.ts";

/** Where the public service has its operations as well. */
export const PREFIX = "/mapcode";

const ALLOWED_METHODS = ["GET", "HEAD", "OPTIONS"];

/** No code, name or list of options comes near it; the transport itself ends at 4 kB of headers. */
const LONGEST_TARGET = 2_000;

/** An operation gets the decoded rest of its path, without slashes around it. */
type Operation = (rest: string, query: Query) => string;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  codes: (point, query) => codesJson(answerCodes(point, query)),
  coords: (code, query) => coordsJson(answerCoords(code, query)),
};

const ALLOW_ORIGIN = ["Access-Control-Allow-Origin", "*"] as const;
const COMMON_HEADERS = [["Content-Type", "application/json;charset=UTF-8"], ALLOW_ORIGIN] as const;

/** The answer to a browser that asks whether a page of another origin may send its request. */
const PREFLIGHT: Reply = {
  status: 204,
  headers: [
    ALLOW_ORIGIN,
    ["Access-Control-Allow-Methods", ALLOWED_METHODS.join(", ")],
    ["Access-Control-Allow-Headers", "*"],
  ],
  body: "",
};

function refusalReply(body: RefusalBody): Reply {
  const isMethod = body.error === "method-not-allowed";
  const allow = [["Allow", ALLOWED_METHODS.join(", ")]] as const;
  return {
    status: body.status,
    headers: isMethod ? [...COMMON_HEADERS, ...allow] : COMMON_HEADERS,
    body: refusalJson(body),
  };
}

function unknownPath(path: string): Refusal {
  const expected = `${PREFIX}/codes/{lat},{lon} or ${PREFIX}/coords/{code}`;
  return new Refusal("unknown-path", `There is nothing at this path; expected ${expected}.`, {
    parameter: "path",
    value: path,
    expected,
  });
}

/** Finds the operation of a path and what follows its name; a trailing slash is accepted. */
function route(path: string): [operation: Operation, rest: string] {
  if (!path.startsWith(`${PREFIX}/`)) throw unknownPath(path);
  const [name = "", rest = "", ...more] = path.slice(PREFIX.length + 1).split("/");
  const isDeeper = more.length > 1 || (more[0] ?? "") !== "";
  if (isDeeper || !Object.hasOwn(OPERATIONS, name)) throw unknownPath(path);
  return [OPERATIONS[name] as Operation, decodePercent(rest, "path")];
}

function answer({ method, path, query }: Request): Reply {
  if (path.length + query.length > LONGEST_TARGET) {
    const expected = `at most ${LONGEST_TARGET} characters`;
    throw new Refusal("uri-too-long", `The URL is too long; expected ${expected}.`, {
      parameter: "url",
      expected,
    });
  }
  const [operation, rest] = route(path);
  if (!ALLOWED_METHODS.includes(method)) {
    const expected = ALLOWED_METHODS.join(" or ");
    const message = `The method ${method} is not allowed here; expected ${expected}.`;
    throw new Refusal("method-not-allowed", message, { parameter: "method", expected });
  }
  if (method === "OPTIONS") return PREFLIGHT;
  return { status: 200, headers: COMMON_HEADERS, body: operation(rest, parseQuery(query)) };
}

/**
 * Answers any request; never throws.
 * @param report gets a text for the log on errors that are no refusals, but a fault of ours
 */
export function reply(request: Request, report: (text: string) => void): Reply {
  try {
    return answer(request);
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error.body);
    const reference = randomUUID();
    report(`${reference}: ${error instanceof Error ? error.stack : error}`);
    const message = `The service failed on this request; its log says why under ${reference}.`;
    return refusalReply(new Refusal("internal-error", message).body);
  }
}
