/** What the service needs on a small machine: time to start, memory, and disk space. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { COMMAND_DIST } from "../../scripts/freshness.js";
import { median } from "../statistics.ts";
import { treeMemoryBytes } from "./process-tree.ts";
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
} from "./servers.ts";

export interface SmallMeasurement {
  /** From the start of the process to its end, for a program that does nothing. The medians of starts by turns. */
  readonly bareNodeMs: number;
  /** The same for the command that encodes one point. */
  readonly encodeMs: number;
  /** From the start of the service to its first answer. */
  readonly msToFirstAnswer: number;
  readonly idleRssBytes: number;
  /** Undefined where wrk is not installed; so is the next. */
  readonly loadedRssBytes: number | undefined;
  /** Under load with a JavaScript heap of 32 MB. */
  readonly smallHeapRssBytes: number | undefined;
  /** Four workers and their parent under load, with what they share counted once. */
  readonly fourWorkersBytes: number | undefined;
  /** The production packages and the built files. */
  readonly installedBytes: number;
}

const STARTS = 21;
const SETTLE_MS = 1_000;

async function rssOf(port: number): Promise<number> {
  const { body } = await request(`http://${HOST}:${port}/mapcode/metrics`);
  const metrics: { process: { rssBytes: number } } = JSON.parse(await body.text());
  return metrics.process.rssBytes;
}

function msToRun(args: readonly string[]): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`\`node ${args.join(" ")}\` fails: ${stderr.trim()}`);
  return performance.now() - startMs;
}

async function measureStarts(): Promise<
  Pick<SmallMeasurement, "bareNodeMs" | "encodeMs" | "msToFirstAnswer">
> {
  const [bare, encode, answer]: [number[], number[], number[]] = [[], [], []];
  for (let start = 0; start < STARTS; start++) {
    bare.push(msToRun(["--eval", ""]));
    encode.push(msToRun([programOf(ROOT), "encode", "52.37", "4.9"]));
    const server = await startServer(SERVICE, { path: "/mapcode/codes/52.376514,4.908543" });
    answer.push(server.msToFirstAnswer);
    await stopServer(server);
  }
  return {
    bareNodeMs: median(bare),
    encodeMs: median(encode),
    msToFirstAnswer: median(answer),
  };
}

/** @param flags of Node */
async function residentBytes(
  flags: readonly string[],
  targets: readonly string[],
  seconds: number,
): Promise<{ idle: number; loaded: number | undefined }> {
  const server = await startServer([...flags, ...SERVICE], { core: 0 });
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const idle = await rssOf(server.port);
    if (!hasCommand("wrk")) return { idle, loaded: undefined };
    loadServer(server.port, writeTargets(targets), seconds, 1);
    return { idle, loaded: await rssOf(server.port) };
  } finally {
    await stopServer(server);
  }
}

async function fourWorkersBytes(
  targets: readonly string[],
  seconds: number,
): Promise<number | undefined> {
  const server = await startServer([...SERVICE, "--workers", "4"]);
  try {
    if (!hasCommand("wrk")) return undefined;
    loadServer(server.port, writeTargets(targets), seconds);
    return treeMemoryBytes(server.child.pid ?? 0);
  } finally {
    await stopServer(server);
  }
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // package-lock.json lists nested packages separately.
    if (entry.isDirectory()) bytes += entry.name === "node_modules" ? 0 : bytesBelow(path);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

/** The production packages that package-lock.json lists, and the built files of the service. */
function installedBytes(): number {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(ROOT, "package-lock.json"), "utf8"),
  );
  const folders = Object.entries(packages)
    .filter(([folder, { dev }]) => folder.startsWith("node_modules/") && !dev)
    .map(([folder]) => join(ROOT, folder))
    // Optional packages for other systems are listed, but not installed.
    .filter((folder) => existsSync(folder));
  return [COMMAND_DIST, ...folders].reduce((sum, folder) => sum + bytesBelow(folder), 0);
}

/** @param targets that are requested under load */
export async function measureSmall(
  targets: readonly string[],
  seconds: number,
): Promise<SmallMeasurement> {
  const full = await residentBytes([], targets, seconds);
  const small = await residentBytes(["--max-old-space-size=32"], targets, seconds);
  return {
    ...(await measureStarts()),
    idleRssBytes: full.idle,
    loadedRssBytes: full.loaded,
    smallHeapRssBytes: small.loaded,
    fourWorkersBytes: await fourWorkersBytes(targets, seconds),
    installedBytes: installedBytes(),
  };
}
