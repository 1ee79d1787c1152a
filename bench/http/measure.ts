/** Requests per second of the service beside bare servers, and with several worker processes. */
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
import {
  checkedWorkload,
  nameOf,
  OTHER_KINDS,
  PLAIN_CODES,
  PLAIN_COORDS,
  type Workload,
} from "./workloads.ts";

interface LoadMeasurement {
  /** Medians over the rounds. */
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly rounds: readonly Load[];
}

export interface HttpMeasurement extends LoadMeasurement {
  readonly server: string;
  readonly target: string;
}

export interface WorkersMeasurement extends LoadMeasurement {
  readonly workers: number;
  /**
   * Median over the rounds: user and system time of all processes of the service per request; undefined where the
   * system does not tell.
   */
  readonly cpuMicrosecondsPerRequest: number | undefined;
}

export interface HttpTiming {
  readonly rounds: number;
  readonly seconds: number;
  /** Duration of a load before the first that counts, for the compilers of V8. */
  readonly warmUpSeconds: number;
  /** Points that are requested, again and again. */
  readonly points: number;
}

function mediansOf(rounds: readonly Load[]): LoadMeasurement {
  return {
    requestsPerSecond: median(rounds.map((load) => load.requestsPerSecond)),
    p99Ms: median(rounds.map((load) => load.p99Ms)),
    rounds,
  };
}

const SERVER_CORE = 0;
const LOAD_CORE = 1;
/** There are many kinds of requests; all but the plain ones are loaded for a fraction of the time. */
const SHORTER = 4;

const BARE = ["--import", "tsx", "bench/http/bare-servers.ts"];

/** The servers that are compared by plain requests; the first is the mark. */
function serversFor({ kind, meanBytes }: Workload): Readonly<Record<string, readonly string[]>> {
  const bare = (name: string) => [...BARE, name, "PORT", `${meanBytes}`];
  const service = [...SERVICE, "--dialect", kind.dialect];
  const marked = { "bare uWebSockets.js": bare("uws"), mapcoded: service };
  if (kind !== PLAIN_CODES && kind !== PLAIN_COORDS) return marked;
  return {
    ...marked,
    "mapcoded on node:http": [...service, "--transport", "node"],
    "bare node:http": bare("node"),
    "bare Fastify": bare("fastify"),
  };
}

/** Loads the servers in turn, round after round. */
async function compareServers(workload: Workload, timing: HttpTiming): Promise<HttpMeasurement[]> {
  const targets = writeTargets(workload.targets);
  const started: { name: string; server: ServerProcess; loads: Load[] }[] = [];
  try {
    for (const [name, args] of Object.entries(serversFor(workload))) {
      const server = await startServer(args, { core: SERVER_CORE });
      started.push({ name, server, loads: [] });
    }
    for (const { server } of started) {
      loadServer(server.port, targets, timing.warmUpSeconds, LOAD_CORE);
    }
    for (let round = 0; round < timing.rounds; round++) {
      for (const { server, loads } of started) {
        loads.push(loadServer(server.port, targets, timing.seconds, LOAD_CORE));
      }
    }
    return started.map(({ name, loads }) => ({
      server: name,
      target: nameOf(workload.kind),
      ...mediansOf(loads),
    }));
  } finally {
    for (const { server } of started) await stopServer(server);
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

/** @param points latitudes and longitudes in alternation, as in a point set */
export async function measureHttp(
  points: Float64Array,
  timing: HttpTiming,
): Promise<HttpMeasurement[]> {
  const measured: HttpMeasurement[] = [];
  for (const workload of await createWorkloads(points, timing.points)) {
    const isPlain = workload.kind === PLAIN_CODES || workload.kind === PLAIN_COORDS;
    const seconds = isPlain ? timing.seconds : Math.ceil(timing.seconds / SHORTER);
    measured.push(...(await compareServers(workload, { ...timing, seconds })));
  }
  return measured;
}

const WORKERS = [1, 2, 4];

interface WorkersLoad extends Load {
  /** Per request. */
  readonly cpuMicroseconds: number | undefined;
}

/** Loads a service and measures the CPU time of all its processes. */
function loadTree({ child, port }: ServerProcess, file: Targets, seconds: number): WorkersLoad {
  const { pid = 0 } = child;
  const before = treeCpuMicroseconds(pid);
  const load = loadServer(port, file, seconds);
  const after = treeCpuMicroseconds(pid);
  const isKnown = before !== undefined && after !== undefined;
  return { ...load, cpuMicroseconds: isKnown ? (after - before) / load.requests : undefined };
}

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
  const loads = new Map<number, WorkersLoad[]>(WORKERS.map((workers) => [workers, []]));
  for (let round = 0; round < timing.rounds; round++) {
    for (const [workers, own] of loads) {
      const server = await startServer([...SERVICE, "--workers", `${workers}`]);
      try {
        loadServer(server.port, file, timing.warmUpSeconds);
        own.push(loadTree(server, file, timing.seconds));
      } finally {
        await stopServer(server);
      }
    }
  }
  return Array.from(loads, ([workers, rounds]) => {
    const times = rounds.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
    const cpuMicrosecondsPerRequest = times.length > 0 ? median(times) : undefined;
    return { workers, cpuMicrosecondsPerRequest, ...mediansOf(rounds) };
  });
}
