/**
 * `npm run bench:sizing`: rows per second of one core, and memory, of the commands that engines run. Prints a table;
 * `npm run bench:sizing -- --write` puts it into docs/engines.md. Seconds are those of the processor, which other work
 * on the machine disturbs less than it does the clock.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "undici";
import { COMMAND } from "../scripts/freshness.js";

const ROWS = 1_000_000;
const BLOCK_ROWS = 10_000;
const DOCUMENT = new URL("../docs/engines.md", import.meta.url);
const PLACE = /(?<=<!-- Written by npm run bench:sizing -- --write -->\n).*?(?=<!-- End -->)/s;

type Point = readonly [lat: string, lon: string];

/** Points all over the Earth with six decimals; the same in each run. */
function createPoints(): readonly Point[] {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: ROWS }, () => {
    const lat = (Math.asin(2 * next() - 1) * 180) / Math.PI;
    return [lat.toFixed(6), (next() * 360 - 180).toFixed(6)] as const;
  });
}

/** A kind of file, and how it writes a row. */
interface FileKind {
  readonly name: string;
  readonly header: string;
  row(point: Point, id: number): string;
}

const FILES: readonly FileKind[] = [
  { name: "points.csv", header: "id,lat,lon\n", row: ([lat, lon], id) => `${id},${lat},${lon}\n` },
  {
    name: "points.ndjson",
    header: "",
    row: ([lat, lon], id) => `{"id":${id},"lat":${lat},"lon":${lon}}\n`,
  },
  {
    name: "points.geojsonl",
    header: "",
    row: ([lat, lon], id) =>
      `{"type":"Feature","geometry":{"type":"Point","coordinates":[${lon},${lat}]},"properties":{"id":${id}}}\n`,
  },
];
const FUNCTION_INPUT: FileKind = {
  name: "points.tsv",
  header: "",
  row: ([lat, lon]) => `${lat}\t${lon}\n`,
};

/** Runs the command, and reads from a file how much it used. */
class MeasuredCommand {
  readonly #folder: string;
  readonly #usageFile: string;
  readonly #hook: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#usageFile = join(folder, "usage.json");
    this.#hook = join(folder, "hook.mjs");
    const write = `writeFileSync(${JSON.stringify(this.#usageFile)}, JSON.stringify(process.resourceUsage()))`;
    const hook = `import { writeFileSync } from "node:fs";\nprocess.on("exit", () => ${write});\n`;
    writeFileSync(this.#hook, hook);
  }

  /** @param input the name of a file to read as standard input */
  start(args: readonly string[], input?: string): ChildProcess {
    const stdin = input === undefined ? "ignore" : openSync(join(this.#folder, input), "r");
    const hook = ["--import", pathToFileURL(this.#hook).href];
    return spawn(process.execPath, [...hook, COMMAND, ...args], {
      cwd: this.#folder,
      stdio: [stdin, "pipe", "inherit"],
    });
  }

  /** A row of the table: what a process used when it has ended. @throws Error when it failed */
  async row(work: string, child: ChildProcess): Promise<string> {
    child.stdout?.resume();
    if (child.exitCode === null) await once(child, "close");
    if (child.exitCode !== 0) throw new Error(`${work} ends with ${child.exitCode}.`);
    const usage = JSON.parse(readFileSync(this.#usageFile, "utf8"));
    const seconds = (usage.userCPUTime + usage.systemCPUTime) / 1e6;
    const perSecond = Math.round(ROWS / seconds / 10_000) * 10_000;
    return `| ${work} | ${perSecond.toLocaleString("en-US")} rows | ${Math.round(usage.maxRSS / 1024)} MB |`;
  }
}

/** Sends blocks to a service of one process, as BigQuery does, and ends it. */
async function sendBlocks(child: ChildProcess, points: readonly Point[]): Promise<void> {
  let log = "";
  for await (const chunk of child.stdout ?? []) {
    log += chunk;
    if (log.includes("Stop: ctrl-C")) break;
  }
  const [address = ""] = /https?:\/\/[^\s"]+(?= \()/.exec(log) ?? [];
  const { origin, pathname } = new URL(address);
  const client = new Client(origin);
  const headers = { "content-type": "application/json" };
  for (let start = 0; start < points.length; start += BLOCK_ROWS) {
    const calls = points.slice(start, start + BLOCK_ROWS).map(([lat, lon]) => `[${lat},${lon}]`);
    const path = `${pathname}/remote/bigquery`;
    const body = `{"calls":[${calls}]}`;
    const reply = await client.request({ method: "POST", path, headers, body });
    if (reply.statusCode !== 200) throw new Error(`The service answers ${reply.statusCode}.`);
    await reply.body.dump({ limit: 1e9 });
  }
  await client.close();
  child.kill("SIGTERM");
}

async function measure(folder: string): Promise<readonly string[]> {
  const points = createPoints();
  const command = new MeasuredCommand(folder);
  const rows: string[] = [];
  for (const { name, header, row } of [...FILES, FUNCTION_INPUT]) {
    writeFileSync(join(folder, name), header + points.map(row).join(""));
  }
  for (const { name } of FILES) {
    const output = `coded-${name}`;
    const args = ["encode", name, "--workers", "1", "--quiet", "--output", output];
    const work = `\`mapcoded encode --workers 1\`, ${name.replace("points.", "")}`;
    rows.push(await command.row(work, command.start(args)));
  }
  const udf = ["udf", "encode", "--args", "lat,lon", "--returns", "local"];
  const child = command.start(udf, FUNCTION_INPUT.name);
  rows.push(await command.row("`mapcoded udf encode`", child));
  const service = command.start(["serve", "--port", "0", "--workers", "1", "--host", "127.0.0.1"]);
  const ended = command.row(
    `blocks of ${BLOCK_ROWS.toLocaleString("en-US")} rows for warehouses`,
    service,
  );
  await sendBlocks(service, points);
  rows.push(await ended);
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), "mapcoded-sizing-"));
try {
  const rows = await measure(folder);
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
  const header = "| work | per second of one core | memory |\n| --- | --- | --- |";
  const table = `On ${machine}:\n\n${header}\n${rows.join("\n")}`;
  console.log(table);
  if (process.argv.includes("--write")) {
    const text = readFileSync(DOCUMENT, "utf8");
    if (!PLACE.test(text)) throw new Error("docs/engines.md has no place for the table.");
    writeFileSync(
      DOCUMENT,
      text.replace(PLACE, () => `\n${table}\n\n`),
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
