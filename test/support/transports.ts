/** Runs tests on each transport. Skips unavailable transports, so that the report counts them. */
import { describe } from "vitest";
// The announcement runs outside of the tests, where nothing has loaded the tables that the transport needs.
import "../../src/loaders/disk.ts";
import { TRANSPORTS } from "../../src/service/transports/transport.ts";

export type TransportName = (typeof TRANSPORTS)[number];

const HAS_UWS = await import("../../src/service/transports/uws.ts").then(
  () => true,
  () => false,
);

/** Whether this machine can load a transport. */
export function isAvailable(transport: TransportName): boolean {
  return transport === "node" || HAS_UWS;
}

/** The transport that `--transport auto` chooses. */
export const PREFERRED: TransportName = HAS_UWS ? "uws" : "node";

/**
 * Declares a group of tests for each transport.
 * @param title a sentence with %s for the name of the transport
 */
export function describeTransports(
  title: string,
  tests: (transport: TransportName) => void,
  transports: readonly TransportName[] = TRANSPORTS,
): void {
  for (const transport of transports) {
    describe.skipIf(!isAvailable(transport))(title.replace("%s", transport), () =>
      tests(transport),
    );
  }
}

/** Prints the missing transports before the tests, as Vitest only counts skipped tests. */
export function setup(): void {
  if (HAS_UWS) return;
  const { version, platform, arch } = process;
  console.warn(
    `uWebSockets.js does not load on Node ${version} on ${platform} ${arch}: tests of this transport are skipped.`,
  );
}
