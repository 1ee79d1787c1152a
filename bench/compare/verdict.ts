/** Judges two checkouts by the costs of their cases, and prints the comparison. */
import { table } from "../report.ts";
import { geometricMean, median } from "../statistics.ts";
import type { CaseRound, LeftOut, Round } from "./round.ts";

export interface CaseVerdict extends CaseRound {
  readonly minRatio: number;
  readonly maxRatio: number;
  readonly rounds: number;
  readonly isSlower: boolean;
}

export interface PartVerdict {
  readonly cases: readonly CaseVerdict[];
  readonly leftOut: readonly LeftOut[];
  /** The geometric mean of the cases' ratios. */
  readonly mean: number;
  readonly isSlower: boolean;
}

function judgeCase(rounds: readonly CaseRound[], maxRatio: number): CaseVerdict {
  const ratios = rounds.map(({ ratio }) => ratio);
  const ratio = median(ratios);
  return {
    name: rounds[0].name,
    beforeNs: median(rounds.map(({ beforeNs }) => beforeNs)),
    afterNs: median(rounds.map(({ afterNs }) => afterNs)),
    ratio,
    minRatio: Math.min(...ratios),
    maxRatio: Math.max(...ratios),
    rounds: rounds.length,
    isSlower: ratio > maxRatio,
    hasOtherAnswers: rounds.some(({ hasOtherAnswers }) => hasOtherAnswers),
  };
}

/**
 * @param rounds of one part; a case may be missing in some of them
 * @param thresholdPercent slower by more than this fails
 */
export function judge(rounds: readonly Round[], thresholdPercent: number): PartVerdict {
  const maxRatio = 1 + thresholdPercent / 100;
  const roundsOf = new Map<string, CaseRound[]>();
  for (const one of rounds.flatMap(({ cases }) => cases)) {
    roundsOf.set(one.name, [...(roundsOf.get(one.name) ?? []), one]);
  }
  const cases = Array.from(roundsOf.values(), (own) => judgeCase(own, maxRatio));
  const leftOut = new Map(rounds.flatMap((round) => round.leftOut).map((one) => [one.name, one]));
  const mean = geometricMean(cases.map(({ ratio }) => ratio));
  return { cases, leftOut: [...leftOut.values()], mean, isSlower: mean > maxRatio };
}

/** A ratio as a change in percent, with its sign. */
function percent(ratio: number): string {
  const change = (100 * (ratio - 1)).toFixed(1);
  return `${change.startsWith("-") ? "" : "+"}${change} %`;
}

function remark({ isSlower, hasOtherAnswers }: CaseVerdict): string {
  const remarks = [isSlower ? "SLOWER" : "", hasOtherAnswers ? "OTHER ANSWERS" : ""];
  return remarks.filter((text) => text !== "").join(", ");
}

/** How a part is described in the report. */
export interface PartLabels {
  /** What the time of a case is counted for: "point or text". */
  readonly unit: string;
  readonly notCovered: string;
}

const HEAD = ["this checkout", "change", "range over rounds", "rounds", ""];

export function partText(
  part: string,
  ref: string,
  { unit, notCovered }: PartLabels,
  { cases, leftOut, mean }: PartVerdict,
): string {
  const rows = cases.map((one) => [
    one.name,
    one.beforeNs.toFixed(1),
    one.afterNs.toFixed(1),
    percent(one.ratio),
    `${percent(one.minRatio)} to ${percent(one.maxRatio)}`,
    `${one.rounds}`,
    remark(one),
  ]);
  return [
    `${part}: ns of CPU time per ${unit}`,
    table([["case", ref.slice(0, 12), ...HEAD], ...rows], 1),
    `geometric mean of ${cases.length} cases: ${percent(mean)}`,
    ...leftOut.map(({ name, reason }) => `left out: ${name}: ${reason}`),
    `not covered: ${notCovered}`,
  ].join("\n");
}

/** A line for each part and each case that fails; none when the comparison has passed. */
export function failuresOf(verdicts: ReadonlyMap<string, PartVerdict>): string[] {
  return Array.from(verdicts, ([part, { cases, mean, isSlower }]) => {
    const slower = cases.filter((one) => one.isSlower);
    const other = cases.filter((one) => one.hasOtherAnswers);
    return [
      ...(cases.length === 0 ? [`${part}: no case could be measured on both sides`] : []),
      ...(isSlower ? [`${part}: ${percent(mean)} in the geometric mean`] : []),
      ...slower.map(({ name, ratio }) => `${part}, ${name}: ${percent(ratio)}`),
      ...other.map(({ name }) => `${part}, ${name}: the answers differ`),
    ];
  }).flat();
}
