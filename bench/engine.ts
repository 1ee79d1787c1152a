/**
 * `npm run bench`: the time of the engine's functions in the built JavaScript, in separate processes. bench:compare
 * runs two processes of this file, each with the engine of a checkout, one case at a time.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Benchmark from "benchmark";
import { ROOT } from "../scripts/paths.js";
import { SETS } from "./points.ts";

type Engine = typeof import("../src/index.ts") &
  typeof import("../src/into.ts") &
  typeof import("../src/borders/index.ts");

/** The checkout to measure. */
const CHECKOUT = process.env.MAPCODED_BENCH ?? ROOT;
const dist = (file: string) => pathToFileURL(join(CHECKOUT, "dist", file)).href;
const engine: Engine = {
  ...(await import(dist("index.js"))),
  ...(await import(dist("into.js"))),
  ...(await import(dist("borders.js"))),
};

// Constants of this module: no property access in a measured loop.
const {
  decode,
  decodeBytesInto,
  decodeInto,
  decodeRectangleInto,
  encode,
  encodeInternationalInto,
  encodeInto,
  LAT_DEG,
  MAX_CANDIDATES,
  NO_TERRITORY,
  territoriesAtInto,
} = engine;

const list = engine.createCodeList();
/** Room for the longest result: a rectangle. */
const degrees = new Float64Array(8);
const candidates = new Int16Array(MAX_CANDIDATES);

/** The inputs of all cases for one set of points. */
export interface Workload {
  readonly points: Float64Array;
  /** One code of each point, with its territory. */
  readonly texts: readonly string[];
  /** The texts as bytes, without gaps. */
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

function encodeAll({ points }: Workload, precision: number): number {
  let codes = 0;
  for (let at = 0; at < points.length; at += 2) {
    codes += encodeInto(points[at], points[at + 1], precision, list);
  }
  return codes;
}

/**
 * The cases by name; the first word is the function to measure. Each converts a whole set and returns a sum over its
 * answers, so that V8 cannot skip work. They are plain loops, as in a caller's hot path.
 */
export const CASES: Readonly<Record<string, (workload: Workload) => number>> = {
  "encodeInto, precision 0": (workload) => encodeAll(workload, 0),
  "encodeInto, precision 8": (workload) => encodeAll(workload, 8),
  encodeInternationalInto({ points }) {
    let codes = 0;
    for (let at = 0; at < points.length; at += 2) {
      codes += encodeInternationalInto(points[at], points[at + 1], 0, list);
    }
    return codes;
  },
  "encode, objects"({ points }) {
    let codes = 0;
    for (let at = 0; at < points.length; at += 2)
      codes += encode(points[at], points[at + 1]).length;
    return codes;
  },
  decodeInto({ texts }) {
    let sum = 0;
    for (let at = 0; at < texts.length; at++) {
      sum += decodeInto(texts[at], NO_TERRITORY, degrees) + degrees[LAT_DEG];
    }
    return sum;
  },
  decodeBytesInto({ bytes, ends }) {
    let sum = 0;
    let from = 0;
    for (let at = 0; at < ends.length; at++) {
      const end = ends[at];
      sum += decodeBytesInto(bytes, from, end, NO_TERRITORY, degrees) + degrees[LAT_DEG];
      from = end;
    }
    return sum;
  },
  "decode, objects"({ texts }) {
    let sum = 0;
    for (let at = 0; at < texts.length; at++) sum += decode(texts[at]).latDeg;
    return sum;
  },
  decodeRectangleInto({ texts }) {
    let sum = 0;
    for (let at = 0; at < texts.length; at++) {
      sum += decodeRectangleInto(texts[at], NO_TERRITORY, degrees) + degrees[LAT_DEG];
    }
    return sum;
  },
  "territoriesAtInto, by borders"({ points }) {
    let territories = 0;
    for (let at = 0; at < points.length; at += 2) {
      territories += territoriesAtInto(points[at], points[at + 1], candidates);
    }
    return territories;
  },
};

/**
 * The inputs for points. The texts are the first code of the first point, the second of the next and so on: codes of
 * the same point in a row would cause no cache misses.
 */
export function workloadOf(points: Float64Array): Workload {
  const alphaCodes = engine.territories().map(({ alphaCode }) => alphaCode);
  const texts: string[] = [];
  for (let at = 0; at < points.length; at += 2) {
    encodeInto(points[at], points[at + 1], 0, list);
    const index = texts.length % list.count;
    // Joined, not concatenated: V8 would flatten a concatenated string at the first read.
    texts.push([alphaCodes[list.territories[index]], engine.codeText(list, index)].join(" "));
  }
  let end = 0;
  const ends = Uint32Array.from(texts, (text) => {
    end += text.length;
    return end;
  });
  return { points, texts, bytes: new TextEncoder().encode(texts.join("")), ends };
}

/** Warm-up passes over the set: V8 compiles the loop. */
const WARM_UP_PASSES = 8;
/** Samples are single passes of some milliseconds, so that other load misses some of them. */
const SAMPLING = { minTime: 0.001, maxTime: 0.3, minSamples: 30 };

/** What a process measured. Undefined if its engine, of another commit, lacks the function. */
export type Timing = { readonly ns: number; readonly answers: number } | undefined;

/** Measures a case by the least of its samples. */
function timingOf(name: string, workload: Workload): Timing {
  if (!Object.hasOwn(engine, name.split(",")[0])) return undefined;
  const run = CASES[name];
  let answers = 0;
  for (let pass = 0; pass < WARM_UP_PASSES; pass++) answers = run(workload);
  // Without a setup, as Benchmark.js would then recompile the text of the function.
  const { stats } = new Benchmark(name, () => run(workload), SAMPLING).run();
  return { ns: (Math.min(...stats.sample) * 1e9) / workload.texts.length, answers };
}

/** Starts a process that measures cases of a set. @param checkout the folder of the checkout to measure */
export function startEngine(set: string, size: number, checkout = ROOT): ChildProcess {
  return fork(fileURLToPath(import.meta.url), ["child", set, `${size}`], {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, MAPCODED_BENCH: checkout },
  });
}

export async function measureCase(child: ChildProcess, name: string): Promise<Timing> {
  child.send(name);
  const [reply] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (typeof reply !== "object") throw new Error(`The process of the case ${name} has ended.`);
  return reply.timing;
}

/** The number of processes for each set: of two identical processes, one is up to a tenth slower. */
const PROCESSES = 3;
const POINTS = 50_000;

async function printTable(): Promise<void> {
  const rows = new Map(Object.keys(CASES).map((name) => [name, [name]]));
  for (const set of Object.keys(SETS)) {
    const children = Array.from({ length: PROCESSES }, () => startEngine(set, POINTS));
    for (const [name, row] of rows) {
      let least = Number.POSITIVE_INFINITY;
      for (const child of children) {
        least = Math.min(least, (await measureCase(child, name))?.ns ?? least);
      }
      row.push(least.toFixed(0));
    }
    for (const child of children) child.kill();
  }
  const head = ["ns per point or code", ...Object.keys(SETS)];
  for (const row of [head, head.map(() => "---"), ...rows.values()]) {
    console.log(`| ${row.join(" | ")} |`);
  }
}

const [program, mode, set = "", size] = process.argv.slice(1);
if (program === fileURLToPath(import.meta.url)) {
  if (mode !== "child") await printTable();
  else {
    const workload = workloadOf(SETS[set](Number(size)));
    process.on("message", (name: string) => {
      process.send?.({ timing: timingOf(name, workload) });
    });
  }
}
