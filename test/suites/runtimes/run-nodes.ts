/**
 * `npm run test:nodes`: runs the tests that depend on Node in other versions of it. The newer ones run on the C library
 * of Debian 13, so that transports are tested on the newest uWebSockets.js, as in the image.
 */
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { ROOT } from "../../../scripts/paths.js";
import { nodeOf } from "./newer-glibc.ts";
import { installTools, tool } from "./runtime-tools.ts";

/** Tests that touch sockets, files, streams, compression, processes and threads; the engine is only arithmetic. */
const DEPENDING_ON_NODE = ["test/http", "test/service", "test/cli", "test/batch/streams"];

/** The service in processes of its own. */
const SLOW = [
  "test/service/stop",
  "test/service/workers",
  "test/service/legal-requests",
  "test/cli/broken-install",
];

/** Arguments of Vitest for each run of a version. */
const RUNS = ["22", "24", "26"].flatMap((version) => [
  [version, "--project", "fast", ...DEPENDING_ON_NODE],
  [version, "--project", "slow", ...SLOW],
]);

/** @returns whether all tests pass */
function runVitest(version: string, args: readonly string[]): boolean {
  const node = nodeOf(version);
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...args];
  console.log(`\nNode ${version}: vitest run ${args.join(" ")}`);
  // Programs that the tests start by the name `node` are of the same version.
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  const { status } = spawnSync(node, vitest, {
    cwd: ROOT,
    // npm has installed the binaries of uWebSockets.js for one version of Node; the others are among the tools.
    env: { ...process.env, PATH, NODE_PATH: tool("") },
    stdio: "inherit",
  });
  return status === 0;
}

installTools();
const failed = RUNS.filter(([version, ...args]) => !runVitest(version, args));
if (failed.length > 0) {
  console.error(`Failed: ${failed.map((run) => `Node ${run.join(" ")}`).join("; ")}`);
  process.exitCode = 1;
}
