/**
 * Measures the parts of a comparison, one round at a time. A round has two fresh processes, one for each
 * checkout, and takes samples of them by turns: what else the machine does then meets both. The cost is CPU
 * time; wall time would count what others do in between.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Pool, request } from "undici";
import { runCommand, writePointLines } from "../batch.ts";
import { ENGINE_VARIABLE } from "../engine.ts";
import { COMPARED_CASES } from "../engine-cases.ts";
import { codesTargets, coordsTargets } from "../http/measure.ts";
import {
  cpuMicroseconds,
  HOST,
  ROOT,
  SERVICE,
  type ServerProcess,
  startServer,
  stopServer,
} from "../http/servers.ts";
import type { ComparedPart, CompareSizes } from "../options.ts";
import { cityPoints } from "../point-sets.ts";
import { median } from "../statistics.ts";
import type { PassReply, PassRequest, Sample } from "./engine-process.ts";
import type { CaseRound, LeftOut, PartLabels, Round } from "./verdict.ts";

export interface Workspace {
  /** Folders of the two built checkouts. */
  readonly before: string;
  readonly after: string;
  /** A folder for the converted files. */
  readonly files: string;
  readonly sizes: CompareSizes;
}

/** Whether to measure a case. */
export type CaseFilter = (name: string) => boolean;

type TakeSample = () => Promise<Sample>;

/** Takes pairs of samples, each pair in the opposite order of the one before. */
async function compareSamples(
  name: string,
  count: number,
  takeBefore: TakeSample,
  takeAfter: TakeSample,
): Promise<CaseRound> {
  const pairs: { before: Sample; after: Sample }[] = [];
  for (let number = 0; number < count; number++) {
    if (number % 2 === 0) {
      const before = await takeBefore();
      pairs.push({ before, after: await takeAfter() });
    } else {
      const after = await takeAfter();
      pairs.push({ before: await takeBefore(), after });
    }
  }
  return {
    name,
    beforeNs: median(pairs.map(({ before }) => before.nanoseconds)),
    afterNs: median(pairs.map(({ after }) => after.nanoseconds)),
    ratio: median(pairs.map(({ before, after }) => after.nanoseconds / before.nanoseconds)),
    hasOtherAnswers: pairs.some(({ before, after }) => before.answers !== after.answers),
  };
}

const ENGINE_PROCESS = fileURLToPath(new URL("engine-process.ts", import.meta.url));
const SETS = ["sphere", "records", "cities"];

function startEngine(folder: string, { pointsPerSet }: CompareSizes): ChildProcess {
  const engine = pathToFileURL(join(folder, "dist/index.js")).href;
  return fork(ENGINE_PROCESS, [`${pointsPerSet}`], {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, [ENGINE_VARIABLE]: engine },
  });
}

async function runPass(child: ChildProcess, pass: PassRequest): Promise<PassReply> {
  const replied = once(child, "message");
  child.send(pass);
  const [reply] = await replied;
  return reply;
}

async function measureEngine(workspace: Workspace, isIncluded: CaseFilter): Promise<Round> {
  const { before, after, sizes } = workspace;
  const [ofBefore, ofAfter] = [startEngine(before, sizes), startEngine(after, sizes)];
  const cases: CaseRound[] = [];
  const leftOut: LeftOut[] = [];
  try {
    for (const set of SETS) {
      for (const { name } of COMPARED_CASES) {
        const fullName = `${set}: ${name}`;
        if (!isIncluded(fullName)) continue;
        const pass = { set, case: name };
        // The first pass of a case warms up. It also shows whether the engine has the functions.
        const replies = [await runPass(ofBefore, pass), await runPass(ofAfter, pass)];
        const missing = replies.find((reply) => reply.missing !== undefined)?.missing;
        if (missing !== undefined) {
          leftOut.push({ name: fullName, reason: `one engine has no ${missing}` });
          continue;
        }
        const takeBefore = () => runPass(ofBefore, pass);
        const takeAfter = () => runPass(ofAfter, pass);
        cases.push(await compareSamples(fullName, sizes.samples, takeBefore, takeAfter));
      }
    }
  } finally {
    ofBefore.kill();
    ofAfter.kill();
  }
  return { cases, leftOut };
}

/** A conversion of a file by the command line, with one worker thread. */
interface Conversion {
  readonly name: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly output: string;
  /** Rows of the input; as many as CompareSizes has, unless given. */
  readonly rows?: number;
}

const CONVERSIONS: readonly Conversion[] = [
  { name: "encode plain lines", args: ["encode"], input: "points.txt", output: "codes.txt" },
  { name: "encode csv", args: ["encode"], input: "points.csv", output: "codes.csv" },
  { name: "encode ndjson", args: ["encode"], input: "points.ndjson", output: "codes.ndjson" },
  {
    name: "encode csv to ndjson, all codes",
    args: ["encode", "--all"],
    input: "points.csv",
    output: "all.ndjson",
  },
  { name: "decode plain lines", args: ["decode"], input: "codes-in.txt", output: "points-out.txt" },
  {
    name: "start, and encode one line",
    args: ["encode"],
    input: "one.txt",
    output: "one-out.txt",
    rows: 1,
  },
];

/** Writes the inputs of the conversions. */
export function prepareFiles({ files, sizes }: Workspace): void {
  const path = (name: string) => join(files, name);
  writePointLines(path("points.txt"), sizes.rows);
  writePointLines(path("one.txt"), 1);
  const lines = readFileSync(path("points.txt"), "latin1").trimEnd().split("\n");
  const points = lines.map((line) => line.split(" "));
  const csv = points.map(([lat, lon], index) => `${index},${lat},${lon}`);
  writeFileSync(path("points.csv"), ["id,lat,lon", ...csv, ""].join("\n"));
  const json = points.map(([lat, lon], index) => `{"id":${index},"lat":${lat},"lon":${lon}}`);
  writeFileSync(path("points.ndjson"), [...json, ""].join("\n"));
  runCommand(ROOT, ["encode", path("points.txt"), "-o", path("codes.txt"), "--quiet"]);
  const encoded = readFileSync(path("codes.txt"), "latin1").trimEnd().split("\n");
  const codes = encoded.map((line) => {
    const [, territory, local, international] = line.split("\t");
    return local === "" ? international : `${territory} ${local}`;
  });
  writeFileSync(path("codes-in.txt"), [...codes, ""].join("\n"));
}

async function measureBatch(workspace: Workspace, isIncluded: CaseFilter): Promise<Round> {
  const { before, after, files, sizes } = workspace;
  const cases: CaseRound[] = [];
  const leftOut: LeftOut[] = [];
  for (const { name, args, input, output, rows = sizes.rows } of CONVERSIONS) {
    if (!isIncluded(name)) continue;
    const path = join(files, output);
    const options = [join(files, input), "-o", path, "--force", "--quiet", "--workers", "1"];
    const sampleOf = (folder: string) => async (): Promise<Sample> => {
      const { userMicroseconds, systemMicroseconds } = runCommand(folder, [...args, ...options]);
      const nanoseconds = (1000 * (userMicroseconds + systemMicroseconds)) / rows;
      return { nanoseconds, answers: digest(readFileSync(path)) };
    };
    try {
      cases.push(await compareSamples(name, 1, sampleOf(before), sampleOf(after)));
    } catch (error) {
      leftOut.push({ name, reason: error instanceof Error ? error.message : `${error}` });
    }
  }
  return { cases, leftOut };
}

function digest(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const CONNECTIONS = 8;
const REQUESTS_PER_CONNECTION = 8;
/** Pairs of samples of each round. */
const LOADS = 5;
/** Replies whose bodies are compared between the two sides. */
const COMPARED_REPLIES = 500;
const ROWS_PER_REQUEST = 20_000;

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

/** Warms a server up. @returns what samples the load on it */
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

/** Posts lines of points once. @returns what samples further posts, per line */
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

async function measureHttp(workspace: Workspace, isIncluded: CaseFilter): Promise<Round> {
  const { before, after, sizes } = workspace;
  const points = cityPoints(sizes.pointsPerSet, 11);
  const codes = codesTargets(points, sizes.pointsPerSet);
  const coords = coordsTargets(points, sizes.pointsPerSet);
  const loads: readonly Load[] = [
    { name: "GET /codes/{lat},{lon}", targets: codes, accept: "application/json" },
    { name: "GET /coords/{code}", targets: coords, accept: "application/json" },
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
      cases.push(await compareSamples(one.name, LOADS, takeBefore, takeAfter));
    }
    if (isIncluded(batch)) {
      const takeBefore = await batchSampler(ofBefore, points);
      const takeAfter = await batchSampler(ofAfter, points);
      cases.push(await compareSamples(batch, sizes.samples, takeBefore, takeAfter));
    }
    return { cases, leftOut: [] };
  } finally {
    for (const server of servers) await stopServer(server);
  }
}

interface Part extends PartLabels {
  readonly measure: (workspace: Workspace, isIncluded: CaseFilter) => Promise<Round>;
}

export const COMPARED: Readonly<Record<ComparedPart, Part>> = {
  engine: {
    measure: measureEngine,
    unit: "point or text",
    notCovered:
      "country restrictions, alphabets, bytes on the heap (test/allocations.slow.test.ts)",
  },
  batch: {
    measure: measureBatch,
    unit: "row, with its share of the start of the process",
    notCovered: "several workers, compressed files, json, bad rows, memory, wall time",
  },
  http: {
    measure: measureHttp,
    unit: "request, or per line of a batch request",
    notCovered:
      "requests per second and latency (`npm run bench -- --only http` with wrk), the transport on " +
      "node:http, several workers, error replies",
  },
};
