/** The names of the compared servers, and how each does beside the bare one on its transport. */
import { median } from "../statistics.ts";

export const BARE_UWS = "bare uWebSockets.js";
export const BARE_NODE = "bare node:http";
export const ON_UWS = "mapcoded";
export const ON_NODE = "mapcoded on node:http";

/** The figures of a load that are compared. */
interface LoadFigures {
  readonly requestsPerSecond: number;
  /** Undefined where the system does not tell. */
  readonly cpuMicrosecondsPerRequest: number | undefined;
  readonly p99Ms: number;
}

/** What was measured of a server under one kind of request. */
interface ServerFigures {
  readonly server: string;
  readonly target: string;
  readonly rounds: readonly LoadFigures[];
}

/** How a server does beside the bare one on its transport; 1 is as well. */
export interface ShareOfBare {
  readonly requestsPerSecond: number;
  /** The CPU time of the bare server divided by that of this one; undefined where the system does not tell. */
  readonly cpu: number | undefined;
  readonly p99: number;
}

/** Compares a server with the bare one in the same round. */
function shareOfRound(load: LoadFigures, bare: LoadFigures): ShareOfBare {
  const { cpuMicrosecondsPerRequest: cpu } = load;
  const { cpuMicrosecondsPerRequest: bareCpu } = bare;
  return {
    requestsPerSecond: load.requestsPerSecond / bare.requestsPerSecond,
    cpu: cpu === undefined || bareCpu === undefined ? undefined : bareCpu / cpu,
    p99: load.p99Ms / bare.p99Ms,
  };
}

/**
 * The medians over the rounds: the two servers take turns of a second, and the speed of a shared machine changes.
 * @param all servers of a run; without the bare server, one is compared with itself
 */
export function shareOfBare(one: ServerFigures, all: readonly ServerFigures[]): ShareOfBare {
  const name = [ON_UWS, BARE_UWS].includes(one.server) ? BARE_UWS : BARE_NODE;
  const bare = all.find(({ server, target }) => server === name && target === one.target) ?? one;
  const shares = one.rounds.map((load, round) => shareOfRound(load, bare.rounds[round]));
  const cpu = shares.flatMap((share) => share.cpu ?? []);
  return {
    requestsPerSecond: median(shares.map((share) => share.requestsPerSecond)),
    cpu: cpu.length > 0 ? median(cpu) : undefined,
    p99: median(shares.map((share) => share.p99)),
  };
}
