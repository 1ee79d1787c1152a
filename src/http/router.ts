/** Replies to requests: the path chooses an operation and a format, the operation makes the body. */
import type { BatchBudget } from "./batch/memory.ts";
import { Batch } from "./batch/receive.ts";
import { errorFor, HttpError, type LogError } from "./errors.ts";
import { createMapRoutes } from "./map/routes.ts";
import { acceptedFormat, type Format } from "./negotiation.ts";
import { BY_ROOT } from "./operations.ts";
import type { InterfaceOptions } from "./options.ts";
import { CACHE_CONTROL, createHeaders, type Resource, resourceReply } from "./replies.ts";
import type { Reply, Request } from "./requests.ts";
import { checkMethod, checkRequest, decodePercent, methodsOf } from "./requests.ts";
import { createWriter } from "./write.ts";

export interface RouterServices {
  /** Of the batches of all threads. */
  readonly memory: BatchBudget;
  /** The body of /metrics. */
  readonly metrics: () => string;
  /** Replies to requests for paths of operators, which have no prefix; undefined for all others. */
  readonly operators?: ((request: Request) => Reply | undefined) | undefined;
  readonly log: LogError;
}

/** What the operations share. */
function createReplyTools(options: InterfaceOptions, services: RouterServices) {
  return { ...services, options, headers: createHeaders(options), ...createWriter() };
}
export type ReplyTools = ReturnType<typeof createReplyTools>;

/** Makes the body of a reply. @param segments decoded, after the first one @throws HttpError if the request is wrong */
export type MakeBody = (
  tools: ReplyTools,
  segments: readonly string[],
  query: string,
  format: Format,
) => string | Uint8Array | Resource;

/** Splits a path after the slash at `from`, as `split` takes three times as long. Ignores a slash at its end. */
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

function parsePath(path: string, prefix: string) {
  const isInside = path.startsWith(prefix) && (path === prefix || path[prefix.length] === "/");
  if (!isInside) return { segments: [] };
  const segments = segmentsFrom(path, prefix.length);
  let name = segments.shift() ?? "";
  const fixedFormat: Format | undefined = name === "json" || name === "xml" ? name : undefined;
  if (fixedFormat) name = segments.shift() ?? fixedFormat;
  if (name === "batch") name += `/${segments.shift()}`;
  const operation = BY_ROOT.get(name);
  const isKnown = operation && segments.length <= operation.maxSegments;
  if (!isKnown || (fixedFormat && operation.hasOneFormat)) return { segments, fixedFormat };
  const format: Format | undefined = operation.hasOneFormat ? "json" : fixedFormat;
  return { operation, segments, fixedFormat: format };
}

/** The path of OPTIONS for the service as a whole (RFC 9112, section 3.2.4). */
const WHOLE_SERVER = "*";

/** Creates the function that replies to every request. It never throws, and writes internal errors to the log. */
export function createRouter(options: InterfaceOptions, services: RouterServices) {
  const { prefix } = options;
  const { operators, log } = services;
  const tools = createReplyTools(options, services);
  const { headers } = tools;
  const replyWithMap = createMapRoutes(options);

  return (request: Request): Reply | Batch => {
    const { method, path, query } = request;
    const { operation, segments, fixedFormat } = parsePath(path, prefix);
    const name = operation?.name ?? "other";
    const format = fixedFormat ?? acceptedFormat(request.header("accept"));
    const doesVary = fixedFormat === undefined;
    try {
      checkRequest(request);
      // Without a prefix, /metrics is a path of operators and an operation.
      if (!operation || (prefix === "" && name === "metrics")) {
        const reply = operators?.(request) ?? replyWithMap(request);
        if (reply) return reply;
      }
      if (!operation && (path !== WHOLE_SERVER || method === "GET" || method === "HEAD")) {
        const message = `There is nothing at this path. The help at ${prefix}/ lists all paths.`;
        const expected = `a path that the help at ${prefix}/ lists`;
        throw new HttpError("unknown-path", message, { parameter: "path", value: path, expected });
      }
      checkMethod(method, methodsOf(name));
      if (!operation || method === "OPTIONS") {
        return { status: 204, headers: headers.preflight(name), body: "", operation: name };
      }
      if (!operation.makeBody) return new Batch(tools, request, name);
      const decoded = segments.map((segment) => decodePercent(segment, "path"));
      const body = operation.makeBody(tools, decoded, query, format);
      if (typeof body === "string" || body instanceof Uint8Array) {
        const ofReply = headers.ofReply(format, doesVary, !operation.isNeverStored);
        return { status: 200, headers: ofReply, body, operation: name };
      }
      return resourceReply(body, request, name, CACHE_CONTROL, doesVary, headers.ofResource);
    } catch (error) {
      return headers.errorReply(errorFor(error, log), format, doesVary, name);
    }
  };
}
export type Router = ReturnType<typeof createRouter>;
