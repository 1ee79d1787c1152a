/** The package of Python by itself, in Spark, and in Dask, where processes are killed. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, it } from "vitest";
import { installPackage } from "../../support/python-tools.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import {
  blocksOf,
  expectRows,
  linesOf,
  linesOfPoints,
  localText,
  manyPoints,
  printSpeed,
  sqlExamples,
  timed,
  vectorPoints,
} from "./engine.ts";

const folder = createFolder();
const root = folder.path("");
/** All vectors and points all over the Earth. */
const points = [...vectorPoints(), ...manyPoints(500_000)];
const codes = points.map((point) => localText(point, ""));

let env: NodeJS.ProcessEnv;
const python = (...args: readonly string[]) =>
  execFileSync("python", args, { cwd: root, env, encoding: "utf8" }).trim();

beforeAll(() => {
  const programs = installPackage(join(import.meta.dirname, "requirements.txt"));
  env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  const rows = linesOf(linesOfPoints(points, ",")).map((row, id) => `${id},${row}\n`);
  // One without a point.
  folder.write("points.csv", [...rows, `${rows.length},,\n`].join(""));
});

/** Runs a script, which prints a line for each of its jobs, and compares NAME.tsv with the library. */
async function checkJobs(script: string, input: string): Promise<void> {
  const path = join(import.meta.dirname, script);
  const job = spawn("python", [path], { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
  const closed = once(job, "close");
  let log = "";
  job.stderr.on("data", (text) => {
    log += text;
  });
  job.stdin.end(input);
  const expected = [...codes, ""].map((code, id) => `${id}\t${code}`);
  for await (const line of createInterface({ input: job.stdout })) {
    const { name, seconds, cpuSeconds } = JSON.parse(line);
    printSpeed(`${script}: ${name}`, expected.length, seconds, cpuSeconds);
    if (name === "copied") continue;
    const rows = linesOf(folder.read(`${name}.tsv`));
    // Without ids, answers have no order.
    if (name === "TRANSFORM") expectRows(rows.toSorted(), [...codes, ""].toSorted());
    else expectRows(rows, expected);
  }
  const [status] = await closed;
  if (status !== 0) throw new Error(`${script} ends with ${status}: ${log.slice(0, 3000)}`);
}

describe("the package", () => {
  it("runs the example of the document", () => {
    python("-c", blocksOf("Python", "python").join(""));
  });

  it("converts a table of pyarrow", async () => {
    folder.write("table.csv", `lat,lon\n${linesOfPoints(points, ",")}`);
    const program = `
import mapcoded, pyarrow.csv
coded = mapcoded.encode(pyarrow.csv.read_csv("table.csv"))
pyarrow.csv.write_csv(coded.select(["territory", "mapcode"]), "coded.csv")`;
    await timed("Python: csv by pyarrow", points.length, () => python("-c", program));
    const rows = linesOf(folder.read("coded.csv")).slice(1);
    const texts = rows.map((row) => row.replaceAll('"', "").replace(",", " ").trim());
    expectRows(texts, codes);
  });
});

it("Dask converts by the example of the document, also while a worker is killed", async () => {
  await checkJobs("dask-jobs.py", blocksOf("Dask", "python").join(""));
});

it("Spark converts by the examples of the document, also while processes are killed", async () => {
  const home = python("-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))");
  Object.assign(env, { PYSPARK_PYTHON: "python", SPARK_HOME: home, SPARK_LOCAL_IP: "127.0.0.1" });
  const examples = { python: blocksOf("Spark", "python"), sql: sqlExamples("Spark") };
  await checkJobs("spark-jobs.py", JSON.stringify(examples));
});
