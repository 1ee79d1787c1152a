/** The command lines of `npm run bench` and `npm run bench:compare`, and the sizes behind `--quick`. */
import { parseArgs } from "node:util";
import type { BatchTiming } from "./batch.ts";
import type { Timing } from "./engine-timing.ts";
import type { HttpTiming } from "./http/measure.ts";

/** The parts of `npm run bench`, in the order in which they run. */
export const PARTS = [
  "engine",
  "growth",
  "batch",
  "http",
  "access-log",
  "workers",
  "small",
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly pointsPerSet: number;
  /** Points of each set whose codes are compared with those of the slow oracle. */
  readonly oraclePointsPerSet: number;
  /** Points that Debian's `mapcode` encodes between two cases. */
  readonly toolPoints: number;
  /** Processes that measure the engine, one after the other. */
  readonly engineRuns: number;
  /** Processes that measure the engine beside a loaded neighbor. */
  readonly loadedRuns: number;
  /** A shared object with the published C interface, which is measured in process. */
  readonly cLibrary: string | undefined;
  readonly timing: Timing;
  /** Files of points that replace the generated sets. */
  readonly pointFiles: readonly string[];
  /** Ascending numbers of points. */
  readonly growth: readonly number[];
  readonly http: HttpTiming;
  readonly batch: BatchTiming;
  readonly parts: readonly Part[];
  readonly record: boolean;
  readonly note: string | undefined;
  readonly help: boolean;
}

export const BENCH_HELP = `Usage: npm run bench [-- OPTIONS]

Checks answers, then measures encoding and decoding, batches, the service under load, and the memory
and start-up time that a small machine needs.

  --quick      use smaller sets and shorter times: about a minute, with wider margins
  --only PART  run one part only: ${PARTS.join(", ")}; may be repeated
  --points F   measure the engine with the points of a file instead of the generated sets: pairs of
               latitude and longitude in degrees, little-endian doubles; may be repeated
  --c-library F  measure the C library in process, from a shared object with its published interface (needs cc);
               else its times are inferred from Debian's tool
  --record     also write the results to bench/records/
  --note TEXT  add a remark to the record, such as what else ran on the machine
  --help       print this text
`;

const FULL = {
  pointsPerSet: 100_000,
  oraclePointsPerSet: 300,
  toolPoints: 300_000,
  engineRuns: 3,
  loadedRuns: 1,
  timing: { minTime: 0.2, maxTime: 1.5 },
  growth: [1e3, 1e4, 1e5, 1e6, 1e7],
  batch: {
    rows: 5e6,
    formatRows: 1e6,
    runs: 5,
    failedRows: 200_000,
    failedRuns: 3,
    rowsPerRequest: 200_000,
    requests: 7,
    seconds: 8,
  },
  http: { rounds: 9, seconds: 1, warmUpSeconds: 2, memorySeconds: 8, points: 20_000 },
};
const QUICK = {
  pointsPerSet: 20_000,
  oraclePointsPerSet: 50,
  toolPoints: 200_000,
  engineRuns: 1,
  loadedRuns: 1,
  timing: { minTime: 0.05, maxTime: 0.5 },
  growth: [1e3, 1e4, 1e5],
  batch: {
    rows: 5e5,
    formatRows: 3e5,
    runs: 1,
    failedRows: 100_000,
    failedRuns: 1,
    rowsPerRequest: 100_000,
    requests: 3,
    seconds: 1,
  },
  http: { rounds: 2, seconds: 1, warmUpSeconds: 1, memorySeconds: 1, points: 5_000 },
};

/**
 * @param names values of `--only`; undefined runs everything
 * @returns the chosen parts in the order of `all`
 * @throws TypeError for a name that is not in `all`
 */
function chosenParts<T extends string>(
  names: readonly string[] | undefined,
  all: readonly T[],
): readonly T[] {
  if (names === undefined) return all;
  const unknown = names.find((name) => !all.some((part) => part === name));
  if (unknown !== undefined) {
    throw new TypeError(`Unknown part '${unknown}'. Use --only with ${all.join(", ")}.`);
  }
  return all.filter((part) => names.includes(part));
}

/** @throws TypeError for an unknown option or part */
export function parseBenchOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean" },
      only: { type: "string", multiple: true },
      points: { type: "string", multiple: true },
      "c-library": { type: "string" },
      record: { type: "boolean" },
      note: { type: "string" },
      help: { type: "boolean" },
    },
  });
  return {
    parts: chosenParts(values.only, PARTS),
    pointFiles: values.points ?? [],
    cLibrary: values["c-library"],
    ...(values.quick ? QUICK : FULL),
    record: values.record ?? false,
    note: values.note,
    help: values.help ?? false,
  };
}

/** The parts of `npm run bench:compare`. */
const COMPARED_PARTS = ["engine", "batch", "http"] as const;
export type ComparedPart = (typeof COMPARED_PARTS)[number];

/** How much each process of a comparison does. */
export interface CompareSizes {
  readonly pointsPerSet: number;
  /** Samples of each engine case in each process. A sample is one pass over a set. */
  readonly samples: number;
  /** Rows of a converted file. */
  readonly rows: number;
  readonly requests: number;
  /** V8 compiles during these requests; they are not counted. */
  readonly warmUpRequests: number;
}

export interface CompareOptions {
  /** A commit, branch or tag; empty with `--help` only. */
  readonly ref: string;
  readonly rounds: number;
  /** A case, or a part on the average, fails the comparison when it is slower by more than this. */
  readonly thresholdPercent: number;
  readonly parts: readonly ComparedPart[];
  readonly sizes: CompareSizes;
  readonly help: boolean;
}

const FULL_ROUNDS = 7;
const QUICK_ROUNDS = 3;
const DEFAULT_THRESHOLD_PERCENT = 3;

const FULL_COMPARISON: CompareSizes = {
  pointsPerSet: 50_000,
  samples: 25,
  rows: 1_000_000,
  requests: 60_000,
  warmUpRequests: 30_000,
};
const QUICK_COMPARISON: CompareSizes = {
  pointsPerSet: 20_000,
  samples: 9,
  rows: 200_000,
  requests: 15_000,
  warmUpRequests: 10_000,
};

export const COMPARE_HELP = `Usage: npm run bench:compare -- REF [OPTIONS]

Compares this checkout with the commit REF, which is built in a worktree of its own. Both are measured
in fresh processes, in alternating order, by the CPU time that they use. Exits with 1 when a part on
the average, or any case, is slower by more than the threshold, or when an answer differs.

  --quick              smaller sets and ${QUICK_ROUNDS} rounds: about three minutes, for a first look
  --only PART          compare one part only: ${COMPARED_PARTS.join(", ")}; may be repeated
  --rounds N           measure each side N times; ${FULL_ROUNDS} by default
  --threshold PERCENT  ${DEFAULT_THRESHOLD_PERCENT} by default
  --help               print this text
`;

/** @throws TypeError unless the text is a number above 0, and a whole one if `isWhole` */
function positiveNumber(option: string, text: string, isWhole: boolean): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value) && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? "a whole number" : "a number";
  throw new TypeError(`'${text}' is no value for ${option}. Use ${kind} above 0.`);
}

/** @throws TypeError for an unknown option or part, a value out of range, or other than one REF */
export function parseCompareOptions(args: readonly string[]): CompareOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: "boolean" },
      only: { type: "string", multiple: true },
      rounds: { type: "string" },
      threshold: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const { quick = false, rounds, threshold, help = false } = values;
  const [ref = ""] = positionals;
  if (!help && (positionals.length !== 1 || ref === "")) {
    throw new TypeError("Expected one REF. Name a commit, such as HEAD~1.");
  }
  const defaultRounds = quick ? QUICK_ROUNDS : FULL_ROUNDS;
  return {
    ref,
    rounds: rounds === undefined ? defaultRounds : positiveNumber("--rounds", rounds, true),
    thresholdPercent:
      threshold === undefined
        ? DEFAULT_THRESHOLD_PERCENT
        : positiveNumber("--threshold", threshold, false),
    parts: chosenParts(values.only, COMPARED_PARTS),
    sizes: quick ? QUICK_COMPARISON : FULL_COMPARISON,
    help,
  };
}
