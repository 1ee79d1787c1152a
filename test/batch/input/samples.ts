/** Samples of tables and of JSON as texts. */
import type { NamedRows } from "../../../src/batch/input/columns.ts";
import { jsonSample, type Sample } from "../../../src/batch/input/sample.ts";
import { DEFAULT_BATCH_OPTIONS, type PlannedOptions } from "../../../src/batch/options/options.ts";

export function options(given: Partial<PlannedOptions> = {}): PlannedOptions {
  return { ...DEFAULT_BATCH_OPTIONS, from: "csv", to: "csv", ...given };
}

/** A table of rows between bars, with fields between semicolons; the first row has the names. */
export function table(text: string): NamedRows {
  const [names, ...rows] = text.split("|").map((row) => row.split(";").map((cell) => cell.trim()));
  return { names, rows };
}

export type Point = readonly [latDeg: number, lonDeg: number];

/** Points of a text: `52.1,5.1 -33.8,151.2`. */
export function pointsOf(text: string): readonly Point[] {
  return text.split(" ").map((point) => {
    const [latDeg, lonDeg] = point.split(",").map(Number);
    return [latDeg, lonDeg];
  });
}

/** The sample of JSON values. */
export function jsonOf(...values: readonly unknown[]): Sample {
  return jsonSample(values);
}
