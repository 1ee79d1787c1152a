/** Measures the heap, the event loop and the log of a thread. */
import { droppedLines } from "../log.ts";
import type { Counters } from "./counters.ts";

/** Node's monitorEventLoopDelay would wake the process up a hundred times a second, which a small idle machine notices. */
const INTERVAL_MS = 1_000;
/** Seconds between two copies of the sums. */
const TICK_SECONDS = 5;

/** Sets the gauges of this thread each second. @param isFirst whether it copies the sums of all threads */
export function startMeter(counters: Counters, isFirst: boolean): void {
  let dueAtMs = performance.now();
  let last = performance.eventLoopUtilization();
  let seconds = 0;
  const measure = () => {
    const nowMs = performance.now();
    counters.set("loopDelaySeconds", Math.max(Math.round((nowMs - dueAtMs) * 1000), 0) / 1e6);
    dueAtMs = nowMs + INTERVAL_MS;
    const loop = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(loop, last);
    counters.set("loopUtilization", Math.round(utilization * 1000) / 1000);
    last = loop;
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    counters.set("heapUsedBytes", heapUsed);
    counters.set("heapTotalBytes", heapTotal);
    counters.set("externalBytes", external);
    counters.set("droppedLogLines", droppedLines());
    if (isFirst && ++seconds % TICK_SECONDS === 1) counters.tick();
  };
  measure();
  setInterval(measure, INTERVAL_MS).unref();
}
