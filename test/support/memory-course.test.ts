import { expect, it } from "vitest";
import { memoryCourse, type Sample } from "./memory-course.ts";

/** Samples of 100 seconds, two a second. */
function samples(memoryMB: (seconds: number) => number): Sample[] {
  return Array.from({ length: 200 }, (_, index) => {
    const seconds = index / 2;
    return { seconds, memoryMB: memoryMB(seconds) };
  });
}

it("sees no growth in a warm-up that settles, nor in garbage", () => {
  const warming = samples((seconds) => 70 + 50 * (1 - Math.exp(-seconds / 8)) + (seconds % 7) * 3);
  expect(memoryCourse(warming, 40).growthMB).toBeLessThan(2);
});

it("sees no growth in a step within the warm-up, after which memory seemed to have settled", () => {
  const stepping = samples((seconds) => (seconds < 35 ? 107 : 127));
  expect(memoryCourse(stepping, 40).growthMB).toBe(0);
  expect(memoryCourse(stepping, 30).growthMB).toBe(20);
});

it("sees slow and fast leaks", () => {
  const growth = (megabytesPerSecond: number) =>
    memoryCourse(
      samples((seconds) => 70 + seconds * megabytesPerSecond),
      40,
    ).growthMB;
  expect(growth(0.09)).toBeCloseTo(4.5);
  expect(growth(0.5)).toBeCloseTo(25);
});

it("does not judge a process that ends in its warm-up", () => {
  expect(
    memoryCourse(
      samples(() => 70),
      120,
    ).growthMB,
  ).toBeNaN();
});
