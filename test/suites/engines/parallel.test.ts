/** Jobs of many files with GNU parallel, as in docs/engines.md; a task is killed. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { delimiter } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createFolder } from "../../support/temporary-folder.ts";
import * as engine from "./engine.ts";

const ROWS_OF_FILE = 60_000;

const folder = createFolder();
const points = engine.manyPoints(8 * ROWS_OF_FILE);
const local = points.map((point) => engine.localText(point, ""));
const parts = Array.from({ length: 8 }, (_, at) => [at * ROWS_OF_FILE, (at + 1) * ROWS_OF_FILE]);
const [, ...example] = engine.blocksOf("GNU parallel and Slurm", "sh")[0].split("\n");
let shell: (script: string) => void;

beforeAll(() => {
  mkdirSync(folder.path("points"));
  mkdirSync(folder.path("killing"));
  const paths = { [example.join("\n")]: "" };
  const { PATH, ...others } = engine.install("GNU parallel and Slurm", folder.path(""), paths);
  const env = { ...others, PATH: [folder.path("killing"), PATH].join(delimiter) };
  shell = (script) =>
    void execFileSync("sh", ["-euc", script], { cwd: folder.path(""), env, stdio: "pipe" });
  for (const [at, [start, end]] of parts.entries()) {
    const lines = engine.linesOfPoints(points.slice(start, end), ",");
    folder.write(`points/${at}.csv`, `lat,lon\n${lines}`);
  }
});

it.each([
  "files of csv",
  "with a killed task",
])("%s have the mapcodes of the library", async (name) => {
  if (name.includes("killed")) {
    const kill = "if mkdir killed 2>/dev/null; then timeout -s KILL 0.3";
    const command = folder.path("bin/mapcoded");
    const script = `#!/bin/sh\n${kill} ${command} "$@"; exit 137; fi\nexec ${command} "$@"\n`;
    chmodSync(folder.write("killing/mapcoded", script), 0o755);
  }
  await engine.timed(`GNU parallel: ${name}`, points.length, () => shell(example.join("\n")));
  for (const [at, [start, end]] of parts.entries()) {
    const [, ...rows] = engine.linesOf(folder.read(`coded/${at}.csv`));
    const codes = rows.map((row) => row.split(",").slice(2, 4).join(" ").trim());
    engine.expectRows(codes, local.slice(start, end));
  }
  rmSync(folder.path("coded"), { recursive: true });
});

it("parts of standard input become what the whole of it becomes", () => {
  folder.write("points.txt", engine.linesOfPoints(engine.VECTOR_POINTS, " "));
  const inParts = "parallel --pipe --block 50k -k mapcoded encode --quiet --workers 1";
  shell(`${inParts} < points.txt > coded.txt; mapcoded encode --quiet points.txt > whole.txt`);
  expect(folder.read("coded.txt") === folder.read("whole.txt")).toBe(true);
});
