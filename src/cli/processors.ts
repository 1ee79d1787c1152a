/**
 * The number of processors that this process may use. Containers limit it by a quota of a control group
 * (cgroup), which `availableParallelism` of Node 20 does not know.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { posix } from "node:path";

/** Returns the contents of a file; undefined if it cannot be read. Replaced by tests. */
export type ReadText = (path: string) => string | undefined;

const MOUNT = "/sys/fs/cgroup";

/** Where version 1 has the controller of processors; distributions name its folder differently. */
const CPU_FOLDERS = ["cpu,cpuacct", "cpuacct,cpu", "cpu"];

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Returns quota / period in processors; undefined if either is missing or there is no limit (`max` or -1). */
function quotaOf(quota: string | undefined, period: string | undefined): number | undefined {
  const processors = Number(quota) / Number(period);
  return processors > 0 && Number.isFinite(processors) ? processors : undefined;
}

/** Returns the quota of one group of version 2, whose file has `50000 100000` or `max 100000`. */
function quotaOfVersion2(folder: string, read: ReadText): number | undefined {
  const [quota, period] =
    read(posix.join(MOUNT, folder, "cpu.max"))
      ?.trim()
      .split(/\s+/) ?? [];
  return quotaOf(quota, period);
}

function quotaOfVersion1(folder: string, read: ReadText): number | undefined {
  const readNumber = (name: string) => read(posix.join(MOUNT, folder, name));
  return quotaOf(readNumber("cpu.cfs_quota_us"), readNumber("cpu.cfs_period_us"));
}

/** Returns a group and the groups around it, up to the root. */
function withParents(group: string): string[] {
  const groups = [posix.normalize(group)];
  while (groups[0] !== "/" && groups[0].startsWith("/")) groups.unshift(posix.dirname(groups[0]));
  return groups;
}

/**
 * Returns the number of processors to which control groups limit this process, such as 1.5; undefined without a
 * limit. The strictest group counts, as every group limits those within it.
 */
export function cpuQuota(read: ReadText = readFile): number | undefined {
  // Lines are `0::/group` in version 2 and `4:cpu,cpuacct:/group` in version 1. Both may exist side by side.
  const lines = read("/proc/self/cgroup")?.matchAll(/^(\d+):([^:\n]*):(.*)$/gm) ?? [];
  const quotas = Array.from(lines).flatMap(([, id, controllers, group]) => {
    // Within a container, the path can be a path of the host, which is not visible: the root is then the group.
    if (id === "0" && controllers === "") {
      return withParents(group).map((path) => quotaOfVersion2(path, read));
    }
    if (!controllers.split(",").includes("cpu")) return [];
    return CPU_FOLDERS.flatMap((folder) =>
      withParents(group).map((path) => quotaOfVersion1(posix.join(folder, path), read)),
    );
  });
  const limits = quotas.filter((quota) => quota !== undefined);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/**
 * Returns how many processes can work at the same time. A part of a processor does not count: a process more than
 * there are processors would be suspended for a part of each period, and its requests with it.
 */
export function processorCount(
  read: ReadText = readFile,
  processors: number = availableParallelism(),
): number {
  const quota = cpuQuota(read) ?? processors;
  return Math.max(1, Math.min(processors, Math.floor(quota)));
}
