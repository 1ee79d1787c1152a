/** Runs tests on each transport. Those that this machine cannot have are skipped, so that the report counts them. */
import { describe } from "vitest";
import { TRANSPORTS, type TransportName } from "../../src/service/transports/transport.ts";
import { hasBinary } from "../../src/service/transports/uws-binary.ts";

/** Whether this version of Node can load a transport. A binary that is only missing fails tests. */
export function isAvailable(transport: TransportName): boolean {
  return transport === "node" || hasBinary();
}

/** The transport that `--transport auto` chooses. */
export const PREFERRED: TransportName = isAvailable("uws") ? "uws" : "node";

/**
 * Declares a group of tests for each transport.
 * @param title a sentence with %s for the name of the transport
 */
export function describeTransports(title: string, tests: (transport: TransportName) => void): void {
  for (const transport of TRANSPORTS) {
    describe.skipIf(!isAvailable(transport))(title.replace("%s", transport), () =>
      tests(transport),
    );
  }
}
