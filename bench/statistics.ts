/** Summaries of repeated measurements. */

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
