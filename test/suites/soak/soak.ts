/** Loads a service with clients of all kinds, kills its workers, and watches its processes. */
import { setTimeout as pause } from "node:timers/promises";
import type { RunningService } from "../../cli/command.ts";
import { childrenOf, memoryMB, openFiles } from "../../support/linux-processes.ts";
import type { Sample } from "../../support/memory-course.ts";
import { until } from "../../support/until.ts";
import { CLIENTS, type Client, WrongReply } from "./clients.ts";

/** Connections that a killed worker had may fail this long afterwards. */
const KILL_SHADOW_MS = 5000;
const SAMPLE_MS = 500;
/** A request that takes longer is never going to end. */
const MAX_REQUEST_MS = 60_000;
/** The pause of a client after a request that failed. */
const FAILURE_PAUSE_MS = 100;

interface Tally {
  right: number;
  /** Connections that a killed worker has reset. */
  resets: number;
  wrong: number;
}

/** @throws WrongReply if the request of a client does not end */
async function withinLimit(request: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const error = new WrongReply(`no end after ${MAX_REQUEST_MS / 1000} s`);
    timer = setTimeout(() => reject(error), MAX_REQUEST_MS);
  });
  await Promise.race([request, limit]).finally(() => clearTimeout(timer));
}

export class Soak {
  readonly tallies: Record<string, Tally> = {};
  /** Of each process that lived to the end. */
  readonly samples = new Map<number, Sample[]>();
  readonly problems: string[] = [];
  kills = 0;
  readonly #service: RunningService;
  readonly #seconds: number;
  readonly #startMs = performance.now();
  #killedMs = Number.NEGATIVE_INFINITY;

  constructor(service: RunningService, seconds: number) {
    this.#service = service;
    this.#seconds = seconds;
  }

  /** The primary process and its workers, the oldest first. */
  get processes(): number[] {
    const { pid = 0 } = this.#service.child;
    return [pid, ...childrenOf(pid)];
  }

  get #elapsed(): number {
    return (performance.now() - this.#startMs) / 1000;
  }

  get #goesOn(): boolean {
    return this.#elapsed < this.#seconds && this.#service.child.exitCode === null;
  }

  /** Resolves when the time is over. @param killSeconds interval of kills */
  async run(killSeconds: number): Promise<void> {
    const running = Object.entries(CLIENTS).flatMap(([name, [client, count]]) => {
      this.tallies[name] = { right: 0, resets: 0, wrong: 0 };
      return Array.from({ length: count }, () => this.#repeat(name, client));
    });
    await Promise.all([this.#killWorkers(killSeconds), this.#takeSamples(), ...running]);
  }

  /** Repeats what a client does until the end. */
  async #repeat(name: string, client: Client): Promise<void> {
    const tally = this.tallies[name];
    while (this.#goesOn) {
      const startedMs = performance.now();
      try {
        await withinLimit(client(this.#service.address));
        tally.right++;
      } catch (error) {
        const wasKilled = this.#killedMs > startedMs - KILL_SHADOW_MS;
        if (wasKilled && !(error instanceof WrongReply)) tally.resets++;
        else {
          tally.wrong++;
          const sinceKill = ((performance.now() - this.#killedMs) / 1000).toFixed(1);
          this.problems.push(`${name}: ${error} (${sinceKill} s after a kill)`);
        }
        await pause(FAILURE_PAUSE_MS);
      }
    }
  }

  /** Kills the youngest worker again and again: the memory of the oldest is that of the whole run. */
  async #killWorkers(everySeconds: number): Promise<void> {
    for (let next = everySeconds; this.#goesOn; await pause(SAMPLE_MS)) {
      const victim = this.processes.at(-1);
      // Toward the end, the new worker would have no time to start.
      if (this.#elapsed < next || next > this.#seconds - everySeconds / 2) continue;
      if (victim === undefined || this.processes.length < 3) continue;
      next += everySeconds;
      this.#killedMs = performance.now();
      process.kill(victim, "SIGKILL");
      this.samples.delete(victim);
      this.kills++;
    }
  }

  async #takeSamples(): Promise<void> {
    for (; this.#goesOn; await pause(SAMPLE_MS)) {
      const running = this.processes;
      for (const pid of this.samples.keys()) if (!running.includes(pid)) this.samples.delete(pid);
      for (const pid of running) {
        const samples = this.samples.get(pid) ?? [];
        this.samples.set(pid, samples);
        try {
          samples.push({ seconds: this.#elapsed, memoryMB: memoryMB(pid) });
        } catch {
          // It has been killed since it was listed.
        }
      }
    }
  }

  /** The greatest number of open files of a worker. */
  get openFiles(): number {
    return Math.max(...this.processes.slice(1).map(openFiles));
  }

  /** Waits until no worker has more open files than one had at the start, or for PATIENCE_MS. */
  async filesAtRest(atStart: number): Promise<number> {
    await until(() => this.openFiles <= atStart).catch(() => undefined);
    return this.openFiles;
  }
}
