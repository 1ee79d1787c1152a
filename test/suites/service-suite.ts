/** The frame of suites that load or attack the service: a process of it on each transport, and the line of counts. */
import { parseArgs } from "node:util";
import { TRANSPORTS } from "../../src/service/transports/transport.ts";
import { type RunningService, startServing } from "../cli/command.ts";
import { endWithCounts } from "../support/counts.ts";
import { isAvailable, type TransportName } from "../support/transports.ts";

/** A row of a batch, and of the reply to it. */
export const POINT = "52.376514,4.908543\n";
export const REPLY_ROW = "52.376514,4.908543\tNLD\t49.4V\tVHXGB.1J9J\n";

/** Further problems usually have the same cause. */
const MAX_PRINTED = 20;

/** Reads the options of a suite and `--transport`, the only one to test. @param defaults values by the names of options */
export function suiteOptions<Name extends string>(defaults: Record<Name, string>) {
  const options = Object.entries({ transport: "", ...defaults }).map(([name, value]) => {
    return [name, { type: "string", default: value }];
  });
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  return values as Record<Name | "transport", string>;
}

interface ServiceSuite {
  /** Arguments of the service beside its transport. */
  readonly args?: readonly string[];
  /** The only transport to test; all if empty or not given. */
  readonly only?: string;
  /** What a transport without problems counts for: requests would hide the tests of other suites. */
  readonly tests?: number;
  /** @returns what is wrong */
  test(service: RunningService, transport: TransportName): Promise<readonly string[]>;
}

/** Tests each transport. The service must survive, and stop as asked. */
export async function testService({
  args = [],
  only,
  tests = 1,
  test,
}: ServiceSuite): Promise<void> {
  const counts = { passed: 0, failed: 0 };
  for (const transport of TRANSPORTS) {
    if (only && only !== transport) continue;
    if (!isAvailable(transport)) {
      console.warn(`Skipped: ${transport} has no binary for this Node.`);
      continue;
    }
    const service = await startServing([...args, "--transport", transport]);
    const problems = [...(await test(service, transport))];
    const { exitCode } = service.child;
    const [code] = exitCode === null ? await service.stop("SIGTERM") : [exitCode];
    if (code !== 0 || exitCode !== null) {
      problems.push(`the service ended with ${code}: ${service.output().slice(-4000)}`);
    }
    for (const problem of problems.slice(0, MAX_PRINTED)) console.error(`Failed: ${problem}`);
    if (problems.length === 0) counts.passed += tests;
    else counts.failed++;
  }
  endWithCounts(counts);
}
