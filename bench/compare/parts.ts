/**
 * The parts of a comparison, and how the engine and the command line are compared. The cost of a case is CPU
 * time: wall time would count what other processes do in between.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FORMAT_CASES, type FormatCase, runCase, writeFormatInputs } from "../batch-formats.ts";
import { convertFile } from "../command.ts";
import { ENGINE_VARIABLE } from "../engine.ts";
import { COMPARED_CASES } from "../engine-cases.ts";
import { ROOT } from "../http/servers.ts";
import type { ComparedPart, CompareSizes } from "../options.ts";
import { SET_NAMES, spherePoints } from "../point-sets.ts";
import type { PassReply, PassRequest } from "./engine-process.ts";
import {
  type CaseFilter,
  type CaseRound,
  type LeftOut,
  type MeasureRound,
  measureCase,
  type Round,
  type Sample,
  type Workspace,
} from "./round.ts";
import { compareServices } from "./services.ts";
import type { PartLabels } from "./verdict.ts";

const ENGINE_PROCESS = fileURLToPath(new URL("engine-process.ts", import.meta.url));

function startEngine(folder: string, { pointsPerSet }: CompareSizes): ChildProcess {
  const engine = pathToFileURL(join(folder, "dist/index.js")).href;
  return fork(ENGINE_PROCESS, [`${pointsPerSet}`], {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, [ENGINE_VARIABLE]: engine },
  });
}

async function runPass(child: ChildProcess, pass: PassRequest): Promise<PassReply> {
  const replied = once(child, "message");
  child.send(pass);
  const [reply] = await replied;
  return reply;
}

/** Starts a process for each engine, and lets them run single passes alternately. */
async function compareEngines(workspace: Workspace, isIncluded: CaseFilter): Promise<Round> {
  const { before, after, sizes } = workspace;
  const [ofBefore, ofAfter] = [startEngine(before, sizes), startEngine(after, sizes)];
  const cases: CaseRound[] = [];
  const leftOut: LeftOut[] = [];
  try {
    for (const set of SET_NAMES) {
      for (const { name } of COMPARED_CASES) {
        const fullName = `${set}: ${name}`;
        if (!isIncluded(fullName)) continue;
        const pass = { set, case: name };
        // The first pass of a case warms up. It also shows whether the engine has the functions.
        const replies = [await runPass(ofBefore, pass), await runPass(ofAfter, pass)];
        const missing = replies.find((reply) => reply.missing !== undefined)?.missing;
        if (missing !== undefined) {
          leftOut.push({ name: fullName, reason: `one engine has no ${missing}` });
          continue;
        }
        const takeBefore = () => runPass(ofBefore, pass);
        const takeAfter = () => runPass(ofAfter, pass);
        cases.push(await measureCase(fullName, sizes.samples, takeBefore, takeAfter));
      }
    }
  } finally {
    ofBefore.kill();
    ofAfter.kill();
  }
  return { cases, leftOut };
}

interface Conversion extends FormatCase {
  /** Rows of the input; as many as CompareSizes has, unless given. */
  readonly rows?: number;
}

const CONVERSIONS: readonly Conversion[] = [
  ...FORMAT_CASES,
  {
    name: "start, and encode one line",
    args: ["encode"],
    input: "one.txt",
    output: "one-out.txt",
    rows: 1,
  },
];

/** Pairs of samples in each round. */
const CONVERSIONS_PER_ROUND = 3;

/** Writes the inputs of the conversions. */
export function prepareFiles({ files, sizes }: Workspace): void {
  writeFileSync(join(files, "one.txt"), "52.376514 4.908543\n");
  writeFormatInputs(files, spherePoints(sizes.rows, 5_000));
  const inputs = FORMAT_CASES.map(({ input }) => input);
  for (const one of FORMAT_CASES) if (inputs.includes(one.output)) runCase(one, files);
}

function digestOfFile(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Each sample is a run of the command in a process of its own. */
async function compareConversions(workspace: Workspace, isIncluded: CaseFilter): Promise<Round> {
  const { before, after, files, sizes } = workspace;
  const cases: CaseRound[] = [];
  const leftOut: LeftOut[] = [];
  for (const { name, args, input, output, rows = sizes.rows } of CONVERSIONS) {
    if (!isIncluded(name)) continue;
    const path = join(files, output);
    const sampleOf = (folder: string) => async (): Promise<Sample> => {
      const run = convertFile(folder, args, join(files, input), path);
      const nanoseconds = (1000 * (run.userMicroseconds + run.systemMicroseconds)) / rows;
      return { nanoseconds, answers: digestOfFile(path) };
    };
    try {
      // The commit may lack an option. This checkout may not: its errors end the comparison.
      await sampleOf(before)();
    } catch (error) {
      leftOut.push({ name, reason: error instanceof Error ? error.message : `${error}` });
      continue;
    }
    cases.push(await measureCase(name, CONVERSIONS_PER_ROUND, sampleOf(before), sampleOf(after)));
  }
  return { cases, leftOut };
}

interface Part extends PartLabels {
  readonly measure: MeasureRound;
}

export const COMPARED: Readonly<Record<ComparedPart, Part>> = {
  engine: {
    measure: compareEngines,
    unit: "point or text",
    notCovered:
      "country restrictions, alphabets, bytes on the heap (test/codec/allocations.slow.test.ts)",
  },
  batch: {
    measure: compareConversions,
    unit: "row, with its share of the start of the process",
    notCovered: "several workers, compressed files, bad rows, memory, wall time",
  },
  http: {
    measure: compareServices,
    unit: "request, or per line of a batch request",
    notCovered:
      "requests per second and latency (`npm run bench -- --only http` with wrk), the transport on " +
      "node:http, several workers, error replies",
  },
};
