/** Whether the memory of a process is flat after its warm-up. */

export interface Sample {
  readonly seconds: number;
  readonly memoryMB: number;
}

/** Garbage comes and goes within a window; its lowest sample is what stays. */
const WINDOW_SECONDS = 10;
/** A process is warm when a window is no more than SETTLED_MB above the one so many windows before. */
const SETTLED_MB = 2;
const SETTLED_WINDOWS = 2;

export interface MemoryCourse {
  /** The lowest memory of each window. */
  readonly windowsMB: readonly number[];
  /** When the warm-up ended; undefined if it did not. */
  readonly warmSeconds: number | undefined;
  /** From the end of the warm-up to the last window; NaN if it did not end. */
  readonly growthMB: number;
}

/** @param samples of one process, in the order of time */
export function memoryCourse(samples: readonly Sample[]): MemoryCourse {
  const windows: number[] = [];
  const [first] = samples;
  for (const { seconds, memoryMB } of samples) {
    const index = Math.floor((seconds - (first?.seconds ?? 0)) / WINDOW_SECONDS);
    windows[index] = Math.min(windows[index] ?? memoryMB, memoryMB);
  }
  // A process that was stopped for a while has windows without samples.
  const windowsMB = windows.filter((memoryMB) => memoryMB !== undefined);
  const warm = windowsMB.findIndex(
    (memoryMB, index) =>
      index >= SETTLED_WINDOWS && memoryMB - windowsMB[index - SETTLED_WINDOWS] <= SETTLED_MB,
  );
  if (warm < 0) return { windowsMB, warmSeconds: undefined, growthMB: Number.NaN };
  const growthMB = windowsMB[windowsMB.length - 1] - windowsMB[warm];
  return { windowsMB, warmSeconds: (warm + 1) * WINDOW_SECONDS, growthMB };
}
