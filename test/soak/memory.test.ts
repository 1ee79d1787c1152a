import { expect, it } from "vitest";
import { memoryCourse, type Sample } from "./memory.ts";

/** Samples of 100 seconds, two a second. */
function samples(memoryMB: (seconds: number) => number): Sample[] {
  return Array.from({ length: 200 }, (_, index) => {
    const seconds = index / 2;
    return { seconds, memoryMB: memoryMB(seconds) };
  });
}

it("sees no growth in a warm-up that settles, nor in garbage", () => {
  const warming = samples((seconds) => 70 + 50 * (1 - Math.exp(-seconds / 8)) + (seconds % 7) * 3);
  const { warmSeconds, growthMB } = memoryCourse(warming);
  expect(warmSeconds).toBeGreaterThan(20);
  expect(warmSeconds).toBeLessThan(70);
  expect(growthMB).toBeLessThan(5);
});

it("sees a slow leak", () => {
  const leaking = samples((seconds) => 70 + seconds * 0.09);
  expect(memoryCourse(leaking).growthMB).toBeCloseTo(6.3);
});

it("sees that a fast leak never settles", () => {
  const { warmSeconds, growthMB } = memoryCourse(samples((seconds) => 70 + seconds * 0.5));
  expect([warmSeconds, growthMB]).toEqual([undefined, Number.NaN]);
});
