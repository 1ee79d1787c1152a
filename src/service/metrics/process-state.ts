/** What metrics are read from: memory, processors, event loop, files and connections of this process. */
import { readdirSync, statSync } from "node:fs";
import { standardOutput } from "../log/log-writer.ts";
import { maxOpenFiles, OPEN_FILES } from "../process-limits.ts";

/** What is the same in all processes of a service. */
export interface ServiceFacts {
  /** Number of processes that answer requests. */
  readonly workers: number;
  readonly startedAtMs: number;
}

/** What only the listener of a process knows. */
export interface ListenerState {
  connections(): number;
  /** All batch requests of the process, with their limits. */
  readonly batches: {
    readonly requests: number;
    readonly maxRequests: number;
    readonly usedBytes: number;
    readonly maxBytes: number;
  };
}

export interface ProcessState {
  readonly service: ServiceFacts;
  /** Undefined in a process that answers no requests. */
  readonly listener: ListenerState | undefined;
  readonly memory: NodeJS.MemoryUsage;
  readonly cpu: NodeJS.CpuUsage;
  /** The delay of the last timer, and the share of the last second in which the loop was busy. */
  readonly eventLoop: { readonly delaySeconds: number; readonly utilization: number };
  /** File descriptors; 0 if the system does not tell. */
  readonly openFiles: number;
  readonly maxOpenFiles: number;
  readonly lostLogLines: number;
}

/** Listing 12,000 descriptors takes 10 ms. */
const LIST_FILES_MS = 10_000;

/** Creates a function that returns the number of open file descriptors; 0 if the system does not tell, as only Linux does. */
function startFileCounter(): () => number {
  let listed = 0;
  let listedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    try {
      // Since Linux 6.2, the size of the folder is the number of its entries.
      const { size } = statSync(OPEN_FILES);
      if (size > 0) return size;
      if (performance.now() - listedAtMs < LIST_FILES_MS) return listed;
      listed = readdirSync(OPEN_FILES).length;
      listedAtMs = performance.now();
      return listed;
    } catch {
      return 0;
    }
  };
}

/**
 * Interval of the timer that measures its own delay. Node's monitorEventLoopDelay would wake the process
 * up a hundred times a second, which is noticeable on a small idle machine.
 */
const DELAY_TIMER_MS = 1_000;

/** Starts the timer. @returns a function that reads the state of the event loop */
function startLoopMeter(): () => ProcessState["eventLoop"] {
  let dueAtMs = performance.now() + DELAY_TIMER_MS;
  let lastDelayMs = 0;
  let lastLoop = performance.eventLoopUtilization();
  let utilization = 0;
  setInterval(() => {
    const nowMs = performance.now();
    lastDelayMs = Math.max(nowMs - dueAtMs, 0);
    dueAtMs = nowMs + DELAY_TIMER_MS;
    const loop = performance.eventLoopUtilization();
    utilization = performance.eventLoopUtilization(loop, lastLoop).utilization;
    lastLoop = loop;
  }, DELAY_TIMER_MS).unref();
  return () => {
    const delayMs = Math.max(lastDelayMs, performance.now() - dueAtMs);
    return {
      delaySeconds: Math.round(delayMs * 1000) / 1e6,
      utilization: Math.round(utilization * 1000) / 1000,
    };
  };
}

/** Starts to measure this process. @returns a function that reads its state */
export function startProcessState(
  service: ServiceFacts,
): (listener: ListenerState | undefined) => ProcessState {
  const readLoop = startLoopMeter();
  const countOpenFiles = startFileCounter();
  const max = maxOpenFiles();
  const output = standardOutput();
  return (listener) => ({
    service,
    listener,
    memory: process.memoryUsage(),
    cpu: process.cpuUsage(),
    eventLoop: readLoop(),
    openFiles: countOpenFiles(),
    maxOpenFiles: Number.isFinite(max) ? max : 0,
    lostLogLines: output.lostLines,
  });
}
