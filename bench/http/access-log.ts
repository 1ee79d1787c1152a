/** What the access log costs: CPU time per request with each format of it, beside the service without one. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { request } from "undici";
import { ACCESS_LOG_FORMATS } from "../../src/service/access-log/lines.ts";
import { TRANSPORTS, type TransportName } from "../../src/service/transports/transport.ts";
import { median } from "../statistics.ts";
import type { HttpTiming } from "./measure.ts";
import {
  cpuMicroseconds,
  HOST,
  loadServer,
  type ServerProcess,
  startServer,
  stopServer,
  type Targets,
  writeTargets,
} from "./servers.ts";

export interface AccessLogMeasurement {
  readonly transport: TransportName;
  readonly log: string;
  /** Median over the rounds: CPU time of the server per request. */
  readonly microsecondsPerRequest: number;
  /** Median over the rounds, each compared with the server without a log in the same round. */
  readonly ratio: number;
}

/** What a browser and a proxy send, as far as the log has it. */
const HEADERS: Readonly<Record<string, string>> = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "X-Forwarded-For": "203.0.113.7",
};

/** An address of this machine that is not the one that requests come from. */
const OTHER_CLIENT = "127.0.0.2";

interface LogKind {
  readonly name: string;
  readonly args: readonly string[];
  /** Whether a second client is connected, so that uWebSockets.js is asked for the address of each request. */
  readonly hasOtherClient: boolean;
}

const NO_LOG: LogKind = { name: "none", args: [], hasOtherClient: false };

const KINDS: readonly LogKind[] = [
  NO_LOG,
  ...ACCESS_LOG_FORMATS.map((format) => ({
    name: format,
    args: ["--access-log", "--access-log-format", format],
    hasOtherClient: false,
  })),
  {
    name: "json, clients of two addresses",
    args: ["--access-log", "--access-log-format", "json"],
    hasOtherClient: true,
  },
  {
    name: "json, through a trusted proxy",
    args: ["--access-log", "--access-log-format", "json", "--trust-proxy", "loopback"],
    hasOtherClient: false,
  },
];

interface Started {
  readonly kind: LogKind;
  readonly server: ServerProcess;
  /** By round. */
  readonly microseconds: number[];
}

/** @throws Error if the reply differs from the expected body, or has no id although it is logged */
async function checkReply(
  { kind, server }: Started,
  target: string,
  expected: string,
): Promise<string> {
  const { headers, body } = await request(`http://${HOST}:${server.port}${target}`, {
    headers: HEADERS,
  });
  const text = await body.text();
  const hasId = headers["x-request-id"] !== undefined;
  if (text !== (expected || text) || hasId !== (kind !== NO_LOG)) {
    throw new Error(`With the access log ${kind.name}, the reply to ${target} is ${text}`);
  }
  return text;
}

async function connectOther(port: number): Promise<Socket> {
  const socket = connect({ port, host: HOST, localAddress: OTHER_CLIENT });
  await once(socket, "connect");
  return socket;
}

/** Returns the CPU time of a server per request under load. */
async function measureLoad(
  { kind, server }: Started,
  targets: Targets,
  seconds: number,
): Promise<number> {
  const other = kind.hasOtherClient ? await connectOther(server.port) : undefined;
  const before = await cpuMicroseconds(server);
  const { requests } = loadServer(server.port, targets, seconds, undefined, HEADERS);
  const used = (await cpuMicroseconds(server)) - before;
  other?.destroy();
  return used / requests;
}

async function measureTransport(
  transport: TransportName,
  targets: readonly string[],
  { rounds, seconds, warmUpSeconds }: HttpTiming,
): Promise<AccessLogMeasurement[]> {
  const file = writeTargets(targets);
  const started: Started[] = [];
  try {
    for (const kind of KINDS) {
      const args = ["PROGRAM", "serve", "--port", "PORT", "--transport", transport, ...kind.args];
      const server = await startServer(args, { reportsUsage: true });
      started.push({ kind, server, microseconds: [] });
    }
    for (const target of targets.slice(0, 100)) {
      let expected = "";
      for (const one of started) expected = await checkReply(one, target, expected);
    }
    for (const one of started) await measureLoad(one, file, warmUpSeconds);
    for (let round = 0; round < rounds; round++) {
      for (const one of started) one.microseconds.push(await measureLoad(one, file, seconds));
    }
    const [{ microseconds: without }] = started;
    return started.map(({ kind, microseconds }) => ({
      transport,
      log: kind.name,
      microsecondsPerRequest: median(microseconds),
      ratio: median(microseconds.map((value, round) => value / without[round])),
    }));
  } finally {
    for (const { server } of started) await stopServer(server);
  }
}

/** @param targets that are requested, again and again */
export async function measureAccessLog(
  targets: readonly string[],
  timing: HttpTiming,
): Promise<AccessLogMeasurement[]> {
  const measured: AccessLogMeasurement[] = [];
  for (const transport of TRANSPORTS) {
    measured.push(...(await measureTransport(transport, targets, timing)));
  }
  return measured;
}
