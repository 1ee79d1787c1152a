/** Requests per second of the service with one worker and with more. */
import { median } from "../statistics.ts";
import { type Load, loadServer, writeTargets } from "./load.ts";
import type { HttpTiming } from "./measure.ts";
import { SERVICE, startServer, stopServer } from "./processes.ts";

export interface WorkersMeasurement {
  readonly workers: number;
  /** Medians over the rounds. */
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly rounds: readonly Load[];
}

const WORKERS = [1, 2];

/**
 * Nothing is kept to a core, as two workers want both of a machine of two. What asks takes its part
 * of them.
 */
export async function measureWorkers(
  targets: readonly string[],
  timing: HttpTiming,
): Promise<WorkersMeasurement[]> {
  const file = writeTargets(targets);
  const loads = new Map<number, Load[]>(WORKERS.map((workers) => [workers, []]));
  for (let round = 0; round < timing.rounds; round++) {
    for (const [workers, own] of loads) {
      const args = [...SERVICE, "--workers", `${workers}`];
      const server = await startServer([], args, "/mapcode/status");
      try {
        loadServer(server.port, file, timing.warmUpSeconds);
        own.push(loadServer(server.port, file, timing.seconds));
      } finally {
        await stopServer(server);
      }
    }
  }
  return Array.from(loads, ([workers, rounds]) => ({
    workers,
    requestsPerSecond: median(rounds.map((load) => load.requestsPerSecond)),
    p99Ms: median(rounds.map((load) => load.p99Ms)),
    rounds,
  }));
}
