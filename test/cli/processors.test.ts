import { describe, expect, it } from "vitest";
import { cpuQuota, processorCount } from "../../src/cli/processors.ts";

type Files = Readonly<Record<string, string>>;

const read = (files: Files) => (path: string) => files[path];

/** Contents of files as they are in each kind of container, and the number of processors that they allow. */
const CONTAINERS: readonly (readonly [string, Files, number | undefined])[] = [
  ["nothing (macOS, Windows)", {}, undefined],
  [
    "version 2 in a container with --cpus 1.5",
    { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n" },
    1.5,
  ],
  [
    "version 2 without a limit",
    { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n" },
    undefined,
  ],
  [
    "version 2 in a systemd unit with CPUQuota=250%",
    {
      "/proc/self/cgroup": "0::/system.slice/mapcoded.service\n",
      "/sys/fs/cgroup/system.slice/mapcoded.service/cpu.max": "250000 100000\n",
      "/sys/fs/cgroup/system.slice/cpu.max": "max 100000\n",
    },
    2.5,
  ],
  [
    "version 2 with a stricter group around it",
    {
      "/proc/self/cgroup": "0::/a/b/c\n",
      "/sys/fs/cgroup/a/b/c/cpu.max": "800000 100000\n",
      "/sys/fs/cgroup/a/b/cpu.max": "300000 100000\n",
      "/sys/fs/cgroup/a/cpu.max": "400000 100000\n",
    },
    3,
  ],
  [
    "version 2 with the path of the host, which is not visible in the container",
    {
      "/proc/self/cgroup": "0::/../../kubepods/pod1\n",
      "/sys/fs/cgroup/cpu.max": "200000 100000\n",
    },
    2,
  ],
  [
    "version 1 in a container with --cpus 2",
    {
      "/proc/self/cgroup":
        "12:pids:/docker/1f\n5:memory:/docker/1f\n4:cpu,cpuacct:/docker/1f\n1:name=systemd:/docker/1f\n",
      "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "200000\n",
      "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
    },
    2,
  ],
  [
    "version 1 without a limit",
    {
      "/proc/self/cgroup": "4:cpuacct,cpu:/\n",
      "/sys/fs/cgroup/cpuacct,cpu/cpu.cfs_quota_us": "-1\n",
      "/sys/fs/cgroup/cpuacct,cpu/cpu.cfs_period_us": "100000\n",
    },
    undefined,
  ],
  [
    "version 1 in a group, with another period",
    {
      "/proc/self/cgroup": "2:cpuset:/x\n3:cpu:/user.slice\n0::/\n",
      "/sys/fs/cgroup/cpu/user.slice/cpu.cfs_quota_us": "25000\n",
      "/sys/fs/cgroup/cpu/user.slice/cpu.cfs_period_us": "50000\n",
    },
    0.5,
  ],
  [
    "files that are no numbers",
    { "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "\n" },
    undefined,
  ],
  [
    "a group whose name has colons",
    {
      "/proc/self/cgroup": "0::/a:b::c\n",
      "/sys/fs/cgroup/a:b::c/cpu.max": "100000 100000\n",
    },
    1,
  ],
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
    const files = {
      "/proc/self/cgroup": "0::/\n",
      ...(quota === undefined ? {} : { "/sys/fs/cgroup/cpu.max": `${quota} 100000\n` }),
    };
    expect(processorCount(read(files), processors)).toBe(workers);
  });

  it("of this machine is at least one processor", () => {
    expect(processorCount()).toBeGreaterThanOrEqual(1);
  });
});
