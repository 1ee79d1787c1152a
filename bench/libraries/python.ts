/** The package of Python beside PyPI's `mapcode` and `h3`, each in an environment of its own. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildWheel, DIST } from "../../scripts/build-python.ts";
import { engine } from "../engine.ts";
import type { BenchSizes } from "../options.ts";
import { cityPoints } from "../point-sets.ts";
import type { Table } from "../report.ts";
import { installPython, pythonCommand, runProgram, Trial } from "./library.ts";

const PACKAGES = {
  mapcoded: { requirements: ["pyarrow"], made: "the local mapcode, by borders" },
  mapcode: { requirements: ["mapcode==2.5.5.0"], made: "all mapcodes" },
  h3: { requirements: ["h3==4.5.0"], made: "one cell" },
};

/** The size of the packages that are installed in an environment. */
function megabytesOf(environment: string): number {
  return Number(runProgram(["du", "-sk", join(environment, "lib")]).split("\t")[0]) / 1_000;
}

/** Measures each package. */
export function measurePython({ points: count, rounds }: BenchSizes["python"]): Table[] {
  const points = cityPoints(count, 3);
  const texts = Array.from({ length: count }, (_, at) => {
    return `${engine.encodeLocal(points[2 * at], points[2 * at + 1]) ?? "NLD 49.4V"}`;
  });
  const trial = new Trial(points, texts, rounds);
  try {
    const empty = join(trial.folder, "empty");
    installPython(empty, []);
    buildWheel();
    const wheel = readdirSync(DIST).find((name) => name.endsWith(".whl")) ?? "";
    const rows = Object.entries(PACKAGES).map(([name, { requirements, made }]) => {
      const packages = name === "mapcoded" ? [join(DIST, wheel), ...requirements] : requirements;
      const environment = join(trial.folder, name);
      const python = installPython(environment, packages);
      const answers = trial.measure(pythonCommand(python, name));
      trial.check(name, answers);
      const { ns, megabytes = Number.NaN } = answers;
      const figures = [ns[0], ns[1], megabytes, megabytesOf(environment) - megabytesOf(empty)];
      return [name, made, ...figures.map((figure) => figure.toFixed(0))];
    });
    const title = "Python: least CPU nanoseconds of all processes, for points around cities:";
    const head = ["package", "encoding makes", "ns to encode", "ns to decode", "MB"];
    return [{ title, head: [...head, "MB installed"], names: 2, rows }];
  } finally {
    trial.remove();
  }
}
