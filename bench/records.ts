/**
 * Records: all results of a run with the machine that they were measured on, their file, and their figures in
 * the documents. `npm run bench:readme` runs this file, which copies the figures of the newest record.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Allocation } from "./allocations.ts";
import type { BatchMeasurement } from "./batch.ts";
import type { FormatMeasurement } from "./batch-formats.ts";
import type { CLibraryMeasurement } from "./c-library.ts";
import type { GrowthMeasurement, Measurement, SetStatistics, Timing } from "./engine-timing.ts";
import type { FailureMeasurement } from "./failed-rows.ts";
import type { AccessLogMeasurement } from "./http/access-log.ts";
import type { HttpMeasurement, WorkersMeasurement } from "./http/measure.ts";
import type { SmallMeasurement } from "./http/small.ts";
import { markOf, type ToolMeasurement } from "./reference.ts";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly v8: string;
  readonly platform: string;
  /** The system's load average of the minute before: other work makes results worse. */
  readonly loadBefore: number;
}

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
  /** The same cases beside a process that streams memory on another core. */
  readonly loadedMeasurements: readonly Measurement[];
  /** Times of the C library in process; empty without `--c-library`. */
  readonly cLibrary: readonly CLibraryMeasurement[];
  readonly allocations: readonly Allocation[];
  readonly tool: ToolMeasurement | undefined;
  readonly growth: readonly GrowthMeasurement[];
  readonly batch: BatchMeasurement | undefined;
  /** Conversions in each format; empty unless batches were measured. */
  readonly formats: readonly FormatMeasurement[];
  /** Rows that fail beside good ones; empty unless batches were measured. */
  readonly failures: readonly FailureMeasurement[];
  /** Empty where wrk is not installed; so are `accessLog` and `workers`. */
  readonly http: readonly HttpMeasurement[];
  readonly accessLog: readonly AccessLogMeasurement[];
  readonly workers: readonly WorkersMeasurement[];
  readonly small: SmallMeasurement | undefined;
}

const ROOT = new URL("../", import.meta.url);
const RECORDS = new URL("bench/records/", ROOT);

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: loadavg()[0],
  };
}

/** The command that repeats this run. */
export function ownCommand(script: string): string {
  const args = process.argv.slice(2).map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg));
  return [`npm run ${script}`, ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
}

/** Keeps only characters that every file system allows: names of CPUs contain others. */
function fileNamePart(text: string): string {
  return text
    .replace(/\((?:R|TM)\)/gi, "")
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Writes the record of a run. It replaces an earlier one of the same day, machine and Node version.
 * @returns its path in the project
 */
export function writeRecord(results: Results): string {
  const { date, machine } = results;
  const parts = [date.slice(0, 10), machine.cpu, `node-${machine.node}`];
  const file = `${parts.map(fileNamePart).join("-")}.json`;
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(new URL(file, RECORDS), `${JSON.stringify(results, null, 2)}\n`);
  return `bench/records/${file}`;
}

const SETS = ["sphere", "records", "cities"];

/** A time, with its share of the C library's time where that is known. */
function engineFigure({ cLibrary, measurements }: Results, set: string, name: string): string {
  const one = measurements.find((other) => other.set === set && other.case === name);
  if (one === undefined) return "-";
  const mark = markOf(set, name, one.toolNsPerPoint, cLibrary);
  return `${Math.round(one.nsPerPoint)}${mark ? ` (${(one.nsPerPoint / mark.ns).toFixed(2)})` : ""}`;
}

function engineTable(results: Results): string[] {
  const cases = new Set(results.measurements.map((one) => one.case));
  const rows = Array.from(cases, (name) => {
    const figures = SETS.map((set) => engineFigure(results, set, name));
    return `| ${[name, ...figures].join(" | ")} |`;
  });
  return [`| ns | ${SETS.join(" | ")} |`, "| --- | --- | --- | --- |", ...rows];
}

function httpTable({ http }: Results): string[] {
  const rows = http.map((one) => {
    const { target, server, requestsPerSecond, p99Ms } = one;
    // The bare server is the first of each target.
    const bare = http.find((other) => other.target === target) ?? one;
    const share = Math.round((100 * requestsPerSecond) / bare.requestsPerSecond);
    const cells = [`\`${target}\``, server, Math.round(requestsPerSecond), `${share} %`];
    return `| ${[...cells, p99Ms.toFixed(2)].join(" | ")} |`;
  });
  return [
    "| target | server | requests/s | share of bare uWebSockets.js | p99 ms |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function workersText({ workers }: Results): string {
  const figures = workers.map(
    (one) => `${Math.round(one.requestsPerSecond)} requests/s with ${one.workers}`,
  );
  return `Workers on both cores, which they share with the load generator: ${figures.join(", ")}.`;
}

function growthText({ growth }: Results): string {
  const figures = growth.map(({ points, nsPerPoint }) => `${Math.round(nsPerPoint)} for ${points}`);
  return `Nanoseconds per point by the number of points: ${figures.join(", ")}.`;
}

function smallText({ small }: Results): string {
  if (!small) return "";
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? "-" : Math.round(bytes / 1e6);
  return (
    `From start to first answer ${Math.round(small.msToFirstAnswer)} ms; resident memory ` +
    `${megabytes(small.idleRssBytes)} MB idle and ${megabytes(small.loadedRssBytes)} MB under that load, ` +
    `${megabytes(small.smallHeapRssBytes)} MB with \`--max-old-space-size=32\`; ` +
    `${megabytes(small.installedBytes)} MB installed.`
  );
}

function measuredOn({ machine, command }: Results, path: string): string {
  return `On ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, by \`${command}\` ([record](${path})).`;
}

/**
 * The figures of the engine, for README.md.
 * @param path of the record, as the document links to it
 */
export function engineFigures(results: Results, path: string): string {
  const codes = results.sets.map(({ codesPerPoint }) => codesPerPoint.toFixed(1));
  return [
    measuredOn(results, path),
    "One thread, nanoseconds per point for encoding",
    `(${codes.slice(0, -1).join(", ")} and ${codes.at(-1)} codes each) and per text for decoding. In`,
    "brackets, the share of the time that the published C library takes:",
    "",
    ...engineTable(results),
    "",
  ].join("\n");
}

/** All figures but those of the engine, for docs/performance.md. */
export function figures(results: Results, path: string): string {
  return [
    measuredOn(results, path),
    "",
    "One server process on one core, 64 connections from another, points of the set `cities`:",
    "",
    ...httpTable(results),
    "",
    workersText(results),
    "",
    growthText(results),
    "",
    smallText(results),
    "",
  ].join("\n");
}

/** The part of a document between the two marks. */
const FIGURES = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;

function copyInto(document: string, text: string): void {
  const url = new URL(document, ROOT);
  const before = readFileSync(url, "utf8");
  if (!FIGURES.test(before)) {
    throw new Error(
      `${document} has no place for figures. Mark it by <!-- figures --> and <!-- end of figures -->.`,
    );
  }
  writeFileSync(
    url,
    before.replace(FIGURES, () => text),
  );
}

/** @param record file name of a record; the newest unless given */
function copyFigures(record: string | undefined): void {
  const name = record?.split("/").at(-1) ?? readdirSync(RECORDS).toSorted().at(-1);
  if (name === undefined) throw new Error("There is no record. Run `npm run bench -- --record`.");
  const results: Results = JSON.parse(readFileSync(new URL(name, RECORDS), "utf8"));
  copyInto("README.md", engineFigures(results, `bench/records/${name}`));
  copyInto("docs/performance.md", figures(results, `../bench/records/${name}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyFigures(process.argv[2]);
