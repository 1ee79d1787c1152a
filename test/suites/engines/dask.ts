/** Dask: the example of docs/engines.md, with two workers; one of them is killed. */
import { engineOf } from "./engine.ts";
import { blocksOf } from "./examples.ts";
import { PythonEngine } from "./python.ts";

/** What was checked, by the name of a job. */
const CHECKS: Readonly<Record<string, string>> = {
  copied: "without mapcoded",
  undisturbed: "Parquet to Parquet, map_partitions",
  killed: "the same while a worker is killed",
};

export const dask = engineOf({
  name: "Dask",
  open: (folder) => new PythonEngine(folder),
  checks: [
    (engine, passed) => {
      const [example = ""] = blocksOf("Dask", "python");
      return engine.checkJobs("dask-jobs.py", [engine.folder], example, CHECKS, passed);
    },
  ],
  version: (engine) => engine.evaluate("distributed", "distributed.__version__"),
});
