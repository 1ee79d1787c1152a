/** Finds the operation of a request by its path, and creates the reply. */

import type { Format } from "./formats/format.ts";
import { json } from "./formats/json.ts";
import { xml } from "./formats/xml.ts";
import { errorFor, HttpError } from "./http-error.ts";
import type { ResolvedInterfaceOptions } from "./interface-options.ts";
import { createMapRoutes } from "./map/routes.ts";
import { acceptedFormat } from "./negotiation.ts";
import { createOperations } from "./operation-list.ts";
import type { GetOperation } from "./operations/operation.ts";
import { continuesWith, decodedSegments, segmentsFrom } from "./path-segments.ts";
import { PostRoutes } from "./post-routes.ts";
import { createHeaders, type ReplyHeaders } from "./reply-headers.ts";
import {
  type BatchRequest,
  checkMethod,
  checkRequest,
  type LogError,
  type OperationName,
  type Reply,
  type Request,
} from "./requests.ts";
import { resourceReply } from "./resources.ts";

/** The operations whose paths share their first segment. */
interface Route {
  readonly name: OperationName;
  /** The first segment after a slash: `/codes`. */
  readonly beginning: string;
  readonly hasFormats: boolean;
  /** How many segments may follow the first one. */
  readonly maxSegments: number;
  /**
   * The first one also gets the requests that fit none. Its parameters report what is missing, and it
   * rejects an unknown last segment.
   */
  readonly operations: readonly [GetOperation, ...GetOperation[]];
  /** Operations that begin with a segment of parameters, by what follows it: `/local`. */
  readonly byEnding: ReadonlyMap<string, GetOperation>;
  /** The operation of `byEnding` that nothing follows. */
  readonly withoutEnding: GetOperation | undefined;
}

/** A path as far as the router reads it. */
interface ParsedPath {
  /** Undefined when the path is unknown. */
  route: Route | undefined;
  /** Index in the path after the first segment of the route. */
  from: number;
  /** The operation if `byEnding` has it. */
  operation: GetOperation | undefined;
  /** The format if /json or /xml precedes the route; JSON if the route has no formats. */
  fixedFormat: Format | undefined;
}

const FORMATS = [
  { beginning: "/json", format: json },
  { beginning: "/xml", format: xml },
] as const;

/** Returns the operations that `byEnding` finds: nearly all requests of a route with parameters name one of them. */
function operationsByEnding(operations: readonly GetOperation[]): Map<string, GetOperation> {
  const byEnding = new Map<string, GetOperation>();
  for (const operation of operations) {
    const [first, ...others] = operation.pattern;
    if (first?.startsWith("{") && !others.some((part) => part.startsWith("{"))) {
      byEnding.set(["", ...others].join("/"), operation);
    }
  }
  return byEnding;
}

/** Creates the list of routes, one for each first segment. Conversions are the first ones. */
function createRoutes(options: ResolvedInterfaceOptions): readonly Route[] {
  const routes = new Map<string, Route>();
  for (const operation of createOperations(options)) {
    if (operation.method !== "get") continue;
    const { name, hasFormats, path, pattern } = operation;
    const beginning = `/${path.split("/")[1]}`;
    const route = routes.get(beginning);
    const operations: Route["operations"] = route ? [...route.operations, operation] : [operation];
    const maxSegments = Math.max(pattern.length, route?.maxSegments ?? 0);
    const byEnding = operationsByEnding(operations);
    routes.set(beginning, {
      name,
      beginning,
      hasFormats,
      maxSegments,
      operations,
      byEnding,
      withoutEnding: byEnding.get(""),
    });
  }
  return [...routes.values()];
}

/**
 * Creates the parser of paths. It compares texts where they stand: splitting and decoding every path would take longer
 * than a conversion.
 */
function createPathParser(options: ResolvedInterfaceOptions): (path: string) => ParsedPath {
  const routes = createRoutes(options);
  const { prefix } = options;

  function findRoute(path: string, from: number): Route | undefined {
    for (const route of routes) if (continuesWith(path, route.beginning, from)) return route;
    return undefined;
  }

  function findFormat(path: string, from: number): Format | undefined {
    for (const { beginning, format } of FORMATS) {
      if (continuesWith(path, beginning, from)) return format;
    }
    return undefined;
  }

  /** Finds the operation by what follows the segment after `from`. */
  function findByEnding(route: Route, path: string, from: number): GetOperation | undefined {
    const slash = path.indexOf("/", from + 1);
    if (slash < 0) return path.length > from + 1 ? route.withoutEnding : undefined;
    return slash > from + 1 ? route.byEnding.get(path.slice(slash)) : undefined;
  }

  // One for all requests, as the router replies to one after the other.
  const parsed: ParsedPath = {
    route: undefined,
    from: 0,
    operation: undefined,
    fixedFormat: undefined,
  };

  return (path) => {
    const isInside = continuesWith(path, prefix, 0);
    const fixedFormat = isInside ? findFormat(path, prefix.length) : undefined;
    const start = prefix.length + (fixedFormat === undefined ? 0 : fixedFormat.name.length + 1);
    const route = isInside ? findRoute(path === prefix ? `${path}/` : path, start) : undefined;
    const from = route === undefined ? start : start + route.beginning.length;
    const operation = route && findByEnding(route, path, from);
    const isKnown =
      route !== undefined &&
      (operation !== undefined || segmentsFrom(path, from).length <= route.maxSegments) &&
      (fixedFormat === undefined || route.hasFormats);
    parsed.route = isKnown ? route : undefined;
    parsed.from = from;
    parsed.operation = operation;
    parsed.fixedFormat = isKnown && !route.hasFormats ? json : fixedFormat;
    return parsed;
  };
}

/** Whether segments match a pattern; its fixed segments match in any case. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part.startsWith("{") || part === segments[index].toLowerCase())
  );
}

interface ChosenOperation {
  readonly operation: GetOperation;
  /** The last segment if it fits no operation of the route; empty otherwise. */
  readonly unknownSegment: string;
}

/** Chooses the operation of a route by the segments up to the last one that is not empty. */
function chooseOperation({ operations }: Route, segments: readonly string[]): ChosenOperation {
  if (operations.length === 1) return { operation: operations[0], unknownSegment: "" };
  const filled = segments.slice(0, segments.findLastIndex((segment) => segment !== "") + 1);
  const operation = operations.find(({ pattern }) => matches(pattern, filled));
  if (operation) return { operation, unknownSegment: "" };
  const [first] = operations;
  const isLonger = filled.length > first.pattern.length;
  return { operation: first, unknownSegment: isLonger ? (filled.at(-1) ?? "") : "" };
}

function unknownPath(path: string, { prefix }: ResolvedInterfaceOptions): HttpError {
  const message = `There is nothing at this path. The help at ${prefix}/ lists all paths.`;
  const expected = `a path that the help at ${prefix}/ lists`;
  return new HttpError("unknown-path", message, { parameter: "path", value: path, expected });
}

const ALLOWED_METHODS = ["GET", "HEAD", "OPTIONS"];

/** The path of OPTIONS for the service as a whole (RFC 9112, section 3.2.4). */
const WHOLE_SERVER = "*";

/** Creates the function that runs the operation of a request. It throws an HttpError if the request is wrong. */
function createOperationReplies(
  options: ResolvedInterfaceOptions,
  headers: ReplyHeaders,
): (request: Request, parsed: ParsedPath, format: Format) => Reply {
  /** Checks a method that is not GET. @returns undefined for HEAD, which gets the reply of GET */
  function replyToOther(method: string, path: string, route: Route | undefined): Reply | undefined {
    const isWhole = path === WHOLE_SERVER && method !== "HEAD";
    if (!isWhole && !route) throw unknownPath(path, options);
    checkMethod(method, ALLOWED_METHODS);
    if (method !== "OPTIONS") return undefined;
    const operation = route?.name ?? "other";
    return { status: 204, headers: headers.preflight, body: "", operation };
  }

  return (request, parsed, format) => {
    checkRequest(request);
    const { route, from, fixedFormat } = parsed;
    const { method, path, query } = request;
    const otherReply = method === "GET" ? undefined : replyToOther(method, path, route);
    if (otherReply) return otherReply;
    if (!route) throw unknownPath(path, options);
    const { name, hasFormats } = route;
    let unknownSegment = "";
    let { operation } = parsed;
    if (operation === undefined) {
      ({ operation, unknownSegment } = chooseOperation(route, decodedSegments(path, from)));
    }
    const content = operation.reply({ path, from, unknownSegment, query, format });
    const doesVary = fixedFormat === undefined;
    if (typeof content !== "string" && !(content instanceof Uint8Array)) {
      return resourceReply(content, request, {
        operation: name,
        cacheControl: options.cacheControl,
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
 * Creates the function that replies to every request, or says what to do with its body. It never throws. It writes
 * internal errors to the log that is passed with the request.
 */
export function createRouter(
  options: ResolvedInterfaceOptions,
): (request: Request, log: LogError) => Reply | BatchRequest {
  const parsePath = createPathParser(options);
  const headers = createHeaders(options, ALLOWED_METHODS);
  const postRoutes = new PostRoutes(options);
  const mapRoutes = createMapRoutes(options);
  const replyByOperation = createOperationReplies(options, headers);

  function replyWithError(
    error: unknown,
    format: Format,
    { route, fixedFormat }: ParsedPath,
    log: LogError,
  ): Reply {
    const isVarying = fixedFormat === undefined;
    return headers.errorReply(errorFor(error, log), format, isVarying, route?.name ?? "other");
  }

  return (request, log) => {
    const parsed = parsePath(request.path);
    if (!parsed.route) {
      const started = postRoutes.start(request, log);
      if (started) return started;
    }
    const format = parsed.fixedFormat ?? acceptedFormat(request.header("accept"));
    try {
      const mapReply = parsed.route ? undefined : mapRoutes.reply(request);
      return mapReply ?? replyByOperation(request, parsed, format);
    } catch (error) {
      return replyWithError(error, format, parsed, log);
    }
  };
}
