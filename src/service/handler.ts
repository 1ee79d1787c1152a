/** Answers the requests of one thread: routes, measures, counts and logs them. */
import { HttpError } from "../http/errors.ts";
import { DEFAULT_INTERFACE_OPTIONS } from "../http/options.ts";
import type { LogError, OperationName, Reply } from "../http/requests.ts";
import { createRouter } from "../http/router.ts";
import { createAccessLog } from "./access-log.ts";
import { BatchBudget, receiveBatch } from "./batch.ts";
import type { Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import { metricsReport } from "./metrics/report.ts";
import { createOpsReplies } from "./ops.ts";
import { connectionsFor } from "./process-limits.ts";
import type { ServiceState } from "./state.ts";
import { type Handler, lengthOf, type ReceivedRequest } from "./transports/transport.ts";

// Read once, as the global property is a getter.
const { performance } = globalThis;

/** Rejected connections are logged once in this time, however many they are. */
const TELL_MS = 60_000;

/** The status that is counted for a client that has left before the reply. */
const LEFT_STATUS = 400;

const { body: doubt } = new HttpError(
  "malformed-request",
  "It is not certain where the body ends. Send one Content-Length, or Transfer-Encoding: chunked.",
);
/** The reply to a request whose body may end elsewhere for a proxy. */
const DOUBTFUL: Reply = {
  status: doubt.status,
  headers: [["Content-Type", "application/json;charset=UTF-8"]],
  body: JSON.stringify(doubt),
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
    if (isNew) counters.add("acceptedConnections");
    if (!isNew || open <= limit) return true;
    counters.add("rejectedConnections");
    if (performance.now() - toldAtMs >= TELL_MS) {
      toldAtMs = performance.now();
      log.warn(
        `There are ${limit} open connections, as many as the limit of open files (ulimit -n) allows. More of them are closed.`,
        { limit },
      );
    }
    return false;
  };
}

export function createHandler(state: ServiceState, counters: Counters, log: Log): Handler {
  const { options, startedAtMs } = state;
  const route = createRouter({
    ...DEFAULT_INTERFACE_OPTIONS,
    hasBorders: options.borders,
    prefix: options.prefix,
    dialect: options.dialect,
    isOpenToOtherOrigins: options.cors,
    maxBatchBytes: options.batchBytes,
    tiles: { url: options.tilesUrl, attribution: options.tilesAttribution },
    metrics: () => metricsReport(counters, startedAtMs),
  });
  const replyToOps = options.opsPort === undefined ? createOpsReplies(state, counters) : undefined;
  const budget = new BatchBudget(options.batchMemory, counters.batchKib, counters.threads);
  const logError: LogError = (text) => log.error(text);
  const logRequest = options.accessLog === "off" ? undefined : createAccessLog(options.accessLog);
  let batches = 0;

  /** Begins to measure a request. @returns what counts and logs its reply; without one, the client has left */
  function begin(request: ReceivedRequest) {
    const beganMs = performance.now();
    const isHead = request.method === "HEAD";
    const logReply = logRequest?.(request);
    return (reply: Reply | undefined, operation: OperationName): void => {
      const microseconds = (performance.now() - beganMs) * 1000;
      const status = reply?.status ?? LEFT_STATUS;
      counters.count(operation, status, microseconds);
      logReply?.(status, operation, reply && !isHead ? lengthOf(reply.body) : 0, microseconds);
    };
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
      if ("status" in replied) {
        record(replied, replied.operation);
        return replied;
      }
      counters.set("batchRequests", ++batches);
      return receiveBatch(replied, budget, options.batchBytes, (reply) => {
        counters.set("batchRequests", --batches);
        if (reply?.status === 503) counters.add("rejectedBatches");
        if (reply === undefined) counters.add("abortedRequests");
        record(reply, replied.operation);
      });
    },
  };
}
