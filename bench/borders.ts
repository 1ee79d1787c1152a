/** The time of a look-up in the built borders. */
import type { BenchSizes } from "./options.ts";
import { spherePoints } from "./point-sets.ts";
import type { Table } from "./report.ts";
import { leastCpuNanoseconds } from "./statistics.ts";

/** Measures the built borders. */
export async function measureBorders({
  points,
  rounds,
}: BenchSizes["borders"]): Promise<readonly Table[]> {
  const built = new URL("../dist/borders.js", import.meta.url).href;
  const { territoriesAtInto, MAX_CANDIDATES }: typeof import("../src/borders/index.ts") =
    await import(built);
  const sphere = spherePoints(points, 4);
  const found = new Int16Array(MAX_CANDIDATES);
  const land = sphere.filter((_, at) => {
    return territoriesAtInto(sphere[at & ~1], sphere[at | 1], found) > 0;
  });
  const nsOf = (set: Float64Array) => {
    const run = () => {
      for (let at = 0; at < set.length; at += 2) territoriesAtInto(set[at], set[at + 1], found);
    };
    return ((2 * leastCpuNanoseconds(run, rounds)) / set.length).toFixed(0);
  };
  return [
    {
      title: "Borders: one thread, least CPU nanoseconds of a look-up:",
      head: ["ns anywhere on Earth", "ns on land"],
      names: 0,
      rows: [[nsOf(sphere), nsOf(land)]],
    },
  ];
}
