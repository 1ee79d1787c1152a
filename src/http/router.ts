/** Replies to requests: the path chooses an operation and a format, the operation makes the body. */
import { codesReply } from "./codes.ts";
import { coordsReply } from "./coords.ts";
import { helpResource } from "./description/help.ts";
import { openApiResource } from "./description/openapi.ts";
import { errorFor, HttpError } from "./errors.ts";
import { CACHE_CONTROL, createHeaders } from "./headers.ts";
import { alphabetsReply, territoriesReply } from "./lists.ts";
import { createMapRoutes } from "./map/routes.ts";
import { acceptedFormat, type Format } from "./negotiation.ts";
import { type PathRoute, ROUTES } from "./operations.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import { readQuery } from "./parameters.ts";
import { createPostRoutes } from "./post-routes.ts";
import {
  checkMethod,
  checkRequest,
  decodePercent,
  type OperationName,
  type Reply,
  type Request,
  type Route,
} from "./requests.ts";
import { type Resource, resourceReply } from "./resources.ts";
import { statusReply, versionReply } from "./status.ts";

/** A path as the router reads it. */
interface ParsedPath {
  /** Undefined when the path is unknown. */
  readonly route: PathRoute | undefined;
  /** What follows the first segment of the route, as sent. */
  readonly segments: string[];
  /** The format that the path or the route says. */
  readonly fixedFormat: Format | undefined;
}

/** Splits a path behind the slash at `from`, as `split` takes three times as long. A slash at its end counts for nothing. */
function segmentsFrom(path: string, from: number): string[] {
  const segments: string[] = [];
  const to = path.endsWith("/") ? path.length - 1 : path.length;
  for (let at = from; at < to; ) {
    const slash = path.indexOf("/", at + 1);
    const end = slash < 0 ? to : slash;
    segments.push(path.slice(at + 1, end));
    at = end;
  }
  return segments;
}

/** @param prefix empty, or a slash and segments */
function parsePath(path: string, prefix: string): ParsedPath {
  const isInside = path.startsWith(prefix) && (path === prefix || path[prefix.length] === "/");
  if (!isInside) return { route: undefined, segments: [], fixedFormat: undefined };
  const segments = segmentsFrom(path, prefix.length);
  let name = segments.shift() ?? "";
  const fixedFormat = name === "json" || name === "xml" ? name : undefined;
  if (fixedFormat) name = segments.shift() ?? fixedFormat;
  const route = ROUTES.get(name);
  const isKnown =
    route && segments.length <= route.maxSegments && (!fixedFormat || route.hasFormats);
  if (!isKnown) return { route: undefined, segments, fixedFormat };
  return { route, segments, fixedFormat: route.hasFormats ? fixedFormat : "json" };
}

/** Creates the function that makes the bodies of replies. It throws an HttpError if the request is wrong. */
function createContents(options: ResolvedInterfaceOptions) {
  const { dialect } = options;
  let help: Resource | undefined;
  let openApi: Resource | undefined;
  return (
    name: OperationName,
    segments: readonly string[],
    query: string,
    format: Format,
  ): string | Uint8Array | Resource => {
    const [segment = ""] = segments;
    switch (name) {
      case "codes":
        return codesReply(segments, query, format, options);
      case "coords":
        return coordsReply(segment, query, format, dialect);
      case "territories":
        return territoriesReply(segment, query, format);
      case "alphabets":
        return alphabetsReply(segment, query, format);
    }
    readQuery([], query);
    switch (name) {
      case "version":
        return versionReply(dialect, format);
      case "status":
        return statusReply(dialect, format);
      case "metrics":
        return JSON.stringify(options.metrics());
      case "openapi":
        openApi ??= openApiResource(options);
        return openApi;
      default:
        help ??= helpResource(options);
        return help;
    }
  };
}

const METHODS = ["GET", "HEAD", "OPTIONS"];

/** The path of OPTIONS for the service as a whole (RFC 9112, section 3.2.4). */
const WHOLE_SERVER = "*";

/** Creates the function that replies to every request. It never throws, and writes internal errors to the log. */
export function createRouter(options: ResolvedInterfaceOptions): Route {
  const { prefix } = options;
  const headers = createHeaders(options, METHODS);
  const contentOf = createContents(options);
  const startBatch = createPostRoutes(options);
  const replyWithMap = createMapRoutes(options);

  function reply(request: Request, { route, segments, fixedFormat }: ParsedPath, format: Format) {
    checkRequest(request);
    const { method, path, query } = request;
    const isGet = method === "GET" || method === "HEAD";
    if (!route && (isGet || path !== WHOLE_SERVER)) {
      const message = `There is nothing at this path. The help at ${prefix}/ lists all paths.`;
      const expected = `a path that the help at ${prefix}/ lists`;
      throw new HttpError("unknown-path", message, { parameter: "path", value: path, expected });
    }
    checkMethod(method, METHODS);
    const { name: operation = "other", isCacheable = false } = route ?? {};
    if (!isGet) return { status: 204, headers: headers.preflight, body: "", operation } as const;
    const decoded = segments.map((segment) => decodePercent(segment, "path"));
    const body = contentOf(operation, decoded, query, format);
    const doesVary = fixedFormat === undefined;
    if (typeof body === "string" || body instanceof Uint8Array) {
      const replyHeaders = headers.ofReply(format, doesVary, isCacheable);
      return { status: 200, headers: replyHeaders, body, operation } as const;
    }
    const others = { cacheControl: CACHE_CONTROL, doesVary, headers: headers.ofResource };
    return resourceReply(body, request, { operation, ...others });
  }

  return (request, log): ReturnType<Route> => {
    const parsed = parsePath(request.path, prefix);
    const { route, fixedFormat } = parsed;
    const started = route ? undefined : startBatch(request, log);
    if (started) return started;
    const format = fixedFormat ?? acceptedFormat(request.header("accept"));
    try {
      const mapReply: Reply | undefined = route ? undefined : replyWithMap(request);
      return mapReply ?? reply(request, parsed, format);
    } catch (error) {
      const doesVary = fixedFormat === undefined;
      return headers.errorReply(errorFor(error, log), format, doesVary, route?.name ?? "other");
    }
  };
}
