/** `npm run bench`: measures, records and prints tables; see README.md. */
import { allocationsTable } from "./allocations.ts";
import { measureFormats } from "./batch-formats.ts";
import { measureBorders } from "./borders.ts";
import { measureEngine } from "./engine-timing.ts";
import { measureHttp } from "./http/measure.ts";
import { BENCH_HELP, type BenchOptions, type Part, parseBenchOptions } from "./options.ts";
import { type Table, tableText } from "./report.ts";
import {
  describeMachine,
  describeRun,
  type Measured,
  machineText,
  writeRecord,
} from "./results.ts";

type Measure = (options: BenchOptions) => readonly Table[] | Promise<readonly Table[]>;

const MEASURES: Readonly<Record<Part, Measure>> = {
  engine: ({ engine }) => measureEngine(engine),
  allocations: () => [allocationsTable()],
  borders: ({ borders }) => measureBorders(borders),
  batch: ({ batch }) => measureFormats(batch),
  http: ({ http }) => measureHttp(http),
};

async function run(options: BenchOptions): Promise<void> {
  const benchRun = describeRun("bench", options.note);
  console.log(`${machineText(describeMachine(), benchRun)}\n`);
  let measured: Measured = {};
  for (const part of options.parts) {
    const tables = await MEASURES[part](options);
    for (const one of tables) console.log(`${tableText(one)}\n`);
    if (tables.length === 0) continue;
    measured = { ...measured, [part]: { run: benchRun, tables } };
    // Written after each part, so that a run that is interrupted keeps the parts before.
    if (options.record) console.log(`recorded in ${writeRecord(benchRun, measured)}\n`);
  }
}

async function main(): Promise<number> {
  let options: BenchOptions;
  try {
    options = parseBenchOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error("Run `npm run bench -- --help` for the options.");
    return 2;
  }
  if (options.help) console.log(BENCH_HELP);
  else await run(options);
  return 0;
}

process.exitCode = await main();
