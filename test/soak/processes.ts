/** What the kernel tells of processes, and their children. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export function childrenOf(pid: number): number[] {
  const listed = execFileSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" });
  return listed
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([parent, child]) => (parent === pid && child !== undefined ? [child] : []));
}

/** The resident memory of a process in MB. */
export function memoryMB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
