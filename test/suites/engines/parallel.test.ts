/** Jobs of many files: GNU parallel, as docs/engines.md calls it; a task is killed. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import type { Coordinate } from "../../../src/index.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import {
  blocksOf,
  expectRows,
  installCommand,
  linesOf,
  linesOfPoints,
  localText,
  manyPoints,
  timed,
  vectorPoints,
} from "./engine.ts";

const FILES = 8;
const ROWS_OF_FILE = 60_000;

const folder = createFolder();
const files: (readonly Coordinate[])[] = [vectorPoints()];
for (let at = 1; at < FILES; at++) {
  files.push(manyPoints(FILES * ROWS_OF_FILE).slice(at * ROWS_OF_FILE, (at + 1) * ROWS_OF_FILE));
}
let shell: (script: string) => void;

beforeAll(() => {
  const env = installCommand(folder.path(""));
  shell = (script) =>
    void execFileSync("sh", ["-euc", script], { cwd: folder.path(""), env, stdio: "pipe" });
  mkdirSync(folder.path("points"));
  for (const [at, points] of files.entries()) {
    folder.write(`points/${at}.csv`, `lat,lon\n${linesOfPoints(points, ",")}`);
  }
});

/** Runs the example of the document, and compares each file with the library. */
async function convertFiles(name: string): Promise<void> {
  const [example = ""] = blocksOf("GNU parallel and Slurm", "sh");
  const rows = files.reduce((sum, { length }) => sum + length, 0);
  await timed(`GNU parallel: ${name}`, rows, () => shell(example.replace(/^npm install.*$/m, "")));
  for (const [at, points] of files.entries()) {
    const coded = linesOf(folder.read(`coded/${at}.csv`)).slice(1);
    const codes = coded.map((row) => row.split(",").slice(2, 4).join(" ").trim());
    expectRows(
      codes,
      points.map((point) => localText(point, "")),
    );
  }
  rmSync(folder.path("coded"), { recursive: true });
}

it("files have the mapcodes of the library", () => convertFiles("files of csv"));

it("also if a task is killed while it writes, and repeated", async () => {
  const program = folder.path("bin/mapcoded");
  const kill = 'if mkdir killed 2>/dev/null; then timeout -s KILL 0.3 "$0" "$@"; exit 137; fi\n';
  folder.write("bin/mapcoded", folder.read("bin/mapcoded").replace("exec", `${kill}exec`));
  chmodSync(program, 0o755);
  await convertFiles("with a killed task");
});

it("parts of standard input become what the whole of it becomes", () => {
  folder.write("points.txt", linesOfPoints(files[0], " "));
  const inParts = "parallel --pipe --block 50k -k mapcoded encode --quiet --workers 1";
  shell(`${inParts} < points.txt > coded.txt; mapcoded encode --quiet points.txt > whole.txt`);
  expect(folder.read("coded.txt") === folder.read("whole.txt")).toBe(true);
});
