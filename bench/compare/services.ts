/**
 * Compares two services. undici makes the load, so that wrk is not needed. It is too slow to bring a server to
 * its limit, which does not matter here: the cost is the CPU time of the server per request.
 */
import { createHash } from "node:crypto";
import { Pool, request } from "undici";
import {
  cpuMicroseconds,
  HOST,
  SERVICE,
  type ServerProcess,
  startServer,
  stopServer,
} from "../http/servers.ts";
import { PLAIN_CODES, PLAIN_COORDS, targetsOf } from "../http/workloads.ts";
import type { CompareSizes } from "../options.ts";
import { cityPoints } from "../point-sets.ts";
import {
  type CaseFilter,
  type CaseRound,
  measureCase,
  type Round,
  type Sample,
  type TakeSample,
  type Workspace,
} from "./round.ts";

const CONNECTIONS = 8;
const REQUESTS_PER_CONNECTION = 8;
/** Pairs of samples in each round. */
const LOADS = 5;
/** Replies whose bodies are compared between the two sides. */
const COMPARED_REPLIES = 500;
const ROWS_PER_REQUEST = 20_000;

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What is requested of a server. */
interface Load {
  readonly name: string;
  readonly targets: readonly string[];
  readonly accept: string;
}

/** Requests the targets in turn, over connections that each have several requests under way. */
async function load(server: ServerProcess, { targets, accept }: Load, count: number) {
  const pool = new Pool(`http://${HOST}:${server.port}`, {
    connections: CONNECTIONS,
    pipelining: REQUESTS_PER_CONNECTION,
  });
  let sent = 0;
  const requestInTurn = async () => {
    while (sent < count) {
      const path = targets[sent++ % targets.length];
      const { statusCode, body } = await pool.request({ path, method: "GET", headers: { accept } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`GET ${path} gives status ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS * REQUESTS_PER_CONNECTION }, requestInTurn));
  await pool.close();
}

async function digestOfReplies(
  { port }: ServerProcess,
  { targets, accept }: Load,
): Promise<string> {
  const bodies: string[] = [];
  for (const target of targets.slice(0, COMPARED_REPLIES)) {
    const { body } = await request(`http://${HOST}:${port}${target}`, { headers: { accept } });
    bodies.push(await body.text());
  }
  return digest(bodies.join("\n"));
}

/** Warms a server up. @returns a function that takes a sample under load */
async function loadSampler(
  server: ServerProcess,
  own: Load,
  { requests, warmUpRequests }: CompareSizes,
): Promise<TakeSample> {
  const answers = await digestOfReplies(server, own);
  await load(server, own, warmUpRequests);
  const count = Math.ceil(requests / LOADS);
  return async () => {
    const before = await cpuMicroseconds(server);
    await load(server, own, count);
    return { nanoseconds: (1000 * ((await cpuMicroseconds(server)) - before)) / count, answers };
  };
}

/** Warms a server up by a post of points. @returns a function that posts again and measures the cost per line */
async function batchSampler(server: ServerProcess, points: Float64Array): Promise<TakeSample> {
  const rows = Array.from({ length: ROWS_PER_REQUEST }, (_, index) => {
    const at = (2 * index) % points.length;
    return `${points[at].toFixed(6)} ${points[at + 1].toFixed(6)}\n`;
  });
  const body = rows.join("");
  const headers = { "content-type": "text/plain" };
  const take = async (): Promise<Sample> => {
    const before = await cpuMicroseconds(server);
    const url = `http://${HOST}:${server.port}/mapcode/batch/codes`;
    const reply = await request(url, { method: "POST", headers, body });
    const answers = digest(await reply.body.text());
    const microseconds = (await cpuMicroseconds(server)) - before;
    return { nanoseconds: (1000 * microseconds) / ROWS_PER_REQUEST, answers };
  };
  await take();
  return take;
}

/** Starts both servers, and takes samples of them alternately. */
export async function compareServices(
  workspace: Workspace,
  isIncluded: CaseFilter,
): Promise<Round> {
  const { before, after, sizes } = workspace;
  const points = cityPoints(sizes.pointsPerSet, 11);
  const codes = targetsOf(PLAIN_CODES, points, sizes.pointsPerSet);
  const coords = targetsOf(PLAIN_COORDS, points, sizes.pointsPerSet);
  const loads: readonly Load[] = [
    { name: "GET /codes/{lat},{lon}", targets: codes, accept: "application/json" },
    { name: "GET /coords/{code}", targets: coords, accept: "application/json" },
    {
      name: "GET /codes/{lat},{lon}?precision=4",
      targets: codes.map((target) => `${target}?precision=4`),
      accept: "application/json",
    },
    { name: "GET /codes/{lat},{lon} as XML", targets: codes, accept: "application/xml" },
  ];
  const batch = "POST /batch/codes, per line";
  const servers: ServerProcess[] = [];
  const cases: CaseRound[] = [];
  try {
    for (const folder of [before, after]) {
      servers.push(await startServer(SERVICE, { core: 0, folder, reportsUsage: true }));
    }
    const [ofBefore, ofAfter] = servers;
    for (const one of loads) {
      if (!isIncluded(one.name)) continue;
      const takeBefore = await loadSampler(ofBefore, one, sizes);
      const takeAfter = await loadSampler(ofAfter, one, sizes);
      cases.push(await measureCase(one.name, LOADS, takeBefore, takeAfter));
    }
    if (isIncluded(batch)) {
      const takeBefore = await batchSampler(ofBefore, points);
      const takeAfter = await batchSampler(ofAfter, points);
      cases.push(await measureCase(batch, sizes.samples, takeBefore, takeAfter));
    }
    return { cases, leftOut: [] };
  } finally {
    for (const server of servers) await stopServer(server);
  }
}
