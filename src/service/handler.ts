/** Answers the requests of one thread: routes, measures, counts and logs them. */
import { BatchBudget } from "../http/batch/memory.ts";
import type { OperationName, Reply } from "../http/requests.ts";
import { createRouter, type Router } from "../http/router.ts";
import { type AccessLog, createAccessLog, type Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import { metricsReport, oncePerTurn } from "./metrics/reports.ts";
import { createOpsReplies, NOT_FOUND } from "./ops.ts";
import type { ServiceOptions } from "./options.ts";
import { connectionsFor } from "./process-limits.ts";
import type { Handler } from "./transports/transport.ts";

// Read once, as the global property is a getter.
const { performance } = globalThis;

/** After a line in the log about rejected connections, the next one is written after this time. */
const WARNING_MS = 60_000;

/** Limits the connections of this thread to its share of the open files. */
function connectionLimit(counters: Counters, log: Log): Handler["admit"] {
  const limit = connectionsFor(counters.threads);
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  return (open, isNew) => {
    counters.set("connections", open);
    if (isNew) counters.add("acceptedConnections");
    if (!isNew || open <= limit) return true;
    counters.add("rejectedConnections");
    if (performance.now() - warnedAtMs >= WARNING_MS) {
      warnedAtMs = performance.now();
      log.warn(
        `There are ${limit} open connections, as many as the limit of open files (ulimit -n) allows. More of them are closed.`,
        { limit },
      );
    }
    return false;
  };
}

/** Measures, counts and logs the requests to a router. */
function counted(route: Router, counters: Counters, logRequest?: AccessLog): Handler["handle"] {
  return (request) => {
    const beganMs = performance.now();
    const logReply = logRequest?.(request);
    /** Without a reply, the client has left. */
    const record = (operation: OperationName, reply?: Reply) => {
      const microseconds = (performance.now() - beganMs) * 1000;
      const status = reply?.status ?? 499;
      counters.count(operation, status, microseconds);
      logReply?.(status, operation, microseconds, reply?.body);
    };
    const replied = route(request);
    if ("status" in replied) {
      record(replied.operation, replied);
      return replied;
    }
    counters.add("batchRequests");
    replied.onClose = (sent) => {
      counters.add("batchRequests", -1);
      if (sent?.status === 503) counters.add("rejectedBatches");
      if (sent === undefined) counters.add("abortedRequests");
      record(replied.operation, sent);
    };
    return replied;
  };
}

export function createHandler(options: ServiceOptions, counters: Counters, log: Log): Handler {
  const { accessLog, batchMemory, opsPort } = options;
  const router = createRouter(options, {
    memory: new BatchBudget(batchMemory, counters.batchKib),
    metrics: oncePerTurn(() => JSON.stringify(metricsReport(counters))),
    operators: opsPort === undefined ? createOpsReplies(options, counters, log) : undefined,
    log: log.error,
  });
  const logRequest = accessLog === "off" ? undefined : createAccessLog(accessLog);
  return {
    admit: connectionLimit(counters, log),
    onUnusedEnd: () => counters.add("unusedConnections"),
    handle: counted(router, counters, logRequest),
  };
}

/** More are closed. The reserved files (process-limits.ts) suffice for these, unless the limit of open files is below 128. */
const MAX_OPS_CONNECTIONS = 32;

/** The handler of `--ops-port`, which has the paths for operators alone. */
export function createOpsHandler(options: ServiceOptions, counters: Counters, log: Log): Handler {
  const replyTo = createOpsReplies(options, counters, log);
  return {
    admit: (open) => open <= MAX_OPS_CONNECTIONS,
    onUnusedEnd() {},
    handle: counted((request) => replyTo(request) ?? NOT_FOUND, counters),
  };
}
