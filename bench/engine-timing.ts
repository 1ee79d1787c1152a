/**
 * The time of the engine's cases, measured in fresh processes, which run this file. Of two processes that do the
 * same, one is up to a tenth slower, depending on where things happen to lie in memory.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import Benchmark from "benchmark";
import { createCodeList, encodeInto } from "./engine.ts";
import { encodeAll, maxCodes, REPORTED_CASES, workloadOf } from "./engine-cases.ts";
import { cityPoints, makePointSets, type PointSet, readPointSet } from "./point-sets.ts";
import { measureTool, type TimedCase } from "./reference.ts";
import { median } from "./statistics.ts";

export interface Measurement extends TimedCase {
  /** Points of one run; texts where texts are decoded. */
  readonly points: number;
  readonly codes: number;
  readonly nsPerCode: number;
  /** Half of the 95% confidence interval, in percent of the mean. */
  readonly marginPercent: number;
  readonly samples: number;
  /** Seconds of one run over the set. */
  readonly meanSeconds: number;
  readonly deviationSeconds: number;
  readonly fastestSeconds: number;
}

export interface SetStatistics {
  readonly set: string;
  readonly meaning: string;
  readonly points: number;
  readonly codesPerPoint: number;
  readonly maxCodes: number;
}

export interface Timing {
  /** Minimum seconds of one sample. */
  readonly minTime: number;
  /** Seconds of samples per case. */
  readonly maxTime: number;
}

export interface EngineRun {
  readonly pointsPerSet: number;
  /** Files of points that replace the generated sets. */
  readonly pointFiles: readonly string[];
  readonly timing: Timing;
  /** Points that the reference tool encodes between two cases. */
  readonly toolPoints: number;
}

export interface EngineRunResults {
  readonly measurements: readonly Measurement[];
  /** Sum over all answers; see engine-cases.ts. */
  readonly answeredSum: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const THIS_FILE = fileURLToPath(import.meta.url);
const WARM_UP_ROUNDS = 5;

export function statisticsOf({ name, meaning, points }: PointSet): SetStatistics {
  const size = points.length / 2;
  return {
    set: name,
    meaning,
    points: size,
    codesPerPoint: encodeAll(points, 0) / size,
    maxCodes: maxCodes(points),
  };
}

function time(fn: () => void, { minTime, maxTime }: Timing): Benchmark.Stats {
  // The package times from the first run on, when V8 has not yet compiled the loop.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) fn();
  const benchmark = new Benchmark({ fn, minTime, maxTime, minSamples: 5 }).run();
  // The package does not rethrow errors.
  if (benchmark.error !== undefined) throw benchmark.error;
  return benchmark.stats;
}

const CPU_ROUNDS = 15;

/** The CPU time of a run, in nanoseconds. */
function cpuNanoseconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return 1000 * (user + system);
}

/**
 * The least CPU time of each case over a few rounds. The cases take turns, as the speed of a shared machine doubles or
 * halves within seconds, and the goals are ratios between cases.
 */
function minCpuNanoseconds(runs: readonly (() => void)[]): readonly number[] {
  const min = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < CPU_ROUNDS; round++) {
    for (const [index, run] of runs.entries()) {
      min[index] = Math.min(min[index], cpuNanoseconds(run));
    }
  }
  return min;
}

/** Measures all cases in this process. */
function measureHere(run: EngineRun): EngineRunResults {
  const { pointsPerSet, pointFiles, timing, toolPoints } = run;
  const sets = pointFiles.length > 0 ? pointFiles.map(readPointSet) : makePointSets(pointsPerSet);
  const measurements: Measurement[] = [];
  let answeredSum = 0;
  for (const { name: set, points } of sets) {
    const workload = workloadOf(points);
    const size = points.length / 2;
    // The tool runs between the cases, as the speed of a shared machine changes by a tenth within minutes.
    let before = measureTool(toolPoints)?.userNsPerPoint;
    const runs: (() => void)[] = [];
    const ofSet: Omit<Measurement, "cpuNsPerPoint">[] = [];
    for (const { name, hasAllCodes, prepare } of REPORTED_CASES) {
      const once = prepare(workload);
      const addOnce = () => {
        answeredSum += once();
      };
      runs.push(addOnce);
      const stats = time(addOnce, timing);
      const after = measureTool(toolPoints)?.userNsPerPoint;
      const codes = hasAllCodes ? workload.codes : size;
      const medianSeconds = median(stats.sample);
      ofSet.push({
        set,
        case: name,
        points: size,
        codes,
        nsPerPoint: (medianSeconds / size) * 1e9,
        nsPerCode: (medianSeconds / codes) * 1e9,
        marginPercent: stats.rme,
        samples: stats.sample.length,
        meanSeconds: stats.mean,
        deviationSeconds: stats.deviation,
        fastestSeconds: Math.min(...stats.sample),
        toolNsPerPoint: before && after && (before + after) / 2,
      });
      before = after;
    }
    const cpuNs = minCpuNanoseconds(runs);
    measurements.push(
      ...ofSet.map((one, index) => ({ ...one, cpuNsPerPoint: cpuNs[index] / size })),
    );
  }
  return { measurements, answeredSum };
}

/** Measures all cases in a fresh process. */
export function measureEngine(run: EngineRun): EngineRunResults {
  const args = ["--import", "tsx", THIS_FILE, JSON.stringify(run)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }));
}

/** Divides the time of a case by the time of the tool. Without the tool, returns nanoseconds. */
function relativeTime({ nsPerPoint, toolNsPerPoint = 1 }: Measurement): number {
  return nsPerPoint / toolNsPerPoint;
}

/**
 * The median of each case over several runs, with the least CPU time of all of them. Its margin is half of the range
 * from fastest to slowest.
 */
export function mediansOf(runs: readonly EngineRunResults[]): Measurement[] {
  const [first] = runs;
  return (first?.measurements ?? []).map((one, place) => {
    const all = runs.map(({ measurements }) => measurements[place] ?? one);
    const times = all.map(relativeTime);
    const medianTime = median(times);
    const middle = all[times.indexOf(medianTime)] ?? one;
    if (all.length === 1) return middle;
    const halfRange = (Math.max(...times) - Math.min(...times)) / 2;
    const cpuNsPerPoint = Math.min(...all.map((run) => run.cpuNsPerPoint));
    return { ...middle, cpuNsPerPoint, marginPercent: (100 * halfRange) / medianTime };
  });
}

export interface GrowthMeasurement {
  readonly points: number;
  readonly nsPerPoint: number;
}

/** Points that are generated at a time. Larger sizes are made of as many different portions as they need. */
const PORTION_POINTS = 100_000;

/** Different from the seeds of the point sets. */
const FIRST_SEED = 1_000;

const list = createCodeList();

/** Encodes points that were never seen before, like those of a file. @returns nanoseconds */
function timePortion(points: Float64Array): number {
  const startMs = performance.now();
  for (let at = 0; at < points.length; at += 2) {
    encodeInto(points[at], points[at + 1], 0, list);
  }
  return (performance.now() - startMs) * 1e6;
}

/**
 * Measures whether a point costs the same however many there are.
 * @param sizes ascending numbers of points around cities
 */
export function measureGrowth(sizes: readonly number[]): GrowthMeasurement[] {
  // V8 compiles the loop during the first run, which does not count.
  timePortion(cityPoints(PORTION_POINTS, FIRST_SEED - 1));
  return sizes.map((points) => {
    let nanoseconds = 0;
    for (let done = 0; done < points; done += PORTION_POINTS) {
      const portion = cityPoints(Math.min(PORTION_POINTS, points - done), FIRST_SEED + done);
      nanoseconds += timePortion(portion);
    }
    return { points, nsPerPoint: nanoseconds / points };
  });
}

if (process.argv[1] === THIS_FILE) {
  console.log(JSON.stringify(measureHere(JSON.parse(process.argv[2]))));
}
