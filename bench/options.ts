/** The command lines of `npm run bench` and `npm run bench:compare`, and the sizes behind `--quick`. */
import { parseArgs } from "node:util";
import type { FormatTiming } from "./batch-formats.ts";
import type { BorderTiming } from "./borders.ts";
import type { EngineTiming } from "./engine-timing.ts";
import type { HttpTiming } from "./http/measure.ts";

/** The parts of `npm run bench`, in the order in which they run. */
export const PARTS = ["engine", "allocations", "borders", "batch", "http"] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly engine: EngineTiming;
  readonly borders: BorderTiming;
  readonly batch: FormatTiming;
  readonly http: HttpTiming;
  readonly parts: readonly Part[];
  readonly record: boolean;
  readonly note: string | undefined;
  readonly help: boolean;
}

export const BENCH_HELP = `Usage: npm run bench [-- OPTIONS]

Measures encoding and decoding, what calls allocate, borders, files in each format, and the service under load.

  --quick      use smaller sets and shorter times: about two minutes, for a first look
  --only PART  run one part only: ${PARTS.join(", ")}; may be repeated
  --points F   measure the engine with the points of a file instead of the generated sets: pairs of
               latitude and longitude in degrees, little-endian doubles; may be repeated
  --c-library F  measure the C library beside the engine, from a shared object with its published
               interface (needs cc)
  --record     also write the results to bench/records/
  --note TEXT  add a remark to the record, such as what else ran on the machine
  --help       print this text
`;

const FULL = {
  engine: { pointsPerSet: 100_000, processes: 3, rounds: 15 },
  borders: { points: 300_000, rounds: 15 },
  batch: { rows: 1_000_000, runs: 5 },
  http: { rounds: 9, seconds: 1, warmUpSeconds: 2, points: 20_000 },
};
const QUICK = {
  engine: { pointsPerSet: 20_000, processes: 1, rounds: 7 },
  borders: { points: 60_000, rounds: 7 },
  batch: { rows: 100_000, runs: 1 },
  http: { rounds: 1, seconds: 1, warmUpSeconds: 1, points: 5_000 },
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
  const { engine, borders, batch, http } = values.quick ? QUICK : FULL;
  return {
    engine: { ...engine, pointFiles: values.points ?? [], cLibrary: values["c-library"] },
    borders,
    batch,
    http,
    parts: chosenParts(values.only, PARTS),
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
