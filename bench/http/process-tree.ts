/** CPU time of a process with all its descendants, from the files that Linux has in /proc. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** USER_HZ: what Linux counts CPU time in, on all machines that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of the process and of its children that have ended. */
  readonly ticks: number;
}

/** The fields of /proc/PID/stat after the name, which is in parentheses and may contain anything. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** @returns undefined where there is no /proc */
export function treeCpuMicroseconds(root: number): number | undefined {
  if (!existsSync(`/proc/${root}/stat`)) return undefined;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)) ?? []);
  const tree = new Set([root]);
  // A set that grows while it is iterated yields what is added.
  for (const pid of tree) {
    for (const one of all) if (one.parent === pid) tree.add(one.pid);
  }
  const ticks = all.reduce((sum, one) => sum + (tree.has(one.pid) ? one.ticks : 0), 0);
  return (ticks * 1e6) / TICKS_PER_SECOND;
}
