/** Jobs of many files: GNU parallel, as docs/engines.md calls it; a task is killed. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Coordinate } from "../../../src/index.ts";
import { type EngineCheck, engineOf, expectRows, timed } from "./engine.ts";
import { installCommand, npmVariables } from "./engine-command.ts";
import { localText, manyPoints, vectorPoints } from "./engine-points.ts";
import { blocksOf } from "./examples.ts";

/** What installCommand has done. */
const INSTALLING = "npm install --global mapcoded-cli\n";

const FILES = 8;
const ROWS_OF_FILE = 60_000;

/** A folder with files of points, and the command. */
class JobFolder {
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly #files: readonly (readonly Coordinate[])[];

  constructor(path: string) {
    this.path = path;
    this.environment = {
      ...process.env,
      ...npmVariables(path),
      PATH: `${installCommand(path)}${delimiter}${process.env.PATH}`,
    };
    const many = manyPoints();
    const slices = Array.from({ length: FILES - 1 }, (_, index) =>
      many.slice(index * ROWS_OF_FILE, (index + 1) * ROWS_OF_FILE),
    );
    this.#files = [vectorPoints(), ...slices];
    mkdirSync(join(this.path, "points"));
    for (const [index, points] of this.#files.entries()) {
      const rows = points.map(({ latDeg, lonDeg }, id) => `${id},${latDeg},${lonDeg}\n`);
      writeFileSync(join(this.path, `points/${index}.csv`), `id,lat,lon\n${rows.join("")}`);
    }
  }

  get rows(): number {
    return this.#files.reduce((rows, points) => rows + points.length, 0);
  }

  run(program: string, args: readonly string[]): Promise<number> {
    const child = spawn(program, args, {
      cwd: this.path,
      env: this.environment,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return new Promise((resolve, reject) => {
      child.on("error", reject).on("close", (code) => resolve(code ?? 1));
    });
  }

  /** Compares each file with the library, and removes them. */
  checkFiles(name: string): void {
    for (const [index, points] of this.#files.entries()) {
      const text = readFileSync(join(this.path, `coded/${index}.csv`), "utf8");
      const rows = text.split("\n").slice(1, -1);
      const mapcodes = rows.map((row) => {
        const [id, , , territory, code] = row.split(",");
        return `${id},${code === "" ? "" : `${territory} ${code}`}`;
      });
      const expected = points.map((point, id) => `${id},${localText(point, "")}`);
      expectRows(`${name}, file ${index}`, mapcodes, expected);
    }
    rmSync(join(this.path, "coded"), { recursive: true });
  }

  /** Lets the next process of the command be killed while it writes. */
  killNext(): void {
    const program = join(this.path, "bin/mapcoded");
    const text = readFileSync(program, "utf8");
    const mark = join(this.path, "killed");
    const once = `if mkdir "${mark}" 2>/dev/null; then timeout -s KILL 0.3 "$0" "$@"; exit 137; fi\n`;
    writeFileSync(program, text.replace("exec", `${once}exec`));
    chmodSync(program, 0o755);
  }
}

/** Runs the example of the document twice: undisturbed, and with a task that is killed and repeated. */
async function checkJobs(folder: JobFolder): Promise<EngineCheck[]> {
  const [block = ""] = blocksOf("GNU parallel and Slurm", "sh");
  const example = block.replace(INSTALLING, "");
  const run = () => folder.run("sh", ["-euc", example]);
  const [status, cost] = await timed(run);
  if (status !== 0) throw new Error(`The example ends with ${status}.`);
  folder.checkFiles("undisturbed");
  folder.killNext();
  if ((await run()) !== 0) throw new Error("With a killed task, the example fails.");
  folder.checkFiles("with a killed task");
  const name = `${FILES} files of CSV, mapcoded encode --workers 1`;
  return [
    { name, rows: folder.rows, ...cost },
    { name: "the same with a task killed", rows: folder.rows },
  ];
}

/** The filter of docs/command-line.md: what parts of standard input become is what the whole of it becomes. */
function checkFilter({ path, environment }: JobFolder): EngineCheck {
  const points = vectorPoints();
  const lines = points.map(({ latDeg, lonDeg }) => `${latDeg} ${lonDeg}\n`);
  writeFileSync(join(path, "points.txt"), lines.join(""));
  const inParts = "parallel --pipe --block 50k -k mapcoded encode --quiet --workers 1";
  const script = `${inParts} < points.txt > coded.txt && mapcoded encode --quiet points.txt > whole.txt`;
  execFileSync("sh", ["-c", script], { cwd: path, env: environment });
  const rowsOf = (name: string) => readFileSync(join(path, name), "utf8").split("\n");
  expectRows("parallel --pipe", rowsOf("coded.txt"), rowsOf("whole.txt"));
  return { name: "a filter of parts of standard input", rows: points.length };
}

export const parallel = engineOf({
  name: "GNU parallel",
  open: (folder) => new JobFolder(folder),
  checks: [checkJobs, checkFilter],
  version() {
    const [line] = execFileSync("parallel", ["--version"], { encoding: "utf8" }).split("\n");
    return line.replace("GNU parallel ", "");
  },
});
