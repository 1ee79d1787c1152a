/** The script of GNU parallel and Slurm, without them. `npm run test:engines` runs it in both. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMAND, ROOT } from "../../scripts/paths.js";

const SCRIPT = join(ROOT, "deploy/jobs/code-files.sh");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mapcoded-code-files-"));
  for (const name of ["bin", "points", "others"]) mkdirSync(join(folder, name));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`;
  writeFileSync(join(folder, "bin/mapcoded"), program);
  chmodSync(join(folder, "bin/mapcoded"), 0o755);
  writeFileSync(join(folder, "points/a.csv"), "lat,lon\n52.376514,4.908543\n");
  writeFileSync(join(folder, "points/b.csv"), "1,52.376514,4.908543\n2,0,-30\n");
  writeFileSync(join(folder, "files.txt"), "points/a.csv\r\npoints/b.csv");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script, as a task of Slurm if that has a number. @returns its exit code and what it says of an error */
function run(args: readonly string[], taskOfSlurm?: number): [number | null, string] {
  const PATH = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
  const task = taskOfSlurm === undefined ? {} : { SLURM_ARRAY_TASK_ID: `${taskOfSlurm}` };
  const env = { ...process.env, PATH, ...task };
  const { status, stderr } = spawnSync("sh", [SCRIPT, ...args], { cwd: folder, env });
  return [status, `${stderr}`];
}

const coded = (name: string) => readFileSync(join(folder, "coded", name), "utf8");

describe("a task of many files", () => {
  it("takes lists with CRLF, and without a line end", () => {
    expect(run(["files.txt", "coded", "1"])).toEqual([0, ""]);
    expect(coded("a.csv").split("\n")[1]).toBe("52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,");
  });

  it.each([
    ["the number of GNU parallel", ["files.txt", "coded", "2"], undefined],
    ["the number of Slurm", ["files.txt", "coded"], 2],
  ])("passes options on behind %s", (_, args, task) => {
    const options = ["--no-header", "--lat-column", "2", "--lon-column", "3", "--precision", "1"];
    expect(run([...args, ...options], task)).toEqual([0, ""]);
    expect(coded("b.csv").split("\n")).toEqual([
      "1,52.376514,4.908543,NLD,49.4V-K,VHXGB.1J9J-R,",
      expect.stringMatching(/^2,0,-30,,,[\w.]+-\w,$/),
      "",
    ]);
  });

  it("fails without a number, with one that the list lacks, and for two files of one name, as one would replace the other", () => {
    expect(run(["files.txt", "coded"])).toEqual([
      2,
      expect.stringContaining("Usage: code-files.sh"),
    ]);
    expect(run(["files.txt", "coded", "3"])).toEqual([2, expect.stringContaining("has no line 3")]);
    writeFileSync(join(folder, "files.txt"), "points/a.csv\r\nothers/a.csv\r\n");
    expect(run(["files.txt", "coded", "1"])).toEqual([
      2,
      "files.txt has several files named a.csv. Give each a name of its own.\n",
    ]);
  });
});
