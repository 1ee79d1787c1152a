/** Waiting for something that must happen. */
import { setTimeout as pause } from "node:timers/promises";

/** How long tests wait. Only a test that fails waits as long, so that this may be far more than a slow machine needs. */
export const PATIENCE_MS = 60_000;

const CHECK_MS = 20;

/**
 * Waits until a condition holds.
 * @param otherwise says what is wrong when it never holds
 * @throws Error with that message after PATIENCE_MS, or what the condition throws
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
