/** CPU time, requests per second and latency of the service beside bare servers, by transport and kind of request. */
import type { BenchSizes } from "../options.ts";
import { cityPoints } from "../point-sets.ts";
import type { Table } from "../report.ts";
import { median } from "../statistics.ts";
import {
  costOf,
  hasCommand,
  type Load,
  loadServer,
  SERVICE,
  type ServerProcess,
  startServer,
  stopServer,
  type Targets,
  writeTargets,
} from "./servers.ts";
import { meanBytes, OTHER_KINDS, PLAIN_KINDS, targetsOf } from "./workloads.ts";

/** A load with what it cost the server. */
interface ServerLoad extends Load {
  readonly cpuMicrosecondsPerRequest: number;
}

const SERVER_CORE = 0;
const LOAD_CORE = 1;

async function load(server: ServerProcess, targets: Targets, seconds: number): Promise<ServerLoad> {
  const [result, microseconds] = await costOf(server, () => {
    return loadServer(server.port, targets, seconds, LOAD_CORE);
  });
  return { ...result, cpuMicrosecondsPerRequest: microseconds / result.requests };
}

const BARE = ["--import", "tsx", "bench/http/bare-servers.ts"];

interface ComparedServer {
  readonly name: string;
  readonly args: readonly string[];
  /** The name of the bare server that this one is compared with. */
  readonly bare: string;
}

/** uWebSockets.js has no binary for some machines and versions of Node. */
async function loadsUws(): Promise<boolean> {
  return import("uWebSockets.js").then(
    () => true,
    () => false,
  );
}

/** The servers for a kind of requests: of plain ones, those of both transports. @param bytes of a bare reply */
function serversFor(kind: string, bytes: number, hasUws: boolean): readonly ComparedServer[] {
  const serversOn = (transport: string, label: string): ComparedServer[] => {
    const bare = `bare ${label}`;
    return [
      { name: bare, bare, args: [...BARE, transport, "PORT", `${bytes}`] },
      { name: `mapcoded on ${label}`, bare, args: [...SERVICE, "--transport", transport] },
    ];
  };
  return [
    ...(hasUws ? serversOn("uws", "uWebSockets.js") : []),
    ...(PLAIN_KINDS.includes(kind) ? serversOn("node", "node:http") : []),
  ];
}

interface LoadedServer extends ComparedServer {
  readonly process: ServerProcess;
  readonly loads: ServerLoad[];
}

/** A row of the table. Ratios are medians over the rounds, in each of which all servers have a turn. */
function rowOf(target: string, server: LoadedServer, servers: readonly LoadedServer[]): string[] {
  const bare = servers.find(({ name }) => name === server.bare) ?? server;
  const cells = (figure: (one: ServerLoad) => number, decimals: number) => {
    const ratios = server.loads.map((one, round) => figure(one) / figure(bare.loads[round]));
    const middle = median(server.loads.map(figure));
    return [middle.toFixed(decimals), median(ratios).toFixed(2)];
  };
  return [
    target,
    server.name,
    ...cells((one) => one.cpuMicrosecondsPerRequest, 2),
    ...cells((one) => one.requestsPerSecond, 0),
    ...cells((one) => one.p99Ms, 2),
  ];
}

/** Loads the servers in turn, round after round: many short turns, as the speed of a machine changes. */
async function compareServers(
  kind: string,
  requested: readonly string[],
  compared: readonly ComparedServer[],
  timing: BenchSizes["http"],
): Promise<readonly string[][]> {
  const targets = writeTargets(requested);
  const servers: LoadedServer[] = [];
  try {
    for (const one of compared) {
      const process = await startServer(one.args, { core: SERVER_CORE, reportsUsage: true });
      servers.push({ ...one, process, loads: [] });
    }
    for (const { process } of servers) await load(process, targets, timing.warmUpSeconds);
    for (let round = 0; round < timing.rounds; round++) {
      for (const { process, loads } of servers) {
        loads.push(await load(process, targets, timing.seconds));
      }
    }
    return servers.map((one) => rowOf(kind, one, servers));
  } finally {
    for (const { process } of servers) await stopServer(process);
  }
}

const HEAD = [
  "target",
  "server",
  "CPU µs each",
  "times bare",
  "requests/s",
  "times bare",
  "p99 ms",
  "times bare",
];

/** Loads the service and bare servers. @returns nothing where wrk is not installed */
export async function measureHttp(timing: BenchSizes["http"]): Promise<readonly Table[]> {
  if (!hasCommand("wrk")) {
    console.log("wrk      not installed: no load on the service (Debian's package wrk)\n");
    return [];
  }
  const hasUws = await loadsUws();
  const points = cityPoints(timing.points, 3);
  const sizing = await startServer(SERVICE);
  const rows: string[][] = [];
  try {
    for (const kind of [...PLAIN_KINDS, ...OTHER_KINDS]) {
      const targets = targetsOf(kind, points, timing.points);
      const bytes = await meanBytes(sizing.port, targets);
      rows.push(...(await compareServers(kind, targets, serversFor(kind, bytes, hasUws), timing)));
    }
  } finally {
    await stopServer(sizing);
  }
  const title =
    "One server process on one core, 64 connections from another, points around cities:";
  return [{ title, head: HEAD, names: 2, rows }];
}
