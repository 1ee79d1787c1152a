/** The times of conversions of files: good rows and rows that fail, each case beside another. */
import { rmSync } from "node:fs";
import type { BenchSizes } from "../options.ts";
import { spherePoints } from "../point-sets.ts";
import type { Table } from "../report.ts";
import { convert, createFastFolder, type Usage } from "./conversion.ts";
import {
  FAILING_CASES,
  FORMAT_CASES,
  type FormatCase,
  START,
  writeFailingInputs,
  writeFormatInputs,
} from "./formats.ts";

const STARTS = 3;

/** What a case took: user time is the least of the runs, without the start of the process. */
interface CaseCost {
  readonly ns: number;
  /** The maximum of the runs. */
  readonly rssBytes: number;
}

function leastMicroseconds(runs: readonly Usage[]): number {
  return Math.min(...runs.map(({ userMicroseconds }) => userMicroseconds));
}

/** Converts a file in each case, all by turns. */
function measureCases({ rows, runs }: BenchSizes["batch"]): ReadonlyMap<string, CaseCost> {
  const folder = createFastFolder();
  try {
    const points = spherePoints(rows, 8_000);
    writeFormatInputs(folder, points);
    writeFailingInputs(folder, points);
    const start = leastMicroseconds(Array.from({ length: STARTS }, () => convert(START, folder)));
    const usage = new Map<string, Usage[]>();
    for (let run = 0; run < runs; run++) {
      for (const one of [...FORMAT_CASES, ...FAILING_CASES]) {
        usage.set(one.name, [...(usage.get(one.name) ?? []), convert(one, folder)]);
      }
    }
    return new Map(
      Array.from(usage, ([name, own]) => {
        const ns = (1000 * (leastMicroseconds(own) - start)) / rows;
        return [name, { ns, rssBytes: 1024 * Math.max(...own.map((run) => run.rssKilobytes)) }];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures all conversions beside the first with the same operation, failing rows beside good ones. */
export function measureFormats(sizes: BenchSizes["batch"]): readonly Table[] {
  const costs = measureCases(sizes);
  const tableOf = (title: string, share: string, cases: readonly FormatCase[]): Table => ({
    title: `${title} (one worker thread, ${sizes.rows} rows, without the start of the process):`,
    head: ["conversion", "user ns per row", share, "max resident MB"],
    names: 1,
    rows: cases.map(({ name, beside }) => {
      const { ns = Number.NaN, rssBytes = Number.NaN } = costs.get(name) ?? {};
      const ratio = ns / (costs.get(beside)?.ns ?? Number.NaN);
      return [name, ns.toFixed(0), ratio.toFixed(2), (rssBytes / 1e6).toFixed(0)];
    }),
  });
  return [
    tableOf("Good rows", "share of csv", FORMAT_CASES),
    tableOf("Rows that fail", "times good rows", FAILING_CASES),
  ];
}
