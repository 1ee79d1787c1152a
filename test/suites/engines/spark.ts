/** Spark: the examples of docs/engines.md, on a standalone master and two workers; an executor is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { engineOf, stopDaemons } from "./engine.ts";
import { blocksOf, sqlExamples } from "./examples.ts";
import { PythonEngine } from "./python.ts";

const WORKERS = ["1", "2"];

const LOOPBACK = "127.0.0.1";
/** Addresses for a daemon that may choose its ports. */
const PLACE = ["--host", LOOPBACK, "--port", "0", "--webui-port", "0"];

/** A master and workers, which log to their standard error. */
class SparkCluster {
  readonly engine: PythonEngine;
  readonly daemons: ChildProcess[] = [];
  /** The address of the master. */
  master = "";
  readonly #home: string;

  constructor(engine: PythonEngine) {
    this.engine = engine;
    this.#home = engine.evaluate("os, pyspark", "os.path.dirname(pyspark.__file__)");
    const { environment, python } = engine;
    Object.assign(environment, {
      PYSPARK_PYTHON: python,
      SPARK_HOME: this.#home,
      SPARK_LOCAL_IP: LOOPBACK,
    });
  }

  /** Starts a daemon and returns the first text in its log that matches. */
  async #start(name: string, args: readonly string[], pattern: RegExp): Promise<string> {
    const program = join(this.#home, "bin/spark-class");
    const daemon = spawn(program, [`org.apache.spark.deploy.${name}`, ...args], {
      cwd: this.engine.folder,
      env: this.engine.environment,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.daemons.push(daemon);
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

  async start(): Promise<void> {
    this.master = await this.#start("master.Master", PLACE, /spark:\/\/[\d.:]+/);
    const start = (worker: string) => {
      const folder = join(this.engine.folder, `worker-${worker}`);
      mkdirSync(folder);
      const size = ["--cores", "1", "--memory", "1g", "--work-dir", folder];
      const args = [...PLACE, ...size, this.master];
      return this.#start("worker.Worker", args, /Successfully registered/);
    };
    await Promise.all(WORKERS.map(start));
  }
}

/** What was checked, by the name of a job. */
const CHECKS: Readonly<Record<string, string>> = {
  copied: "without mapcoded",
  mapInArrow: "Parquet to Parquet, mapInArrow",
  killed: "the same while an executor and a process of mapcoded are killed",
  pipe: "lines of CSV, rdd.pipe",
  TRANSFORM: "Parquet, SQL TRANSFORM with mapcoded udf",
};

export const spark = engineOf({
  name: "Spark",
  open: (folder) => new SparkCluster(new PythonEngine(folder)),
  start: (cluster) => cluster.start(),
  checks: [
    ({ engine, master }, passed) => {
      const examples = { python: blocksOf("Spark", "python"), sql: sqlExamples("Spark") };
      const args = [master, engine.folder];
      return engine.checkJobs("spark-jobs.py", args, JSON.stringify(examples), CHECKS, passed);
    },
  ],
  version: ({ engine }) => engine.evaluate("pyspark", "pyspark.__version__"),
  stop: ({ daemons }) => stopDaemons(daemons),
});
