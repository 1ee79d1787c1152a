/** What the parts of the benchmark measure, and on which machine. */
import { availableParallelism, cpus, loadavg } from "node:os";
import type { Allocation } from "./allocations.ts";
import type { BatchMeasurement } from "./batch.ts";
import type { FormatMeasurement } from "./batch-formats.ts";
import type { CLibraryMeasurement } from "./c-library.ts";
import type { GrowthMeasurement, Measurement, SetStatistics, Timing } from "./engine-timing.ts";
import type { FailureMeasurement } from "./failed-rows.ts";
import type { AccessLogMeasurement } from "./http/access-log.ts";
import type { HttpMeasurement, WorkersMeasurement } from "./http/measure.ts";
import type { SmallMeasurement } from "./http/small.ts";
import type { Part } from "./options.ts";
import type { ToolMeasurement } from "./reference.ts";

export interface EngineResults {
  readonly timing: Timing;
  readonly oraclePointsPerSet: number;
  readonly sets: readonly SetStatistics[];
  readonly measurements: readonly Measurement[];
  /** The same cases beside a process that streams memory on another core. */
  readonly loadedMeasurements: readonly Measurement[];
  /** Times of the C library in process; empty without `--c-library`. */
  readonly cLibrary: readonly CLibraryMeasurement[];
  readonly allocations: readonly Allocation[];
  /** Undefined where Debian's tool is not installed. */
  readonly tool: ToolMeasurement | undefined;
}

export interface BatchResults extends BatchMeasurement {
  readonly tool: ToolMeasurement | undefined;
  readonly formats: readonly FormatMeasurement[];
  readonly failures: readonly FailureMeasurement[];
}

export interface PartResults {
  readonly engine: EngineResults;
  readonly growth: readonly GrowthMeasurement[];
  readonly batch: BatchResults;
  readonly http: readonly HttpMeasurement[];
  readonly "access-log": readonly AccessLogMeasurement[];
  readonly workers: readonly WorkersMeasurement[];
  readonly small: SmallMeasurement;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
}

/** A run of the benchmark. */
export interface BenchRun {
  /** When it began, in UTC. */
  readonly date: string;
  readonly command: string;
  readonly note: string | undefined;
  /** The system's load average of the minute before: other work makes results worse. */
  readonly loadBefore: number;
}

/** A part with the run that measured it. */
export interface MeasuredPart<P extends Part> {
  readonly run: BenchRun;
  readonly results: PartResults[P];
}

/** The parts that were measured. */
export type Measured = { readonly [P in Part]?: MeasuredPart<P> };

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** The command that repeats this run. @param script of package.json */
function ownCommand(script: string): string {
  const args = process.argv.slice(2).map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg));
  return [`npm run ${script}`, ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
}

/** @param script of package.json that runs this process */
export function describeRun(script: string, note?: string): BenchRun {
  return {
    date: new Date().toISOString(),
    command: ownCommand(script),
    note,
    loadBefore: loadavg()[0],
  };
}
