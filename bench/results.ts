/** All that a run found out, as the record holds it; and the record's file. */
import { mkdirSync, writeFileSync } from "node:fs";
import type { Allocation } from "./allocations.ts";
import type { BatchMeasurement } from "./batch.ts";
import type { GrowthMeasurement } from "./growth.ts";
import type { HttpMeasurement } from "./http/measure.ts";
import type { SmallMeasurement } from "./http/small.ts";
import type { WorkersMeasurement } from "./http/workers.ts";
import type { Machine } from "./machine.ts";
import type { Measurement, SetStatistics, Timing } from "./measure.ts";
import type { ToolMeasurement } from "./reference-tool.ts";

export interface Results {
  /** When the run began, in UTC. */
  readonly date: string;
  readonly command: string;
  readonly note: string | undefined;
  readonly machine: Machine;
  readonly timing: Timing;
  readonly oraclePointsPerSet: number;
  readonly sets: readonly SetStatistics[];
  readonly measurements: readonly Measurement[];
  readonly allocations: readonly Allocation[];
  readonly tool: ToolMeasurement | undefined;
  readonly growth: readonly GrowthMeasurement[];
  readonly batch: BatchMeasurement | undefined;
  /** Empty where there is no wrk. */
  readonly http: readonly HttpMeasurement[];
  readonly workers: readonly WorkersMeasurement[];
  readonly small: SmallMeasurement | undefined;
}

const RECORDS = new URL("records/", import.meta.url);

/** CPU names come with signs, versions with dots: only what every file system takes stays. */
function sanitized(text: string): string {
  return text
    .replace(/\((?:R|TM)\)/gi, "")
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Writes the record of a run. A later one of the same day, machine and Node replaces it.
 * @returns its path in the project
 */
export function writeRecord(results: Results): string {
  const { date, machine } = results;
  const parts = [date.slice(0, 10), machine.cpu, `node-${machine.node}`];
  const file = `${parts.map(sanitized).join("-")}.json`;
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(new URL(file, RECORDS), `${JSON.stringify(results, null, 2)}\n`);
  return `bench/records/${file}`;
}
