/** The CPU time of processes, as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Its own time, and the time of children that have ended and that it has waited for. */
  readonly ticks: number;
}

/** What Linux tells about a process; undefined if it has ended. */
function processOf(pid: string): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in parentheses, may have any characters.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [user, system, ofChildren, systemOfChildren] = fields.slice(11, 15).map(Number);
    const ticks = user + system + ofChildren + systemOfChildren;
    return { pid: Number(pid), parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** The CPU time of a process and of all that it has started, in seconds. */
export function cpuSecondsOf(root: number): number {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const all = processes.map(processOf).filter((process) => process !== undefined);
  const found = new Set([root]);
  for (let count = 0; count < found.size; ) {
    count = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  const ticks = all.map((process) => (found.has(process.pid) ? process.ticks : 0));
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}
