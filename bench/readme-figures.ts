/** The figures of a record as the documents show them. */
import { markOf } from "./published.ts";
import type { Results } from "./results.ts";

const SETS = ["sphere", "records", "cities"];

/** A time, with its share of the C library's where that is known. */
function engineFigure({ measurements }: Results, set: string, name: string): string {
  const one = measurements.find((other) => other.set === set && other.case === name);
  const ns = one?.nsPerPoint as number;
  const mark = markOf(set, name, one?.toolNsPerPoint);
  return `${Math.round(ns)}${mark ? ` (${(ns / mark.ns).toFixed(2)})` : ""}`;
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
  const rows = http.map(({ target, server, requestsPerSecond, p99Ms }) => {
    const bare = http.find((one) => one.target === target);
    const share = Math.round((100 * requestsPerSecond) / (bare?.requestsPerSecond as number));
    const cells = [`\`${target}\``, server, Math.round(requestsPerSecond), `${share} %`];
    return `| ${[...cells, p99Ms.toFixed(2)].join(" | ")} |`;
  });
  return [
    "| target | server | requests/s | of bare | p99 ms |",
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
  const megabytes = (bytes: number | undefined) => Math.round((bytes as number) / 1e6);
  return (
    `From start to first answer ${Math.round(small.msToFirstAnswer)} ms; resident memory ` +
    `${megabytes(small.idleRssBytes)} MB idle and ${megabytes(small.loadedRssBytes)} MB under that load, ` +
    `${megabytes(small.smallHeapRssBytes)} MB with \`--max-old-space-size=32\`; ` +
    `${megabytes(small.installedBytes)} MB installed.`
  );
}

function machineText({ machine, command }: Results, path: string): string {
  return `On ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, by \`${command}\` ([record](${path})).`;
}

/**
 * The figures of the engine, for the README.
 * @param path of the record, as the document links to it
 */
export function engineFigures(results: Results, path: string): string {
  const codes = results.sets.map(({ codesPerPoint }) => codesPerPoint.toFixed(1));
  return [
    machineText(results, path),
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
    machineText(results, path),
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
