/** The processes of a service with workers, on any system that has `ps`. */
import { execFileSync } from "node:child_process";

export function childrenOf(pid: number): number[] {
  const listed = execFileSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" });
  return listed
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([parent]) => parent === pid)
    .map(([, child]) => child);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
