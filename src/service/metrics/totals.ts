/** Totals since the start of the service, besides the requests that counters.ts counts. */
import { standardOutput } from "../log/log-writer.ts";

interface TotalFamily<Name extends string> {
  /** Name of the metric for Prometheus, without the ending `_total`. */
  readonly name: string;
  readonly help: string;
  readonly unit?: "seconds";
  readonly totals: readonly { readonly name: Name; readonly reason?: string }[];
}

function family<const Name extends string>(declared: TotalFamily<Name>): TotalFamily<Name> {
  return declared;
}

export const TOTAL_FAMILIES = [
  family({
    name: "mapcoded_connections_accepted",
    help: "Connections that clients have opened.",
    totals: [{ name: "acceptedConnections" }],
  }),
  family({
    name: "mapcoded_connections_rejected",
    help: "Connections that were closed at once, because as many were open as --max-connections or the limit of open files allows.",
    totals: [{ name: "rejectedConnections" }],
  }),
  family({
    name: "mapcoded_requests_rejected",
    help: "Requests that were answered with 429 or 503: the client sent too many, the process was overloaded, or batches had used up their memory.",
    totals: [
      { name: "limitedRequests", reason: "rate-limit" },
      { name: "shedRequests", reason: "overload" },
      { name: "rejectedBatches", reason: "batch-memory" },
    ],
  }),
  family({
    name: "mapcoded_requests_timed_out",
    help: "Batch requests that the service ended: the body stopped arriving, or arrived more slowly than --batch-min-rate, the client did not read the reply, or --batch-seconds were over.",
    totals: [
      { name: "stalledBodies", reason: "body-stalled" },
      { name: "slowBodies", reason: "body-slow" },
      { name: "unreadReplies", reason: "reply-unread" },
      { name: "expiredBatches", reason: "time-limit" },
    ],
  }),
  family({
    name: "mapcoded_requests_aborted",
    help: "Batch requests whose client disconnected before the end of the reply.",
    totals: [{ name: "abortedRequests" }],
  }),
  family({
    name: "mapcoded_requests_unparsable",
    help: "Requests that the parser of node:http rejected. Always 0 with uWebSockets.js, which hides them.",
    totals: [{ name: "unparsableRequests" }],
  }),
  family({
    name: "mapcoded_log_lines_dropped",
    help: "Lines that were not logged, because nobody read the log fast enough.",
    totals: [{ name: "droppedLogLines" }],
  }),
  family({
    name: "mapcoded_workers_replaced",
    help: "Worker processes that ended unexpectedly and were replaced.",
    totals: [{ name: "replacedWorkers" }],
  }),
  family({
    name: "process_cpu_user_seconds",
    help: "Time that processors spent in the code of all processes.",
    unit: "seconds",
    totals: [{ name: "cpuUserSeconds" }],
  }),
  family({
    name: "process_cpu_system_seconds",
    help: "Time that processors spent in the system for all processes.",
    unit: "seconds",
    totals: [{ name: "cpuSystemSeconds" }],
  }),
];

export type TotalName = (typeof TOTAL_FAMILIES)[number]["totals"][number]["name"];

const TOTAL_NAMES: readonly TotalName[] = TOTAL_FAMILIES.flatMap(({ totals }) =>
  totals.map(({ name }) => name),
);

export type Totals = Record<TotalName, number>;

export function createTotals(): Totals {
  return Object.fromEntries(TOTAL_NAMES.map((name) => [name, 0])) as Totals;
}

/** The totals that are not zero, as plain data that can be sent to other processes. */
export type TotalsDelta = Partial<Totals>;

/** Returns the totals as a delta, and resets them to zero. */
export function drainTotals(totals: Totals): TotalsDelta {
  const delta: TotalsDelta = {};
  for (const name of TOTAL_NAMES) {
    if (totals[name] === 0) continue;
    delta[name] = totals[name];
    totals[name] = 0;
  }
  return delta;
}

export function addTotals(sums: Totals, delta: TotalsDelta): void {
  for (const name of TOTAL_NAMES) sums[name] += delta[name] ?? 0;
}

/** Creates a function that returns how many lines of the log this process has lost since the last call. */
export function startLossMeter(): () => Pick<Totals, "droppedLogLines"> {
  const output = standardOutput();
  let last = output.lostLines;
  return () => {
    const droppedLogLines = output.lostLines - last;
    last = output.lostLines;
    return { droppedLogLines };
  };
}

/** Creates a function that returns the time of this process on processors since the last call. */
export function startCpuMeter(): () => Pick<Totals, "cpuUserSeconds" | "cpuSystemSeconds"> {
  let last = { user: 0, system: 0 };
  return () => {
    const now = process.cpuUsage();
    const cpuUserSeconds = (now.user - last.user) / 1e6;
    const cpuSystemSeconds = (now.system - last.system) / 1e6;
    last = now;
    return { cpuUserSeconds, cpuSystemSeconds };
  };
}
