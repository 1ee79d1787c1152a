/** Measures the engine and prints what came out as JSON; fresh.ts starts it. */
import type { FreshResults, FreshRun } from "./fresh.ts";
import { answeredSum, type Measurement, measureSet } from "./measure.ts";
import { makePointSets, readPointSet } from "./point-sets.ts";
import { measureTool } from "./reference-tool.ts";

const { pointsPerSet, pointFiles, timing, toolPoints } = JSON.parse(
  process.argv[2] as string,
) as FreshRun;
const sets = pointFiles.length > 0 ? pointFiles.map(readPointSet) : makePointSets(pointsPerSet);
const toolNs = () => (toolPoints > 0 ? measureTool(toolPoints)?.userNsPerPoint : undefined);
const measurements: Measurement[] = [];
for (const set of sets) {
  measureSet(set, timing, toolNs, (measurement) => measurements.push(measurement));
}
const results: FreshResults = { measurements, answeredSum: answeredSum() };
console.log(JSON.stringify(results));
