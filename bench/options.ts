/** Reads the command line of the benchmark. */
import { parseArgs } from "node:util";
import type { Timing } from "./measure.ts";

export interface Options {
  readonly pointsPerSet: number;
  readonly oraclePointsPerSet: number;
  readonly toolPoints: number;
  readonly timing: Timing;
  readonly record: boolean;
  readonly note: string | undefined;
  readonly help: boolean;
}

export const HELP = `Usage: npm run bench [-- OPTIONS]

Checks the engine's answers, then measures encoding and decoding.

  --quick      smaller sets, shorter times: under half a minute, wider margins
  --record     write the results into bench/records/ as well
  --note TEXT  something to write into the record: what else the machine was doing
  --help       this text
`;

const DEFAULT = {
  pointsPerSet: 100_000,
  oraclePointsPerSet: 300,
  toolPoints: 1_000_000,
  timing: { minTime: 0.2, maxTime: 5 },
};
const QUICK = {
  pointsPerSet: 20_000,
  oraclePointsPerSet: 50,
  toolPoints: 200_000,
  timing: { minTime: 0.05, maxTime: 0.7 },
};

/** @throws TypeError for options that are not known */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean" },
      record: { type: "boolean" },
      note: { type: "string" },
      help: { type: "boolean" },
    },
  });
  return {
    ...(values.quick ? QUICK : DEFAULT),
    record: values.record ?? false,
    note: values.note,
    help: values.help ?? false,
  };
}
