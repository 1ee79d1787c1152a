/** The functions that fill arrays of the caller allocate nothing, measured in the built engine. */
import { describe, expect, it } from "vitest";
import { measureAllocations } from "../../bench/allocations.ts";

describe("calls of the built engine", () => {
  const allocations = measureAllocations();
  const ofArrays = allocations.filter(({ name }) => /Into\b/.test(name));

  it.each(ofArrays)("take nothing of the heap if they fill arrays: $name", ({ bytesPerPoint }) => {
    expect(bytesPerPoint).toBe(0);
  });

  it("are seen to take some where they return objects", () => {
    const encode = allocations.find(({ name }) => name.startsWith("encode,"));
    expect(encode?.bytesPerPoint).toBeGreaterThan(0);
  });
});
