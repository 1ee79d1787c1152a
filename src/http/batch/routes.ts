/**
 * `POST /batch/codes` and `POST /batch/coords`: an extension of the public interface, which has one
 * conversion a request only.
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
import {
  answerType,
  type BatchType,
  bodyCoding,
  bodyType,
  checkBodyLength,
  contentTypeOf,
} from "./media.ts";
import { batchOptions } from "./options.ts";
import { type BatchExchange, HttpBatchExchange } from "./session.ts";

const METHODS = ["POST", "OPTIONS"];

export interface Batch {
  /**
   * @param log gets internal errors only
   * @returns what the body is to be pushed into; a reply where the head is enough to refuse the
   *   request, or it is not a POST; undefined for paths that are no batch operation's
   */
  open(request: Request, log: LogError): BatchExchange | Reply | undefined;
  /** As open, but all of the request has come and it has no body. */
  reply(request: Request, log: LogError): Reply | undefined;
}

export function isReply(opened: BatchExchange | Reply): opened is Reply {
  return "body" in opened;
}

export function createBatch(settings: InterfaceSettings): Batch {
  const { prefix, batch: limits } = settings;
  const headers = createHeaders(settings, METHODS);

  function find(path: string): PostOperation | undefined {
    if (!path.startsWith(`${prefix}/batch/`)) return undefined;
    const own = path.slice(prefix.length).replace(/\/$/, "");
    return BATCH_OPERATIONS.find((operation) => operation.path === own);
  }

  function headersOf(type: BatchType): Headers {
    const [, ...others] = headers.ofReply(json, true, false);
    return [["Content-Type", contentTypeOf(type)], ...others];
  }

  function start(
    request: Request,
    { name, conversion }: PostOperation,
    log: LogError,
  ): BatchExchange | Reply {
    const refuse = (error: unknown): Reply => {
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
      checkBodyLength(request.header("content-length"), limits.maxBodyBytes);
      const to = answerType(request.header("accept"), from);
      const query = parseQuery(request.query);
      return new HttpBatchExchange({
        operation: name,
        coding,
        options: batchOptions(conversion, query, from, to),
        query,
        limits,
        headers: headersOf(to),
        refuse,
        explain: (error) => errorFor(error, log).message,
      });
    } catch (error) {
      return refuse(error);
    }
  }

  function open(request: Request, log: LogError): BatchExchange | Reply | undefined {
    const route = find(request.path);
    return route && start(request, route, log);
  }

  return {
    open,
    reply(request, log) {
      const opened = open(request, log);
      if (opened === undefined || isReply(opened)) return opened;
      const step = opened.end();
      if ("body" in step) return step;
      const { status, headers, operation } = opened;
      return { status, headers, body: step.bytes, operation };
    },
  };
}
