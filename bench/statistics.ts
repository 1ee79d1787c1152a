/** Repeated measurements and their summaries. */

export function cpuNanoseconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return 1000 * (user + system);
}

/** Runs that do not count: V8 compiles the loop. */
const WARM_UP_ROUNDS = 5;

/** The least CPU time of several runs: other work on the machine disturbs it less than time by the clock. */
export function leastCpuNanoseconds(run: () => void, rounds: number): number {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) run();
  return Math.min(...Array.from({ length: rounds }, () => cpuNanoseconds(run)));
}

/**
 * The middle value; of an even number of values, the upper one of the two in the middle. It is always one of
 * `values`, and stays where it is when a few of them were disturbed.
 */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The mean of ratios: twice as slow and twice as fast cancel out. 1 for no ratios. */
export function geometricMean(ratios: readonly number[]): number {
  if (ratios.length === 0) return 1;
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
