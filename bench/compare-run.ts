/** Measures one engine quickly and prints what came out as JSON; compare.ts starts it. */
import { type Measurement, measureSet } from "./measure.ts";
import { makePointSets } from "./point-sets.ts";

const POINTS = 50_000;
const TIMING = { minTime: 0.1, maxTime: 0.6 };

const measurements: Measurement[] = [];
for (const set of makePointSets(POINTS)) {
  measureSet(set, TIMING, (measurement) => measurements.push(measurement));
}
console.log(JSON.stringify(measurements));
