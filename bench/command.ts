/** Runs of the built command line, each in a process of its own. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programOf } from "./http/servers.ts";

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

/**
 * Converts a file by one thread, over an output that may exist.
 * @param folder of the checkout
 * @param args the command and further options
 * @throws Error when the command fails
 */
export function convertFile(
  folder: string,
  args: readonly string[],
  input: string,
  output: string,
): CommandRun {
  const options = ["-o", output, "--force", "--quiet", "--workers", "1"];
  return runCommand(folder, [...args, input, ...options]);
}
