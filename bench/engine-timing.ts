/**
 * The time of the engine's cases, measured in fresh processes, which run this file. Of two processes that do the
 * same, one is up to a tenth slower, depending on where things happen to lie in memory.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import Benchmark from "benchmark";
import { measureCLibrary } from "./c-library.ts";
import { type CaseTime, encodeAll, maxCodes, REPORTED_CASES, workloadOf } from "./engine-cases.ts";
import { makePointSets, type PointSet, readPointSet } from "./point-sets.ts";
import type { Table } from "./report.ts";

/** What a process measures. */
interface EngineRun {
  readonly pointsPerSet: number;
  /** Files of points that replace the generated sets. */
  readonly pointFiles: readonly string[];
  /** How often each case goes over each set. */
  readonly rounds: number;
}

export interface EngineTiming extends EngineRun {
  /** A shared object with the published C interface, which is measured by turns with the engine. */
  readonly cLibrary: string | undefined;
  /** Processes that measure, one after the other. */
  readonly processes: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const THIS_FILE = fileURLToPath(import.meta.url);
const WARM_UP_ROUNDS = 5;

function pointSetsOf({ pointFiles, pointsPerSet }: EngineRun): readonly PointSet[] {
  return pointFiles.length > 0 ? pointFiles.map(readPointSet) : makePointSets(pointsPerSet);
}

function cpuNanoseconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return 1000 * (user + system);
}

/**
 * Measures all cases on a set in this process. The cases take turns, as the speed of a shared machine doubles or
 * halves within seconds, and what counts are the ratios between cases.
 */
function measureSet({ name: set, points }: PointSet, rounds: number): CaseTime[] {
  const workload = workloadOf(points);
  const runs = REPORTED_CASES.map(({ prepare }) => prepare(workload));
  let answeredSum = 0;
  for (const once of runs) for (let round = 0; round < WARM_UP_ROUNDS; round++) once();
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, once] of runs.entries()) {
      const ns = cpuNanoseconds(() => {
        answeredSum += once();
      });
      least[index] = Math.min(least[index], ns);
    }
  }
  // Read here, so that V8 cannot leave work out as unused.
  if (Number.isNaN(answeredSum)) throw new Error(`An answer on the set ${set} is no number.`);
  return REPORTED_CASES.map(({ name }, index) => {
    return { set, case: name, nsPerPoint: (2 * least[index]) / points.length };
  });
}

/** Measures all cases in a fresh process. */
function measureInProcess(run: EngineRun): CaseTime[] {
  const args = ["--import", "tsx", THIS_FILE, JSON.stringify(run)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }));
}

/** The least time of each case, of processes that measured the same. */
function leastOf(runs: readonly (readonly CaseTime[])[]): readonly CaseTime[] {
  return (runs[0] ?? []).map((one, place) => {
    return { ...one, nsPerPoint: Math.min(...runs.map((run) => run[place].nsPerPoint)) };
  });
}

/** Seconds for which a case is repeated to learn how noisy the machine is. */
const NOISE_SECONDS = 0.5;

/** Half of the 95% confidence interval of the first case's wall time, in percent of the mean. */
function noisePercent({ points }: PointSet): number {
  const run = REPORTED_CASES[0].prepare(workloadOf(points));
  // The package times from the first run on, when V8 has not yet compiled the loop.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) run();
  const benchmark = new Benchmark({ fn: run, maxTime: NOISE_SECONDS, minSamples: 5 }).run();
  // The package does not rethrow errors.
  if (benchmark.error !== undefined) throw benchmark.error;
  return benchmark.stats.rme;
}

function setsTable(sets: readonly PointSet[]): Table {
  const rows = sets.map((set) => {
    const { name, meaning, points } = set;
    const size = points.length / 2;
    const codesPerPoint = (encodeAll(points, 0) / size).toFixed(2);
    const noise = `${noisePercent(set).toFixed(1)} %`;
    return [name, meaning, `${size}`, codesPerPoint, `${maxCodes(points)}`, noise];
  });
  return {
    title: "Points, and their codes:",
    head: ["set", "where", "points", "codes per point", "max codes", "noise"],
    names: 2,
    rows,
  };
}

function timesTable(
  sets: readonly PointSet[],
  own: readonly CaseTime[],
  cLibrary: readonly CaseTime[],
): Table {
  const nsOf = (times: readonly CaseTime[], set: string, name: string) =>
    times.find((one) => one.set === set && one.case === name)?.nsPerPoint ?? Number.NaN;
  const rows = REPORTED_CASES.map(({ name }) => {
    const figures = sets.map(({ name: set }) => {
      const ns = nsOf(own, set, name);
      const share = ns / nsOf(cLibrary, set, name);
      return ns.toFixed(0) + (Number.isNaN(share) ? "" : ` (${share.toFixed(2)})`);
    });
    return [name, ...figures];
  });
  return {
    title:
      "One thread, least CPU nanoseconds per point for encoding and per text for decoding." +
      (cLibrary.length > 0 ? " In brackets, the share of the C library's time:" : ""),
    head: ["ns", ...sets.map(({ name }) => name)],
    names: 1,
    rows,
  };
}

/** Measures the engine, and the C library by turns with it where its file is known. */
export function measureEngine(timing: EngineTiming): readonly Table[] {
  const { processes, cLibrary, pointsPerSet, pointFiles, rounds } = timing;
  const sets = pointSetsOf(timing);
  const own: CaseTime[][] = [];
  const library: (readonly CaseTime[])[] = [];
  for (let number = 0; number < processes; number++) {
    own.push(measureInProcess({ pointsPerSet, pointFiles, rounds }));
    if (cLibrary !== undefined) library.push(measureCLibrary(cLibrary, sets));
  }
  return [setsTable(sets), timesTable(sets, leastOf(own), leastOf(library))];
}

if (process.argv[1] === THIS_FILE) {
  const run: EngineRun = JSON.parse(process.argv[2]);
  const times = pointSetsOf(run).flatMap((set) => measureSet(set, run.rounds));
  console.log(JSON.stringify(times));
}
