/** CPU time and memory of a process with all its descendants, from the files that Linux has in /proc. */
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

/** The times of a process and all its descendants. @returns undefined where there is no /proc */
function treeOf(root: number): ProcessTimes[] | undefined {
  if (!existsSync(`/proc/${root}/stat`)) return undefined;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)) ?? []);
  const tree = new Set([root]);
  // A set that grows while it is iterated yields what is added.
  for (const pid of tree) {
    for (const one of all) if (one.parent === pid) tree.add(one.pid);
  }
  return all.filter(({ pid }) => tree.has(pid));
}

/** @returns undefined where there is no /proc */
export function treeCpuMicroseconds(root: number): number | undefined {
  const ticks = treeOf(root)?.reduce((sum, one) => sum + one.ticks, 0);
  return ticks === undefined ? undefined : (ticks * 1e6) / TICKS_PER_SECOND;
}

/** Resident bytes of a process that no other process has, and all others. */
function memoryOf(pid: number): { readonly own: number; readonly shared: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const bytesOf = (kind: string) =>
    Array.from(
      rollup.matchAll(new RegExp(`^${kind}_(?:Clean|Dirty):\\s+(\\d+) kB$`, "gm")),
      ([, kilobytes]) => 1024 * Number(kilobytes),
    ).reduce((sum, bytes) => sum + bytes, 0);
  return { own: bytesOf("Private"), shared: bytesOf("Shared") };
}

/**
 * The resident memory of a process and all its descendants. Shared pages, which are mostly those of the program,
 * count once: the sum of all resident memory would count them for each process.
 * @returns undefined where the system does not tell
 */
export function treeMemoryBytes(root: number): number | undefined {
  try {
    const all = treeOf(root)?.map(({ pid }) => memoryOf(pid));
    return all?.reduce((sum, { own }) => sum + own, Math.max(...all.map(({ shared }) => shared)));
  } catch {
    return undefined;
  }
}
