/**
 * Measuring the engine in fresh processes: of two that do the same, one is up to a tenth slower, by
 * where in memory things happen to lie.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ENGINE_VARIABLE } from "./engine.ts";
import type { Measurement, Timing } from "./measure.ts";
import { median } from "./statistics.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export interface FreshRun {
  readonly pointsPerSet: number;
  /** Files of points to measure with in place of our own sets. */
  readonly pointFiles: readonly string[];
  readonly timing: Timing;
  /** How many points the reference tool encodes between cases; 0 for not measuring it. */
  readonly toolPoints: number;
}

export interface FreshResults {
  readonly measurements: readonly Measurement[];
  readonly answeredSum: number;
}

/** @param engine URL of the engine to measure; this checkout's unless given */
export function measureFresh(run: FreshRun, engine?: string): FreshResults {
  const args = ["--import", "tsx", "bench/fresh-run.ts", JSON.stringify(run)];
  const env = engine === undefined ? process.env : { ...process.env, [ENGINE_VARIABLE]: engine };
  const out = execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", env });
  return JSON.parse(out) as FreshResults;
}

/** How long a case took beside the tool, or without it in nanoseconds. */
function relativeTime({ nsPerPoint, toolNsPerPoint = 1 }: Measurement): number {
  return nsPerPoint / toolNsPerPoint;
}

/** Of each case, the middle one of several runs, its margin being half of what lies between them. */
export function middleOf(runs: readonly FreshResults[]): Measurement[] {
  const [first] = runs;
  return (first?.measurements ?? []).map((one, place) => {
    const all = runs.map(({ measurements }) => measurements[place] ?? one);
    const times = all.map(relativeTime);
    const middleTime = median(times);
    const middle = all[times.indexOf(middleTime)] ?? one;
    if (all.length === 1) return middle;
    const spread = (Math.max(...times) - Math.min(...times)) / 2;
    return { ...middle, marginPercent: (100 * spread) / middleTime };
  });
}
