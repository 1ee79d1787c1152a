/** The paths for operators, which have no prefix: /livez, /readyz and /metrics for Prometheus. */
import type { Status } from "../http/errors.ts";
import { jsonQuality, parseQValues } from "../http/negotiation.ts";
import { checkEngine } from "../http/operations.ts";
import { NO_SNIFF, RETRY_AFTER } from "../http/replies.ts";
import { GET_METHODS, type Headers, type Reply, type Request } from "../http/requests.ts";
import type { Log } from "./log.ts";
import type { Counters } from "./metrics/counters.ts";
import { oncePerTurn, type TextFormat, writeMetrics } from "./metrics/reports.ts";
import type { ServiceOptions } from "./options.ts";

const METHODS = GET_METHODS.join(", ");
const ALLOW: Headers = [["Allow", METHODS]];

const PLAIN_TYPE = "text/plain; charset=utf-8";
const METRICS_TYPES: Readonly<Record<TextFormat, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** The format that a client wants most; undefined if it wants JSON as much. */
function metricsFormat(accept: string, hasJson: boolean): TextFormat | undefined {
  const qualities = parseQValues(accept);
  const openmetrics = qualities.get("application/openmetrics-text") ?? 0;
  const prometheus = qualities.get("text/plain") ?? qualities.get("text/*") ?? 0;
  if (hasJson && Math.max(openmetrics, prometheus) <= jsonQuality(qualities)) return undefined;
  return openmetrics > 0 && openmetrics >= prometheus ? "openmetrics" : "prometheus";
}

/** @returns a function that replies to requests for an operator's path, and returns undefined for all others */
export function createOpsReplies(options: ServiceOptions, counters: Counters, log: Log) {
  /** Without a prefix, the interface has /metrics at the same path. */
  const hasJsonMetrics = options.prefix === "" && options.opsPort === undefined;
  const metricsIn = (format: TextFormat) =>
    oncePerTurn(() => writeMetrics(counters, options.batchMemory, format));
  const metrics = { prometheus: metricsIn("prometheus"), openmetrics: metricsIn("openmetrics") };

  return (request: Request): Reply | undefined => {
    const path = request.path.replace(/\/$/, "");
    const isMetrics = path === "/metrics";
    if (!isMetrics && path !== "/livez" && path !== "/readyz") return undefined;
    const format = metricsFormat(request.header("accept"), hasJsonMetrics);
    if (isMetrics && !format) return undefined;
    const reply = (status: Status, body: string, more: Headers = [], type = PLAIN_TYPE): Reply => ({
      status,
      headers: [["Content-Type", type], ["Cache-Control", "no-store"], NO_SNIFF, ...more],
      body,
      operation: isMetrics ? "metrics" : "health",
    });
    if (request.method === "OPTIONS") return reply(204, "", ALLOW);
    if (!GET_METHODS.includes(request.method)) return reply(405, `Use ${METHODS}.\n`, ALLOW);
    if (isMetrics && format) {
      return reply(200, metrics[format](), [["Vary", "Accept"]], METRICS_TYPES[format]);
    }
    if (path === "/livez") return reply(200, "alive\n");
    if (counters.sumOf("isAccepting") === 0) return reply(503, "stopping\n", [RETRY_AFTER]);
    try {
      checkEngine();
      return reply(200, "ready\n");
    } catch (error) {
      log.error(`/readyz: ${error}`);
      return reply(503, "cannot convert\n", [RETRY_AFTER]);
    }
  };
}

/** For all other paths of `--ops-port`. */
export const NOT_FOUND: Reply = {
  status: 404,
  headers: [["Content-Type", PLAIN_TYPE], NO_SNIFF],
  body: "There is nothing at this path. Use /metrics, /livez or /readyz.\n",
  operation: "other",
};
