/** Requests per second of the service and of bare servers, side by side. */
import { request } from "undici";
import { decode, encode } from "../engine.ts";
import { median } from "../statistics.ts";
import { type Load, loadServer, type Targets, writeTargets } from "./load.ts";
import {
  HOST,
  pinnedToCore,
  SERVICE,
  type ServerProcess,
  startServer,
  stopServer,
} from "./processes.ts";

export interface HttpMeasurement {
  readonly server: string;
  readonly target: string;
  /** Medians over the rounds. */
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  readonly rounds: readonly Load[];
}

export interface HttpTiming {
  readonly rounds: number;
  readonly seconds: number;
  /** Of a run before the first that counts, for the compilers. */
  readonly warmUpSeconds: number;
  /** Points that are asked for, over and over. */
  readonly points: number;
}

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const CODES = "/codes/{lat},{lon}";
const COORDS = "/coords/{code}";

interface Asked {
  readonly name: string;
  readonly targets: readonly string[];
  /** Bytes of a body on the average: bare servers send as many. */
  readonly meanBytes: number;
}

export function codesTargets(points: Float64Array, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const [lat, lon] = points.subarray(2 * index, 2 * index + 2) as unknown as [number, number];
    return `/mapcode/codes/${lat.toFixed(6)},${lon.toFixed(6)}`;
  });
}

function coordsTargets(points: Float64Array, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const codes = encode(points[2 * index], points[2 * index + 1]);
    const { territory = "", code = "" } = codes[index % codes.length] ?? {};
    return `/mapcode/coords/${territory}%20${code}`;
  });
}

/** What the service must answer, by way of the library. */
function expected(target: string): unknown {
  const rest = decodeURIComponent(target.split("/").at(-1) as string);
  if (target.includes("/coords/")) return decode(rest);
  const [lat = "", lon = ""] = rest.split(",");
  return encode(Number(lat), Number(lon)).map(({ code, territory }) =>
    territory === "AAA" ? { mapcode: code } : { mapcode: code, territory },
  );
}

const CHECKED = 500;

/** Compares answers before anything is timed; @returns the mean length of their bodies. */
async function check(port: number, targets: readonly string[]): Promise<number> {
  let bytes = 0;
  const checked = targets.slice(0, CHECKED);
  for (const target of checked) {
    const { body } = await request(`http://${HOST}:${port}${target}`);
    const text = await body.text();
    bytes += Buffer.byteLength(text);
    const answer = JSON.parse(text) as { mapcodes?: unknown };
    const wanted = JSON.stringify(expected(target));
    if (JSON.stringify(answer.mapcodes ?? answer) !== wanted) {
      throw new Error(`${target} is answered with ${text}, expected ${wanted}.`);
    }
  }
  return Math.round(bytes / checked.length);
}

const BARE = ["--import", "tsx", "bench/http/bare-servers.ts"];

/** The servers that are compared, the mark first. */
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

/** Loads each server in turn, round after round. */
async function compare(asked: Asked, timing: HttpTiming): Promise<HttpMeasurement[]> {
  const file: Targets = writeTargets(asked.targets);
  const servers = serversFor(asked.meanBytes);
  const started: [string, ServerProcess][] = [];
  try {
    for (const [name, args] of Object.entries(servers)) {
      started.push([name, await startServer(pinnedToCore(SERVER_CORE), args, "/mapcode/status")]);
    }
    const loads = new Map<string, Load[]>(started.map(([name]) => [name, []]));
    for (const [, { port }] of started) loadServer(port, file, timing.warmUpSeconds, LOAD_CORE);
    for (let round = 0; round < timing.rounds; round++) {
      for (const [name, { port }] of started) {
        loads.get(name)?.push(loadServer(port, file, timing.seconds, LOAD_CORE));
      }
    }
    return Array.from(loads, ([server, rounds]) => ({
      server,
      target: asked.name,
      requestsPerSecond: median(rounds.map((load) => load.requestsPerSecond)),
      p99Ms: median(rounds.map((load) => load.p99Ms)),
      rounds,
    }));
  } finally {
    for (const [, server] of started) await stopServer(server);
  }
}

/** @param points latitudes and longitudes in turn, as the point sets have them */
export async function measureHttp(
  points: Float64Array,
  timing: HttpTiming,
): Promise<HttpMeasurement[]> {
  const service = await startServer([], SERVICE, "/mapcode/status");
  const asked: Asked[] = [];
  try {
    const codes = codesTargets(points, timing.points);
    const coords = coordsTargets(points, timing.points);
    asked.push({ name: CODES, targets: codes, meanBytes: await check(service.port, codes) });
    asked.push({ name: COORDS, targets: coords, meanBytes: await check(service.port, coords) });
  } finally {
    await stopServer(service);
  }
  const measured: HttpMeasurement[] = [];
  for (const one of asked) measured.push(...(await compare(one, timing)));
  return measured;
}
