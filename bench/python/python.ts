/** The package of Python beside PyPI's `mapcode` and `h3`: each in an environment of its own, with answers that are checked. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWheel, DIST } from "../../scripts/build-python.ts";
import { decode, distanceMeters } from "../engine.ts";
import { cityPoints } from "../point-sets.ts";
import type { Table } from "../report.ts";

export interface PythonTiming {
  readonly points: number;
  readonly rounds: number;
}

/** What bench/python/packages.py prints. */
interface Answers {
  /** The code of each point, or all of its codes; empty for codes that are no mapcodes. */
  readonly answers: readonly (string | readonly string[])[];
  readonly places: readonly (readonly [lat: number, lon: number])[];
  readonly ns: readonly [encode: number, decode: number];
  readonly megabytes: number;
}

const CHECKED = 1_000;
/** Cells of h3 are this wide, mapcodes lead less far. */
const MAX_OFFSET_METERS = 12;

const PACKAGES = {
  mapcoded: { requirements: ["pyarrow"], made: "the local mapcode, by borders" },
  mapcode: { requirements: ["mapcode==2.5.5.0"], made: "all mapcodes" },
  h3: { requirements: ["h3==4.5.0"], made: "one cell" },
};

function run([program, ...args]: readonly string[]): string {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  return execFileSync(program, args, { encoding: "utf8", stdio, maxBuffer: 2 ** 26 });
}

/** Installs packages into a new environment. @returns its interpreter, and the size of what was installed */
function install(folder: string, packages: readonly string[]) {
  run(["python3", "-m", "venv", folder]);
  const python = join(folder, "bin/python");
  const sizeMb = () => Number(run(["du", "-sk", join(folder, "lib")]).split("\t")[0]) / 1_000;
  const before = sizeMb();
  run([python, "-m", "pip", "install", "--quiet", "--no-compile", ...packages]);
  return { python, megabytes: sizeMb() - before };
}

/** @throws Error if a code is none of the point's, or a place is far from it */
function checkAnswers(
  name: string,
  { answers, places }: Answers,
  points: Float64Array,
  texts: readonly string[],
): void {
  if (places.length !== CHECKED) throw new Error(`${name} decodes too few codes.`);
  for (const [index, [lat, lon]] of places.entries()) {
    const [latDeg, lonDeg] = points.subarray(2 * index);
    const place = answers.length > 0 ? decode(texts[index]) : { latDeg, lonDeg };
    const meters = distanceMeters(place, { latDeg: lat, lonDeg: lon });
    const isRight = answers.length === 0 || [answers[index]].flat().includes(texts[index]);
    if (isRight && meters <= (answers.length > 0 ? 0.1 : MAX_OFFSET_METERS)) continue;
    throw new Error(`${name} answers ${latDeg}, ${lonDeg} with ${answers[index]}, ${lat}, ${lon}.`);
  }
}

/** Measures each package. */
export async function measurePython({ points: count, rounds }: PythonTiming): Promise<Table[]> {
  const { encodeLocal }: typeof import("../../src/borders/index.ts") = await import(
    new URL("../../dist/borders.js", import.meta.url).href
  );
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-python-"));
  try {
    const points = cityPoints(count, 3);
    const texts = Array.from({ length: count }, (_, at) => {
      return `${encodeLocal(points[2 * at], points[2 * at + 1]) ?? "NLD 49.4V"}`;
    });
    const files = [join(folder, "points.f64"), join(folder, "texts.txt")];
    writeFileSync(files[0], points);
    writeFileSync(files[1], texts.map((text) => `${text}\n`).join(""));
    buildWheel();
    const wheel = readdirSync(DIST).find((name) => name.endsWith(".whl")) ?? "";
    const rows = Object.entries(PACKAGES).map(([name, { requirements, made }]) => {
      const packages = name === "mapcoded" ? [join(DIST, wheel), ...requirements] : requirements;
      const { python, megabytes } = install(join(folder, name), packages);
      const script = join(import.meta.dirname, "packages.py");
      const args = [script, name, ...files, `${rounds}`, `${CHECKED}`];
      const answers: Answers = JSON.parse(run([python, ...args]));
      checkAnswers(name, answers, points, texts);
      const figures = [...answers.ns, answers.megabytes, megabytes];
      return [name, made, ...figures.map((figure) => figure.toFixed(0))];
    });
    return [
      {
        title: "Python: least CPU nanoseconds of all processes, for points around cities:",
        head: ["package", "encoding makes", "ns to encode", "ns to decode", "MB", "MB installed"],
        names: 2,
        rows,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
