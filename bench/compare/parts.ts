/**
 * The parts of a comparison, and how the engine and the command line are compared. The cost of a case is CPU
 * time: wall time would count what other processes do in between.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Conversion, convert } from "../batch/conversion.ts";
import { FORMAT_CASES, START, writeFormatInputs } from "../batch/formats.ts";
import { COMPARED_CASES } from "../engine-cases.ts";
import { runPass, startEngine } from "../engine-process.ts";
import type { ComparedPart } from "../options.ts";
import { SET_NAMES, spherePoints } from "../point-sets.ts";
import type { ComparedCase, OpenPart, Sample, Workspace } from "./round.ts";
import { openServices } from "./services.ts";
import type { PartLabels } from "./verdict.ts";

/** Starts a process for each engine, and lets them run single passes alternately. */
function openEngines({ before, after, sizes }: Workspace): OpenPart {
  const engines = [before, after].map((folder) => startEngine(sizes.pointsPerSet, folder));
  const passes = SET_NAMES.flatMap((set) =>
    COMPARED_CASES.map(({ name }) => ({ set, case: name })),
  );
  const caseOf = (pass: (typeof passes)[number]): ComparedCase => ({
    name: `${pass.set}: ${pass.case}`,
    pairs: sizes.samples,
    async prepare() {
      const [takeBefore, takeAfter] = engines.map((engine) => () => runPass(engine, pass));
      // The first pass of a case warms up. It also shows whether the engine has the functions.
      const missing = (await takeBefore()).missing ?? (await takeAfter()).missing;
      return missing === undefined ? [takeBefore, takeAfter] : `one engine has no ${missing}`;
    },
  });
  return {
    cases: passes.map(caseOf),
    close() {
      for (const engine of engines) engine.kill();
    },
  };
}

/** Pairs of samples in each round. */
const CONVERSION_PAIRS = 3;

/** Writes the inputs of the conversions. */
export function prepareFiles({ files, sizes }: Workspace): void {
  writeFormatInputs(files, spherePoints(sizes.rows, 5_000));
  const inputs = FORMAT_CASES.map(({ input }) => input);
  for (const one of FORMAT_CASES) if (inputs.includes(one.output)) convert(one, files);
}

/** Each sample is a run of the command in a process of its own. */
function openConversions({ before, after, files, sizes }: Workspace): OpenPart {
  const caseOf = (conversion: Conversion): ComparedCase => {
    const rows = conversion === START ? 1 : sizes.rows;
    const samplesOf = (checkout: string) => async (): Promise<Sample> => {
      const { userMicroseconds, systemMicroseconds } = convert(conversion, files, checkout);
      const output = readFileSync(join(files, conversion.output));
      const answers = createHash("sha256").update(output).digest("hex");
      return { nanoseconds: (1000 * (userMicroseconds + systemMicroseconds)) / rows, answers };
    };
    return {
      name: conversion.name,
      pairs: CONVERSION_PAIRS,
      async prepare() {
        try {
          // The commit may lack an option. This checkout may not: its errors end the comparison.
          await samplesOf(before)();
        } catch (error) {
          return error instanceof Error ? error.message : `${error}`;
        }
        return [samplesOf(before), samplesOf(after)];
      },
    };
  };
  return { cases: [...FORMAT_CASES, START].map(caseOf), close() {} };
}

interface Part extends PartLabels {
  readonly open: (workspace: Workspace) => OpenPart | Promise<OpenPart>;
}

export const COMPARED: Readonly<Record<ComparedPart, Part>> = {
  engine: {
    open: openEngines,
    unit: "point or text",
    notCovered:
      "country restrictions, alphabets, bytes on the heap (test/codec/allocations.slow.test.ts)",
  },
  batch: {
    open: openConversions,
    unit: "row, with its share of the start of the process",
    notCovered: "several workers, compressed files, bad rows, memory, wall time",
  },
  http: {
    open: openServices,
    unit: "request, or per line of a batch request",
    notCovered:
      "requests per second and latency (`npm run bench -- --only http` with wrk), the transport on " +
      "node:http, several workers, error replies",
  },
};
