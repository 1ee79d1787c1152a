/** The command lines of `npm run bench` and `npm run bench:compare`, and the sizes behind `--quick`. */
import { Command, InvalidArgumentError, Option } from "commander";
import type { FormatTiming } from "./batch-formats.ts";
import type { BorderTiming } from "./borders.ts";
import type { EngineTiming } from "./engine-timing.ts";
import type { HttpTiming } from "./http/measure.ts";
import type { PeerTiming } from "./peers/peers.ts";
import type { PythonTiming } from "./python/python.ts";
import type { WebTiming } from "./web.ts";

/** The parts of `npm run bench`, in the order in which they run. */
const PARTS = [
  "peers",
  "engine",
  "allocations",
  "borders",
  "batch",
  "python",
  "http",
  "web",
] as const;
export type Part = (typeof PARTS)[number];

/** How much each part does. */
export interface BenchSizes {
  readonly peers: PeerTiming;
  readonly engine: EngineTiming;
  readonly borders: BorderTiming;
  readonly batch: FormatTiming;
  readonly python: PythonTiming;
  readonly http: HttpTiming;
  readonly web: WebTiming;
}

export interface BenchOptions {
  readonly sizes: BenchSizes;
  readonly parts: readonly Part[];
  readonly record: boolean;
  readonly note: string | undefined;
}

/** All parts take less than a quarter of an hour. */
const FULL: BenchSizes = {
  peers: { points: 100_000, rounds: 7, processes: 3 },
  engine: { pointsPerSet: 100_000, processes: 3, rounds: 15 },
  borders: { points: 300_000, rounds: 15 },
  batch: { rows: 500_000, runs: 3 },
  python: { points: 300_000, rounds: 5 },
  http: { rounds: 7, seconds: 1, warmUpSeconds: 1, points: 20_000 },
  web: { visits: 7, rows: 100_000, frames: 90 },
};
const QUICK: BenchSizes = {
  peers: { points: 20_000, rounds: 3, processes: 1 },
  engine: { pointsPerSet: 20_000, processes: 1, rounds: 7 },
  borders: { points: 60_000, rounds: 7 },
  batch: { rows: 100_000, runs: 1 },
  python: { points: 50_000, rounds: 3 },
  http: { rounds: 1, seconds: 1, warmUpSeconds: 1, points: 5_000 },
  web: { visits: 1, rows: 100_000, frames: 60 },
};

/** A command with the options that both have. @param parts that `--only` can name */
function commandWith(script: string, parts: readonly string[], description: string): Command {
  const only = new Option("--only <part>", "run one part only; may be repeated")
    .choices(parts)
    .argParser<string[]>((part, before = []) => {
      if (!parts.includes(part)) throw new InvalidArgumentError(`Use ${parts.join(", ")}.`);
      return [...before, part];
    });
  return new Command(`npm run ${script} --`)
    .description(description)
    .option("--quick", "use smaller sets and shorter times: a few minutes, for a first look", false)
    .addOption(only);
}

/** @returns the chosen parts in the order of `all`; all unless `--only` is given */
function chosenParts<T extends string>(command: Command, all: readonly T[]): readonly T[] {
  const { only = all } = command.opts<{ only?: readonly string[] }>();
  return all.filter((part) => only.includes(part));
}

/** Parses the command line, or prints help or what is wrong with it, and ends the process. */
export function parseBenchOptions(): BenchOptions {
  const command = commandWith(
    "bench",
    PARTS,
    "Measures the engine beside its peers, what calls allocate, borders, files in each format, the package of Python, the service under load, and the map page.",
  )
    .option("--record", "also write the results to bench/records/", false)
    .option("--note <text>", "add a remark to the record, such as what else ran on the machine")
    .parse();
  const { quick, record, note } = command.opts();
  return { sizes: quick ? QUICK : FULL, parts: chosenParts(command, PARTS), record, note };
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
  /** A commit, branch or tag. */
  readonly ref: string;
  readonly rounds: number;
  /** A case, or a part on the average, fails the comparison when it is slower by more than this. */
  readonly thresholdPercent: number;
  readonly parts: readonly ComparedPart[];
  readonly sizes: CompareSizes;
}

const FULL_ROUNDS = 7;
const QUICK_ROUNDS = 3;

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

function positiveNumber(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("Use a number above 0.");
}

function positiveInteger(text: string): number {
  if (Number.isInteger(Number(text))) return positiveNumber(text);
  throw new InvalidArgumentError("Use a whole number above 0.");
}

/** Parses the command line, or prints help or what is wrong with it, and ends the process. */
export function parseCompareOptions(): CompareOptions {
  const command = commandWith(
    "bench:compare",
    COMPARED_PARTS,
    "Compares this checkout with a commit, which is built in a worktree of its own. Both are measured in fresh " +
      "processes, in alternating order, by the CPU time that they use. Exits with 1 when a part on the average, or " +
      "any case, is slower by more than the threshold, or when an answer differs.",
  )
    .argument("<ref>", "a commit, branch or tag, such as HEAD~1")
    .option(
      "--rounds <number>",
      `measure each side so often (default: ${FULL_ROUNDS}, quick ${QUICK_ROUNDS})`,
      positiveInteger,
    )
    .option("--threshold <percent>", "what is too slow", positiveNumber, 3)
    .parse();
  const { quick, rounds = quick ? QUICK_ROUNDS : FULL_ROUNDS, threshold } = command.opts();
  return {
    ref: command.args[0],
    rounds,
    thresholdPercent: threshold,
    parts: chosenParts(command, COMPARED_PARTS),
    sizes: quick ? QUICK_COMPARISON : FULL_COMPARISON,
  };
}
