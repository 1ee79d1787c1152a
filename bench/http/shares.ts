/** The names of the compared servers, and how each does beside the bare one on its transport. */
import type { HttpMeasurement } from "./measure.ts";

export const BARE_UWS = "bare uWebSockets.js";
export const BARE_NODE = "bare node:http";
export const ON_UWS = "mapcoded";
export const ON_NODE = "mapcoded on node:http";

/** How a server does beside the bare one on its transport; 1 is as well. */
export interface ShareOfBare {
  readonly requestsPerSecond: number;
  /** The CPU time of the bare server divided by that of this one; undefined where the system does not tell. */
  readonly cpu: number | undefined;
  readonly p99: number;
}

/** @param all measurements of a run; without the bare server, one is compared with itself */
export function shareOfBare(one: HttpMeasurement, all: readonly HttpMeasurement[]): ShareOfBare {
  const name = [ON_UWS, BARE_UWS].includes(one.server) ? BARE_UWS : BARE_NODE;
  const bare = all.find(({ server, target }) => server === name && target === one.target) ?? one;
  const { cpuMicrosecondsPerRequest: bareCpu } = bare;
  const { cpuMicrosecondsPerRequest: cpu } = one;
  return {
    requestsPerSecond: one.requestsPerSecond / bare.requestsPerSecond,
    cpu: cpu === undefined || bareCpu === undefined ? undefined : bareCpu / cpu,
    p99: one.p99Ms / bare.p99Ms,
  };
}
