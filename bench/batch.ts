/** Batches: files that the command line converts, and batch requests to the service beside single ones. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import {
  HOST,
  hasCommand,
  loadServer,
  programOf,
  ROOT,
  SERVICE,
  startServer,
  stopServer,
  writeTargets,
} from "./http/servers.ts";
import { plainTargets } from "./http/workloads.ts";
import { spherePoints } from "./point-sets.ts";
import { median } from "./statistics.ts";

export interface FileMeasurement {
  readonly workers: number;
  readonly rows: number;
  /** Medians over the runs, of whole processes. */
  readonly seconds: number;
  readonly userNsPerRow: number;
  /** User and system time. */
  readonly cpuNsPerRow: number;
  /** The maximum over the runs. */
  readonly maxRssBytes: number;
}

export interface HttpBatchMeasurement {
  readonly rowsPerRequest: number;
  /** The median over the requests. */
  readonly pointsPerSecond: number;
  /** GET requests for one point each to the same server; undefined where wrk is not installed. */
  readonly singlePerSecond: number | undefined;
}

export interface BatchMeasurement {
  readonly files: readonly FileMeasurement[];
  readonly http: HttpBatchMeasurement;
}

export interface BatchTiming {
  /** Rows of the converted file. */
  readonly rows: number;
  /** Rows of the files in each format. */
  readonly formatRows: number;
  readonly runs: number;
  readonly rowsPerRequest: number;
  readonly requests: number;
  /** Duration of the load by single requests. */
  readonly seconds: number;
}

const WORKERS = [1, 2, 4];
const MEMORY_FOLDER = "/dev/shm";
const ROWS_PER_WRITE = 100_000;
const DECIMALS = 6;
const LINE_FEED = 10;

function linesOf(points: Float64Array): string {
  const lines: string[] = [];
  for (let at = 0; at < points.length; at += 2) {
    lines.push(`${points[at].toFixed(DECIMALS)} ${points[at + 1].toFixed(DECIMALS)}\n`);
  }
  return lines.join("");
}

/** A new folder, in memory where the system has such files: the speed of a disk is another question. */
export function createFastFolder(): string {
  return mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), "mapcoded-batch-"));
}

/** Writes points of the sphere, as Debian's tool draws them, one on each line. */
export function writePointLines(path: string, rows: number): void {
  const file = openSync(path, "w");
  for (let done = 0; done < rows; done += ROWS_PER_WRITE) {
    writeSync(file, linesOf(spherePoints(Math.min(ROWS_PER_WRITE, rows - done), 5_000 + done)));
  }
  closeSync(file);
}

/** Loaded into the command: prints the CPU time and memory of the process, with its threads, when it exits. */
const PRINT_USAGE = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>{const u=process.resourceUsage();" +
    "console.error('USED',u.userCPUTime,u.systemCPUTime,u.maxRSS)})",
)}`;

export interface CommandRun {
  readonly seconds: number;
  readonly userMicroseconds: number;
  readonly systemMicroseconds: number;
  readonly rssKilobytes: number;
}

/**
 * Runs the built command line of a checkout.
 * @param folder of the checkout
 * @throws Error when the command fails
 */
export function runCommand(folder: string, args: readonly string[]): CommandRun {
  const startMs = performance.now();
  const command = ["--import", PRINT_USAGE, programOf(folder), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    encoding: "utf8",
  });
  const seconds = (performance.now() - startMs) / 1000;
  if (status !== 0) throw new Error(`\`mapcoded ${args.join(" ")}\` fails: ${stderr.trim()}`);
  const used = Array.from(stderr.matchAll(/^USED (\d+) (\d+) (\d+)$/gm), (match) =>
    match.slice(1).map(Number),
  );
  if (used.length === 0) throw new Error(`The command prints '${stderr}' but no resource usage.`);
  // Threads print the same usage of the process, a little earlier.
  const max = (place: number) => Math.max(...used.map((numbers) => numbers[place]));
  return {
    seconds,
    userMicroseconds: max(0),
    systemMicroseconds: max(1),
    rssKilobytes: max(2),
  };
}

function measureFiles({ rows, runs }: BatchTiming): FileMeasurement[] {
  const folder = createFastFolder();
  const input = join(folder, "points.txt");
  const output = join(folder, "codes.txt");
  const options = [input, "-o", output, "--force", "--quiet", "--workers"];
  try {
    writePointLines(input, rows);
    const runsOf = new Map<number, CommandRun[]>(WORKERS.map((workers) => [workers, []]));
    for (let run = 0; run < runs; run++) {
      for (const [workers, own] of runsOf) {
        own.push(runCommand(ROOT, ["encode", ...options, `${workers}`]));
      }
    }
    if (statSync(output).size <= statSync(input).size) throw new Error("The output has no codes.");
    return Array.from(runsOf, ([workers, own]) => ({
      workers,
      rows,
      seconds: median(own.map((run) => run.seconds)),
      userNsPerRow: (1000 * median(own.map((run) => run.userMicroseconds))) / rows,
      cpuNsPerRow:
        (1000 * median(own.map((run) => run.userMicroseconds + run.systemMicroseconds))) / rows,
      maxRssBytes: 1024 * Math.max(...own.map((run) => run.rssKilobytes)),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the number of lines in the reply */
async function post(port: number, body: Buffer): Promise<number> {
  const url = `http://${HOST}:${port}/mapcode/batch/codes`;
  const headers = { "content-type": "text/plain" };
  const reply = await request(url, { method: "POST", headers, body });
  let lines = 0;
  for await (const bytes of reply.body) {
    for (const byte of bytes) if (byte === LINE_FEED) lines++;
  }
  return lines;
}

async function measureRequests(timing: BatchTiming): Promise<HttpBatchMeasurement> {
  const { rowsPerRequest, requests, seconds } = timing;
  const points = spherePoints(rowsPerRequest, 9_000);
  const body = Buffer.from(linesOf(points));
  const server = await startServer(SERVICE, { core: 0 });
  try {
    const rates: number[] = [];
    // V8 compiles during the first request, which does not count.
    for (let turn = 0; turn <= requests; turn++) {
      const startMs = performance.now();
      const lines = await post(server.port, body);
      const took = (performance.now() - startMs) / 1000;
      if (lines !== rowsPerRequest) {
        throw new Error(`The reply to ${rowsPerRequest} rows has ${lines} lines.`);
      }
      if (turn > 0) rates.push(rowsPerRequest / took);
    }
    const targets = writeTargets(plainTargets("codes", points, Math.min(rowsPerRequest, 20_000)));
    const single = hasCommand("wrk") ? loadServer(server.port, targets, seconds, 1) : undefined;
    return {
      rowsPerRequest,
      pointsPerSecond: median(rates),
      singlePerSecond: single?.requestsPerSecond,
    };
  } finally {
    await stopServer(server);
  }
}

export async function measureBatch(timing: BatchTiming): Promise<BatchMeasurement> {
  return { files: measureFiles(timing), http: await measureRequests(timing) };
}
