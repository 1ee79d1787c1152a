/** Answers the requests of one thread: routes, measures, counts and logs them. */
import { performance } from "node:perf_hooks";
import { HttpError } from "../http/errors.ts";
import type { ResolvedInterfaceOptions } from "../http/options.ts";
import type { BatchRequest, LogError, Reply } from "../http/requests.ts";
import { createRouter } from "../http/router.ts";
import { createAccessLog } from "./access-log.ts";
import { BatchBody, type BatchBudget } from "./batch.ts";
import type { Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import type { OpsReplies } from "./ops.ts";
import type { ServiceOptions } from "./options.ts";
import { connectionsFor } from "./process-limits.ts";
import type { BodyReader, Handler, ReceivedRequest } from "./transports/transport.ts";

/** Rejected connections are logged once in this time, however many they are. */
const TELL_MS = 60_000;

/** The status that is counted for a client that has left before the reply. */
const LEFT_STATUS = 400;

/** The reply to a request whose body may end elsewhere for a proxy. */
const DOUBTFUL: Reply = {
  status: 400,
  headers: [["Content-Type", "application/json;charset=UTF-8"]],
  body: JSON.stringify(
    new HttpError(
      "malformed-request",
      "It is not certain where the body ends. Send one Content-Length, or Transfer-Encoding: chunked.",
    ).body,
  ),
  operation: "other",
};

/** Limits the connections of this thread to its share of the open files. */
function connectionLimit(counters: Counters, log: Log): Handler["admit"] {
  const limit = connectionsFor(counters.threads);
  let former = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (open) => {
    const isNew = open > former;
    former = open;
    counters.set("connections", open);
    if (!isNew) return true;
    counters.add("acceptedConnections");
    if (open <= limit) return true;
    counters.add("rejectedConnections");
    const nowMs = performance.now();
    if (nowMs - toldAtMs >= TELL_MS) {
      toldAtMs = nowMs;
      log.warn(
        `There are ${limit} open connections, as many as the limit of open files (ulimit -n) allows. More of them are closed.`,
        { limit },
      );
    }
    return false;
  };
}

/** What a handler works with. */
interface Parts {
  readonly options: ServiceOptions;
  readonly interfaceOptions: ResolvedInterfaceOptions;
  /** Replies to the paths of operators; undefined if they have a port of their own. */
  readonly replyToOps: OpsReplies | undefined;
  readonly counters: Counters;
  readonly budget: BatchBudget;
  readonly log: Log;
}

/** Counts and logs a reply; without one, the client has left. */
type RecordReply = (reply: Reply | undefined, operation: Reply["operation"]) => void;

export function createHandler(parts: Parts): Handler {
  const { options, counters, budget, log, replyToOps } = parts;
  const route = createRouter(parts.interfaceOptions);
  const logError: LogError = (text) => log.error(text);
  const logRequest = options.accessLog === "off" ? undefined : createAccessLog(options.accessLog);
  let batches = 0;

  /** Begins to measure a request. */
  function begin(request: ReceivedRequest): RecordReply {
    const beganMs = performance.now();
    const isHead = request.method === "HEAD";
    const logReply = logRequest?.(request);
    return (reply, operation) => {
      const microseconds = (performance.now() - beganMs) * 1000;
      const status = reply?.status ?? LEFT_STATUS;
      counters.count(operation, status, microseconds);
      logReply?.(status, operation, reply && !isHead ? lengthOf(reply.body) : 0, microseconds);
    };
  }

  /** Takes the body of a batch, unless there is no memory for it. It is counted when its reply is sent. */
  function startBatch(request: BatchRequest, record: RecordReply): Reply | BodyReader {
    const { operation } = request;
    let reply: Reply | undefined;
    const replied = (made: Reply): Reply => {
      reply = made;
      if (made.status === 503) counters.add("rejectedBatches");
      return made;
    };
    try {
      const body = new BatchBody(request, budget, options.batchBytes);
      let isOpen = true;
      counters.set("batchRequests", ++batches);
      return {
        add(bytes) {
          const rejection = body.add(bytes);
          return rejection && replied(rejection);
        },
        finish: () => body.finish().then(replied),
        close() {
          if (!isOpen) return;
          isOpen = false;
          counters.set("batchRequests", --batches);
          body.close();
          if (reply === undefined) counters.add("abortedRequests");
          record(reply, operation);
        },
      };
    } catch (error) {
      replied(request.errorReply(error));
      record(reply, operation);
      return reply as Reply;
    }
  }

  return {
    admit: connectionLimit(counters, log),
    handleDoubtful(request) {
      begin(request)(DOUBTFUL, "other");
      return DOUBTFUL;
    },
    handle(request) {
      const record = begin(request);
      const replied = replyToOps?.(request, logError) ?? route(request, logError);
      if (!("status" in replied)) return startBatch(replied, record);
      record(replied, replied.operation);
      return replied;
    },
  };
}

function lengthOf(body: Reply["body"]): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.length;
  return body.reduce((sum, { length }) => sum + length, 0);
}
