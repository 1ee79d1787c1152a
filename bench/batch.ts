/** Files by the command line, beside Debian's tool, and batch requests beside single ones. */
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { loadServer, writeTargets } from "./http/load.ts";
import { codesTargets } from "./http/measure.ts";
import {
  HOST,
  hasCommand,
  pinnedToCore,
  SERVICE,
  startServer,
  stopServer,
} from "./http/processes.ts";
import { spherePoints } from "./point-sets.ts";
import { median } from "./statistics.ts";

export interface FileMeasurement {
  readonly workers: number;
  readonly rows: number;
  /** Medians over the runs, all of the process from start to end. */
  readonly seconds: number;
  readonly userNsPerRow: number;
  readonly maxRssBytes: number;
}

export interface HttpBatchMeasurement {
  readonly rowsPerRequest: number;
  /** Medians. */
  readonly pointsPerSecond: number;
  /** Of GET requests for one point each to the same server; undefined where there is no wrk. */
  readonly singlePerSecond: number | undefined;
}

export interface BatchMeasurement {
  readonly files: readonly FileMeasurement[];
  readonly http: HttpBatchMeasurement;
}

export interface BatchTiming {
  readonly rows: number;
  readonly runs: number;
  readonly rowsPerRequest: number;
  readonly requests: number;
  /** Of load by single requests. */
  readonly seconds: number;
}

const WORKERS = [1, 2];
const MEMORY = "/dev/shm";
const PART_ROWS = 100_000;
const DECIMALS = 6;

function linesOf(points: Float64Array): string {
  const lines: string[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [latDeg, lonDeg] = [points[at], points[at + 1]];
    lines.push(`${latDeg.toFixed(DECIMALS)} ${lonDeg.toFixed(DECIMALS)}\n`);
  }
  return lines.join("");
}

/** Points of the sphere, as the tool draws them. */
function writeRows(path: string, rows: number): void {
  const file = openSync(path, "w");
  for (let done = 0; done < rows; done += PART_ROWS) {
    writeSync(file, linesOf(spherePoints(Math.min(PART_ROWS, rows - done), 5_000 + done)));
  }
  closeSync(file);
}

/** Loaded into the command: tells at its end what the process, with its threads, has used. */
const TELL_USAGE = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>{const u=process.resourceUsage();console.error('USED',u.userCPUTime,u.maxRSS)})",
)}`;

interface Run {
  readonly seconds: number;
  readonly userMicroseconds: number;
  readonly rssKilobytes: number;
}

function runOnce(input: string, output: string, workers: number): Run {
  const script =
    '"$0" --import "$1" dist/cli/main.js encode "$2" -o "$3" --force --quiet --workers "$4" 2>&1';
  const args = ["-c", script, process.execPath, TELL_USAGE, input, output, `${workers}`];
  const beganMs = performance.now();
  const out = execFileSync("sh", args, { encoding: "utf8" });
  const seconds = (performance.now() - beganMs) / 1000;
  const used = Array.from(out.matchAll(/^USED (\d+) (\d+)$/gm), ([, user, rss]) => [user, rss]);
  if (used.length === 0) throw new Error(`The command says '${out}' instead of what it used.`);
  const most = (place: number) => Math.max(...used.map((one) => Number(one[place])));
  return { seconds, userMicroseconds: most(0), rssKilobytes: most(1) };
}

function measureFiles({ rows, runs }: BatchTiming): FileMeasurement[] {
  // Files in memory where there are such: what a disk does is another question.
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "mapcoded-batch-"));
  const input = join(folder, "points.txt");
  const output = join(folder, "codes.txt");
  try {
    writeRows(input, rows);
    const found = new Map<number, Run[]>(WORKERS.map((workers) => [workers, []]));
    for (let run = 0; run < runs; run++) {
      for (const [workers, own] of found) own.push(runOnce(input, output, workers));
    }
    if (statSync(output).size <= statSync(input).size) throw new Error("There are no answers.");
    return Array.from(found, ([workers, own]) => ({
      workers,
      rows,
      seconds: median(own.map((run) => run.seconds)),
      userNsPerRow: (1000 * median(own.map((run) => run.userMicroseconds))) / rows,
      maxRssBytes: 1024 * Math.max(...own.map((run) => run.rssKilobytes)),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns how many lines there are in the answer */
async function post(port: number, body: Buffer): Promise<number> {
  const url = `http://${HOST}:${port}/mapcode/batch/codes`;
  const headers = { "content-type": "text/plain" };
  const answer = await request(url, { method: "POST", headers, body });
  let lines = 0;
  for await (const part of answer.body) {
    for (const byte of part as Buffer) if (byte === 10) lines++;
  }
  return lines;
}

async function measureHttp(timing: BatchTiming): Promise<HttpBatchMeasurement> {
  const { rowsPerRequest, requests, seconds } = timing;
  const points = spherePoints(rowsPerRequest, 9_000);
  const body = Buffer.from(linesOf(points));
  const server = await startServer(pinnedToCore(0), SERVICE, "/mapcode/status");
  try {
    const rates: number[] = [];
    // The first is the compiler's.
    for (let turn = 0; turn <= requests; turn++) {
      const beganMs = performance.now();
      const lines = await post(server.port, body);
      const took = (performance.now() - beganMs) / 1000;
      if (lines !== rowsPerRequest) throw new Error(`${lines} answers for ${rowsPerRequest} rows.`);
      if (turn > 0) rates.push(rowsPerRequest / took);
    }
    const targets = writeTargets(codesTargets(points, Math.min(rowsPerRequest, 20_000)));
    const single = hasCommand("wrk") ? loadServer(server.port, targets, seconds, 1) : undefined;
    const singlePerSecond = single?.requestsPerSecond;
    return { rowsPerRequest, pointsPerSecond: median(rates), singlePerSecond };
  } finally {
    await stopServer(server);
  }
}

export async function measureBatch(timing: BatchTiming): Promise<BatchMeasurement> {
  return { files: measureFiles(timing), http: await measureHttp(timing) };
}
