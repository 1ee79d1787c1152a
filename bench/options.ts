/** The command lines of `npm run bench` and `npm run bench:compare`, and the sizes behind `--quick`. */
import { Command, InvalidArgumentError, Option } from "commander";

/** How much each part does, and a comparison. All parts take less than a quarter of an hour. */
const FULL = {
  /** Each of the processes goes over the points in so many rounds. */
  peers: { points: 100_000, rounds: 7, processes: 3 },
  engine: { pointsPerSet: 100_000, processes: 3, rounds: 15 },
  batch: { rows: 500_000, runs: 3 },
  python: { points: 300_000, rounds: 5 },
  /** In each round, a load takes so many seconds, of which wrk knows whole ones only. */
  http: { rounds: 7, seconds: 1, warmUpSeconds: 1, points: 20_000 },
  /** First visits, each by a browser that has just been started; then a table is dragged for so many frames. */
  web: { visits: 7, rows: 100_000, frames: 90 },
  /** A sample is one pass over a set of points. V8 compiles during the first requests, which are not counted. */
  compare: {
    rounds: 7,
    pointsPerSet: 50_000,
    samples: 25,
    rows: 1_000_000,
    requests: 60_000,
    warmUpRequests: 30_000,
  },
};
export type BenchSizes = typeof FULL;

const QUICK: BenchSizes = {
  peers: { points: 20_000, rounds: 3, processes: 1 },
  engine: { pointsPerSet: 20_000, processes: 1, rounds: 7 },
  batch: { rows: 100_000, runs: 1 },
  python: { points: 50_000, rounds: 3 },
  http: { rounds: 1, seconds: 1, warmUpSeconds: 1, points: 5_000 },
  web: { visits: 1, rows: 100_000, frames: 60 },
  compare: {
    rounds: 3,
    pointsPerSet: 20_000,
    samples: 9,
    rows: 200_000,
    requests: 15_000,
    warmUpRequests: 10_000,
  },
};

/** The parts of `npm run bench`, in the order in which they run. */
const PARTS = ["peers", "engine", "batch", "python", "http", "web"] as const;
export type Part = (typeof PARTS)[number];

/** The parts of `npm run bench:compare`. */
const COMPARED_PARTS = ["engine", "batch", "http"] as const;
export type ComparedPart = (typeof COMPARED_PARTS)[number];

/** Adds the options that both have, and parses. @param parts that `--only` can name; all run unless it is given */
function parse<Name extends string>(command: Command, parts: readonly Name[]) {
  const only = new Option("--only <part>", "run one part only; may be repeated")
    .choices(parts)
    .argParser<string[]>((part, before = []) => {
      if (!parts.some((name) => name === part)) {
        throw new InvalidArgumentError(`Use ${parts.join(", ")}.`);
      }
      return [...before, part];
    });
  const quick = "use smaller sets and shorter times: a few minutes, for a first look";
  const options = command.option("--quick", quick, false).addOption(only).parse().opts();
  return {
    ...options,
    sizes: options.quick ? QUICK : FULL,
    parts: parts.filter((name) => options.only?.includes(name) ?? true),
  };
}

export interface BenchOptions {
  readonly sizes: BenchSizes;
  readonly parts: readonly Part[];
  readonly record?: true;
  readonly note?: string;
}

/** Parses the command line, or prints help or what is wrong with it, and ends the process. */
export function parseBenchOptions(): BenchOptions {
  const command = new Command("npm run bench --")
    .description(
      "Measures the engine beside its peers, files in each format, the package of Python, the service under load, and the map page.",
    )
    .option("--record", "also write the results to bench/records/")
    .option("--note <text>", "add a remark to the record, such as what else ran on the machine");
  return parse(command, PARTS);
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("Use a number above 0.");
}

function positiveInteger(text: string): number {
  if (Number.isInteger(Number(text))) return positiveNumber(text);
  throw new InvalidArgumentError("Use a whole number above 0.");
}

export interface CompareOptions {
  /** A commit, branch or tag. */
  readonly ref: string;
  readonly sizes: BenchSizes["compare"];
  /** A case, or a part on the average, fails the comparison when it is slower by more than this. */
  readonly thresholdPercent: number;
  readonly parts: readonly ComparedPart[];
}

/** Parses the command line, or prints help or what is wrong with it, and ends the process. */
export function parseCompareOptions(): CompareOptions {
  const defaults = `(default: ${FULL.compare.rounds}, quick ${QUICK.compare.rounds})`;
  const command = new Command("npm run bench:compare --")
    .description(
      "Compares this checkout with a commit, which is built in a worktree of its own. Both are measured in fresh " +
        "processes, in alternating order, by the CPU time that they use. Exits with 1 when a part on the average, or " +
        "any case, is slower by more than the threshold, or when an answer differs.",
    )
    .argument("<ref>", "a commit, branch or tag, such as HEAD~1")
    .option("--rounds <number>", `measure each side so often ${defaults}`, positiveInteger)
    .option("--threshold <percent>", "what is too slow", positiveNumber, 3);
  const options = parse(command, COMPARED_PARTS);
  const { rounds, threshold } = command.opts();
  const sizes = { ...options.sizes.compare, ...(rounds === undefined ? {} : { rounds }) };
  return { ref: command.args[0], sizes, thresholdPercent: threshold, parts: options.parts };
}
