/** What stands for many measurements of one thing. */

/** Where something else has disturbed a few of them, it stays as it is. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
