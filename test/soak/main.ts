/**
 * `npm run test:soak`: clients of all kinds load two workers on both transports, one of which is killed now and
 * then. Every reply must be right, and memory and file descriptors must come back. `--seconds N` is the time for
 * each transport.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import "../../src/loaders/disk.ts";
import { TRANSPORTS, type TransportName } from "../../src/service/transports/transport.ts";
import { type RunningService, startServing } from "../cli/command.ts";
import { isAvailable } from "../transports.ts";
import { CLIENTS, type Client, WrongReply } from "./clients.ts";
import { childrenOf, memoryMB, openFiles } from "./processes.ts";

const WORKERS = 2;
/** How much a worker may grow after its warm-up. */
const MAX_GROWTH_MB = 20;
/** Connections that a killed worker had may fail this long afterwards. */
const KILL_SHADOW_MS = 2000;

interface Tally {
  right: number;
  resets: number;
  wrong: number;
}

interface Sample {
  readonly atMs: number;
  readonly pid: number;
  readonly memory: number;
}

class Soak {
  readonly tallies = new Map<string, Tally>();
  readonly samples: Sample[] = [];
  readonly problems: string[] = [];
  readonly #service: RunningService;
  readonly #endMs: number;
  #killedMs = Number.NEGATIVE_INFINITY;

  constructor(service: RunningService, seconds: number) {
    this.#service = service;
    this.#endMs = performance.now() + seconds * 1000;
  }

  get #goesOn(): boolean {
    return performance.now() < this.#endMs && this.#service.child.exitCode === null;
  }

  get workers(): number[] {
    return childrenOf(this.#service.child.pid ?? 0);
  }

  /** Repeats what a client does until the end. */
  async repeat(name: string, client: Client): Promise<void> {
    const tally = this.tallies.get(name) ?? { right: 0, resets: 0, wrong: 0 };
    this.tallies.set(name, tally);
    while (this.#goesOn) {
      const startedMs = performance.now();
      try {
        await client(this.#service.address);
        tally.right++;
      } catch (error) {
        const wasKilled = this.#killedMs > startedMs - KILL_SHADOW_MS;
        if (wasKilled && !(error instanceof WrongReply)) tally.resets++;
        else {
          tally.wrong++;
          this.problems.push(`${name}: ${error}`);
        }
        await pause(100);
      }
    }
  }

  /** Kills workers in the first two thirds; the last shows whether those that stay have stopped growing. */
  async killWorkers(everySeconds: number): Promise<number> {
    let kills = 0;
    const lastMs = performance.now() + (this.#endMs - performance.now()) * (2 / 3);
    for (let nextMs = performance.now() + everySeconds * 1000; this.#goesOn; await pause(200)) {
      const [victim] = this.workers;
      if (performance.now() < nextMs || victim === undefined) continue;
      nextMs += everySeconds * 1000;
      if (performance.now() > lastMs) break;
      this.#killedMs = performance.now();
      process.kill(victim, "SIGKILL");
      kills++;
    }
    return kills;
  }

  /** Samples the memory of the workers twice a second. */
  async sampleMemory(): Promise<void> {
    for (; this.#goesOn; await pause(500)) {
      for (const pid of this.workers) {
        try {
          this.samples.push({ atMs: performance.now(), pid, memory: memoryMB(pid) });
        } catch {
          // The worker has been killed since it was listed.
        }
      }
    }
  }
}

/**
 * Returns how much each surviving worker has grown from the second quarter of its life to the last, in MB. The
 * lowest value of a quarter counts, as garbage comes and goes.
 */
function growths(samples: readonly Sample[], pids: readonly number[]): number[] {
  return pids.map((pid) => {
    const values = samples.filter((sample) => sample.pid === pid).map(({ memory }) => memory);
    const quarter = Math.floor(values.length / 4);
    const warm = Math.min(...values.slice(quarter, 2 * quarter));
    return Math.min(...values.slice(3 * quarter)) - warm;
  });
}

/** Waits up to 15 s until no worker has more open files than one had at the start. */
async function filesAtRest(soak: Soak, atStart: number): Promise<number> {
  for (let waits = 0; ; waits++) {
    const most = Math.max(...soak.workers.map(openFiles));
    if (most <= atStart || waits >= 150) return most;
    await pause(100);
  }
}

/** @returns whether everything was as it should be */
async function run(transport: TransportName, seconds: number, killSeconds: number) {
  const service = await startServing(["--workers", `${WORKERS}`, "--transport", transport]);
  const soak = new Soak(service, seconds);
  const filesAtStart = Math.max(...soak.workers.map(openFiles));
  const running = Object.entries(CLIENTS).flatMap(([name, [client, count]]) =>
    Array.from({ length: count }, () => soak.repeat(name, client)),
  );
  const [kills] = await Promise.all([
    soak.killWorkers(killSeconds),
    soak.sampleMemory(),
    ...running,
  ]);
  const growthsMB = growths(soak.samples, soak.workers);
  await getGlobalDispatcher().close();
  setGlobalDispatcher(new Agent());
  const filesAtEnd = await filesAtRest(soak, filesAtStart);
  const [code] = await service.stop("SIGTERM");

  console.log(`\n${transport}, ${seconds} s, ${kills} workers killed`);
  console.table(Object.fromEntries(soak.tallies));
  const growthText = growthsMB.map((growth) => growth.toFixed(1)).join(" and ");
  console.log(`Workers grew by ${growthText} MB after warm-up (limit ${MAX_GROWTH_MB}).`);
  console.log(`Open files of a worker: ${filesAtStart} at the start, ${filesAtEnd} at the end.`);
  const { problems } = soak;
  if (growthsMB.some((growth) => growth > MAX_GROWTH_MB)) problems.push("memory grows");
  if (filesAtEnd > filesAtStart) problems.push("open files do not come back");
  if (code !== 0) problems.push(`exit code ${code}: ${service.output().slice(-2000)}`);
  if ([...soak.tallies.values()].some(({ right }) => right === 0)) problems.push("an idle client");
  for (const problem of problems.slice(0, 20)) console.error(`Failed: ${problem}`);
  return problems.length === 0;
}

const { values } = parseArgs({ options: { seconds: { type: "string", default: "600" } } });
const seconds = Number(values.seconds);
for (const transport of TRANSPORTS) {
  if (!isAvailable(transport)) console.warn(`Skipped: ${transport} has no binary for this Node.`);
  else if (!(await run(transport, seconds, seconds < 300 ? 15 : 60))) process.exitCode = 1;
}
