/** Spark: the examples of docs/engines.md, on a standalone master and two workers; an executor is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Engine, type EngineCheck, expectRows } from "./engine.ts";
import { blocksOf, sqlExamples } from "./examples.ts";
import { type JobReport, PythonEngine } from "./python.ts";
import { checkArchive } from "./spark-archive.ts";

const JOBS = new URL("spark-jobs.py", import.meta.url);

const WORKERS = ["1", "2"];

const LOOPBACK = "127.0.0.1";
/** Addresses for a daemon that may choose its ports. */
const PLACE = ["--host", LOOPBACK, "--port", "0", "--webui-port", "0"];

/** A master and workers, which log to their standard error. */
class SparkCluster {
  readonly #engine: PythonEngine;
  readonly #home: string;
  readonly #daemons: ChildProcess[] = [];

  constructor(engine: PythonEngine) {
    this.#engine = engine;
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
      cwd: this.#engine.folder,
      env: this.#engine.environment,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#daemons.push(daemon);
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

  /** @returns the address of the master */
  async start(): Promise<string> {
    const master = await this.#start("master.Master", PLACE, /spark:\/\/[\d.:]+/);
    const start = (worker: string) => {
      const folder = join(this.#engine.folder, `worker-${worker}`);
      mkdirSync(folder);
      const size = ["--cores", "1", "--memory", "1g", "--work-dir", folder];
      const args = [...PLACE, ...size, master];
      return this.#start("worker.Worker", args, /Successfully registered/);
    };
    await Promise.all(WORKERS.map(start));
    return master;
  }

  async stop(): Promise<void> {
    for (const daemon of this.#daemons.toReversed()) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
      daemon.kill("SIGTERM");
      await once(daemon, "close");
    }
  }
}

/** The job whose answers come without the ids of their rows, and so without an order. */
const WITHOUT_IDS = "TRANSFORM";

/** The job that only reads and writes rows, to compare with. */
const COPIED = "copied";

/** What was checked, by the name of a job. */
const CHECKS: Readonly<Record<string, string>> = {
  [COPIED]: "without mapcoded",
  mapInArrow: "Parquet to Parquet, mapInArrow",
  killed: "the same while an executor and a process of mapcoded are killed",
  columns: "CSV to Parquet, function of SQL",
  pipe: "lines of CSV, rdd.pipe",
  [WITHOUT_IDS]: "Parquet, SQL TRANSFORM with mapcoded udf",
  "TRANSFORM of rows": "Parquet, SQL TRANSFORM with mapcoded encode",
};

function checkReport(
  engine: PythonEngine,
  report: JobReport,
  codes: readonly string[],
): EngineCheck {
  const { name, seconds, cpuSeconds, megabytes = 0 } = report;
  const cost = { rows: codes.length, seconds, cpuSeconds };
  if (name === COPIED) return { name: CHECKS[name], ...cost };
  const answers = engine.answers(report);
  if (name === WITHOUT_IDS) expectRows(name, answers.toSorted(), codes.toSorted());
  else {
    const expected = codes.map((code, id) => `${id}\t${code}`);
    expectRows(name, answers, expected);
  }
  const memory = `${Math.round(megabytes)} MB`;
  return { name: `${CHECKS[name]}; ${memory}`, ...cost };
}

export const spark: Engine = {
  name: "Spark",
  async run(passed) {
    const folder = mkdtempSync(join(tmpdir(), "mapcoded-spark-"));
    const engine = new PythonEngine(folder);
    const cluster = new SparkCluster(engine);
    try {
      const master = await cluster.start();
      const codes = engine.writePoints();
      const examples = { python: blocksOf("Spark", "python"), sql: sqlExamples("Spark") };
      await engine.run(JOBS, [master, folder], JSON.stringify(examples), (report) => {
        passed(checkReport(engine, report, codes));
      });
      passed(checkArchive(engine, master));
      return engine.evaluate("pyspark", "pyspark.__version__");
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
