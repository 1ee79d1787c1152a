/** Replies to requests: the path chooses an operation and a format, the operation makes the body. */
import { memoize } from "../library/memoize.ts";
import { startBatch } from "./batch/request.ts";
import { codesReply, coordsReply } from "./codes.ts";
import { helpResource } from "./description/help.ts";
import { openApiResource } from "./description/openapi.ts";
import { errorFor, HttpError } from "./errors.ts";
import { alphabetsReply, territoriesReply } from "./lists.ts";
import { createMapRoutes } from "./map/routes.ts";
import { acceptedFormat, type Format } from "./negotiation.ts";
import type { InterfaceOptions } from "./options.ts";
import { readQuery } from "./parameters.ts";
import { CACHE_CONTROL, createHeaders, type Resource, resourceReply } from "./replies.ts";
import * as R from "./requests.ts";
import { statusReply, versionReply } from "./status.ts";

/** Makes the body of a reply. @throws HttpError if the request is wrong */
type Content = (
  segments: readonly string[],
  query: string,
  format: Format,
  options: InterfaceOptions,
) => string | Uint8Array | Resource;

/** The common properties of operations with the same first segment. */
interface PathRoute {
  readonly name: R.OperationName;
  /** How many segments may follow the first one. */
  readonly maxSegments: number;
  /** Whether replies are JSON or XML, also behind `/json` and `/xml`; otherwise they have one format. */
  readonly hasFormats: boolean;
  /** Whether the reply depends on the request alone. */
  readonly isCacheable: boolean;
  /** Absent for batches: their body must be read before the reply. */
  readonly content?: Content | undefined;
}

/** The content of a reply without parameters. */
function fixed(make: (options: InterfaceOptions, format: Format) => string | Resource) {
  const content: Content = (_segments, query, format, options) => {
    readQuery([], query);
    return make(options, format);
  };
  return content;
}

const metricsReply = ({ metrics }: InterfaceOptions) => JSON.stringify(metrics());

const ROWS: readonly [string, R.OperationName, number, boolean, boolean, Content?][] = [
  ["codes", "codes", 2, true, true, codesReply],
  ["coords", "coords", 1, true, true, coordsReply],
  ["batch/codes", "batch-codes", 0, false, false],
  ["batch/coords", "batch-coords", 0, false, false],
  ["territories", "territories", 1, true, true, territoriesReply],
  ["alphabets", "alphabets", 1, true, true, alphabetsReply],
  ["version", "version", 0, true, false, fixed(versionReply)],
  ["status", "status", 0, true, false, fixed(statusReply)],
  ["metrics", "metrics", 0, false, false, fixed(metricsReply)],
  ["", "help", 0, false, true, fixed(memoize(helpResource))],
  ["openapi.json", "openapi", 0, false, true, fixed(memoize(openApiResource))],
];

/** The routes by first segment (batches: two segments), after the prefix and the format. */
const ROUTES: ReadonlyMap<string, PathRoute> = new Map(
  ROWS.map(([segment, name, maxSegments, hasFormats, isCacheable, content]) => {
    return [segment, { name, maxSegments, hasFormats, isCacheable, content }];
  }),
);

/** A parsed path: a route unless it is unknown, the remaining path as sent, and the requested format. */
interface ParsedPath {
  readonly route?: PathRoute;
  readonly segments: string[];
  readonly fixedFormat?: Format | undefined;
}

/** Splits a path behind the slash at `from`, as `split` takes three times as long. Ignores a slash at its end. */
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
  const segments = isInside ? segmentsFrom(path, prefix.length) : [];
  if (!isInside) return { segments };
  let name = segments.shift() ?? "";
  const fixedFormat = name === "json" || name === "xml" ? name : undefined;
  if (fixedFormat) name = segments.shift() ?? fixedFormat;
  if (name === "batch") name += `/${segments.shift()}`;
  const route = ROUTES.get(name);
  if (!route || segments.length > route.maxSegments) return { segments, fixedFormat };
  if (route.hasFormats) return { route, segments, fixedFormat };
  return fixedFormat ? { segments, fixedFormat } : { route, segments, fixedFormat: "json" };
}

/** The path of OPTIONS for the service as a whole (RFC 9112, section 3.2.4). */
const WHOLE_SERVER = "*";

const GET_METHODS = ["GET", "HEAD", "OPTIONS"];
const POST_METHODS = ["POST", "OPTIONS"];

/** Creates the function that replies to every request. It never throws, and writes internal errors to the log. */
export function createRouter(options: InterfaceOptions): R.Route {
  const { prefix } = options;
  const headersOfGet = createHeaders(options, GET_METHODS);
  const headersOfPost = createHeaders(options, POST_METHODS);
  const replyWithMap = createMapRoutes(options);

  return (request, log): ReturnType<R.Route> => {
    const { method, path, query } = request;
    const { route, segments, fixedFormat } = parsePath(path, prefix);
    const isBatch = route !== undefined && route.content === undefined;
    const operation = route?.name ?? "other";
    const headers = isBatch ? headersOfPost : headersOfGet;
    const format = fixedFormat ?? acceptedFormat(request.header("accept"));
    const doesVary = fixedFormat === undefined;
    try {
      const mapReply = route ? undefined : replyWithMap(request);
      if (mapReply) return mapReply;
      R.checkRequest(request);
      if (!route && (path !== WHOLE_SERVER || method === "GET" || method === "HEAD")) {
        const message = `There is nothing at this path. The help at ${prefix}/ lists all paths.`;
        const expected = `a path that the help at ${prefix}/ lists`;
        throw new HttpError("unknown-path", message, { parameter: "path", value: path, expected });
      }
      R.checkMethod(method, isBatch ? POST_METHODS : GET_METHODS);
      if (!route || method === "OPTIONS") {
        return { status: 204, headers: headers.preflight, body: "", operation };
      }
      if (!route.content) return startBatch(request, route.name, options, headers, log);
      const decoded = segments.map((segment) => R.decodePercent(segment, "path"));
      const body = route.content(decoded, query, format, options);
      if (typeof body === "string" || body instanceof Uint8Array) {
        const ofReply = headers.ofReply(format, doesVary, route.isCacheable);
        return { status: 200, headers: ofReply, body, operation };
      }
      const { ofResource } = headers;
      return resourceReply(body, request, operation, CACHE_CONTROL, doesVary, ofResource);
    } catch (error) {
      return headers.errorReply(errorFor(error, log), format, doesVary, operation);
    }
  };
}
