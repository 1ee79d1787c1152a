/** What the kernel tells of processes, and their children. */
import { readdirSync, readFileSync } from "node:fs";

/** Returns the children of a process, the oldest first. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  const pids = children.split(" ").filter(Boolean).map(Number);
  return pids.toSorted((one, other) => startOf(one) - startOf(other));
}

/** The fields of `stat` behind the name of the program, which may have any characters; undefined if it has ended. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** When a process was started, in ticks since the system was; Infinity if it has ended. */
function startOf(pid: number): number {
  return Number(statOf(pid)?.[19] ?? Number.POSITIVE_INFINITY);
}

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The CPU time of a process, of all that it has started, and of children that have ended and were waited for, in seconds. */
export function cpuSecondsOf(root: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const all = pids.flatMap((pid) => {
    const fields = statOf(Number(pid));
    return fields === undefined ? [] : [{ pid: Number(pid), fields }];
  });
  const found = new Set([root]);
  for (let count = 0; count < found.size; ) {
    count = found.size;
    for (const { pid, fields } of all) if (found.has(Number(fields[1]))) found.add(pid);
  }
  const times = all
    .filter(({ pid }) => found.has(pid))
    .flatMap(({ fields }) => fields.slice(11, 15));
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
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
