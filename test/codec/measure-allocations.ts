/**
 * Bytes that calls leave to the collector: the growth of the heap by one run of each case, on points around cities.
 * This file runs in a process of its own: other code would allocate in the same heap.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CASES, type Workload, workloadOf } from "../../bench/engine.ts";
import { cityPoints } from "../../bench/points.ts";

export interface Allocation {
  readonly name: string;
  readonly bytesPerPoint: number;
}

/** Few enough for the young generation to hold all returned objects and strings. */
const POINTS = 5_000;
const WARM_UP_ROUNDS = 400;
const ROUNDS = 15;

/** V8 allocates for itself, too. The bytes of the calls appear in every round, so the minimum counts. */
function leastGrowth(run: () => number, collect: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    // V8 frees some objects, such as replaced code, only in the second collection.
    collect();
    collect();
    const before = process.memoryUsage().heapUsed;
    run();
    return process.memoryUsage().heapUsed - before;
  });
  return Math.min(...rounds);
}

/** A workload of texts in the common form: a code with a vowel becomes strings. */
function commonWorkload(): Workload {
  const { points, texts } = workloadOf(cityPoints(POINTS, 7));
  const common = texts.filter((text) => !/ .*[AEU]/.test(text));
  let end = 0;
  const ends = Uint32Array.from(common, (text) => {
    end += text.length;
    return end;
  });
  return { points, texts: common, bytes: new TextEncoder().encode(common.join("")), ends };
}

function measureAll(collect: () => void): readonly Allocation[] {
  const workload = commonWorkload();
  // Where V8 does not inline a call, it boxes numbers out of a Float64Array for it: 16 bytes each, which are the
  // caller's. Beside a text, numbers of an array are on the heap already.
  const boxed = ["", ...workload.points].slice(1) as unknown as Float64Array;
  return Object.entries(CASES).map(([name, runCase]) => {
    const run = () => runCase({ ...workload, points: boxed });
    for (let round = 0; round < WARM_UP_ROUNDS; round++) run();
    // Rounding down drops the bytes of the measurement itself: a few hundred, and on a busy machine 3,000.
    return { name, bytesPerPoint: Math.max(0, Math.floor(leastGrowth(run, collect) / POINTS)) };
  });
}

setFlagsFromString("--expose-gc");
console.log(JSON.stringify(measureAll(runInNewContext("gc"))));
