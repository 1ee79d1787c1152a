/** Files of other people on the command line: as files, as standard input, and under a name of another format. */
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import type { RightCase } from "./cases/case.ts";
import { bytesOf, CASES, pathOf, titleOf, wordsOf } from "./cases/index.ts";
import { expectRight, type Outcome, rowTexts } from "./check.ts";
import { type Ended, runHere } from "./program.ts";

/** Runs a case, quietly, so that only errors and warnings are printed. @param input a path, or standard input */
function runCase(
  { decode, options }: RightCase,
  input: string | Uint8Array,
  more = "",
): Promise<Ended> {
  const isPath = typeof input === "string";
  const command = [decode ? "decode" : "encode", ...(isPath ? [input] : [])];
  const args = [...command, ...wordsOf(options), ...wordsOf(more), "-q"];
  return runHere(args, isPath ? undefined : input);
}

/** Converts a case to ndjson. */
async function outcomeOf(
  rightCase: RightCase,
  input: string | Uint8Array,
  more = "",
): Promise<Outcome> {
  const { code, out, err } = await runCase(rightCase, input, `${more} --to ndjson`);
  if (code !== 0 && out === "") {
    expect(rightCase.exits ?? [2], err).toContain(code);
    return { isStopped: true, rows: [], message: err, warnings: "" };
  }
  const rows = rowTexts(out, rightCase.decode);
  const isHopeless = rows.every((row) => row.startsWith("fails: "));
  expect(code, err).toBe(isHopeless ? 1 : 0);
  // If all rows fail, the program says why.
  return { isStopped: false, rows, message: err, warnings: isHopeless ? "" : err };
}

/** Expects that an output in the format of the input has the same results. */
function expectSameResults({ code, out }: Ended, { isStopped, rows }: Outcome): void {
  if (isStopped) expect([code === 0, out]).toEqual([false, ""]);
  let at = 0;
  for (const row of rows) {
    if (row.startsWith("fails: ")) continue;
    const result = row.split(" ").at(-1) ?? "";
    at = out.indexOf(result, at);
    expect(at, `${result} in ${out}`).toBeGreaterThanOrEqual(0);
  }
}

const RUNS = new Map<RightCase, Promise<Ended>>();
const OUTCOMES = new Map<RightCase, Promise<Outcome>>();

/** The run of a file in its own format. All tests of a case share it. */
function runOf(rightCase: RightCase): Promise<Ended> {
  const run = RUNS.get(rightCase) ?? runCase(rightCase, pathOf(rightCase));
  RUNS.set(rightCase, run);
  return run;
}

/** The outcome of a file under its own name. All tests of a case share it. */
function outcomeOfFile(rightCase: RightCase): Promise<Outcome> {
  const outcome = OUTCOMES.get(rightCase) ?? outcomeOf(rightCase, pathOf(rightCase));
  OUTCOMES.set(rightCase, outcome);
  return outcome;
}

describe("a file", () => {
  for (const rightCase of CASES) {
    it(titleOf(rightCase), async () => {
      const path = pathOf(rightCase);
      await expectRight(rightCase, (more) => {
        return more === "" ? outcomeOfFile(rightCase) : outcomeOf(rightCase, path, more);
      });
      expectSameResults(await runOf(rightCase), await outcomeOfFile(rightCase));
    });
  }
});

describe("standard input", () => {
  for (const rightCase of CASES) {
    it(titleOf(rightCase), async () => {
      const bytes = bytesOf(rightCase);
      await expectRight(rightCase, (more) => outcomeOf(rightCase, bytes, more));
      const asFile = await runOf(rightCase);
      const asInput = await runCase(rightCase, bytes);
      expect([asInput.code, asInput.out]).toEqual([asFile.code, asFile.out]);
    });
  }
});

describe("a file with the name of another format", () => {
  const { write } = createFolder();
  for (const [at, rightCase] of CASES.entries()) {
    it(titleOf(rightCase), async () => {
      const bytes = bytesOf(rightCase);
      const isJson = /json/.test(rightCase.file) || /^[[{]/.test(bytes.toString("latin1"));
      const path = write(`${at}${isJson ? ".csv" : ".json"}`, bytes);
      const named = await outcomeOfFile(rightCase);
      const { isStopped, rows } = await outcomeOf(rightCase, path);
      expect({ isStopped, rows }).toEqual({ isStopped: named.isStopped, rows: named.rows });
    });
  }
});
