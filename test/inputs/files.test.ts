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

const { write } = createFolder();

describe("a file of other people, its bytes on standard input, and its bytes under another name", () => {
  for (const [at, rightCase] of CASES.entries()) {
    it(`are read as is right: ${titleOf(rightCase)}`, async () => {
      const path = pathOf(rightCase);
      const bytes = bytesOf(rightCase);
      const named = await outcomeOf(rightCase, path);
      await expectRight(rightCase, async (more) =>
        more === "" ? named : outcomeOf(rightCase, path, more),
      );
      const own = await runCase(rightCase, path);
      expectSameResults(own, named);
      await expectRight(rightCase, (more) => outcomeOf(rightCase, bytes, more));
      const { code, out } = await runCase(rightCase, bytes);
      expect([code, out]).toEqual([own.code, own.out]);
      const isJson = /json/.test(rightCase.file) || /^[[{]/.test(bytes.toString("latin1"));
      const other = await outcomeOf(rightCase, write(`${at}${isJson ? ".csv" : ".json"}`, bytes));
      expect([other.isStopped, other.rows]).toEqual([named.isStopped, named.rows]);
    });
  }
});
