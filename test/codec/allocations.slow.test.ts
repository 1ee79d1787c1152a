/** The functions that fill arrays of the caller allocate nothing, measured in the built engine. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Allocation } from "./measure-allocations.ts";

const MEASURE = join(import.meta.dirname, "measure-allocations.ts");

describe("calls of the built engine", () => {
  const measured = execFileSync(process.execPath, ["--import", "tsx", MEASURE], {
    encoding: "utf8",
  });
  const allocations: readonly Allocation[] = JSON.parse(measured);
  const ofArrays = allocations.filter(({ name }) => /Into\b/.test(name));

  it.each(ofArrays)("take nothing of the heap if they fill arrays: $name", ({ bytesPerPoint }) => {
    expect(bytesPerPoint).toBe(0);
  });

  it("are seen to take some where they return objects", () => {
    const encode = allocations.find(({ name }) => name.startsWith("encode,"));
    expect(encode?.bytesPerPoint).toBeGreaterThan(0);
  });
});
