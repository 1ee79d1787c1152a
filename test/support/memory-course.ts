/** Garbage comes and goes within a window; its lowest sample is what stays. */
const WINDOW_SECONDS = 10;

/**
 * Whether the memory of a process is flat: the lowest memory of each window, and how much it grows from the window
 * at the end of the warm-up to the last one; NaN if the process did not live as long.
 * @param samples of one process, in the order of time
 * @param warmUpSeconds of its life, in which memory may grow: the heap takes steps until V8 has seen all requests
 */
export function memoryCourse(
  samples: readonly { readonly seconds: number; readonly memoryMB: number }[],
  warmUpSeconds: number,
) {
  const windowsMB: number[] = [];
  for (const { seconds, memoryMB } of samples) {
    const window = Math.floor((seconds - samples[0].seconds) / WINDOW_SECONDS);
    windowsMB[window] = Math.min(windowsMB[window] ?? memoryMB, memoryMB);
  }
  const [warm = Number.NaN] = windowsMB.slice(Math.floor(warmUpSeconds / WINDOW_SECONDS));
  return { windowsMB, growthMB: (windowsMB.at(-1) ?? Number.NaN) - warm };
}
