/** Says before the tests what this machine lacks, as Vitest only counts the tests that it skips. */
import { hasBinary } from "../../src/service/transports/uws-binary.ts";

export function setup(): void {
  if (hasBinary()) return;
  const { version, platform, arch } = process;
  console.warn(
    `uWebSockets.js has no binary for Node ${version} on ${platform} ${arch}: tests of this transport are skipped.`,
  );
}
