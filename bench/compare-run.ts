/** Measures one engine quickly and prints what came out as JSON; compare.ts starts it. */
import { type Measurement, measureSet } from "./measure.ts";
import { makePointSets } from "./point-sets.ts";

const POINTS = 50_000;
const TIMING = { minTime: 0.1, maxTime: 0.6 };

/** What is compared runs by turns already. */
const NO_TOOL = () => undefined;

const measurements: Measurement[] = [];
for (const set of makePointSets(POINTS)) {
  measureSet(set, TIMING, NO_TOOL, (measurement) => measurements.push(measurement));
}
console.log(JSON.stringify(measurements));
