/** Batches: files that the command line converts, and batch requests to the service beside single ones. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { LINE_FEED } from "../src/characters.ts";
import {
  type CommandRun,
  createFastFolder,
  linesOf,
  runCommand,
  writePointLines,
} from "./command.ts";
import {
  HOST,
  hasCommand,
  loadServer,
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
  /** Of whole processes: the median over the runs. */
  readonly seconds: number;
  /** The least of the runs, which other work on the machine disturbs less. */
  readonly userNsPerRow: number;
  /** User and system time, the least of the runs. */
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
  /** Rows of the files with rows that fail, and how often each is converted. */
  readonly failedRows: number;
  readonly failedRuns: number;
  readonly runs: number;
  readonly rowsPerRequest: number;
  readonly requests: number;
  /** Duration of the load by single requests. */
  readonly seconds: number;
}

const WORKERS = [1, 2, 4];
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
      userNsPerRow: (1000 * Math.min(...own.map((run) => run.userMicroseconds))) / rows,
      cpuNsPerRow:
        (1000 * Math.min(...own.map((run) => run.userMicroseconds + run.systemMicroseconds))) /
        rows,
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
