/** What the service needs on a small machine: time to start, memory, and disk space. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { COMMAND_DIST } from "../../scripts/freshness.js";
import { median } from "../statistics.ts";
import {
  HOST,
  hasCommand,
  loadServer,
  ROOT,
  SERVICE,
  startServer,
  stopServer,
  writeTargets,
} from "./servers.ts";

export interface SmallMeasurement {
  /** The median of seven starts. */
  readonly msToFirstAnswer: number;
  readonly idleRssBytes: number;
  /** Undefined where wrk is not installed; so is the next. */
  readonly loadedRssBytes: number | undefined;
  /** Under load with a JavaScript heap of 32 MB. */
  readonly smallHeapRssBytes: number | undefined;
  /** The production packages and the built files. */
  readonly installedBytes: number;
}

const STARTS = 7;
const SETTLE_MS = 1_000;

async function rssOf(port: number): Promise<number> {
  const { body } = await request(`http://${HOST}:${port}/mapcode/metrics`);
  const metrics: { process: { rssBytes: number } } = JSON.parse(await body.text());
  return metrics.process.rssBytes;
}

async function medianStart(): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const server = await startServer(SERVICE, { path: "/mapcode/codes/52.376514,4.908543" });
    times.push(server.msToFirstAnswer);
    await stopServer(server);
  }
  return median(times);
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
    msToFirstAnswer: await medianStart(),
    idleRssBytes: full.idle,
    loadedRssBytes: full.loaded,
    smallHeapRssBytes: small.loaded,
    installedBytes: installedBytes(),
  };
}
