/** The time of the engine's cases, each of them the least of many passes in several processes. */
import { encodeAll, maxCodes, REPORTED_CASES } from "./engine-cases.ts";
import { runPass, startEngine } from "./engine-process.ts";
import type { BenchSizes } from "./options.ts";
import { makePointSets, type PointSet } from "./point-sets.ts";
import type { Table } from "./report.ts";

/** Least nanoseconds of each case on each set, by their names. */
type Times = Map<string, number>;

const keyOf = (set: string, name: string) => `${set}: ${name}`;

/** Measures in a fresh process. The cases take turns, as what counts are the ratios between them. */
async function measureInProcess(
  { pointsPerSet, rounds }: BenchSizes["engine"],
  sets: readonly PointSet[],
  least: Times,
): Promise<void> {
  const child = startEngine(pointsPerSet);
  try {
    for (const { name: set } of sets) {
      for (let round = 0; round < rounds; round++) {
        for (const { name } of REPORTED_CASES) {
          const { nanoseconds, answers } = await runPass(child, { set, case: name });
          if (answers === "NaN") throw new Error(`An answer on the set ${set} is no number.`);
          const key = keyOf(set, name);
          least.set(key, Math.min(least.get(key) ?? nanoseconds, nanoseconds));
        }
      }
    }
  } finally {
    child.kill();
  }
}

function setsTable(sets: readonly PointSet[]): Table {
  const rows = sets.map(({ name, meaning, points }) => {
    const size = points.length / 2;
    const codesPerPoint = (encodeAll(points, 0) / size).toFixed(2);
    return [name, meaning, `${size}`, codesPerPoint, `${maxCodes(points)}`];
  });
  const head = ["set", "where", "points", "codes per point", "max codes"];
  return { title: "Points, and their codes:", head, names: 2, rows };
}

function timesTable(sets: readonly PointSet[], least: Times): Table {
  return {
    title: "One thread, least CPU nanoseconds per point for encoding and per text for decoding:",
    head: ["ns", ...sets.map(({ name }) => name)],
    names: 1,
    rows: REPORTED_CASES.map(({ name }) => {
      const times = sets.map((set) => least.get(keyOf(set.name, name)) ?? Number.NaN);
      return [name, ...times.map((ns) => ns.toFixed(0))];
    }),
  };
}

/** Measures the engine in processes of its own, one after the other. */
export async function measureEngine(sizes: BenchSizes["engine"]): Promise<readonly Table[]> {
  const sets = makePointSets(sizes.pointsPerSet);
  const least: Times = new Map();
  for (let count = 0; count < sizes.processes; count++) await measureInProcess(sizes, sets, least);
  return [setsTable(sets), timesTable(sets, least)];
}
