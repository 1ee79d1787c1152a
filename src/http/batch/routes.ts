/**
 * `POST /batch/codes` and `POST /batch/coords`: an extension. The public service converts one point
 * or code for each request.
 */
import { json } from "../formats/json.ts";
import { errorFor } from "../http-error.ts";
import {
  checkExpectation,
  checkLength,
  checkMethod,
  type Headers,
  type LogError,
  type OperationName,
  type Reply,
  type Request,
} from "../messages.ts";
import { BATCH_OPERATIONS } from "../operations/batch.ts";
import type { PostOperation } from "../operations/operation.ts";
import { createHeaders } from "../replies.ts";
import type { InterfaceSettings } from "../settings.ts";
import { BatchExchange } from "./exchange.ts";
import { parseBatchRequest } from "./request.ts";

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

/** Finds the operation of a path; a trailing slash is accepted. */
function findOperation(path: string, prefix: string): PostOperation | undefined {
  if (!path.startsWith(`${prefix}/batch/`)) return undefined;
  const pathAfterPrefix = path.slice(prefix.length).replace(/\/$/, "");
  return BATCH_OPERATIONS.find((operation) => operation.path === pathAfterPrefix);
}

/** Creates the batch operations of an interface. */
export function createBatchRoutes(settings: InterfaceSettings): BatchRoutes {
  const { prefix, batch: limits } = settings;
  const headers = createHeaders(settings, METHODS);

  function headersOf(mediaType: string): Headers {
    const [, ...others] = headers.ofReply(json, true, false);
    return [["Content-Type", `${mediaType};charset=UTF-8`], ...others];
  }

  function errorReply(error: unknown, operation: OperationName, log: LogError): Reply {
    const { body } = errorFor(error, log);
    return {
      status: body.status,
      headers: headers.ofError(body, json, false),
      body: json.error(body),
      operation,
    };
  }

  function start(request: Request, log: LogError): BatchExchange | Reply | undefined {
    const operation = findOperation(request.path, prefix);
    if (operation === undefined) return undefined;
    const { name, conversion } = operation;
    try {
      checkLength(request);
      checkExpectation(request);
      checkMethod(request.method, METHODS);
      if (request.method === "OPTIONS") {
        return { status: 204, headers: headers.preflight, body: "", operation: name };
      }
      const parsed = parseBatchRequest(request, conversion, limits);
      return new BatchExchange({
        operation: name,
        request: parsed,
        limits,
        headers: headersOf(parsed.replyType),
        errorReply: (error) => errorReply(error, name, log),
        errorMessage: (error) => errorFor(error, log).message,
      });
    } catch (error) {
      return errorReply(error, name, log);
    }
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
