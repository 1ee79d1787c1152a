/** The limits of a process: of its open files, and of the part of its memory that requests and rows fill with garbage. */
import { readdirSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

/** The folder with an entry for each open file of this process, where the system has one. */
export const OPEN_FILES = "/proc/self/fd";

/**
 * Files for everything but connections: listening sockets and connections of operators, pages that are read,
 * connections that are being rejected.
 */
const MAX_RESERVED = 64;
/** A small limit gives them this share. */
const RESERVED_SHARE = 0.25;

/** Returns the limit of open files; infinity where it is not known. Node has raised it to the hard limit before. */
export function maxOpenFiles(): number {
  try {
    const [, limit] =
      /^Max open files +(\d+) /m.exec(readFileSync("/proc/self/limits", "latin1")) ?? [];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    // Only Linux has the file.
    return Number.POSITIVE_INFINITY;
  }
}

function openFiles(): number {
  return readdirSync(OPEN_FILES).length;
}

function reservedFiles(max: number): number {
  return Math.min(MAX_RESERVED, Math.ceil(max * RESERVED_SHARE));
}

/** @param max the limit of open files @param open how many are open already */
export function connectionsFor(max: number, open: number): number {
  return Math.max(max - open - reservedFiles(max), 1);
}

/**
 * Returns how many connections this process can have; infinity where the limit of open files is not known. With more,
 * the system would accept none, and uWebSockets.js would try again without a pause, which takes a whole core.
 */
export function maxConnectionsOfProcess(): number {
  const max = maxOpenFiles();
  return max === Number.POSITIVE_INFINITY ? max : connectionsFor(max, openFiles());
}

/** Returns how many connections a port for operators can have: half of the files that are reserved. */
export function maxOpsConnections(): number {
  return Math.floor(reservedFiles(maxOpenFiles()) / 2);
}

/** The options of Node by which operators choose the size of the young generation themselves. */
const OWN_CHOICE = /--(?:min|max)[-_]semi[-_]space[-_]size|--semi[-_]space[-_]growth[-_]factor/;

/**
 * Keeps the young generation of V8's heap at its size of the start, 1 or 2 MB twice: nearly all that requests and rows
 * allocate is garbage at once. It would grow to 16 MB twice, without making any request faster: bench/NOTES.md has the
 * figures. With it, `encode --rejects --workers 1` takes 113 instead of 131 to 150 MB if all rows fail. V8 reads this flag
 * whenever it would grow the generation. Node has an option for its maximum, but only for a process that is yet to start.
 */
export function keepYoungGenerationSmall(): void {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ""];
  if (!options.some((option) => OWN_CHOICE.test(option))) {
    setFlagsFromString("--semi-space-growth-factor=1");
  }
}
