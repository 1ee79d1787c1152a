import { describe, expect, it } from "vitest";
import { cpuQuota, processorCount } from "../../src/cli/processors.ts";

type Files = Readonly<Record<string, string>>;

const read = (files: Files) => (path: string) => files[path];

/** The files of version 2: a process in a group, and the limits of folders. */
function version2(group: string, limits: Files): Files {
  const files = Object.entries(limits).map(([folder, limit]) => {
    return [`/sys/fs/cgroup${folder}/cpu.max`, `${limit}\n`];
  });
  return { "/proc/self/cgroup": `0::${group}\n`, ...Object.fromEntries(files) };
}

/** The files of version 1: the groups of a process, and the limit of a folder. */
function version1(groups: string, folder: string, quota: number, period = 100_000): Files {
  return {
    "/proc/self/cgroup": groups,
    [`/sys/fs/cgroup/${folder}/cpu.cfs_quota_us`]: `${quota}\n`,
    [`/sys/fs/cgroup/${folder}/cpu.cfs_period_us`]: `${period}\n`,
  };
}

const IN_DOCKER =
  "12:pids:/docker/1f\n5:memory:/docker/1f\n4:cpu,cpuacct:/docker/1f\n1:name=systemd:/docker/1f\n";
const IN_UNIT = {
  "/system.slice/mapcoded.service": "250000 100000",
  "/system.slice": "max 100000",
};
const NESTED = { "/a/b/c": "800000 100000", "/a/b": "300000 100000", "/a": "400000 100000" };
const NAMED = "2:cpuset:/x\n3:cpu:/user.slice\n0::/\n";

/** Contents of files as they are in each kind of container, and the number of processors that they allow. */
const CONTAINERS: readonly (readonly [string, Files, number | undefined])[] = [
  ["nothing (macOS, Windows)", {}, undefined],
  ["version 2 in a container with --cpus 1.5", version2("/", { "": "150000 100000" }), 1.5],
  ["version 2 without a limit", version2("/", { "": "max 100000" }), undefined],
  ["a systemd unit with CPUQuota=250%", version2("/system.slice/mapcoded.service", IN_UNIT), 2.5],
  ["version 2 with a stricter group around it", version2("/a/b/c", NESTED), 3],
  [
    "version 2 with the path of the host, which is not visible in the container",
    version2("/../../kubepods/pod1", { "": "200000 100000" }),
    2,
  ],
  ["version 1 in a container with --cpus 2", version1(IN_DOCKER, "cpu,cpuacct", 200_000), 2],
  ["version 1 without a limit", version1("4:cpuacct,cpu:/\n", "cpuacct,cpu", -1), undefined],
  ["version 1 with another period", version1(NAMED, "cpu/user.slice", 25_000, 50_000), 0.5],
  ["files that are no numbers", version2("/", { "": "" }), undefined],
  ["a group whose name has colons", version2("/a:b::c", { "/a:b::c": "100000 100000" }), 1],
];

describe("the quota of processors", () => {
  it.each(CONTAINERS)("is read from the files of %s", (_, files, quota) => {
    expect(cpuQuota(read(files))).toBe(quota);
  });

  it.each([
    [undefined, 8, 8],
    ["max", 8, 8],
    ["1600000", 8, 8],
    ["250000", 8, 2],
    ["100000", 8, 1],
    ["50000", 8, 1],
    ["350000", 2, 2],
  ])("of %s with %i processors makes %i workers", (quota, processors, workers) => {
    const files = version2("/", quota === undefined ? {} : { "": `${quota} 100000` });
    expect(processorCount(read(files), processors)).toBe(workers);
  });

  it("of this machine is at least one processor", () => {
    expect(processorCount()).toBeGreaterThanOrEqual(1);
  });
});
