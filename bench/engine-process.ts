/**
 * Passes of engine cases in processes of their own, which run this file: of two processes that do the same, one is up
 * to a tenth slower, depending on where things happen to lie in memory. A process runs one pass for each message, so
 * that cases, and two engines, take turns: the speed of a shared machine doubles or halves within seconds.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT } from "../scripts/freshness.js";
import { ENGINE_VARIABLE, missingFunction } from "./engine.ts";
import { COMPARED_CASES, type Workload, workloadOf } from "./engine-cases.ts";
import { makePointSets, type PointSet } from "./point-sets.ts";
import { cpuNanoseconds } from "./statistics.ts";

/** Asks for one pass of a case over a set. */
export interface PassRequest {
  readonly set: string;
  readonly case: string;
}

export interface PassReply {
  /** User and system time per point or text. */
  readonly nanoseconds: number;
  readonly answers: string;
  /** The function that the case needs and the engine lacks; nothing has been measured then. */
  readonly missing: string | undefined;
}

/** Passes before the first one of a case that counts, in which V8 compiles the loop. */
const WARM_UP_PASSES = 8;

const THIS_FILE = fileURLToPath(import.meta.url);

/** @param folder the checkout whose engine is measured; this one unless given */
export function startEngine(pointsPerSet: number, folder = ROOT): ChildProcess {
  const engine = pathToFileURL(join(folder, "dist/index.js")).href;
  return fork(THIS_FILE, [`${pointsPerSet}`], {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, [ENGINE_VARIABLE]: engine },
  });
}

export async function runPass(child: ChildProcess, request: PassRequest): Promise<PassReply> {
  const replied = once(child, "message");
  child.send(request);
  const [reply] = await replied;
  return reply;
}

/** Answers requests. The cases of a set are kept, and forgotten when the cases of another set begin. */
class Passes {
  readonly #sets: readonly PointSet[];
  #workload: Workload | undefined;
  #passes = new Map<string, () => number>();

  constructor(pointsPerSet: number) {
    this.#sets = makePointSets(pointsPerSet);
  }

  /** Prepares a case, and its set when it is the first case of it. */
  #prepare(request: PassRequest): () => number {
    const one = COMPARED_CASES.find(({ name }) => name === request.case);
    const points = this.#sets.find(({ name }) => name === request.set)?.points;
    if (one === undefined || points === undefined) throw new Error("There is no such set or case.");
    if (this.#workload?.points !== points) {
      this.#workload = workloadOf(points);
      this.#passes.clear();
    }
    const kept = this.#passes.get(request.case);
    if (kept !== undefined) return kept;
    const pass = one.prepare(this.#workload);
    for (let count = 0; count < WARM_UP_PASSES; count++) pass();
    this.#passes.set(request.case, pass);
    return pass;
  }

  run(request: PassRequest): PassReply {
    const needs = COMPARED_CASES.find(({ name }) => name === request.case)?.needs ?? [];
    const missing = missingFunction(needs);
    if (missing !== undefined) return { nanoseconds: 0, answers: "", missing };
    const pass = this.#prepare(request);
    let sum = 0;
    const nanoseconds = cpuNanoseconds(() => {
      sum = pass();
    });
    const points = (this.#workload?.points.length ?? 0) / 2;
    return { nanoseconds: nanoseconds / points, answers: `${sum}`, missing };
  }
}

if (process.argv[1] === THIS_FILE) {
  const passes = new Passes(Number(process.argv[2]));
  process.on("message", (request: PassRequest) => process.send?.(passes.run(request)));
}
