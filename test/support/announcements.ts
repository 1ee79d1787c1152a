/** Says before the tests what this machine lacks, as Vitest only counts the tests that it skips. */
import { isAvailable } from "./transports.ts";

export function setup(): void {
  if (isAvailable("uws")) return;
  const { version, platform, arch } = process;
  console.warn(
    `uWebSockets.js does not load on Node ${version} on ${platform} ${arch}: tests of this transport are skipped.`,
  );
}
