/** Commands in messages, with the programs that they name; shells; single points and mapcodes. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAIN, run } from "../cli/command.ts";
import { hasProgram } from "../support/programs.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { GOUDA, UTRECHT } from "./cases/case.ts";
import { CASES, pathOf, titleOf } from "./cases/index.ts";
import { expectRows, rowTexts } from "./check.ts";
import { runHere } from "./program.ts";

const { path, read, write } = createFolder();

/** The command that a message puts before mapcoded. */
const COMMAND = /jq -c '[^']*'|(?:unzip -p|xz -dc|bzip2 -dc)/;

describe("a message has a command that makes rows", () => {
  for (const rightCase of CASES) {
    const { piped } = rightCase;
    if (!piped) continue;
    it(titleOf(rightCase), async ({ skip }) => {
      const file = pathOf(rightCase);
      for (const input of [undefined, readFileSync(file)]) {
        const { err } = await runHere(["encode", ...(input ? [] : [file]), "-q"], input);
        const [command = ""] = COMMAND.exec(err) ?? [];
        expect(command, err).not.toBe("");
        skip(!hasProgram(command.split(" ")[0]));
        const made = execFileSync("bash", ["-c", `${command} ${file}`]);
        const { code, out } = await runHere(["encode", "--to", "ndjson", "-q"], made);
        expect(code).toBe(0);
        expectRows(rowTexts(out), piped);
      }
    });
  }
});

describe("a table", () => {
  it("of a process of the shell is read by its bytes", () => {
    const line = `"${process.execPath}" "${MAIN}" encode <(cat test/cases/table.dat) --to ndjson -q`;
    const { status, stdout } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
    expect(status).toBe(0);
    expectRows(rowTexts(stdout), [UTRECHT, GOUDA]);
  });

  it("without an ending in its name is read by its bytes", async () => {
    const file = write("table", readFileSync("test/cases/table.dat"));
    const { code, out } = await runHere(["encode", file, "--to", "ndjson", "-q"]);
    expect(code).toBe(0);
    expectRows(rowTexts(out), [UTRECHT, GOUDA]);
  });

  it("of rows that all fail gives the same bytes in each run", async () => {
    const file = write("bad.csv", `lat,lon\n${"north,east\n".repeat(300_000)}`);
    const outputs: string[] = [];
    for (const workers of ["1", "2", "auto"]) {
      const output = path(`out-${workers}.csv`);
      const { code } = await run(["encode", file, "-o", output, "-j", workers, "-q"]);
      expect(code).toBe(1);
      outputs.push(read(`out-${workers}.csv`));
    }
    expect(outputs[0]?.split("\n")).toHaveLength(300_002);
    expect(outputs[1] === outputs[0] && outputs[2] === outputs[0]).toBe(true);
  });
});

describe("a point or mapcode as arguments", () => {
  for (const [args, right] of [
    [["encode", "--lon-first", "5.12142,52.09073"], /^NLD QS\.P4\b/],
    [["encode", "52", "22.591", "4", "54.513"], /^NLD 49\.4V\n(?:NLD .*\n)*AAA VHXGB\.1J9J\n$/],
    [["decode", "PTS.CSV", "-t", "NLD"], /^\d+\.\d+ \d+\.\d+\n$/],
  ] as const) {
    it(args.join(" "), async () => {
      const { code, out, err } = await runHere(args);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toMatch(right);
    });
  }

  it("decode Netherlands 49.4V", async () => {
    const { code, out, err } = await runHere(["decode", "Netherlands 49.4V"]);
    if (code === 0) expect(out).toBe("52.376514 4.908543375\n");
    else expect(err).toContain("NLD");
  });
});
