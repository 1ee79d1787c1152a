/**
 * `POST /batch/codes` and `POST /batch/coords`: an extension. The public service converts one point
 * or code for each request.
 */
import { json } from "../formats/json.ts";
import { errorFor } from "../http-error.ts";
import {
  checkLength,
  checkMethod,
  type Headers,
  type LogError,
  parseQuery,
  type Reply,
  type Request,
} from "../messages.ts";
import { BATCH_OPERATIONS } from "../operations/batch.ts";
import type { PostOperation } from "../operations/operation.ts";
import { createHeaders } from "../replies.ts";
import type { InterfaceSettings } from "../settings.ts";
import { BatchExchange } from "./exchange.ts";
import { batchOptions, bodyCoding, bodyType, checkBodyLength, replyType } from "./request.ts";

const METHODS = ["POST", "OPTIONS"];

export interface BatchRoutes {
  /**
   * Starts to answer a request whose body has not been read.
   * @param log gets internal errors only
   * @returns the exchange to push the body into; a reply if it does not depend on the body; undefined
   *   if the path is not that of a batch operation
   */
  start(request: Request, log: LogError): BatchExchange | Reply | undefined;
  /** Answers a request without a body. @returns undefined as `start` does */
  reply(request: Request, log: LogError): Reply | undefined;
}

/** Creates the batch operations of an interface. */
export function createBatchRoutes(settings: InterfaceSettings): BatchRoutes {
  const { prefix, batch: limits } = settings;
  const headers = createHeaders(settings, METHODS);

  function findOperation(path: string): PostOperation | undefined {
    if (!path.startsWith(`${prefix}/batch/`)) return undefined;
    const pathAfterPrefix = path.slice(prefix.length).replace(/\/$/, "");
    return BATCH_OPERATIONS.find((operation) => operation.path === pathAfterPrefix);
  }

  function headersOf(mediaType: string): Headers {
    const [, ...others] = headers.ofReply(json, true, false);
    return [["Content-Type", `${mediaType};charset=UTF-8`], ...others];
  }

  function startOperation(
    request: Request,
    { name, conversion }: PostOperation,
    log: LogError,
  ): BatchExchange | Reply {
    const errorReply = (error: unknown): Reply => {
      const { body } = errorFor(error, log);
      return {
        status: body.status,
        headers: headers.ofError(body, json, false),
        body: json.error(body),
        operation: name,
      };
    };
    try {
      checkLength(request);
      checkMethod(request.method, METHODS);
      if (request.method === "OPTIONS") {
        return { status: 204, headers: headers.preflight, body: "", operation: name };
      }
      const from = bodyType(request.header("content-type"));
      const coding = bodyCoding(request.header("content-encoding"));
      checkBodyLength(request.header("content-length"), limits.maxInputBytes);
      const to = replyType(request.header("accept"), from);
      const query = parseQuery(request.query);
      return new BatchExchange({
        operation: name,
        coding,
        options: batchOptions(conversion, query, from, to),
        query,
        limits,
        headers: headersOf(to),
        errorReply,
        errorMessage: (error) => errorFor(error, log).message,
      });
    } catch (error) {
      return errorReply(error);
    }
  }

  function start(request: Request, log: LogError): BatchExchange | Reply | undefined {
    const operation = findOperation(request.path);
    return operation && startOperation(request, operation, log);
  }

  return {
    start,
    reply(request, log) {
      const started = start(request, log);
      if (!(started instanceof BatchExchange)) return started;
      const step = started.end();
      if ("body" in step) return step;
      const { status, headers, operation } = started;
      return { status, headers, body: step.bytes, operation };
    },
  };
}
