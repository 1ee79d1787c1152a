/** The package of Python by itself, in Spark, and in Dask, where processes are killed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, it } from "vitest";
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
async function checkJobs(script: string, args: readonly string[], input: string): Promise<void> {
  const path = join(import.meta.dirname, script);
  const job = spawn("python", [path, ...args], { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
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
  await checkJobs("dask-jobs.py", [], blocksOf("Dask", "python").join(""));
});

const LOOPBACK = "127.0.0.1";

describe("Spark", () => {
  const daemons: ChildProcess[] = [];
  let master = "";

  /** Starts a daemon that may choose its ports. @returns the first text in its log that matches */
  async function start(name: string, args: readonly string[], pattern: RegExp): Promise<string> {
    const program = join(env.SPARK_HOME ?? "", "bin/spark-class");
    const place = ["--host", LOOPBACK, "--port", "0", "--webui-port", "0"];
    const all = [`org.apache.spark.deploy.${name}`, ...place, ...args];
    const daemon = spawn(program, all, { cwd: root, env, stdio: ["ignore", "ignore", "pipe"] });
    daemons.push(daemon);
    let log = "";
    for await (const line of createInterface({ input: daemon.stderr })) {
      log += `${line}\n`;
      const [found] = pattern.exec(line) ?? [];
      if (found === undefined) continue;
      daemon.stderr.resume();
      return found;
    }
    throw new Error(`${name} of Spark has ended: ${log.slice(0, 2000)}`);
  }

  beforeAll(async () => {
    const home = python("-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))");
    Object.assign(env, { PYSPARK_PYTHON: "python", SPARK_HOME: home, SPARK_LOCAL_IP: LOOPBACK });
    master = await start("master.Master", [], /spark:\/\/[\d.:]+/);
    const size = ["--cores", "1", "--memory", "1g"];
    const workers = ["worker-1", "worker-2"].map((name) => ["--work-dir", folder.path(name)]);
    await Promise.all(
      workers.map((place) =>
        start("worker.Worker", [...size, ...place, master], /Successfully registered/),
      ),
    );
  });

  afterAll(async () => {
    for (const daemon of daemons.toReversed()) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
      daemon.kill("SIGTERM");
      await once(daemon, "close");
    }
  });

  it("converts by the examples of the document, also while processes are killed", async () => {
    const examples = { python: blocksOf("Spark", "python"), sql: sqlExamples("Spark") };
    await checkJobs("spark-jobs.py", [master], JSON.stringify(examples));
  });
});
