/** `npm run bench`: checks answers, measures, and prints a report; see README.md. */
import { measureAllocations } from "./allocations.ts";
import { type BatchMeasurement, type BatchTiming, measureBatch } from "./batch.ts";
import { type FormatMeasurement, measureFormats } from "./batch-formats.ts";
import { measureCLibrary } from "./c-library.ts";
import { checkAnswers } from "./checks.ts";
import {
  type EngineRunResults,
  type GrowthMeasurement,
  measureEngine,
  measureGrowth,
  mediansOf,
  statisticsOf,
} from "./engine-timing.ts";
import { type FailureMeasurement, measureFailures } from "./failed-rows.ts";
import { type AccessLogMeasurement, measureAccessLog } from "./http/access-log.ts";
import {
  type HttpMeasurement,
  type HttpTiming,
  measureHttp,
  measureWorkers,
  type WorkersMeasurement,
} from "./http/measure.ts";
import { hasCommand } from "./http/servers.ts";
import { measureSmall, type SmallMeasurement } from "./http/small.ts";
import { plainTargets } from "./http/workloads.ts";
import { besideNeighbour } from "./neighbour.ts";
import { BENCH_HELP, type BenchOptions, parseBenchOptions } from "./options.ts";
import { makePointSets, type PointSet, readPointSet } from "./point-sets.ts";
import { describeMachine, ownCommand, type Results, writeRecord } from "./records.ts";
import { measureTool, type ToolMeasurement } from "./reference.ts";
import {
  accessLogText,
  allocationsText,
  batchText,
  engineText,
  failuresText,
  formatsText,
  growthText,
  httpText,
  machineText,
  smallText,
  statisticsText,
  toolText,
  workersText,
} from "./report.ts";

type EngineResults = Pick<
  Results,
  | "oraclePointsPerSet"
  | "sets"
  | "measurements"
  | "loadedMeasurements"
  | "cLibrary"
  | "allocations"
  | "tool"
>;

/** Checks and times the engine on all sets. */
async function runEngine(sets: readonly PointSet[], options: BenchOptions): Promise<EngineResults> {
  const { oraclePointsPerSet } = options;
  for (const set of sets) checkAnswers(set, oraclePointsPerSet);
  console.log(`checked  the codes of ${oraclePointsPerSet} points of each set against the oracle,`);
  console.log("         and that all codes of all points decode to near their point\n");
  const statistics = sets.map(statisticsOf);
  console.log(`${statisticsText(statistics)}\n`);

  const runs: EngineRunResults[] = [];
  for (let number = 1; number <= options.engineRuns; number++) {
    runs.push(measureEngine(options));
    console.log(`measured in process ${number} of ${options.engineRuns}`);
  }
  const measurements = mediansOf(runs);
  const loadedRuns: EngineRunResults[] = [];
  for (let number = 1; number <= options.loadedRuns; number++) {
    loadedRuns.push(await besideNeighbour(() => measureEngine(options)));
    console.log(`measured beside a loaded neighbour, ${number} of ${options.loadedRuns}`);
  }
  const loadedMeasurements = mediansOf(loadedRuns);
  const cLibrary = options.cLibrary === undefined ? [] : measureCLibrary(options.cLibrary, sets);
  console.log(`\n${engineText(measurements, loadedMeasurements, cLibrary)}`);
  const tool = measureTool(options.toolPoints);
  const allocations = measureAllocations();
  console.log(`\n${allocationsText(allocations)}`);
  // The first case of the first set is the tool's work: all codes at precision 0, anywhere on Earth.
  console.log(`\n${toolText(tool, measurements[0])}`);
  const sum = runs.reduce((all, run) => all + run.answeredSum, 0);
  console.log(`sum of all answers, which keeps V8 from leaving work out: ${sum}\n`);
  const engine = { measurements, loadedMeasurements, cLibrary, allocations, tool };
  return { oraclePointsPerSet, sets: statistics, ...engine };
}

function runGrowth(sizes: readonly number[]): GrowthMeasurement[] {
  const measured = measureGrowth(sizes);
  console.log(`${growthText(measured)}\n`);
  return measured;
}

async function runBatch(
  timing: BatchTiming,
  tool: ToolMeasurement | undefined,
): Promise<BatchMeasurement> {
  const measured = await measureBatch(timing);
  console.log(`${batchText(measured, tool?.userNsPerPoint)}\n`);
  return measured;
}

function runFormats({ formatRows, runs }: BatchTiming): readonly FormatMeasurement[] {
  const measured = measureFormats(formatRows, runs);
  console.log(`${formatsText(measured)}\n`);
  return measured;
}

function runFailures({ formatRows, runs }: BatchTiming): readonly FailureMeasurement[] {
  const measured = measureFailures(formatRows / 3, runs);
  console.log(`${failuresText(measured)}\n`);
  return measured;
}

async function runHttp(cities: PointSet, timing: HttpTiming): Promise<HttpMeasurement[]> {
  const measured = hasCommand("wrk") ? await measureHttp(cities.points, timing) : [];
  console.log(`${httpText(measured)}\n`);
  return measured;
}

async function runAccessLog(cities: PointSet, timing: HttpTiming): Promise<AccessLogMeasurement[]> {
  if (!hasCommand("wrk")) return [];
  const targets = plainTargets("codes", cities.points, timing.points);
  const measured = await measureAccessLog(targets, timing);
  console.log(`${accessLogText(measured)}\n`);
  return measured;
}

async function runWorkers(cities: PointSet, timing: HttpTiming): Promise<WorkersMeasurement[]> {
  if (!hasCommand("wrk")) return [];
  const measured = await measureWorkers(
    plainTargets("codes", cities.points, timing.points),
    timing,
  );
  console.log(`${workersText(measured)}\n`);
  return measured;
}

async function runSmall(cities: PointSet, timing: HttpTiming): Promise<SmallMeasurement> {
  const targets = plainTargets("codes", cities.points, timing.points);
  const small = await measureSmall(targets, timing.seconds);
  console.log(`${smallText(small)}\n`);
  return small;
}

async function run(options: BenchOptions): Promise<void> {
  const { timing, oraclePointsPerSet, pointsPerSet, note, parts } = options;
  const date = new Date().toISOString();
  const command = ownCommand("bench");
  const machine = describeMachine();
  console.log(`${machineText(machine, command)}\n`);

  const sets = makePointSets(pointsPerSet);
  const [_sphere, _records, cities] = sets;
  const noEngine: EngineResults = {
    oraclePointsPerSet,
    sets: [],
    measurements: [],
    loadedMeasurements: [],
    cLibrary: [],
    allocations: [],
    tool: undefined,
  };
  const files = options.pointFiles.map(readPointSet);
  const measuredSets = files.length > 0 ? files : sets;
  const engine = parts.includes("engine") ? await runEngine(measuredSets, options) : noEngine;
  const growth = parts.includes("growth") ? runGrowth(options.growth) : [];
  const isBatch = parts.includes("batch");
  const tool = engine.tool ?? (isBatch ? measureTool(options.toolPoints) : undefined);
  const batch = isBatch ? await runBatch(options.batch, tool) : undefined;
  const formats = isBatch ? runFormats(options.batch) : [];
  const failures = isBatch ? runFailures(options.batch) : [];
  const http = parts.includes("http") ? await runHttp(cities, options.http) : [];
  const accessLog = parts.includes("access-log") ? await runAccessLog(cities, options.http) : [];
  const workers = parts.includes("workers") ? await runWorkers(cities, options.http) : [];
  const small = parts.includes("small") ? await runSmall(cities, options.http) : undefined;

  if (!options.record) return;
  const results: Results = {
    date,
    command,
    note,
    machine,
    timing,
    ...engine,
    tool,
    growth,
    batch,
    formats,
    failures,
    http,
    accessLog,
    workers,
    small,
  };
  console.log(`recorded in ${writeRecord(results)}`);
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
