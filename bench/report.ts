/** Results as text. */
import type { Allocation } from "./allocations.ts";
import type { BatchMeasurement } from "./batch.ts";
import type { GrowthMeasurement } from "./growth.ts";
import type { HttpMeasurement } from "./http/measure.ts";
import type { SmallMeasurement } from "./http/small.ts";
import type { WorkersMeasurement } from "./http/workers.ts";
import type { Machine } from "./machine.ts";
import type { Measurement, SetStatistics } from "./measure.ts";
import { type Mark, markOf } from "./published.ts";
import type { ToolMeasurement } from "./reference-tool.ts";

type Row = readonly string[];

const WIDTHS = [9, 38, 10, 9, 8, 11, 9, 14] as const;

/** Names to the left, numbers to the right. */
function line(cells: Row): string {
  return cells
    .map((cell, index) => {
      const width = WIDTHS[index] ?? 0;
      return index < 2 ? cell.padEnd(width) : cell.padStart(width);
    })
    .join("")
    .trimEnd();
}

export function machineText(machine: Machine, command: string): string {
  const { cpu, cores, node, v8, platform, loadBefore } = machine;
  return [
    `machine  ${cpu}, ${cores} cores, ${platform}, load ${loadBefore.toFixed(2)}`,
    `node     ${node}, V8 ${v8}`,
    `command  ${command}`,
  ].join("\n");
}

export function statisticsText(sets: readonly SetStatistics[]): string {
  return sets
    .map(({ set, meaning, points, codesPerPoint, maxCodes }) => {
      const counts = `${codesPerPoint.toFixed(2)} codes per point, at most ${maxCodes}`;
      return `${set.padEnd(9)}${points} points, ${counts}; ${meaning}`;
    })
    .join("\n");
}

export const TABLE_HEAD = line([
  "set",
  "case",
  "ns/point",
  "ns/code",
  "± %",
  "C library",
  "of it",
  "goal",
]);

/** A time beside the C library's, and whether our goal is reached. */
function markCells(nsPerPoint: number, mark: Mark | undefined): string[] {
  if (mark === undefined) return [];
  const share = nsPerPoint / mark.ns;
  const isReached = share <= mark.goal;
  return [
    mark.ns.toFixed(0),
    share.toFixed(2),
    `${mark.goal.toFixed(2)}${isReached ? " reached" : "        "}`,
  ];
}

export function tableLine(measurement: Measurement): string {
  const { nsPerPoint, nsPerCode, marginPercent } = measurement;
  const numbers = [nsPerPoint, nsPerCode, marginPercent].map((value) => value.toFixed(1));
  const mark = markOf(measurement.set, measurement.case, measurement.toolNsPerPoint);
  // A decoded point is one text, so that only one of the two numbers says something.
  if (measurement.case.startsWith("decode")) numbers[0] = "-";
  return line([measurement.set, measurement.case, ...numbers, ...markCells(nsPerPoint, mark)]);
}

/** @param own the measurement of all codes at precision 0 on the sphere, as the tool does them */
export function toolText(tool: ToolMeasurement | undefined, own: Measurement): string {
  if (tool === undefined) return "mapcode  not found: no comparison with Debian's tool";
  const ratio = (tool.userNsPerPoint / own.nsPerPoint).toFixed(1);
  return [
    `mapcode  ${tool.command}: ${tool.userSeconds.toFixed(2)} s of user time for the process,`,
    `         ${tool.userNsPerPoint.toFixed(0)} ns/point, printing included; ` +
      `${ratio} times ours (${own.nsPerPoint.toFixed(0)} ns/point, ${own.set})`,
  ].join("\n");
}

export function allocationsText(allocations: readonly Allocation[]): string {
  const lines = allocations.map(
    ({ call, bytesPerCall, keptBytesPerCall }) =>
      `${call.padEnd(26)}${`${bytesPerCall}`.padStart(6)}${`${keptBytesPerCall}`.padStart(14)}`,
  );
  return ["call                       bytes  of them kept", ...lines].join("\n");
}

export function growthText(measurements: readonly GrowthMeasurement[]): string {
  const lines = measurements.map(
    ({ points, nsPerPoint }) =>
      `${`${points}`.padStart(9)} points ${nsPerPoint.toFixed(0)} ns each`,
  );
  return ["growth   encodeInto, precision 0, around cities", ...lines].join("\n");
}

/** What is wanted of batches and of the service: see README.md. */
const GOALS = {
  twoWorkersOfOne: 1.7,
  batchOfSingle: 10,
  batchRssMegabytes: 200,
  shareOfBare: 0.85,
  p99OfBare: 1.5,
  msToFirstAnswer: 150,
  idleRssMegabytes: 75,
  loadedRssMegabytes: 90,
};

/** @param toolNs user time of the reference tool per point, where it was measured */
export function batchText({ files, http }: BatchMeasurement, toolNs: number | undefined): string {
  const [one] = files;
  const lines = files.map((file) => {
    const rate = file.rows / file.seconds;
    const ofOne = rate / ((one?.rows as number) / (one?.seconds as number));
    return [
      `${file.workers} worker${file.workers === 1 ? " " : "s"}`,
      `${rate.toFixed(0).padStart(9)} rows/s (${ofOne.toFixed(2)})`,
      `${file.userNsPerRow.toFixed(0).padStart(6)} ns of user time per row`,
      `${(file.maxRssBytes / 1e6).toFixed(0).padStart(5)} MB`,
    ].join("  ");
  });
  const tool =
    toolNs === undefined ? "not found" : `${toolNs.toFixed(0)} ns of user time per point`;
  const { pointsPerSecond, singlePerSecond, rowsPerRequest } = http;
  const ofSingle =
    singlePerSecond === undefined
      ? ""
      : `, ${(pointsPerSecond / singlePerSecond).toFixed(1)} times ${singlePerSecond.toFixed(0)} single requests/s`;
  return [
    `batch    ${one?.rows} lines of points on the sphere from file to file`,
    ...lines,
    `mapcode  ${tool}`,
    `http     ${pointsPerSecond.toFixed(0)} points/s in requests of ${rowsPerRequest}${ofSingle}`,
    `goals: less user time than mapcode, 2 workers ${GOALS.twoWorkersOfOne} times one, batch ${GOALS.batchOfSingle} times single, under ${GOALS.batchRssMegabytes} MB`,
  ].join("\n");
}

export function httpText(measurements: readonly HttpMeasurement[]): string {
  if (measurements.length === 0)
    return "wrk      not found: no load on the service (Debian's package wrk)";
  const head =
    "target              server                     requests/s   of bare   p99 ms   of bare";
  const lines = measurements.map((one) => {
    const bare = measurements.find(({ target }) => target === one.target) as HttpMeasurement;
    return [
      one.target.padEnd(20),
      one.server.padEnd(24),
      one.requestsPerSecond.toFixed(0).padStart(13),
      `${((100 * one.requestsPerSecond) / bare.requestsPerSecond).toFixed(0)} %`.padStart(10),
      one.p99Ms.toFixed(2).padStart(9),
      (one.p99Ms / bare.p99Ms).toFixed(2).padStart(10),
    ].join("");
  });
  const goal = `goal for mapcoded: ${100 * GOALS.shareOfBare} % of bare uWebSockets.js or more, p99 at most ${GOALS.p99OfBare} of its`;
  return [head, ...lines, goal].join("\n");
}

export function workersText(measurements: readonly WorkersMeasurement[]): string {
  const lines = measurements.map(
    ({ workers, requestsPerSecond, p99Ms }) =>
      `${workers} worker${workers === 1 ? " " : "s"}  ${requestsPerSecond.toFixed(0)} requests/s, p99 ${p99Ms.toFixed(2)} ms`,
  );
  return ["workers  /codes/{lat},{lon}, on all cores, as is what asks", ...lines].join("\n");
}

export function smallText(small: SmallMeasurement): string {
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? "-" : (bytes / 1e6).toFixed(0);
  return [
    `start to first answer          ${small.msToFirstAnswer.toFixed(0)} ms (goal ${GOALS.msToFirstAnswer})`,
    `resident, idle                 ${megabytes(small.idleRssBytes)} MB (goal ${GOALS.idleRssMegabytes})`,
    `resident, under load           ${megabytes(small.loadedRssBytes)} MB (goal ${GOALS.loadedRssMegabytes})`,
    `the same, heap limited to 32   ${megabytes(small.smallHeapRssBytes)} MB`,
    `installed for production       ${megabytes(small.installedBytes)} MB`,
  ].join("\n");
}
