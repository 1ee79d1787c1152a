/** Requests per second of the service beside bare servers, and with several worker processes. */
import { request } from "undici";
import { decode, encode } from "../engine.ts";
import { median } from "../statistics.ts";
import {
  HOST,
  type Load,
  loadServer,
  SERVICE,
  type ServerProcess,
  startServer,
  stopServer,
  writeTargets,
} from "./servers.ts";

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
const CODES = "/codes/{lat},{lon}";
const COORDS = "/coords/{code}";

interface Workload {
  readonly name: string;
  readonly targets: readonly string[];
  /** Average bytes of a reply's body; bare servers send as many. */
  readonly meanBytes: number;
}

export function codesTargets(points: Float64Array, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const [lat, lon] = [points[2 * index], points[2 * index + 1]];
    return `/mapcode/codes/${lat.toFixed(6)},${lon.toFixed(6)}`;
  });
}

export function coordsTargets(points: Float64Array, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const codes = encode(points[2 * index], points[2 * index + 1]);
    const { territory, code } = codes[index % codes.length];
    return `/mapcode/coords/${territory}%20${code}`;
  });
}

/** The reply to a target according to the library. */
function expectedReply(target: string): unknown {
  const input = decodeURIComponent(target.slice(target.lastIndexOf("/") + 1));
  if (target.includes("/coords/")) return decode(input);
  const [lat, lon] = input.split(",").map(Number);
  return encode(lat, lon).map(({ code, territory }) =>
    territory === "AAA" ? { mapcode: code } : { mapcode: code, territory },
  );
}

const CHECKED = 500;

/**
 * Compares replies with the library before anything is timed.
 * @returns the mean number of bytes of their bodies
 * @throws Error for the first reply that differs
 */
async function checkReplies(port: number, targets: readonly string[]): Promise<number> {
  let bytes = 0;
  const checked = targets.slice(0, CHECKED);
  for (const target of checked) {
    const { body } = await request(`http://${HOST}:${port}${target}`);
    const text = await body.text();
    bytes += Buffer.byteLength(text);
    const reply: { mapcodes?: unknown } = JSON.parse(text);
    const expected = JSON.stringify(expectedReply(target));
    if (JSON.stringify(reply.mapcodes ?? reply) !== expected) {
      throw new Error(`The reply to ${target} is ${text}, not ${expected}.`);
    }
  }
  return Math.round(bytes / checked.length);
}

const BARE = ["--import", "tsx", "bench/http/bare-servers.ts"];

/** The servers that are compared; the first is the mark. */
function serversFor(meanBytes: number): Readonly<Record<string, readonly string[]>> {
  const bare = (name: string) => [...BARE, name, "PORT", `${meanBytes}`];
  return {
    "bare uWebSockets.js": bare("uws"),
    mapcoded: SERVICE,
    "mapcoded on node:http": [...SERVICE, "--transport", "node"],
    "bare node:http": bare("node"),
    "bare Fastify": bare("fastify"),
  };
}

/** Loads the servers in turn, round after round. */
async function compareServers(workload: Workload, timing: HttpTiming): Promise<HttpMeasurement[]> {
  const targets = writeTargets(workload.targets);
  const started: { name: string; server: ServerProcess; loads: Load[] }[] = [];
  try {
    for (const [name, args] of Object.entries(serversFor(workload.meanBytes))) {
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
      target: workload.name,
      ...mediansOf(loads),
    }));
  } finally {
    for (const { server } of started) await stopServer(server);
  }
}

/** @param points latitudes and longitudes in alternation, as in a point set */
export async function measureHttp(
  points: Float64Array,
  timing: HttpTiming,
): Promise<HttpMeasurement[]> {
  const service = await startServer(SERVICE);
  const workloads: Workload[] = [];
  try {
    const codes = codesTargets(points, timing.points);
    const coords = coordsTargets(points, timing.points);
    for (const [name, targets] of [[CODES, codes] as const, [COORDS, coords] as const]) {
      const meanBytes = await checkReplies(service.port, targets);
      workloads.push({ name, targets, meanBytes });
    }
  } finally {
    await stopServer(service);
  }
  const measured: HttpMeasurement[] = [];
  for (const workload of workloads) measured.push(...(await compareServers(workload, timing)));
  return measured;
}

const WORKERS = [1, 2];

/**
 * Loads the service with one worker process and with two. Nothing is kept to a core, as two workers need both
 * cores of a machine with two; the load generator takes its share of them.
 */
export async function measureWorkers(
  targets: readonly string[],
  timing: HttpTiming,
): Promise<WorkersMeasurement[]> {
  const file = writeTargets(targets);
  const loads = new Map<number, Load[]>(WORKERS.map((workers) => [workers, []]));
  for (let round = 0; round < timing.rounds; round++) {
    for (const [workers, own] of loads) {
      const server = await startServer([...SERVICE, "--workers", `${workers}`]);
      try {
        loadServer(server.port, file, timing.warmUpSeconds);
        own.push(loadServer(server.port, file, timing.seconds));
      } finally {
        await stopServer(server);
      }
    }
  }
  return Array.from(loads, ([workers, rounds]) => ({ workers, ...mediansOf(rounds) }));
}
