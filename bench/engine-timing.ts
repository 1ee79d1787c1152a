/**
 * The time of the engine's cases, measured in fresh processes, which run this file. Of two processes that do the
 * same, one is up to a tenth slower, depending on where things happen to lie in memory.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type CaseTime, encodeAll, maxCodes, REPORTED_CASES, workloadOf } from "./engine-cases.ts";
import { makePointSets, type PointSet } from "./point-sets.ts";
import type { Table } from "./report.ts";
import { cpuNanoseconds } from "./statistics.ts";

export interface EngineTiming {
  readonly pointsPerSet: number;
  /** How often each case goes over each set. */
  readonly rounds: number;
  /** Processes that measure, one after the other. */
  readonly processes: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const THIS_FILE = fileURLToPath(import.meta.url);
const WARM_UP_ROUNDS = 5;

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
function measureInProcess(timing: EngineTiming): CaseTime[] {
  const args = ["--import", "tsx", THIS_FILE, JSON.stringify(timing)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }));
}

/** The least time of each case, of processes that measured the same. */
function leastOf(runs: readonly (readonly CaseTime[])[]): readonly CaseTime[] {
  return (runs[0] ?? []).map((one, place) => {
    return { ...one, nsPerPoint: Math.min(...runs.map((run) => run[place].nsPerPoint)) };
  });
}

function setsTable(sets: readonly PointSet[]): Table {
  const rows = sets.map(({ name, meaning, points }) => {
    const size = points.length / 2;
    const codesPerPoint = (encodeAll(points, 0) / size).toFixed(2);
    return [name, meaning, `${size}`, codesPerPoint, `${maxCodes(points)}`];
  });
  const head = ["set", "where", "points", "codes per point", "max codes"];
  return { title: "Points, and their codes:", head, names: 2, rows };
}

function timesTable(sets: readonly PointSet[], times: readonly CaseTime[]): Table {
  const rows = REPORTED_CASES.map(({ name }) => {
    const own = times.filter((one) => one.case === name);
    return [name, ...own.map(({ nsPerPoint }) => nsPerPoint.toFixed(0))];
  });
  return {
    title: "One thread, least CPU nanoseconds per point for encoding and per text for decoding:",
    head: ["ns", ...sets.map(({ name }) => name)],
    names: 1,
    rows,
  };
}

/** Measures the engine in processes of its own. */
export function measureEngine(timing: EngineTiming): readonly Table[] {
  const runs = Array.from({ length: timing.processes }, () => measureInProcess(timing));
  const sets = makePointSets(timing.pointsPerSet);
  return [setsTable(sets), timesTable(sets, leastOf(runs))];
}

if (process.argv[1] === THIS_FILE) {
  const { pointsPerSet, rounds }: EngineTiming = JSON.parse(process.argv[2]);
  const times = makePointSets(pointsPerSet).flatMap((set) => measureSet(set, rounds));
  console.log(JSON.stringify(times));
}
