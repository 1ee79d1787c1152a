import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Allocation } from "../../bench/allocations.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("calls of the built engine", () => {
  const run = ["--import", "tsx", "bench/allocations.ts"];
  const out = execFileSync(process.execPath, run, { cwd: ROOT, encoding: "utf8" });
  const allocations: Allocation[] = JSON.parse(out);
  const into = allocations.filter(({ call }) => /Into\b/.test(call));
  const withObjects = allocations.filter(({ call }) => !/Into\b/.test(call));

  it("are all measured", () => {
    expect(into.length).toBeGreaterThanOrEqual(8);
    expect(withObjects.length).toBeGreaterThanOrEqual(3);
  });

  it.each(into)("allocate nothing in the form $call", ({ bytesPerCall }) => {
    expect(bytesPerCall).toBe(0);
  });

  it.each(withObjects)("allocate what $call returns, and nothing beside", (measured) => {
    const { bytesPerCall, keptBytesPerCall } = measured;
    expect(keptBytesPerCall).toBeGreaterThan(0);
    // Both are rounded.
    expect(bytesPerCall - keptBytesPerCall).toBeLessThanOrEqual(1);
  });
});
