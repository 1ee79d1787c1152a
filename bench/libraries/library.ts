/**
 * Libraries that are measured in processes of their own: the files that all of them read, what they print, and the
 * check of their answers before a time counts.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../scripts/freshness.js";
import { engine } from "../engine.ts";

/** What the process of a library prints. */
export interface LibraryAnswers {
  /** The code of each of the first points, or all of its codes; empty for codes that are no mapcodes. */
  readonly codes: readonly (string | readonly string[])[];
  /** The first points, decoded. */
  readonly points: readonly (readonly [lat: number, lon: number])[];
  /** Least CPU nanoseconds of encoding a point and decoding a code, then of encoding the international code. */
  readonly ns: readonly [encode: number, decode: number, international?: number];
  /** The memory that the package adds to Python. */
  readonly megabytes?: number;
}

const CHECKED = 1_000;
/** Cells are centered on the decoded point: 12 m is the most that a cell of another code is off. */
const MAX_OFFSET_METERS = 12;
/** The most that libraries for mapcodes differ in a decoded point. */
const MAX_MAPCODE_METERS = 0.1;

/** @returns what the program writes to standard output */
export function runProgram([program, ...args]: readonly string[], cwd = ROOT): string {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio, maxBuffer: 2 ** 26 });
}

/** Installs packages into a new environment of Python. @returns its interpreter */
export function installPython(folder: string, packages: readonly string[]): string {
  runProgram(["python3", "-m", "venv", folder]);
  const python = join(folder, "bin/python");
  if (packages.length === 0) return python;
  runProgram([python, "-m", "pip", "install", "--quiet", "--no-compile", ...packages]);
  return python;
}

/** The command that measures a package of PyPI. */
export function pythonCommand(python: string, name: string): readonly string[] {
  return [python, join(import.meta.dirname, "python_library.py"), name];
}

/** Points, and a mapcode of each, in files of a temporary folder, where libraries are installed as well. */
export class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), "mapcoded-libraries-"));
  readonly #points: Float64Array;
  readonly #texts: readonly string[];
  readonly #args: readonly string[];

  /** @param rounds how often each process goes over the points */
  constructor(points: Float64Array, texts: readonly string[], rounds: number) {
    this.#points = points;
    this.#texts = texts;
    const files = [join(this.folder, "points.f64"), join(this.folder, "texts.txt")];
    writeFileSync(files[0], points);
    writeFileSync(files[1], texts.map((text) => `${text}\n`).join(""));
    this.#args = [...files, `${rounds}`, `${CHECKED}`];
  }

  measure(command: readonly string[]): LibraryAnswers {
    return JSON.parse(runProgram([...command, ...this.#args]));
  }

  /** @throws Error if an answer differs from ours, or a decoded point is not near the encoded one */
  check(name: string, { codes, points }: LibraryAnswers): void {
    if (points.length !== CHECKED) throw new Error(`${name} decodes too few codes.`);
    const isMapcode = codes.length > 0;
    for (const [index, [lat, lon]] of points.entries()) {
      const [latDeg, lonDeg] = this.#points.subarray(2 * index);
      const text = this.#texts[index];
      const point = isMapcode ? engine.decode(text) : { latDeg, lonDeg };
      const meters = engine.distanceMeters(point, { latDeg: lat, lonDeg: lon });
      if (!(meters <= (isMapcode ? MAX_MAPCODE_METERS : MAX_OFFSET_METERS))) {
        throw new Error(`${name} decodes ${latDeg}, ${lonDeg} as ${lat}, ${lon}.`);
      }
      if (!isMapcode) continue;
      const isList = typeof codes[index] !== "string";
      const ours = isList ? engine.encode(latDeg, lonDeg).map(nameOf) : text;
      if (`${ours}` !== `${codes[index]}`) {
        throw new Error(`${name} encodes ${latDeg}, ${lonDeg} as ${codes[index]}, we as ${ours}.`);
      }
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** A mapcode as libraries print it. */
function nameOf({ territory, code }: { territory: string; code: string }): string {
  return territory === "AAA" ? code : `${territory} ${code}`;
}
