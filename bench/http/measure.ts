/** Requests per second and CPU time of the service beside bare servers, and with several worker processes. */
import { median } from "../statistics.ts";
import { treeCpuMicroseconds } from "./process-tree.ts";
import {
  type Load,
  loadServer,
  SERVICE,
  type ServerProcess,
  startServer,
  stopServer,
  type Targets,
  writeTargets,
} from "./servers.ts";
import { BARE_NODE, BARE_UWS, ON_NODE, ON_UWS } from "./shares.ts";
import {
  checkedWorkload,
  nameOf,
  OTHER_KINDS,
  PLAIN_CODES,
  PLAIN_COORDS,
  type Workload,
} from "./workloads.ts";

/** A load with what it cost the server. */
interface ServerLoad extends Load {
  /** User and system time of all processes of the server; undefined where the system does not tell. */
  readonly cpuMicrosecondsPerRequest: number | undefined;
}

interface LoadMeasurement extends Omit<ServerLoad, "requests"> {
  /** The numbers of this measurement are medians over them. */
  readonly rounds: readonly ServerLoad[];
}

export interface HttpMeasurement extends LoadMeasurement {
  readonly server: string;
  readonly target: string;
}

export interface WorkersMeasurement extends LoadMeasurement {
  readonly workers: number;
}

export interface HttpTiming {
  readonly rounds: number;
  /** Duration of a load; wrk knows whole seconds only. */
  readonly seconds: number;
  /** Duration of a load before the first that counts, for the compilers of V8. */
  readonly warmUpSeconds: number;
  /** Duration of the load under which memory is measured. */
  readonly memorySeconds: number;
  /** Points that are requested, again and again. */
  readonly points: number;
}

/** Loads a server once. */
function load(
  { child, port }: ServerProcess,
  targets: Targets,
  seconds: number,
  core?: number,
): ServerLoad {
  const { pid = 0 } = child;
  const before = treeCpuMicroseconds(pid);
  const result = loadServer(port, targets, seconds, core);
  const after = treeCpuMicroseconds(pid);
  const isKnown = before !== undefined && after !== undefined;
  const cpuMicrosecondsPerRequest = isKnown ? (after - before) / result.requests : undefined;
  return { ...result, cpuMicrosecondsPerRequest };
}

/** @returns the median of what is known; undefined if nothing is */
function medianOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.flatMap((value) => value ?? []);
  return known.length > 0 ? median(known) : undefined;
}

function mediansOf(rounds: readonly ServerLoad[]): LoadMeasurement {
  return {
    requestsPerSecond: median(rounds.map((one) => one.requestsPerSecond)),
    p99Ms: median(rounds.map((one) => one.p99Ms)),
    cpuMicrosecondsPerRequest: medianOfKnown(rounds.map((one) => one.cpuMicrosecondsPerRequest)),
    rounds,
  };
}

const SERVER_CORE = 0;
const LOAD_CORE = 1;

const BARE = ["--import", "tsx", "bench/http/bare-servers.ts"];
interface ComparedServer {
  readonly name: string;
  readonly args: readonly string[];
}

/** uWebSockets.js has no binary for some machines and versions of Node. */
async function loadsUws(): Promise<boolean> {
  return import("uWebSockets.js").then(
    () => true,
    () => false,
  );
}

/** The servers for a workload: of plain requests, those of both transports. */
function serversFor({ kind, meanBytes }: Workload, hasUws: boolean): readonly ComparedServer[] {
  const bare = (name: string) => [...BARE, name, "PORT", `${meanBytes}`];
  const service = [...SERVICE, "--dialect", kind.dialect];
  const onUws = hasUws
    ? [
        { name: BARE_UWS, args: bare("uws") },
        { name: ON_UWS, args: service },
      ]
    : [];
  if (kind !== PLAIN_CODES && kind !== PLAIN_COORDS) return onUws;
  return [
    ...onUws,
    { name: BARE_NODE, args: bare("node") },
    { name: ON_NODE, args: [...service, "--transport", "node"] },
    { name: "bare Fastify", args: bare("fastify") },
  ];
}

/** Loads the servers in turn, round after round: many short turns, as the speed of a machine changes. */
async function compareServers(
  workload: Workload,
  servers: readonly ComparedServer[],
  timing: HttpTiming,
): Promise<HttpMeasurement[]> {
  const targets = writeTargets(workload.targets);
  const started: { name: string; process: ServerProcess; loads: ServerLoad[] }[] = [];
  try {
    for (const { name, args } of servers) {
      const process = await startServer(args, { core: SERVER_CORE });
      started.push({ name, process, loads: [] });
    }
    for (const { process } of started) load(process, targets, timing.warmUpSeconds, LOAD_CORE);
    for (let round = 0; round < timing.rounds; round++) {
      for (const { process, loads } of started) {
        loads.push(load(process, targets, timing.seconds, LOAD_CORE));
      }
    }
    return started.map(({ name, loads }) => ({
      server: name,
      target: nameOf(workload.kind),
      ...mediansOf(loads),
    }));
  } finally {
    for (const { process } of started) await stopServer(process);
  }
}

/** Creates the workloads of all kinds, with replies checked. */
async function createWorkloads(points: Float64Array, count: number): Promise<Workload[]> {
  const workloads: Workload[] = [];
  const kinds = [PLAIN_CODES, PLAIN_COORDS, ...OTHER_KINDS];
  for (const dialect of ["spec", "hosted"] as const) {
    const service = await startServer([...SERVICE, "--dialect", dialect]);
    try {
      for (const kind of kinds.filter((one) => one.dialect === dialect)) {
        workloads.push(await checkedWorkload(service.port, kind, points, count));
      }
    } finally {
      await stopServer(service);
    }
  }
  return workloads;
}

/** @param points latitudes and longitudes, alternating, as in a point set */
export async function measureHttp(
  points: Float64Array,
  timing: HttpTiming,
): Promise<HttpMeasurement[]> {
  const measured: HttpMeasurement[] = [];
  const hasUws = await loadsUws();
  for (const workload of await createWorkloads(points, timing.points)) {
    measured.push(...(await compareServers(workload, serversFor(workload, hasUws), timing)));
  }
  return measured;
}

const WORKERS = [1, 2, 4];

/**
 * Loads the service with one, two and four worker processes. Nothing is kept to a core, as two workers need both
 * cores of a machine with two; the load generator takes its share of them. The CPU time of a request tells what a
 * machine with more cores would give.
 */
export async function measureWorkers(
  targets: readonly string[],
  timing: HttpTiming,
): Promise<WorkersMeasurement[]> {
  const file = writeTargets(targets);
  const loads = new Map<number, ServerLoad[]>(WORKERS.map((workers) => [workers, []]));
  for (let round = 0; round < timing.rounds; round++) {
    for (const [workers, own] of loads) {
      const server = await startServer([...SERVICE, "--workers", `${workers}`]);
      try {
        load(server, file, timing.warmUpSeconds);
        own.push(load(server, file, timing.seconds));
      } finally {
        await stopServer(server);
      }
    }
  }
  return Array.from(loads, ([workers, rounds]) => ({ workers, ...mediansOf(rounds) }));
}
