/** What /metrics tells: the requests of all processes of the service, and what those are like. */
import { OPERATION_NAMES, type OperationName } from "../../http/operations/operation.ts";
import { packageVersion } from "../../internal.ts";
import { addDelta, countRequest, createCounters, type Delta, takeDelta } from "./counters.ts";
import { type ProcessGauges, startGauges, sumGauges } from "./gauges.ts";
import { absorb, createHistory, restore, type Snapshot, snapshotOf } from "./history.ts";
import { requestsReport } from "./report.ts";

export interface Tally {
  count(operation: OperationName, status: number, latencyMicroseconds: number): void;
  /** What was counted here since the last time, for the other processes. */
  takeUntold(): Delta;
  /** Adds what another process has counted. */
  add(delta: Delta): void;
  /** All that was counted so far, for a process that begins later. */
  snapshot(): Snapshot;
  readGauges(): ProcessGauges;
  /** Notes what another process is like; undefined when it is gone. */
  noteGauges(pid: number, gauges: ProcessGauges | undefined): void;
  /** The body of /metrics. */
  report(): object;
}

const NUMBERS = Object.fromEntries(OPERATION_NAMES.map((name, index) => [name, index])) as Readonly<
  Record<OperationName, number>
>;

/** How late a request may be counted into its period: a fifth of the shortest slot. */
const SORT_EVERY_MS = 1_000;

/** @param before what other processes have counted already */
export function createRowCounts(workers: number, startedAtMs: number, before?: Snapshot): Tally {
  const counters = createCounters(OPERATION_NAMES.length);
  const untold = createCounters(OPERATION_NAMES.length);
  const history = createHistory(OPERATION_NAMES.length);
  if (before) restore(history, before);
  const readGauges = startGauges();
  const others = new Map<number, ProcessGauges>();

  /** Counting is one thing, sorting into periods another: only the first is done for each request. */
  function sort(): void {
    const delta = takeDelta(counters);
    absorb(history, delta, Date.now());
    addDelta(untold, delta);
  }

  // Else what was counted between two readings of /metrics would all seem as new as the second.
  setInterval(sort, SORT_EVERY_MS).unref();

  return {
    count(operation, status, latencyMicroseconds) {
      countRequest(counters, NUMBERS[operation], status, latencyMicroseconds);
    },
    takeUntold() {
      sort();
      return takeDelta(untold);
    },
    add(delta) {
      absorb(history, delta, Date.now());
    },
    snapshot() {
      sort();
      return snapshotOf(history);
    },
    readGauges,
    noteGauges(pid, gauges) {
      if (gauges) others.set(pid, gauges);
      else others.delete(pid);
    },
    report() {
      sort();
      const nowMs = Date.now();
      return {
        service: {
          name: "mapcoded",
          version: packageVersion(),
          startedAt: new Date(startedAtMs).toISOString(),
          uptimeSeconds: Math.round(nowMs - startedAtMs) / 1000,
          workers,
        },
        process: sumGauges([readGauges(), ...others.values()]),
        requests: requestsReport(history, OPERATION_NAMES, nowMs),
      };
    },
  };
}
