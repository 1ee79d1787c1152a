/** The figures of a record as README.md shows them. */
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
    "| asked for | server | requests/s | of bare | p99 ms |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ];
}

function workersText({ workers }: Results): string {
  const figures = workers.map(
    (one) => `${Math.round(one.requestsPerSecond)} requests/s with ${one.workers}`,
  );
  return `Workers, on both cores, as is what asks: ${figures.join(", ")}.`;
}

function growthText({ growth }: Results): string {
  const figures = growth.map(({ points, nsPerPoint }) => `${Math.round(nsPerPoint)} for ${points}`);
  return `Nanoseconds per point by how many there are: ${figures.join(", ")}.`;
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

/** @param path of the record in the project */
export function readmeFigures(results: Results, path: string): string {
  const { machine, command, sets } = results;
  const codes = sets.map(({ codesPerPoint }) => codesPerPoint.toFixed(1));
  return [
    `On ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, by \`${command}\` ([record](${path})).`,
    "",
    "One thread, nanoseconds per point for encoding",
    `(${codes.slice(0, -1).join(", ")} and ${codes.at(-1)} codes each) and per text for decoding; in`,
    "brackets, the share of what the published C library takes (see bench/README.md):",
    "",
    ...engineTable(results),
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
