/**
 * Compares two services. undici makes the load, so that wrk is not needed. It is too slow to bring a server to
 * its limit, which does not matter here: the cost is the CPU time of the server per request.
 */
import { createHash } from "node:crypto";
import { Pool, request } from "undici";
import {
  costOf,
  HOST,
  SERVICE,
  type ServerProcess,
  startServer,
  stopServer,
} from "../http/servers.ts";
import { PLAIN_CODES, PLAIN_COORDS, targetsOf } from "../http/workloads.ts";
import { cityPoints } from "../point-sets.ts";
import type { ComparedCase, OpenPart, Sample, TakeSample, Workspace } from "./round.ts";

const CONNECTIONS = 8;
const REQUESTS_PER_CONNECTION = 8;
/** Pairs of samples in each round. */
const LOAD_PAIRS = 5;
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
  { requests, warmUpRequests }: Workspace["sizes"],
): Promise<TakeSample> {
  const answers = await digestOfReplies(server, own);
  await load(server, own, warmUpRequests);
  const count = Math.ceil(requests / LOAD_PAIRS);
  return async () => {
    const [, microseconds] = await costOf(server, () => load(server, own, count));
    return { nanoseconds: (1000 * microseconds) / count, answers };
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
  const url = `http://${HOST}:${server.port}/mapcode/batch/codes`;
  const take = async (): Promise<Sample> => {
    const [answers, microseconds] = await costOf(server, async () => {
      const reply = await request(url, { method: "POST", headers, body });
      return digest(await reply.body.text());
    });
    return { nanoseconds: (1000 * microseconds) / ROWS_PER_REQUEST, answers };
  };
  await take();
  return take;
}

/** What is requested under load. */
function loadsOf(points: Float64Array): readonly Load[] {
  const count = points.length / 2;
  const codes = targetsOf(PLAIN_CODES, points, count);
  const coords = targetsOf(PLAIN_COORDS, points, count);
  const precise = codes.map((target) => `${target}?precision=4`);
  const accept = "application/json";
  return [
    { name: "GET /codes/{lat},{lon}", targets: codes, accept },
    { name: "GET /coords/{code}", targets: coords, accept },
    { name: "GET /codes/{lat},{lon}?precision=4", targets: precise, accept },
    { name: "GET /codes/{lat},{lon} as XML", targets: codes, accept: "application/xml" },
  ];
}

/** Starts both servers, whose samples are taken alternately. */
export async function openServices({ before, after, sizes }: Workspace): Promise<OpenPart> {
  const points = cityPoints(sizes.pointsPerSet, 11);
  const servers: ServerProcess[] = [];
  const close = async () => {
    for (const server of servers) await stopServer(server);
  };
  try {
    for (const folder of [before, after]) {
      servers.push(await startServer(SERVICE, { core: 0, folder, reportsUsage: true }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const [ofBefore, ofAfter] = servers;
  const caseOf = (
    name: string,
    pairs: number,
    samplerOf: (server: ServerProcess) => Promise<TakeSample>,
  ): ComparedCase => ({
    name,
    pairs,
    prepare: async () => [await samplerOf(ofBefore), await samplerOf(ofAfter)],
  });
  const loads = loadsOf(points).map((own) => {
    return caseOf(own.name, LOAD_PAIRS, (server) => loadSampler(server, own, sizes));
  });
  const batch = "POST /batch/codes, per line";
  const post = caseOf(batch, sizes.samples, (server) => batchSampler(server, points));
  return { cases: [...loads, post], close };
}
