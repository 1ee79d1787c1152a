/** The limits of a process: its open files, and the heaps of V8. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

/** The folder with an entry for each open file. */
const OPEN_FILES = "/proc/self/fd";

/** Returns the limit of open files; 0 where it is not known. Node has raised it to the hard limit before. */
export function maxOpenFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "latin1");
    return Number(/^Max open files +(\d+) /m.exec(limits)?.[1] ?? 0);
  } catch {
    // Only Linux has the file.
    return 0;
  }
}

/** Returns the number of open files; 0 where it is not known. */
export function openFiles(): number {
  try {
    // Since Linux 6.2, the size of the folder is the number of its entries; listing 12,000 takes 10 ms.
    return statSync(OPEN_FILES).size || readdirSync(OPEN_FILES).length;
  } catch {
    return 0;
  }
}

/** How many connections each thread can have. With no file left, uWebSockets.js would try on and take a whole core. */
export function connectionsFor(threads: number, max = maxOpenFiles(), open = openFiles()): number {
  if (max === 0) return Number.POSITIVE_INFINITY;
  // Files for listening sockets, operators, and pages that are read.
  const reserved = Math.min(64, Math.ceil(max / 4));
  return Math.max(Math.floor((max - open - reserved) / threads), 1);
}

/** By these, operators choose the size of the young generation. */
const SIZE_OPTION = /--(?:min|max)[-_]semi[-_]space[-_]size|--semi[-_]space[-_]growth[-_]factor/;

/**
 * Keeps V8's heaps small: nearly all that requests and rows allocate is garbage at once. V8 reads both flags when a heap
 * would grow; bench/NOTES.md has the figures. The young generation stays at its size of the start, 1 or 2 MB twice: it
 * would grow to 16 MB twice, and make nothing faster. The old one is collected when it has doubled, not only at four
 * times. Called in each thread, as the start of a thread gives all of them V8's own factor.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=100");
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ""];
  if (!options.some((option) => SIZE_OPTION.test(option))) {
    setFlagsFromString("--semi-space-growth-factor=1");
  }
}
