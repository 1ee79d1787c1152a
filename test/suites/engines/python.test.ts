/** The Python package by itself, and in Spark and Dask, where processes are killed. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, expect, it } from "vitest";
import { listenTo } from "../../cli/command.ts";
import { installPackage } from "../../support/python-tools.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import * as engine from "./engine.ts";

const folder = createFolder();
const cwd = folder.path("");
const points = engine.manyPoints(200_000);
/** The mapcodes of all points, and of one that is missing. */
const codes = [...points.map((point) => engine.localText(point, "")), ""];

let env: NodeJS.ProcessEnv;
const python = (...args: readonly string[]) =>
  execFileSync("python", args, { cwd, env, encoding: "utf8" }).trim();

beforeAll(() => {
  const programs = installPackage(join(import.meta.dirname, "requirements.txt"));
  env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  const rows = engine.linesOf(`${engine.linesOfPoints(points, ",")},\n`);
  folder.write("points.csv", rows.map((row, id) => `${id},${row}\n`).join(""));
});

/** Runs jobs.py, prints the speed of each job, and compares its NAME.tsv with the library. */
async function checkJobs(name: string, examples: readonly string[]): Promise<void> {
  const job = spawn("python", [join(import.meta.dirname, "jobs.py"), name], { cwd, env });
  const closed = once(job, "close");
  const said = listenTo(job);
  job.stdin.end(JSON.stringify(examples));
  for await (const line of createInterface({ input: job.stdout })) {
    const { name: way, seconds, cpuSeconds } = JSON.parse(line);
    engine.printSpeed(`${name}: ${way}`, codes.length, seconds, cpuSeconds);
    if (way === "copied") continue;
    const rows = engine.linesOf(folder.read(`${way}.tsv`));
    // Without ids, the order of answers is undefined.
    if (way === "TRANSFORM") engine.expectRows(rows.toSorted(), codes.toSorted());
    else
      engine.expectRows(
        rows,
        codes.map((code, id) => `${id}\t${code}`),
      );
  }
  expect(await closed, said.err.slice(0, 3000)).toEqual([0, null]);
}

it("the package runs the example of the document", () => {
  python("-c", engine.blocksOf("Python", "python").join(""));
});

it("the package converts a table of pyarrow", async () => {
  const program = `
import mapcoded, pyarrow.csv
table = pyarrow.csv.read_csv("points.csv", pyarrow.csv.ReadOptions(column_names=["id", "lat", "lon"]))
pyarrow.csv.write_csv(mapcoded.encode(table).select(["territory", "mapcode"]), "coded.csv")`;
  await engine.timed("Python: csv by pyarrow", codes.length, () => python("-c", program));
  const [, ...rows] = engine.linesOf(folder.read("coded.csv"));
  engine.expectRows(rows, codes, (code) => (code === "" ? "," : `"${code.replace(" ", '","')}"`));
});

it("Dask converts by the example of the document, also while a worker is killed", async () => {
  await checkJobs("dask", [engine.blocksOf("Dask", "python").join("")]);
});

it("Spark converts by the examples of the document, also while processes are killed", async () => {
  const home = python("-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))");
  Object.assign(env, { PYSPARK_PYTHON: "python", SPARK_HOME: home, SPARK_LOCAL_IP: "127.0.0.1" });
  // Jobs of seconds take half the time without the compiler that optimizes.
  env.JAVA_TOOL_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
  await checkJobs("spark", [...engine.blocksOf("Spark", "python"), ...engine.sqlExamples("Spark")]);
});
