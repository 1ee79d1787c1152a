/** What the kernel tells of processes, and their children. */
import { readdirSync, readFileSync } from "node:fs";

/** Returns the children of a process, the oldest first. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  const pids = children.split(" ").filter(Boolean).map(Number);
  return pids.toSorted((one, other) => startOf(one) - startOf(other));
}

/** When a process was started, in ticks since the system was; Infinity if it has ended. */
function startOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may have spaces. The start is the 20th field behind it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The resident memory of a process in MB. */
export function memoryMB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
