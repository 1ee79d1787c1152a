/**
 * `POST /batch/codes` and `POST /batch/coords`: an extension of the public interface, which has one
 * conversion a request only.
 */
import type { Operation } from "../../batch/options.ts";
import { errorFor } from "../fault.ts";
import { json } from "../formats/json.ts";
import { createHeaders } from "../headers.ts";
import type { Headers, Reply, Request } from "../messages.ts";
import type { OperationName } from "../operations/operation.ts";
import { parseQuery } from "../query.ts";
import { checkLength, checkMethod } from "../request-checks.ts";
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
import { type BatchExchange, BatchSession } from "./session.ts";

const METHODS = ["POST", "OPTIONS"];

interface BatchRoute {
  readonly name: OperationName;
  readonly operation: Operation;
}

const ROUTES: Readonly<Record<string, BatchRoute>> = {
  "/batch/codes": { name: "batch-codes", operation: "encode" },
  "/batch/coords": { name: "batch-coords", operation: "decode" },
};

type Report = (text: string) => void;

export interface Batch {
  /**
   * @param report gets a text for the log on errors that are no refusals, but a fault of ours
   * @returns what the body is to be pushed into; a reply where the head is enough to refuse the
   *   request, or it is not a POST; undefined for paths that are no batch operation's
   */
  open(request: Request, report: Report): BatchExchange | Reply | undefined;
  /** As open, but all of the request has come and it has no body. */
  reply(request: Request, report: Report): Reply | undefined;
}

export function isReply(opened: BatchExchange | Reply): opened is Reply {
  return "body" in opened;
}

export function createBatch(settings: InterfaceSettings): Batch {
  const { prefix, batch: limits } = settings;
  const headers = createHeaders(settings, METHODS);

  function find(path: string): BatchRoute | undefined {
    if (!path.startsWith(`${prefix}/batch/`)) return undefined;
    const own = path.slice(prefix.length).replace(/\/$/, "");
    return Object.hasOwn(ROUTES, own) ? ROUTES[own] : undefined;
  }

  function headersOf(type: BatchType): Headers {
    const [, ...others] = headers.ofAnswer(json, true, false);
    return [["Content-Type", contentTypeOf(type)], ...others];
  }

  function start(
    request: Request,
    { name, operation }: BatchRoute,
    report: Report,
  ): BatchExchange | Reply {
    const refuse = (error: unknown): Reply => {
      const { body } = errorFor(error, report);
      return {
        status: body.status,
        headers: headers.ofError(body, json, false),
        body: json.refusal(body),
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
      return new BatchSession({
        operation: name,
        coding,
        options: batchOptions(operation, query, from, to),
        query,
        limits,
        headers: headersOf(to),
        refuse,
        explain: (error) => errorFor(error, report).message,
      });
    } catch (error) {
      return refuse(error);
    }
  }

  function open(request: Request, report: Report): BatchExchange | Reply | undefined {
    const route = find(request.path);
    return route && start(request, route, report);
  }

  return {
    open,
    reply(request, report) {
      const opened = open(request, report);
      if (opened === undefined || isReply(opened)) return opened;
      const outcome = opened.end();
      if ("body" in outcome) return outcome;
      const { status, headers, operation } = opened;
      return { status, headers, body: outcome.bytes, operation };
    },
  };
}
