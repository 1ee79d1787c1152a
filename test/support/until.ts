/** Waits for a condition, with a deadline. */
import { setTimeout as pause } from "node:timers/promises";

/** The deadline of tests. Only a failed test waits so long, so it may be far more than a slow machine needs. */
export const PATIENCE_MS = 60_000;

const CHECK_MS = 20;

/**
 * Waits until a condition holds.
 * @param otherwise the message if it never holds
 * @throws Error with that message after PATIENCE_MS; errors of the condition
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  otherwise = () => `Still not true: ${condition}`,
): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(otherwise());
    await pause(CHECK_MS);
  }
}
