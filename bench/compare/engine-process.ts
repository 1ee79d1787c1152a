/**
 * Runs single passes of the engine that MAPCODED_ENGINE names, one for each message from parts.ts, so that the
 * passes of two engines can alternate.
 */
import { missingFunction } from "../engine.ts";
import { COMPARED_CASES, type Workload, workloadOf } from "../engine-cases.ts";
import { makePointSets } from "../point-sets.ts";
import type { Sample } from "./round.ts";

/** Asks for one pass of a case over a set. */
export interface PassRequest {
  readonly set: string;
  readonly case: string;
}

export interface PassReply extends Sample {
  /** The function that the case needs and the engine lacks. The sample is then empty. */
  readonly missing: string | undefined;
}

/** Passes before the first one of a case that counts, in which V8 compiles the loop. */
const WARM_UP_PASSES = 8;

const pointsPerSet = Number(process.argv[2]);
const sets = makePointSets(pointsPerSet);
let workload: Workload | undefined;
let current: (PassRequest & { readonly pass: () => number }) | undefined;

/** Prepares another case, and another set when it is the first case of it. */
function prepare(request: PassRequest): () => number {
  const one = COMPARED_CASES.find(({ name }) => name === request.case);
  const set = sets.find(({ name }) => name === request.set);
  if (one === undefined || set === undefined) throw new Error("There is no such set or case.");
  if (workload?.points !== set.points) workload = workloadOf(set.points);
  const pass = one.prepare(workload);
  for (let count = 0; count < WARM_UP_PASSES; count++) pass();
  return pass;
}

/** User and system time. The kernel counts their sum exactly, but splits it by sampling every few ms. */
function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function run(request: PassRequest): PassReply {
  if (current?.set !== request.set || current.case !== request.case) {
    const needs = COMPARED_CASES.find(({ name }) => name === request.case)?.needs ?? [];
    const missing = missingFunction(needs);
    if (missing !== undefined) return { nanoseconds: 0, answers: "", missing };
    current = { ...request, pass: prepare(request) };
  }
  const before = cpuMicroseconds();
  const sum = current.pass();
  const microseconds = cpuMicroseconds() - before;
  return {
    nanoseconds: (1000 * microseconds) / pointsPerSet,
    answers: `${sum}`,
    missing: undefined,
  };
}

process.on("message", (request: PassRequest) => process.send?.(run(request)));
