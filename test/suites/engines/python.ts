/** Engines of Python: runs a script with the package of Python, on a file of points. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { PACKAGE } from "../../../scripts/build-python.ts";
import type { Coordinate } from "../../../src/index.ts";
import { installPackage } from "../../support/python-tools.ts";
import { type Cost, type EngineCheck, engineOf, expectRows, timed } from "./engine.ts";
import { localText, manyPoints, vectorPoints } from "./engine-points.ts";
import { blocksOf } from "./examples.ts";

/** How many points are converted beside the vectors. A million takes twice as long and tells no more. */
const FEW = 500_000;

/** The job that only reads and writes rows, to compare with. */
const COPIED = "copied";

/** The job whose answers come without the ids of their rows, and so without an order. */
const WITHOUT_IDS = "TRANSFORM";

/** A line that a script writes for each of its jobs. */
interface JobReport extends Cost {
  /** The name of the job, which has written NAME.tsv. */
  readonly name: string;
  /** The most memory that a process of mapcoded took, where that is measured. */
  readonly megabytes?: number;
}

export class PythonEngine {
  readonly folder: string;
  /** The folder with the programs of the package and of the engines. */
  readonly programs: string;
  readonly python: string;
  readonly environment: NodeJS.ProcessEnv;

  /**
   * @param folder where scripts run and write
   * @param requirements the file that names what they need
   */
  constructor(folder: string, requirements = join(import.meta.dirname, "requirements.txt")) {
    this.folder = folder;
    this.programs = installPackage(requirements);
    this.python = join(this.programs, "python");
    this.environment = {
      ...process.env,
      PATH: `${this.programs}${delimiter}${process.env.PATH}`,
    };
  }

  /** The value of an expression after an import. */
  evaluate(module: string, expression: string): string {
    const args = ["-c", `import ${module}; print(${expression})`];
    return execFileSync(this.python, args, { encoding: "utf8" }).trim();
  }

  /**
   * Runs a script on points.csv, which has all vectors, a row without a point, and points all over the Earth.
   * @param checks what the jobs of the script do, by their names
   * @param passed is told when a job has passed
   * @throws Error with the first lines of what the script wrote to standard error, if it fails
   */
  async checkJobs(
    script: string,
    args: readonly string[],
    input: string,
    checks: Readonly<Record<string, string>>,
    passed: (check: EngineCheck) => void,
  ): Promise<[]> {
    const codes = this.#writePoints();
    const job = spawn(this.python, [join(import.meta.dirname, script), ...args], {
      env: this.environment,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const closed = once(job, "close");
    job.stdin.end(input);
    let log = "";
    job.stderr.setEncoding("utf8").on("data", (text) => {
      log += text;
    });
    for await (const line of createInterface({ input: job.stdout })) {
      const { name, seconds, cpuSeconds, megabytes }: JobReport = JSON.parse(line);
      if (name !== COPIED) this.#checkAnswers(name, codes);
      const memory = megabytes === undefined ? "" : `; ${Math.round(megabytes)} MB`;
      passed({ name: `${checks[name]}${memory}`, rows: codes.length, seconds, cpuSeconds });
    }
    const [status] = await closed;
    if (status !== 0) throw new Error(`${script} ends with ${status}: ${log.slice(0, 3000)}`);
    return [];
  }

  /** @returns the mapcode of each row, empty where there is none */
  #writePoints(): readonly string[] {
    const points = [...vectorPoints(), undefined, ...manyPoints().slice(0, FEW)];
    const line = (point: Coordinate | undefined, id: number) =>
      point ? `${id},${point.latDeg},${point.lonDeg}\n` : `${id},,\n`;
    writeFileSync(join(this.folder, "points.csv"), points.map(line).join(""));
    return points.map((point) => (point ? localText(point, "") : ""));
  }

  /** Compares the rows that a job has written. */
  #checkAnswers(name: string, codes: readonly string[]): void {
    const rows = readFileSync(join(this.folder, `${name}.tsv`), "utf8")
      .split("\n")
      .slice(0, -1);
    if (name === WITHOUT_IDS) expectRows(name, rows.toSorted(), codes.toSorted());
    else {
      const expected = codes.map((code, id) => `${id}\t${code}`);
      expectRows(name, rows, expected);
    }
  }
}

/** The package by itself: the example of the document, and a million points. */
export const pythonPackage = engineOf({
  name: "Python",
  open: (folder) => new PythonEngine(folder, join(PACKAGE, "tests/requirements.txt")),
  checks: [
    async ({ folder, python, environment }: PythonEngine): Promise<EngineCheck[]> => {
      const [example = ""] = blocksOf("Python", "python");
      const run = (program: string) =>
        execFileSync(python, ["-c", program], { cwd: folder, env: environment });
      run(example);
      const points = [...vectorPoints(), ...manyPoints()];
      const rows = points.map(({ latDeg, lonDeg }) => `${latDeg},${lonDeg}\n`);
      writeFileSync(join(folder, "points.csv"), `lat,lon\n${rows.join("")}`);
      const program = `
import mapcoded, pyarrow.csv
coded = mapcoded.encode(pyarrow.csv.read_csv("points.csv"))
pyarrow.csv.write_csv(coded.select(["territory", "mapcode"]), "coded.csv")`;
      const [, cost] = await timed(async () => run(program));
      const [, ...codes] = readFileSync(join(folder, "coded.csv"), "utf8").split("\n");
      const texts = codes
        .slice(0, -1)
        .map((row) => row.replaceAll('"', "").replace(",", " ").trim());
      expectRows(
        "encode",
        texts,
        points.map((point) => localText(point, "")),
      );
      return [{ name: "CSV by pyarrow, mapcoded.encode", rows: points.length, ...cost }];
    },
  ],
  version: (engine) => engine.evaluate("sys", "sys.version.split()[0]"),
});
