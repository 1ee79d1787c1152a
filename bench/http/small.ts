/** What the service needs of a small machine: time to start, memory, room on the disk. */
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { median } from "../statistics.ts";
import { loadServer, writeTargets } from "./load.ts";
import { HOST, hasCommand, pinnedToCore, SERVICE, startServer, stopServer } from "./processes.ts";

export interface SmallMeasurement {
  /** Median. */
  readonly msToFirstAnswer: number;
  readonly idleRssBytes: number;
  /** Undefined where there is no wrk. */
  readonly loadedRssBytes: number | undefined;
  /** The same with a JavaScript heap of 32 MB. */
  readonly smallHeapRssBytes: number | undefined;
  /** Packages that serving needs, and the built files. */
  readonly installedBytes: number;
}

const STARTS = 7;
const SETTLE_MS = 1_000;

async function rssOf(port: number): Promise<number> {
  const { body } = await request(`http://${HOST}:${port}/mapcode/metrics`);
  return ((await body.json()) as { process: { rssBytes: number } }).process.rssBytes;
}

async function medianStart(): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const server = await startServer([], SERVICE, "/mapcode/codes/52.376514,4.908543");
    times.push(server.msToFirstAnswer);
    await stopServer(server);
  }
  return median(times);
}

async function memory(
  flags: readonly string[],
  targets: readonly string[],
  seconds: number,
): Promise<{ idle: number; loaded: number | undefined }> {
  const server = await startServer(pinnedToCore(0), [...flags, ...SERVICE], "/mapcode/status");
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

function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // Packages of packages are listed by themselves.
    if (entry.isDirectory()) bytes += entry.name === "node_modules" ? 0 : bytesBelow(path);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

function installedBytes(): number {
  const options = ["ls", "--omit=dev", "--all", "--parseable"];
  const [, ...packages] = execFileSync("npm", options, { encoding: "utf8" }).trim().split("\n");
  return bytesBelow("dist") + packages.reduce((sum, folder) => sum + bytesBelow(folder), 0);
}

/** @param targets that are asked for under load */
export async function measureSmall(
  targets: readonly string[],
  seconds: number,
): Promise<SmallMeasurement> {
  const usual = await memory([], targets, seconds);
  const small = await memory(["--max-old-space-size=32"], targets, seconds);
  return {
    msToFirstAnswer: await medianStart(),
    idleRssBytes: usual.idle,
    loadedRssBytes: usual.loaded,
    smallHeapRssBytes: small.loaded,
    installedBytes: installedBytes(),
  };
}
