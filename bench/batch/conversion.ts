/** Conversions of files by the built command line, each run in a process of its own. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/freshness.js";
import { programOf } from "../http/servers.ts";

/** A conversion of a file by one worker thread. */
export interface Conversion {
  readonly name: string;
  /** The command and further options. */
  readonly args: readonly string[];
  readonly input: string;
  readonly output: string;
}

const MEMORY_FOLDER = "/dev/shm";

/** A new folder, in memory where the system has such files: the speed of a disk is another question. */
export function createFastFolder(): string {
  return mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), "mapcoded-batch-"));
}

/** Loaded into the command: prints the CPU time and memory of the process, with its threads, when it exits. */
const PRINT_USAGE = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>{const u=process.resourceUsage();" +
    "console.error('USED',u.userCPUTime,u.systemCPUTime,u.maxRSS)})",
)}`;

/** What the process of a command took. */
export interface Usage {
  readonly userMicroseconds: number;
  readonly systemMicroseconds: number;
  readonly rssKilobytes: number;
}

/**
 * Converts a file, over an output that may exist.
 * @param files the folder of input and output
 * @param checkout whose command runs; this one unless given
 * @throws Error when the command fails
 */
export function convert(
  { args, input, output }: Conversion,
  files: string,
  checkout = ROOT,
): Usage {
  const paths = [join(files, input), "-o", join(files, output)];
  const command = [...args, ...paths, "--force", "--quiet", "--workers", "1"];
  const nodeArgs = ["--import", PRINT_USAGE, programOf(checkout), ...command];
  const { status, stderr } = spawnSync(process.execPath, nodeArgs, {
    cwd: checkout,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`\`mapcoded ${command.join(" ")}\` fails: ${stderr.trim()}`);
  const used = Array.from(stderr.matchAll(/^USED (\d+) (\d+) (\d+)$/gm), (match) =>
    match.slice(1).map(Number),
  );
  if (used.length === 0) throw new Error(`The command prints '${stderr}' but no resource usage.`);
  // Threads print the same usage of the process, a little earlier.
  const max = (place: number) => Math.max(...used.map((numbers) => numbers[place]));
  return { userMicroseconds: max(0), systemMicroseconds: max(1), rssKilobytes: max(2) };
}
