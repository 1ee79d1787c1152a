/** Finds the operation of a request by its path, and creates the reply. */
import { BatchRoutes } from "./batch/routes.ts";
import { documentReply } from "./documents.ts";
import { createFastPath } from "./fast-path.ts";
import type { Format } from "./formats/format.ts";
import { json } from "./formats/json.ts";
import { xml } from "./formats/xml.ts";
import { errorFor, HttpError } from "./http-error.ts";
import { createMapRoutes } from "./map/routes.ts";
import {
  checkExpectation,
  checkLength,
  checkMethod,
  decodePercent,
  type LogError,
  type OperationName,
  parseQuery,
  type Reply,
  type Request,
} from "./messages.ts";
import { acceptedFormat } from "./negotiation.ts";
import type { GetOperation } from "./operations/operation.ts";
import { createOperations } from "./operations/operations.ts";
import { createHeaders, type ReplyHeaders } from "./reply-headers.ts";
import type { InterfaceSettings } from "./settings.ts";

/** The operations whose paths share their first segment. */
interface Route {
  readonly name: OperationName;
  readonly hasFormats: boolean;
  /** How many segments may follow the first one. */
  readonly maxSegments: number;
  /**
   * The first one also gets the requests that fit none. Its parameters report what is missing, and it
   * rejects an unknown last segment.
   */
  readonly operations: readonly [GetOperation, ...GetOperation[]];
}

interface ParsedPath {
  /** Undefined when the path is unknown. */
  readonly route: Route | undefined;
  /** The segments after the first one of the route, percent-encoded. */
  readonly segments: readonly string[];
  /** The format if /json or /xml precedes the route; JSON if the route has no formats. */
  readonly fixedFormat: Format | undefined;
}

const FORMATS: Readonly<Record<string, Format>> = { json, xml };

const UNKNOWN_PATH: ParsedPath = { route: undefined, segments: [], fixedFormat: undefined };

/** Creates the table of routes by the first segment after the prefix. */
function createRoutes(settings: InterfaceSettings): Readonly<Record<string, Route>> {
  const routes: Record<string, Route> = {};
  for (const operation of createOperations(settings)) {
    if (operation.method !== "get") continue;
    const { name, hasFormats, path, pattern } = operation;
    const [, segment] = path.split("/");
    const route: Route | undefined = routes[segment];
    routes[segment] = {
      name,
      hasFormats,
      maxSegments: Math.max(pattern.length, route?.maxSegments ?? 0),
      operations: route ? [...route.operations, operation] : [operation],
    };
  }
  return routes;
}

/** Creates the parser of paths. A trailing slash is accepted everywhere. */
function createPathParser(settings: InterfaceSettings): (path: string) => ParsedPath {
  const routes = createRoutes(settings);
  const { prefix } = settings;
  return (path) => {
    if (path === prefix) return parseSegments(routes, [""]);
    if (!path.startsWith(`${prefix}/`)) return UNKNOWN_PATH;
    const segments = path.slice(prefix.length + 1).split("/");
    if (segments.length > 1 && segments.at(-1) === "") segments.pop();
    return parseSegments(routes, segments);
  };
}

function parseSegments(
  routes: Readonly<Record<string, Route>>,
  all: readonly string[],
): ParsedPath {
  const [first = ""] = all;
  const fixedFormat = Object.hasOwn(FORMATS, first) ? FORMATS[first] : undefined;
  const [name = "", ...segments] = fixedFormat ? all.slice(1) : all;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  const isKnown =
    route && segments.length <= route.maxSegments && (!fixedFormat || route.hasFormats);
  if (!isKnown) return { ...UNKNOWN_PATH, fixedFormat };
  return { route, segments, fixedFormat: route.hasFormats ? fixedFormat : json };
}

/** Whether decoded segments match a pattern; its fixed segments match in any case. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part.startsWith("{") || part === segments[index].toLowerCase())
  );
}

/** Chooses the operation of a route by the segments up to the last one that is not empty. */
function chooseOperation(
  { operations }: Route,
  segments: readonly string[],
): { readonly operation: GetOperation; readonly unknownSegment: string } {
  if (operations.length === 1) return { operation: operations[0], unknownSegment: "" };
  const filled = segments.slice(0, segments.findLastIndex((segment) => segment !== "") + 1);
  const operation = operations.find(({ pattern }) => matches(pattern, filled));
  if (operation) return { operation, unknownSegment: "" };
  const [first] = operations;
  const isLonger = filled.length > first.pattern.length;
  return { operation: first, unknownSegment: isLonger ? (filled.at(-1) ?? "") : "" };
}

function unknownPath(path: string, { prefix }: InterfaceSettings): HttpError {
  const message = `There is nothing at this path. The help at ${prefix}/ lists all paths.`;
  const expected = `a path that the help at ${prefix}/ lists`;
  return new HttpError("unknown-path", message, { parameter: "path", value: path, expected });
}

const ALLOWED_METHODS = ["GET", "HEAD", "OPTIONS"];

/** The path of OPTIONS for the service as a whole (RFC 9112, section 3.2.4). */
const WHOLE_SERVER = "*";

/** Creates the function that runs the operation of a request. It throws an HttpError if the request is wrong. */
function createOperationReplies(
  settings: InterfaceSettings,
  headers: ReplyHeaders,
): (request: Request, parsed: ParsedPath, format: Format) => Reply {
  return (request, parsed, format) => {
    checkLength(request);
    checkExpectation(request);
    const { route, fixedFormat } = parsed;
    if (request.path === WHOLE_SERVER && !["GET", "HEAD"].includes(request.method)) {
      checkMethod(request.method, ALLOWED_METHODS);
      return { status: 204, headers: headers.preflight, body: "", operation: "other" };
    }
    if (!route) throw unknownPath(request.path, settings);
    checkMethod(request.method, ALLOWED_METHODS);
    const { name, hasFormats } = route;
    if (request.method === "OPTIONS") {
      return { status: 204, headers: headers.preflight, body: "", operation: name };
    }
    const segments = parsed.segments.map((segment) => decodePercent(segment, "path"));
    const query = parseQuery(request.query);
    const { operation, unknownSegment } = chooseOperation(route, segments);
    const content = operation.reply({ segments, unknownSegment, query, format });
    const doesVary = fixedFormat === undefined;
    if (typeof content !== "string" && !(content instanceof Uint8Array)) {
      return documentReply(content, request, {
        operation: name,
        cacheControl: settings.cacheControl,
        doesVary: doesVary && hasFormats,
        headers: headers.origin,
      });
    }
    return {
      status: 200,
      headers: headers.ofReply(format, doesVary, operation.isCacheable),
      body: content,
      operation: name,
    };
  };
}

/**
 * Creates the function that replies to every request. It never throws. It writes internal errors to
 * the log that is passed with the request.
 */
export function createRouter(
  settings: InterfaceSettings,
): (request: Request, log: LogError) => Reply {
  const parsePath = createPathParser(settings);
  const headers = createHeaders(settings, ALLOWED_METHODS);
  const batchRoutes = new BatchRoutes(settings);
  const mapRoutes = createMapRoutes(settings);
  const replyByOperation = createOperationReplies(settings, headers);
  const replyFast = createFastPath(settings, headers);

  return (request, log) => {
    const fastReply = replyFast(request);
    if (fastReply) return fastReply;
    const batchReply = batchRoutes.reply(request, log);
    if (batchReply) return batchReply;
    const parsed = parsePath(request.path);
    const format = parsed.fixedFormat ?? acceptedFormat(request.header("accept"));
    try {
      return mapRoutes.reply(request) ?? replyByOperation(request, parsed, format);
    } catch (error) {
      const { body } = errorFor(error, log);
      return {
        status: body.status,
        headers: headers.ofError(body, format, parsed.fixedFormat === undefined),
        body: format.error(body),
        operation: parsed.route?.name ?? "other",
      };
    }
  };
}
