/** From a request to its reply: the table of paths, and what is common to all of them. */
import { answerCodes } from "./codes.ts";
import { answerCoords } from "./coords.ts";
import { decodePercent, parseQuery, type Query } from "./query.ts";
import { Refusal, type RefusalBody } from "./refusal.ts";
import type { Reply, Request } from "./transport.ts";
import { codesJson, coordinateJson, refusalJson } from "./write-json.ts";

/** Where the public service has its operations as well. */
export const PREFIX = "/mapcode";

const ALLOWED_METHODS = ["GET", "HEAD"];

/** An operation gets the decoded rest of its path, without slashes around it. */
type Operation = (rest: string, query: Query) => string;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  codes: (point, query) => codesJson(answerCodes(point, query)),
  coords: (code, query) => coordinateJson(answerCoords(code, query)),
};

const COMMON_HEADERS = [
  ["Content-Type", "application/json;charset=UTF-8"],
  ["Access-Control-Allow-Origin", "*"],
] as const;

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
  const [operation, rest] = route(path);
  if (!ALLOWED_METHODS.includes(method)) {
    const expected = ALLOWED_METHODS.join(" or ");
    const message = `The method ${method} is not allowed here; expected ${expected}.`;
    throw new Refusal("method-not-allowed", message, { parameter: "method", expected });
  }
  return { status: 200, headers: COMMON_HEADERS, body: operation(rest, parseQuery(query)) };
}

/**
 * Answers any request; never throws.
 * @param report gets errors that are no refusals, which means a fault of ours
 */
export function reply(request: Request, report: (error: unknown) => void): Reply {
  try {
    return answer(request);
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error.body);
    report(error);
    return refusalReply(
      new Refusal("internal-error", "The service failed on this request; its log says why.").body,
    );
  }
}
