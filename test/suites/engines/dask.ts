/** Dask: the example of docs/engines.md, with two workers; one of them is killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, expectRows } from "./engine.ts";
import { blocksOf } from "./examples.ts";
import { PythonEngine } from "./python.ts";

const JOBS = new URL("dask-jobs.py", import.meta.url);

/** What was checked, by the name of a job. */
const CHECKS: Readonly<Record<string, string>> = {
  copied: "without mapcoded",
  undisturbed: "Parquet to Parquet, map_partitions",
  killed: "the same while a worker is killed",
};

export const dask: Engine = {
  name: "Dask",
  async run(passed) {
    const folder = mkdtempSync(join(tmpdir(), "mapcoded-dask-"));
    try {
      const engine = new PythonEngine(folder);
      const expected = engine.writePoints().map((code, id) => `${id}\t${code}`);
      const [example = ""] = blocksOf("Dask", "python");
      await engine.run(JOBS, [folder], example, (report) => {
        const { name, seconds, cpuSeconds } = report;
        if (name !== "copied") expectRows(name, engine.answers(report), expected);
        passed({ name: CHECKS[name], rows: expected.length, seconds, cpuSeconds });
      });
      return engine.evaluate("distributed", "distributed.__version__");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
