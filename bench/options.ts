/** Reads the command line of the benchmark. */
import { parseArgs } from "node:util";
import type { BatchTiming } from "./batch.ts";
import type { HttpTiming } from "./http/measure.ts";
import type { Timing } from "./measure.ts";

/** What is measured, in this order. */
export const PARTS = ["engine", "growth", "batch", "http", "workers", "small"] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  readonly pointsPerSet: number;
  readonly oraclePointsPerSet: number;
  readonly toolPoints: number;
  /** How often the engine is measured, in a process of its own each time, and for how long. */
  readonly engineRuns: number;
  readonly timing: Timing;
  /** Files of points that the engine is measured with in place of our own sets. */
  readonly pointFiles: readonly string[];
  /** Numbers of points. */
  readonly growth: readonly number[];
  readonly http: HttpTiming;
  readonly batch: BatchTiming;
  readonly parts: readonly Part[];
  readonly record: boolean;
  readonly note: string | undefined;
  readonly help: boolean;
}

export const HELP = `Usage: npm run bench [-- OPTIONS]

Checks answers, then measures encoding and decoding, the service under load, and what it needs of
a small machine.

  --quick      smaller sets, shorter times: under a minute, wider margins
  --only PART  one of ${PARTS.join(", ")}
  --points F   measure the engine with the points of a file, latitudes and longitudes in degrees by
               turns as little-endian doubles; may be given more than once
  --record     write the results into bench/records/ as well
  --note TEXT  something to write into the record: what else the machine was doing
  --help       this text
`;

const DEFAULT = {
  pointsPerSet: 100_000,
  oraclePointsPerSet: 300,
  toolPoints: 300_000,
  engineRuns: 5,
  timing: { minTime: 0.2, maxTime: 1.5 },
  growth: [1e3, 1e4, 1e5, 1e6, 1e7],
  batch: { rows: 5e6, runs: 5, rowsPerRequest: 200_000, requests: 7, seconds: 8 },
  http: { rounds: 5, seconds: 8, warmUpSeconds: 3, points: 20_000 },
};
const QUICK = {
  pointsPerSet: 20_000,
  oraclePointsPerSet: 50,
  toolPoints: 200_000,
  engineRuns: 1,
  timing: { minTime: 0.05, maxTime: 0.5 },
  growth: [1e3, 1e4, 1e5],
  batch: { rows: 5e5, runs: 1, rowsPerRequest: 100_000, requests: 3, seconds: 1 },
  http: { rounds: 1, seconds: 1, warmUpSeconds: 1, points: 5_000 },
};

/** @throws TypeError for options that are not known */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean" },
      only: { type: "string" },
      points: { type: "string", multiple: true },
      record: { type: "boolean" },
      note: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const only = PARTS.find((part) => part === values.only);
  if (values.only !== undefined && only === undefined) {
    throw new TypeError(`--only '${values.only}' is not one of ${PARTS.join(", ")}.`);
  }
  return {
    parts: only ? [only] : PARTS,
    pointFiles: values.points ?? [],
    ...(values.quick ? QUICK : DEFAULT),
    record: values.record ?? false,
    note: values.note,
    help: values.help ?? false,
  };
}
