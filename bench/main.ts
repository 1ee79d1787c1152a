/** `npm run bench`: checks answers, measures, and prints a report; see README.md. */
import { measureAllocations } from "./allocations.ts";
import { measureBatch } from "./batch.ts";
import { measureFormats } from "./batch-formats.ts";
import { type CLibraryMeasurement, measureCLibrary, minOf } from "./c-library.ts";
import { checkAnswers } from "./checks.ts";
import {
  type EngineRunResults,
  type GrowthMeasurement,
  measureEngine,
  measureGrowth,
  mediansOf,
  statisticsOf,
} from "./engine-timing.ts";
import { measureFailures } from "./failed-rows.ts";
import { type AccessLogMeasurement, measureAccessLog } from "./http/access-log.ts";
import {
  type HttpMeasurement,
  measureHttp,
  measureWorkers,
  type WorkersMeasurement,
} from "./http/measure.ts";
import { hasCommand } from "./http/servers.ts";
import { measureSmall, type SmallMeasurement } from "./http/small.ts";
import { plainTargets } from "./http/workloads.ts";
import { besideNeighbor } from "./neighbor.ts";
import { BENCH_HELP, type BenchOptions, type Part, parseBenchOptions } from "./options.ts";
import { makePointSets, type PointSet, readPointSet } from "./point-sets.ts";
import { writeRecord } from "./records.ts";
import { measureTool } from "./reference.ts";
import {
  accessLogText,
  allocationsText,
  batchText,
  engineText,
  failuresText,
  formatsText,
  goalsText,
  growthText,
  httpText,
  machineText,
  smallText,
  statisticsText,
  toolText,
  workersText,
} from "./report.ts";
import {
  type BatchResults,
  describeMachine,
  describeRun,
  type EngineResults,
  type Measured,
  type PartResults,
} from "./results.ts";

/** Checks and times the engine on all sets. */
async function runEngine(sets: readonly PointSet[], options: BenchOptions): Promise<EngineResults> {
  const { oraclePointsPerSet } = options;
  for (const set of sets) checkAnswers(set, oraclePointsPerSet);
  console.log(`checked  the codes of ${oraclePointsPerSet} points of each set against the oracle,`);
  console.log("         and that all codes of all points decode to near their point\n");
  const statistics = sets.map(statisticsOf);
  console.log(`${statisticsText(statistics)}\n`);

  const runs: EngineRunResults[] = [];
  const cLibraryRuns: (readonly CLibraryMeasurement[])[] = [];
  for (let number = 1; number <= options.engineRuns; number++) {
    runs.push(measureEngine(options));
    if (options.cLibrary !== undefined) cLibraryRuns.push(measureCLibrary(options.cLibrary, sets));
    console.log(`measured in process ${number} of ${options.engineRuns}`);
  }
  const measurements = mediansOf(runs);
  const loadedRuns: EngineRunResults[] = [];
  for (let number = 1; number <= options.loadedRuns; number++) {
    loadedRuns.push(await besideNeighbor(() => measureEngine(options)));
    console.log(`measured beside a loaded neighbor, ${number} of ${options.loadedRuns}`);
  }
  const loadedMeasurements = mediansOf(loadedRuns);
  const cLibrary = minOf(cLibraryRuns);
  console.log(`\n${engineText(measurements, loadedMeasurements, cLibrary)}`);
  const tool = measureTool(options.toolPoints);
  const allocations = measureAllocations();
  console.log(`\n${allocationsText(allocations)}`);
  // The first case of the first set is the tool's work: all codes at precision 0, anywhere on Earth.
  console.log(`\n${toolText(tool, measurements[0])}`);
  const sum = runs.reduce((all, run) => all + run.answeredSum, 0);
  console.log(`sum of all answers, which keeps V8 from leaving work out: ${sum}\n`);
  const engine = { measurements, loadedMeasurements, cLibrary, allocations, tool };
  return { timing: options.timing, oraclePointsPerSet, sets: statistics, ...engine };
}

function runGrowth({ growth }: BenchOptions): GrowthMeasurement[] {
  const measured = measureGrowth(growth);
  console.log(`${growthText(measured)}\n`);
  return measured;
}

async function runBatch({ batch, toolPoints }: BenchOptions): Promise<BatchResults> {
  const tool = measureTool(toolPoints);
  const lines = await measureBatch(batch);
  console.log(`${batchText(lines, tool?.userNsPerPoint)}\n`);
  const formats = measureFormats(batch.formatRows, batch.runs);
  console.log(`${formatsText(formats)}\n`);
  const failures = measureFailures(batch.failedRows, batch.failedRuns);
  console.log(`${failuresText(failures)}\n`);
  return { ...lines, tool, formats, failures };
}

async function runHttp(cities: PointSet, { http }: BenchOptions): Promise<HttpMeasurement[]> {
  const measured = await measureHttp(cities.points, http);
  console.log(`${httpText(measured)}\n`);
  return measured;
}

async function runAccessLog(
  cities: PointSet,
  { http }: BenchOptions,
): Promise<AccessLogMeasurement[]> {
  const measured = await measureAccessLog(plainTargets("codes", cities.points, http.points), http);
  console.log(`${accessLogText(measured)}\n`);
  return measured;
}

async function runWorkers(cities: PointSet, { http }: BenchOptions): Promise<WorkersMeasurement[]> {
  const measured = await measureWorkers(plainTargets("codes", cities.points, http.points), http);
  console.log(`${workersText(measured)}\n`);
  return measured;
}

async function runSmall(cities: PointSet, { http }: BenchOptions): Promise<SmallMeasurement> {
  const targets = plainTargets("codes", cities.points, http.points);
  const small = await measureSmall(targets, http.memorySeconds);
  console.log(`${smallText(small)}\n`);
  return small;
}

/** Parts that wrk loads the service for. */
const LOADED_PARTS: readonly Part[] = ["http", "access-log", "workers"];

async function run(options: BenchOptions): Promise<void> {
  const benchRun = describeRun("bench", options.note);
  console.log(`${machineText(describeMachine(), benchRun)}\n`);

  const sets = makePointSets(options.pointsPerSet);
  const [_sphere, _records, cities] = sets;
  const files = options.pointFiles.map(readPointSet);
  const measureParts: { [P in Part]: () => PartResults[P] | Promise<PartResults[P]> } = {
    engine: () => runEngine(files.length > 0 ? files : sets, options),
    growth: () => runGrowth(options),
    batch: () => runBatch(options),
    http: () => runHttp(cities, options),
    "access-log": () => runAccessLog(cities, options),
    workers: () => runWorkers(cities, options),
    small: () => runSmall(cities, options),
  };
  const hasWrk = hasCommand("wrk");
  if (!hasWrk)
    console.log("wrk      not installed: no load on the service (Debian's package wrk)\n");
  let measured: Measured = {};
  for (const part of options.parts) {
    if (!hasWrk && LOADED_PARTS.includes(part)) continue;
    measured = { ...measured, [part]: { run: benchRun, results: await measureParts[part]() } };
    // Written after each part, so that a run that is interrupted keeps the parts before.
    if (options.record) console.log(`recorded in ${writeRecord(benchRun, measured)}\n`);
  }
  console.log(goalsText(measured));
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
