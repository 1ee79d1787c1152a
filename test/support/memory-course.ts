/** Whether the memory of a process is flat after its warm-up. */

export interface Sample {
  readonly seconds: number;
  readonly memoryMB: number;
}

/** Garbage comes and goes within a window; its lowest sample is what stays. */
const WINDOW_SECONDS = 10;
export interface MemoryCourse {
  /** The lowest memory of each window. */
  readonly windowsMB: readonly number[];
  /** From the first window after the warm-up to the last one; NaN if the process did not live as long. */
  readonly growthMB: number;
}

/**
 * @param samples of one process, in the order of time
 * @param warmUpSeconds of its life, in which memory may grow: the heap takes steps until V8 has seen all requests
 */
export function memoryCourse(samples: readonly Sample[], warmUpSeconds: number): MemoryCourse {
  const start = samples[0]?.seconds ?? 0;
  const windows = new Map<number, number>();
  let warm = Number.POSITIVE_INFINITY;
  for (const { seconds, memoryMB } of samples) {
    const window = Math.floor((seconds - start) / WINDOW_SECONDS);
    windows.set(window, Math.min(windows.get(window) ?? memoryMB, memoryMB));
    if (seconds - start >= warmUpSeconds) warm = Math.min(warm, window);
  }
  const windowsMB = [...windows.values()];
  const growthMB = (windowsMB.at(-1) ?? Number.NaN) - (windows.get(warm) ?? Number.NaN);
  return { windowsMB, growthMB };
}
