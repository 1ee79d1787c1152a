/** From a request to its reply: the table of paths, and what is common to all of them. */
import { createBatch } from "./batch/routes.ts";
import { helpDocument } from "./description/help.ts";
import { openApiDocument } from "./description/openapi.ts";
import type { Document } from "./document.ts";
import { createFastPath } from "./fast-path/fast-path.ts";
import { errorFor } from "./fault.ts";
import type { Format } from "./formats/format.ts";
import { json } from "./formats/json.ts";
import { xml } from "./formats/xml.ts";
import { createHeaders, type ReplyHeaders } from "./headers.ts";
import { HttpError } from "./http-error.ts";
import type { Reply, Request } from "./messages.ts";
import { acceptedCoding, acceptedFormat, isNotModified } from "./negotiation.ts";
import { answerAlphabets } from "./operations/alphabets.ts";
import { answerCodes } from "./operations/codes.ts";
import { answerCoords } from "./operations/coords.ts";
import type { Operation, OperationName } from "./operations/operation.ts";
import { answerMetrics, answerStatus, answerVersion } from "./operations/service.ts";
import { answerTerritories } from "./operations/territories.ts";
import { decodePercent, parseQuery } from "./query.ts";
import { checkLength, checkMethod } from "./request-checks.ts";
import type { InterfaceSettings } from "./settings.ts";

/** How an operation is reached and answered. */
interface Route {
  readonly operation: OperationName;
  /** How many segments may follow its name. */
  readonly maxSegments: number;
  /** Told in the format that the client wants, and under /json and /xml. */
  readonly hasFormats: boolean;
  /** The answer depends on the request alone. */
  readonly isCacheable: boolean;
  readonly answer: Operation;
}

/** A path taken apart. */
interface Target {
  readonly route: Route | undefined;
  /** What follows the operation's name, still encoded. */
  readonly rest: readonly string[];
  /** What /json or /xml in front says, or a route that has one format only. */
  readonly fixedFormat: Format | undefined;
}

const FORMATS: Readonly<Record<string, Format>> = { json, xml };

const NOWHERE: Target = { route: undefined, rest: [], fixedFormat: undefined };

/** The first segment behind the prefix, and what it leads to. */
function createRoutes(settings: InterfaceSettings): Readonly<Record<string, Route>> {
  const inFormats = { hasFormats: true, isCacheable: true };
  const live = { maxSegments: 0, isCacheable: false };
  const documents = { maxSegments: 0, hasFormats: false, isCacheable: true };
  let help: Document | undefined;
  let openApi: Document | undefined;
  const answerHelp = () => {
    help ??= helpDocument(settings);
    return help;
  };
  const answerOpenApi = () => {
    openApi ??= openApiDocument(settings);
    return openApi;
  };
  return {
    "": { operation: "help", ...documents, answer: answerHelp },
    "openapi.json": { operation: "openapi", ...documents, answer: answerOpenApi },
    version: { operation: "version", ...live, hasFormats: true, answer: answerVersion },
    status: { operation: "status", ...live, hasFormats: true, answer: answerStatus },
    metrics: { operation: "metrics", ...live, hasFormats: false, answer: answerMetrics },
    codes: { operation: "codes", maxSegments: 2, ...inFormats, answer: answerCodes },
    coords: { operation: "coords", maxSegments: 1, ...inFormats, answer: answerCoords },
    territories: {
      operation: "territories",
      maxSegments: 1,
      ...inFormats,
      answer: answerTerritories,
    },
    alphabets: { operation: "alphabets", maxSegments: 1, ...inFormats, answer: answerAlphabets },
  };
}

/** A trailing slash is accepted everywhere. */
function createFinder(settings: InterfaceSettings): (path: string) => Target {
  const routes = createRoutes(settings);
  const { prefix } = settings;
  return (path) => {
    if (path === prefix) return find(routes, [""]);
    if (!path.startsWith(`${prefix}/`)) return NOWHERE;
    const segments = path.slice(prefix.length + 1).split("/");
    if (segments.length > 1 && segments.at(-1) === "") segments.pop();
    return find(routes, segments);
  };
}

function find(routes: Readonly<Record<string, Route>>, segments: readonly string[]): Target {
  const [first = ""] = segments;
  const fixedFormat = Object.hasOwn(FORMATS, first) ? FORMATS[first] : undefined;
  const [name = "", ...rest] = fixedFormat ? segments.slice(1) : segments;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  const isThere = route && rest.length <= route.maxSegments && (!fixedFormat || route.hasFormats);
  if (!isThere) return { ...NOWHERE, fixedFormat };
  return { route, rest, fixedFormat: route.hasFormats ? fixedFormat : json };
}

function refuseUnknownPath(path: string, { prefix }: InterfaceSettings): HttpError {
  const expected = `one of those that the help at ${prefix}/ lists`;
  return new HttpError("unknown-path", `There is nothing at this path; expected ${expected}.`, {
    parameter: "path",
    value: path,
    expected,
  });
}

const ALLOWED_METHODS = ["GET", "HEAD", "OPTIONS"];

/** The reply with a document, or that the client has it already. */
function documentReply(
  document: Document,
  request: Request,
  headers: ReplyHeaders,
  operation: OperationName,
  doesVary: boolean,
): Reply {
  const coding = document.isCompressible
    ? acceptedCoding(request.header("accept-encoding"))
    : "identity";
  const tag = document.tag(coding);
  const isKnown = isNotModified(request.header("if-none-match"), tag);
  return {
    status: isKnown ? 304 : 200,
    headers: headers.ofDocument(document, coding, doesVary),
    body: isKnown ? "" : document.body(coding),
    operation,
  };
}

/**
 * Makes the function that answers any request and never throws. It is given, besides the request, a
 * function that gets a text for the log on errors that are no refusals, but a fault of ours.
 */
export function createRouter(
  settings: InterfaceSettings,
): (request: Request, report: (text: string) => void) => Reply {
  const findTarget = createFinder(settings);
  const headers = createHeaders(settings, ALLOWED_METHODS);
  const batch = createBatch(settings);

  function answer(request: Request, { route, rest, fixedFormat }: Target, format: Format): Reply {
    checkLength(request);
    if (!route) throw refuseUnknownPath(request.path, settings);
    checkMethod(request.method, ALLOWED_METHODS);
    const { operation, isCacheable } = route;
    if (request.method === "OPTIONS") {
      return { status: 204, headers: headers.preflight, body: "", operation };
    }
    const segments = rest.map((segment) => decodePercent(segment, "path"));
    const query = parseQuery(request.query);
    const content = route.answer({ segments, query, format, settings });
    const doesVary = fixedFormat === undefined;
    if (typeof content !== "string") {
      return documentReply(content, request, headers, operation, doesVary && route.hasFormats);
    }
    return {
      status: 200,
      headers: headers.ofAnswer(format, doesVary, isCacheable),
      body: content,
      operation,
    };
  }

  const answerFast = createFastPath(settings, headers.ofAnswer(json, true, true));

  return (request, report) => {
    const fastPath = answerFast(request);
    if (fastPath) return fastPath;
    const batchReply = batch.reply(request, report);
    if (batchReply) return batchReply;
    const target = findTarget(request.path);
    const format = target.fixedFormat ?? acceptedFormat(request.header("accept"));
    try {
      return answer(request, target, format);
    } catch (error) {
      const { body } = errorFor(error, report);
      return {
        status: body.status,
        headers: headers.ofError(body, format, target.fixedFormat === undefined),
        body: format.refusal(body),
        operation: target.route?.operation ?? "other",
      };
    }
  };
}
