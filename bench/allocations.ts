/**
 * Bytes that calls leave to the collector: the growth of the heap by one run of each case, on points around cities.
 * They are measured in a process that runs this file alone, as other code would allocate in the same heap.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { COMPARED_CASES, workloadOf } from "./engine-cases.ts";
import { cityPoints } from "./point-sets.ts";
import type { Table } from "./report.ts";

export interface Allocation {
  readonly name: string;
  readonly bytesPerPoint: number;
}

/** Few enough for the young generation to have room for all objects and strings that calls return. */
const POINTS = 5_000;
const WARM_UP_ROUNDS = 400;
const ROUNDS = 15;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const THIS_FILE = fileURLToPath(import.meta.url);

/** Measures all cases in a fresh process. */
export function measureAllocations(): readonly Allocation[] {
  const args = ["--import", "tsx", THIS_FILE];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }));
}

export function allocationsTable(): Table {
  const rows = measureAllocations().map(({ name, bytesPerPoint }) => [name, `${bytesPerPoint}`]);
  const head = ["case", "heap bytes per point or text"];
  return { title: "What calls leave to the collector:", head, names: 1, rows };
}

/** V8 allocates for itself, too. What the calls allocate appears in every round, so the least one counts. */
function leastGrowth(run: () => number, collect: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    // V8 frees some objects, such as code that it has replaced, in the second collection only.
    collect();
    collect();
    const before = process.memoryUsage().heapUsed;
    run();
    return process.memoryUsage().heapUsed - before;
  });
  return Math.min(...rounds);
}

function measureAll(collect: () => void): readonly Allocation[] {
  const workload = workloadOf(cityPoints(POINTS, 7));
  // Where V8 does not inline a call, it boxes numbers out of a Float64Array for it: 16 bytes each, which are the
  // caller's. Beside a text, numbers of an array are on the heap already.
  const boxed = ["", ...workload.points].slice(1) as unknown as Float64Array;
  return COMPARED_CASES.map(({ name, prepare }) => {
    const takesArrays = name.includes("Batch");
    const run = prepare(takesArrays ? workload : { ...workload, points: boxed });
    for (let round = 0; round < WARM_UP_ROUNDS; round++) run();
    // Rounding drops the few hundred bytes that the measurement itself leaves behind.
    return { name, bytesPerPoint: Math.max(0, Math.round(leastGrowth(run, collect) / POINTS)) };
  });
}

if (process.argv[1] === THIS_FILE) {
  setFlagsFromString("--expose-gc");
  console.log(JSON.stringify(measureAll(runInNewContext("gc"))));
}
