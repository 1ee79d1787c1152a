/** The printed report of `npm run bench`: one text for each part. */
import type { Allocation } from "./allocations.ts";
import type { BatchMeasurement } from "./batch.ts";
import type { FormatMeasurement } from "./batch-formats.ts";
import type { CLibraryMeasurement } from "./c-library.ts";
import type { GrowthMeasurement, Measurement, SetStatistics } from "./engine-timing.ts";
import type { FailureMeasurement } from "./failed-rows.ts";
import { goalRows } from "./goal-rows.ts";
import type { AccessLogMeasurement } from "./http/access-log.ts";
import type { HttpMeasurement, WorkersMeasurement } from "./http/measure.ts";
import { shareOfBare } from "./http/shares.ts";
import type { SmallMeasurement } from "./http/small.ts";
import { besideLibrary, type ToolMeasurement } from "./reference.ts";
import type { BenchRun, Machine, Measured } from "./results.ts";
import { percent } from "./statistics.ts";

/** Lines up the cells of each column: the first `names` columns to the left, numbers to the right. */
export function table(rows: readonly (readonly string[])[], names: number): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          index < names ? cell.padEnd(widths[index]) : cell.padStart(widths[index]),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function machineText(
  { cpu, cores, node, v8, platform }: Machine,
  { command, loadBefore }: BenchRun,
): string {
  return [
    `machine  ${cpu}, ${cores} cores, ${platform}, load average before ${loadBefore.toFixed(2)}`,
    `node     ${node}, V8 ${v8}`,
    `command  ${command}`,
  ].join("\n");
}

export function statisticsText(sets: readonly SetStatistics[]): string {
  const rows = sets.map(({ set, meaning, points, codesPerPoint, maxCodes }) => [
    set,
    meaning,
    `${points}`,
    codesPerPoint.toFixed(2),
    `${maxCodes}`,
  ]);
  return table([["set", "where", "points", "codes per point", "max codes"], ...rows], 2);
}

const ENGINE_HEAD = [
  "set",
  "case",
  "ns per point",
  "CPU ns",
  "loaded ns",
  "ns per code",
  "margin %",
  "C library ns",
  "share of C library",
];

/**
 * @param loaded the same cases beside a loaded neighbor
 * @param cLibrary the C library in process, where it was measured
 */
export function engineText(
  measurements: readonly Measurement[],
  loaded: readonly Measurement[],
  cLibrary: readonly CLibraryMeasurement[],
): string {
  const rows = measurements.map((one, index) => {
    const { set, case: name, nsPerPoint, nsPerCode, marginPercent } = one;
    // A decoded point is one text: both numbers are the same.
    const perPoint = name.startsWith("decode") ? "-" : nsPerPoint.toFixed(1);
    const numbers = [
      perPoint,
      one.cpuNsPerPoint.toFixed(1),
      loaded[index]?.nsPerPoint.toFixed(1) ?? "-",
      nsPerCode.toFixed(1),
      marginPercent.toFixed(1),
    ];
    const compared = besideLibrary(one, cLibrary);
    const library = compared
      ? [compared.libraryNs.toFixed(0), compared.share.toFixed(2)]
      : ["-", "-"];
    return [set, name, ...numbers, ...library];
  });
  return table([ENGINE_HEAD, ...rows], 2);
}

/** @param own our measurement of the tool's work: all codes at precision 0, anywhere on Earth */
export function toolText(tool: ToolMeasurement | undefined, own: Measurement): string {
  if (tool === undefined) {
    return "mapcode  not installed: no comparison with Debian's tool (package mapcode)";
  }
  const ratio = (tool.userNsPerPoint / own.cpuNsPerPoint).toFixed(1);
  return [
    `mapcode  ${tool.command}: ${tool.userSeconds.toFixed(2)} s of user time for the process,`,
    `         ${tool.userNsPerPoint.toFixed(0)} ns per point, printing included; ` +
      `${ratio} times ours (${own.cpuNsPerPoint.toFixed(0)} ns of CPU time per point, set ${own.set})`,
  ].join("\n");
}

export function allocationsText(allocations: readonly Allocation[]): string {
  const rows = allocations.map(({ call, bytesPerCall, keptBytesPerCall }) => [
    call,
    `${bytesPerCall}`,
    `${keptBytesPerCall}`,
  ]);
  return table([["call", "heap bytes per call", "of them in the result"], ...rows], 1);
}

export function growthText(measurements: readonly GrowthMeasurement[]): string {
  const rows = measurements.map(({ points, nsPerPoint }) => [`${points}`, nsPerPoint.toFixed(0)]);
  const head = ["points around cities", "ns per point (encodeInto, precision 0)"];
  return table([head, ...rows], 0);
}

const SCALING_HEAD = ["CPU µs each", "lost %", "per core and second"];

/**
 * What tells how a machine with more cores would do: the CPU time of a request or row, how much of it is lost to the
 * other workers, and how many of them a whole core would do.
 * @param cpu microseconds
 * @param alone the measurement of one worker
 */
function scalingCells(cpu: number | undefined, alone: number | undefined): string[] {
  if (cpu === undefined || alone === undefined) return ["-", "-", "-"];
  return [cpu.toFixed(2), (100 * (1 - alone / cpu)).toFixed(0), (1e6 / cpu).toFixed(0)];
}

const BATCH_HEAD = [
  "worker threads",
  "rows/s",
  "rows/s of one worker",
  "user ns per row",
  ...SCALING_HEAD,
  "max resident MB",
];

/** @param toolNs user time of Debian's tool per point, where it was measured */
export function batchText({ files, http }: BatchMeasurement, toolNs: number | undefined): string {
  const rates = files.map(({ rows, seconds }) => rows / seconds);
  const alone = files[0]?.cpuNsPerRow / 1000;
  const rows = files.map(({ workers, cpuNsPerRow, userNsPerRow, maxRssBytes }, index) => [
    `${workers}`,
    rates[index].toFixed(0),
    `${(rates[index] / rates[0]).toFixed(2)} times`,
    userNsPerRow.toFixed(0),
    ...scalingCells(cpuNsPerRow / 1000, alone),
    (maxRssBytes / 1e6).toFixed(0),
  ]);
  const tool =
    toolNs === undefined ? "not installed" : `${toolNs.toFixed(0)} ns of user time per point`;
  const { pointsPerSecond, singlePerSecond, rowsPerRequest } = http;
  const ofSingle =
    singlePerSecond === undefined
      ? "; wrk is not installed: no comparison with single requests"
      : `, ${(pointsPerSecond / singlePerSecond).toFixed(1)} times ${singlePerSecond.toFixed(0)} single requests/s`;
  return [
    `batch    \`mapcoded encode\` from file to file: ${files[0]?.rows} lines of points on the sphere`,
    table([BATCH_HEAD, ...rows], 0),
    `mapcode  ${tool}`,
    `http     ${pointsPerSecond.toFixed(0)} points/s in requests of ${rowsPerRequest}${ofSingle}`,
  ].join("\n");
}

const FORMATS_HEAD = ["conversion", "user ns per row", "share of csv, 6 digits", "max resident MB"];

export function formatsText(measurements: readonly FormatMeasurement[]): string {
  const rows = measurements.map(({ case: name, userNsPerRow, shareOfCsv, maxRssBytes }) => [
    name,
    userNsPerRow.toFixed(0),
    shareOfCsv.toFixed(2),
    (maxRssBytes / 1e6).toFixed(0),
  ]);
  return [
    `formats  one worker thread, ${measurements[0]?.rows} rows, without the start of the process`,
    table([FORMATS_HEAD, ...rows], 1),
  ].join("\n");
}

const FAILURES_HEAD = ["failed rows", "user ns per row", "good ns per row", "times good"];

export function failuresText(measurements: readonly FailureMeasurement[]): string {
  const rows = measurements.map(({ format, kind, failedNsPerRow, goodNsPerRow }) => [
    `${format}, ${kind}`,
    failedNsPerRow.toFixed(0),
    goodNsPerRow.toFixed(0),
    (failedNsPerRow / goodNsPerRow).toFixed(2),
  ]);
  return [
    `failures one worker thread, ${measurements[0]?.rows} rows, without the start of the process`,
    table([FAILURES_HEAD, ...rows], 1),
  ].join("\n");
}

const HTTP_HEAD = [
  "request",
  "server",
  "CPU µs each",
  "share of bare",
  "requests/s",
  "share of bare",
  "p99 ms",
  "times bare p99",
];

export function httpText(measurements: readonly HttpMeasurement[]): string {
  const rows = measurements.map((one) => {
    const share = shareOfBare(one, measurements);
    return [
      one.target,
      one.server,
      one.cpuMicrosecondsPerRequest?.toFixed(2) ?? "-",
      percent(share.cpu),
      one.requestsPerSecond.toFixed(0),
      percent(share.requestsPerSecond),
      one.p99Ms.toFixed(2),
      share.p99.toFixed(2),
    ];
  });
  return table([HTTP_HEAD, ...rows], 2);
}

export function workersText(measurements: readonly WorkersMeasurement[]): string {
  const alone = measurements[0]?.cpuMicrosecondsPerRequest;
  const rows = measurements.map((one) => {
    const cpu = one.cpuMicrosecondsPerRequest;
    return [
      `${one.workers}`,
      one.requestsPerSecond.toFixed(0),
      one.p99Ms.toFixed(2),
      ...scalingCells(cpu, alone),
    ];
  });
  return [
    "workers  /codes/{lat},{lon}, on all cores, which the load generator shares",
    table([["worker processes", "requests/s", "p99 ms", ...SCALING_HEAD], ...rows], 0),
  ].join("\n");
}

export function accessLogText(measured: readonly AccessLogMeasurement[]): string {
  const rows = measured.map(({ transport, log, microsecondsPerRequest, ratio }) => [
    transport,
    log,
    microsecondsPerRequest.toFixed(2),
    ratio.toFixed(2),
  ]);
  return table([["transport", "access log", "CPU microseconds per request", "ratio"], ...rows], 2);
}

export function smallText(small: SmallMeasurement): string {
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? "- MB" : `${(bytes / 1e6).toFixed(0)} MB`;
  const milliseconds = (ms: number) => `${ms.toFixed(0)} ms`;
  return table(
    [
      ["small machine", "measured"],
      ["start and end of bare Node", milliseconds(small.bareNodeMs)],
      ["`mapcoded encode` of one point", milliseconds(small.encodeMs)],
      ["start of the service to its first answer", milliseconds(small.msToFirstAnswer)],
      ["resident, idle", megabytes(small.idleRssBytes)],
      ["resident, under load", megabytes(small.loadedRssBytes)],
      ["the same, heap limited to 32 MB", megabytes(small.smallHeapRssBytes)],
      ["four workers, shared memory counted once", megabytes(small.fourWorkersBytes)],
      ["installed for production", megabytes(small.installedBytes)],
    ],
    1,
  );
}

/** The goals of the parts that were measured. */
export function goalsText(measured: Measured): string {
  const rows = goalRows(measured).flatMap(([name, , now, goal, reached, , part]) =>
    Object.hasOwn(measured, part) ? [[name, now, goal, reached]] : [],
  );
  return table([["goal", "now", "bound", "reached"], ...rows], 1);
}
