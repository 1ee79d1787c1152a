/** The C library, measured in process: c-library.c loads it, where `--c-library` names a shared object. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type CaseTime, textsToDecode } from "./engine-cases.ts";
import type { PointSet } from "./point-sets.ts";

/** The engine's cases by the names that c-library.c prints. Decoding counts twice, as the C library takes bytes. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  "encode-0": ["encodeInto, precision 0"],
  "encode-8": ["encodeInto, precision 8"],
  international: ["encodeInternationalInto, precision 0"],
  decode: ["decodeBytesInto, with territory", "decodeInto, with territory"],
};

const SOURCE = join(import.meta.dirname, "c-library.c");

/**
 * The least CPU time of 15 runs for each set and case.
 * @param library path of a shared object with the published C interface
 * @throws Error if there is no C compiler (`cc`), or the library cannot be loaded or lacks a function
 */
export function measureCLibrary(library: string, sets: readonly PointSet[]): readonly CaseTime[] {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-c-"));
  try {
    const program = join(folder, "c-library");
    execFileSync("cc", ["-O2", SOURCE, "-o", program, "-ldl"]);
    return sets.flatMap(({ name: set, points }) => {
      const pointFile = join(folder, "points.f64");
      const textFile = join(folder, "texts.bin");
      writeFileSync(pointFile, points);
      writeFileSync(textFile, textsToDecode(points).join("\0").concat("\0"));
      const args = [resolve(library), pointFile, textFile];
      const lines = execFileSync(program, args, { encoding: "utf8" }).trim().split("\n");
      return lines.flatMap((line) => {
        const [name, ns] = line.split(" ");
        return CASES[name].map((one) => ({ set, case: one, nsPerPoint: Number(ns) }));
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
