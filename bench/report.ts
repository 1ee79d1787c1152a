/** Results as text. */
import type { Machine } from "./machine.ts";
import type { Measurement, SetStatistics } from "./measure.ts";
import type { ToolMeasurement } from "./reference-tool.ts";

type Row = readonly string[];

const WIDTHS = [9, 38, 10, 9, 8] as const;

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
    .map(({ set, meaning, points, codesPerPoint, mostCodes }) => {
      const counts = `${codesPerPoint.toFixed(2)} codes per point, at most ${mostCodes}`;
      return `${set.padEnd(9)}${points} points, ${counts}; ${meaning}`;
    })
    .join("\n");
}

export const TABLE_HEAD = line(["set", "case", "ns/point", "ns/code", "± %"]);

export function tableLine(measurement: Measurement): string {
  const { nsPerPoint, nsPerCode, marginPercent } = measurement;
  const numbers = [nsPerPoint, nsPerCode, marginPercent].map((value) => value.toFixed(1));
  // A decoded point is one text, so that only one of the two numbers says something.
  if (measurement.case.startsWith("decode")) numbers[0] = "-";
  return line([measurement.set, measurement.case, ...numbers]);
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
