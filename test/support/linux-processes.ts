/** Children, CPU time and memory of processes, from the kernel. */
import { readdirSync, readFileSync } from "node:fs";

/** Returns the children of a process, the oldest first. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
  const startOf = (child: number) => Number(statOf(child)?.[19] ?? Number.POSITIVE_INFINITY);
  return children.map(Number).sort((one, other) => startOf(one) - startOf(other));
}

/** The fields of `stat` after the program's name (any characters); undefined if the process has ended. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** The CPU time of a process and all its descendants in seconds, with ended children that were waited for. */
export function cpuSecondsOf(root: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const stats = new Map(pids.map((pid) => [Number(pid), statOf(Number(pid)) ?? []]));
  const isOfRoot = (pid: number): boolean =>
    pid === root || (stats.has(pid) && isOfRoot(Number(stats.get(pid)?.[1])));
  let ticks = 0;
  for (const [pid, fields] of stats) {
    if (isOfRoot(pid)) for (const time of fields.slice(11, 15)) ticks += Number(time);
  }
  // A tick is 0.01 s.
  return ticks / 100;
}

/** Returns the resident memory of a process in MiB, now or the most that it has had. */
export function memoryMB(pid: number, name: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
