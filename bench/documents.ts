/** The figures in the documents. `npm run bench:readme` runs this file, which copies them from a record. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { goalsTable } from "./goal-rows.ts";
import { shareOfBare } from "./http/shares.ts";
import type { Part } from "./options.ts";
import { SET_NAMES } from "./point-sets.ts";
import { type BenchRecord, readRecord } from "./records.ts";
import { besideLibrary } from "./reference.ts";
import type { EngineResults, MeasuredPart, PartResults } from "./results.ts";
import { percent } from "./statistics.ts";

const ROOT = new URL("../", import.meta.url);

/** @throws Error when the record lacks the part */
function partOf<P extends Part>({ parts }: BenchRecord, part: P): MeasuredPart<P> {
  const measured: MeasuredPart<P> | undefined = parts[part];
  if (measured === undefined) {
    throw new Error(
      `The record has no part '${part}'. Add it by \`npm run bench -- --record --only ${part}\`.`,
    );
  }
  return measured;
}

/** A CPU time, with its share of the C library's time where that is known. */
function engineFigure(
  { cLibrary, measurements }: EngineResults,
  set: string,
  name: string,
): string {
  const one = measurements.find((other) => other.set === set && other.case === name);
  if (one === undefined) return "-";
  const compared = besideLibrary(one, cLibrary);
  const share = compared === undefined ? "" : ` (${compared.share.toFixed(2)})`;
  return `${Math.round(one.cpuNsPerPoint)}${share}`;
}

function engineTable(results: EngineResults): string[] {
  const cases = new Set(results.measurements.map((one) => one.case));
  const rows = Array.from(cases, (name) => {
    const figures = SET_NAMES.map((set) => engineFigure(results, set, name));
    return `| ${[name, ...figures].join(" | ")} |`;
  });
  return [`| ns | ${SET_NAMES.join(" | ")} |`, "| --- | --- | --- | --- |", ...rows];
}

function httpTable(http: PartResults["http"]): string[] {
  const rows = http.map((one) => {
    const share = shareOfBare(one, http);
    const cells = [
      `\`${one.target}\``,
      one.server,
      one.cpuMicrosecondsPerRequest?.toFixed(2) ?? "-",
      percent(share.cpu),
      Math.round(one.requestsPerSecond),
      percent(share.requestsPerSecond),
      one.p99Ms.toFixed(2),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| target | server | CPU µs each | share of bare by CPU | requests/s | share of bare by requests/s | p99 ms |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function workersText(workers: PartResults["workers"]): string {
  const figures = workers.map(
    (one) => `${Math.round(one.requestsPerSecond)} requests/s with ${one.workers}`,
  );
  return `Workers on both cores, which they share with the load generator: ${figures.join(", ")}.`;
}

function growthText(growth: PartResults["growth"]): string {
  const figures = growth.map(({ points, nsPerPoint }) => `${Math.round(nsPerPoint)} for ${points}`);
  return `Nanoseconds per point by the number of points: ${figures.join(", ")}.`;
}

function smallText(small: PartResults["small"]): string {
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? "-" : Math.round(bytes / 1e6);
  return (
    `From start to first answer ${Math.round(small.msToFirstAnswer)} ms; resident memory ` +
    `${megabytes(small.idleRssBytes)} MB idle and ${megabytes(small.loadedRssBytes)} MB under that load, ` +
    `${megabytes(small.smallHeapRssBytes)} MB with \`--max-old-space-size=32\`; ` +
    `${megabytes(small.installedBytes)} MB installed.`
  );
}

/** @param parts whose runs are named */
function measuredOn(record: BenchRecord, parts: readonly Part[], path: string): string {
  const { cpu, cores, node } = record.machine;
  const commands = new Set(parts.map((part) => `\`${partOf(record, part).run.command}\``));
  return `On ${cpu}, ${cores} cores, Node ${node}, by ${Array.from(commands).join(", ")} ([record](${path})).`;
}

/**
 * The figures of the engine, for README.md.
 * @param path of the record, as the document links to it
 */
function engineFigures(record: BenchRecord, path: string): string {
  const { results } = partOf(record, "engine");
  const codes = results.sets.map(({ codesPerPoint }) => codesPerPoint.toFixed(1));
  return [
    measuredOn(record, ["engine"], path),
    `One thread, least CPU nanoseconds per point for encoding (${codes.slice(0, -1).join(", ")} and ${codes.at(-1)} codes ` +
      "each) and per text for decoding. In brackets, the share of the C library's time:",
    "",
    ...engineTable(results),
    "",
  ].join("\n");
}

/** The figures of the service and of growing sets, for docs/performance.md. */
function serviceFigures(record: BenchRecord, path: string): string {
  return [
    measuredOn(record, ["http", "workers", "growth", "small"], path),
    "",
    "One server process on one core, 64 connections from another, points of the set `cities`:",
    "",
    ...httpTable(partOf(record, "http").results),
    "",
    workersText(partOf(record, "workers").results),
    "",
    growthText(partOf(record, "growth").results),
    "",
    smallText(partOf(record, "small").results),
    "",
  ].join("\n");
}

/** The goals and how far they are reached, for bench/README.md. */
function goalFigures(record: BenchRecord, path: string): string {
  const { cpu, cores, node } = record.machine;
  const on = `On ${cpu}, ${cores} cores, Node ${node} ([record](${path})).`;
  return [on, "", ...goalsTable(record.parts), ""].join("\n");
}

/** The documents with figures, and the path of the records from there. */
const DOCUMENTS = [
  { document: "README.md", records: "bench/records/", figures: engineFigures },
  { document: "docs/performance.md", records: "../bench/records/", figures: serviceFigures },
  { document: "bench/README.md", records: "records/", figures: goalFigures },
];

/** The part of a document between the two marks. */
const FIGURES = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;

/**
 * Texts between the marks of all documents.
 * @param name of the record; the newest unless given
 */
export function figuresOfDocuments(name?: string): { document: string; text: string }[] {
  const { name: file, record } = readRecord(name);
  return DOCUMENTS.map(({ document, records, figures }) => ({
    document,
    text: figures(record, `${records}${file}`),
  }));
}

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { document, text } of figuresOfDocuments(process.argv[2])) copyInto(document, text);
}
