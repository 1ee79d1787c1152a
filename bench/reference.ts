/**
 * What the engine is compared with: the published times of the C library, and Debian's `mapcode` command,
 * which is measured in the same run and shows how fast this machine is.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CLibraryMeasurement } from "./c-library.ts";
import { hasCommand } from "./http/servers.ts";

interface Published {
  readonly cases: readonly string[];
  /** Nanoseconds per point or text, for each set. */
  readonly ns: Readonly<Record<string, number>>;
}

/**
 * The published C library, version 2.5.7, compiled with -O3, one thread, in process, on a machine with two
 * virtual AMD EPYC cores: medians of 12 repetitions with 200,000 points of the same three kinds as ours.
 */
const PUBLISHED: readonly Published[] = [
  {
    cases: ["encodeInto, precision 0"],
    ns: { sphere: 402, records: 893, cities: 695 },
  },
  {
    cases: ["encodeInto, precision 8"],
    ns: { sphere: 486, records: 1081, cities: 887 },
  },
  {
    cases: ["encodeInternationalInto, precision 0"],
    ns: { sphere: 101, records: 97, cities: 96 },
  },
  {
    // The C library takes bytes; strings are what JavaScript has in most places.
    cases: ["decodeBytesInto, with territory", "decodeInto, with territory"],
    ns: { sphere: 231, records: 281, cities: 260 },
  },
];

/** User time per point of `mapcode -r 1000000 0 42`, as a whole process, on that machine. */
const PUBLISHED_TOOL_NS = 1300;

/** The files with the points of the published figures, by the set of the same kind. */
const SETS_OF_FILES: Readonly<Record<string, string>> = { W: "sphere", L: "records", P: "cities" };

/**
 * The time that the C library takes for a case on this machine.
 * @param set name of a point set, or of a file with the published points: W, L or P
 * @param toolNs nanoseconds that the tool takes per point on this machine; undefined where it is not
 *   installed, then the published figures are not scaled
 * @param inProcess times of the C library on this machine, which go before the published ones
 * @returns nanoseconds per point or text; undefined for a case without a published figure
 */
export function cLibraryNs(
  set: string,
  name: string,
  toolNs: number | undefined,
  inProcess: readonly CLibraryMeasurement[] = [],
): number | undefined {
  const published = PUBLISHED.find(({ cases }) => cases.includes(name));
  const ns = published?.ns[SETS_OF_FILES[set] ?? set];
  if (published === undefined || ns === undefined) return undefined;
  const own = inProcess.find((one) => one.set === set && one.case === name);
  if (own !== undefined) return own.nsPerPoint;
  return (ns * (toolNs ?? PUBLISHED_TOOL_NS)) / PUBLISHED_TOOL_NS;
}

/** The time of a case of the engine on a point set. */
export interface TimedCase {
  readonly set: string;
  readonly case: string;
  /** Medians of the samples, by the clock. */
  readonly nsPerPoint: number;
  /** The least CPU time of a run, user and system: other work on the machine disturbs it less. */
  readonly cpuNsPerPoint: number;
  /** What the reference tool took per point just before and just after the case, on average. */
  readonly toolNsPerPoint: number | undefined;
}

/** A case of the engine beside the C library. */
export interface LibraryComparison {
  readonly libraryNs: number;
  /** Our time divided by the library's. */
  readonly share: number;
}

/**
 * Compares a case with the C library: by CPU time where the library was measured in process, and else by the clock, as
 * its published times are.
 * @returns undefined for a case without a published figure
 */
export function besideLibrary(
  { set, case: name, nsPerPoint, cpuNsPerPoint, toolNsPerPoint }: TimedCase,
  inProcess: readonly CLibraryMeasurement[],
): LibraryComparison | undefined {
  const libraryNs = cLibraryNs(set, name, toolNsPerPoint, inProcess);
  if (libraryNs === undefined) return undefined;
  const ns = inProcess.length > 0 ? cpuNsPerPoint : nsPerPoint;
  return { libraryNs, share: ns / libraryNs };
}

export interface ToolMeasurement {
  readonly command: string;
  readonly points: number;
  readonly userSeconds: number;
  readonly userNsPerPoint: number;
}

/** The second line of the shell's `times` holds the times of its children, user time first. */
const CHILD_USER_TIME = /\n(\d+)m([\d.]+)s [^\n]*\s*$/;

/**
 * Times the tool while it encodes random points of the sphere. Its process also draws the points and prints
 * them with their codes, and the time includes that.
 * @returns undefined where the tool is not installed
 */
export function measureTool(points: number): ToolMeasurement | undefined {
  if (!hasCommand("mapcode")) return undefined;
  const command = `mapcode -r ${points} 0 42`;
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-bench-"));
  try {
    // Node reports the times of its own process only; the shell reports those of its children.
    const script = `${command} >"$1" 2>/dev/null || exit; times`;
    const output = join(folder, "codes.txt");
    const { status, stdout } = spawnSync("sh", ["-c", script, "sh", output], { encoding: "utf8" });
    const [, minutes, seconds] = CHILD_USER_TIME.exec(stdout) ?? [];
    if (status !== 0 || seconds === undefined) {
      throw new Error(`\`${command}\` exited with ${status} and printed the times '${stdout}'.`);
    }
    const userSeconds = 60 * Number(minutes) + Number(seconds);
    return { command, points, userSeconds, userNsPerPoint: (userSeconds / points) * 1e9 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
