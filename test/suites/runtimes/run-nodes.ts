/**
 * `npm run test:nodes`: runs the tests that depend on Node in other versions of it. The newer versions run on the C
 * library of Debian 13, to test transports on the newest uWebSockets.js, as in the image.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, join } from "node:path";
import { ROOT } from "../../../scripts/paths.js";
import { installTools, nodeOf, tool } from "./runtime-tools.ts";

/** Tests that touch sockets, files, streams, compression, processes and threads; the engine is only arithmetic. */
const FAST = ["test/http", "test/service", "test/cli", "test/batch/streams"];

/** The service in processes of its own. */
const SLOW = ["test/service/processes", "test/service/raw-sockets", "test/cli/broken-install"];

/** Runs tests, and prints the output of Vitest at the end. */
async function runVitest(version: string, ...args: readonly string[]): Promise<void> {
  const node = nodeOf(version);
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  // Tests that start `node` get the same version.
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  // npm has installed uWebSockets.js for one version of Node; the tools have the others.
  const env = { ...process.env, PATH, NODE_PATH: tool("") };
  // The report names each test that passed only at the second try.
  const child = spawn(node, [vitest, "run", "--retry=1", ...args], {
    cwd: ROOT,
    env,
    stdio: "pipe",
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      said += text;
    });
  }
  const [status] = await once(child, "close");
  console.log(`\nNode ${version}: vitest run ${args.join(" ")}\n${said}`);
  // A run without tests has failed, too.
  if (status !== 0 || !/^\d+ passed/m.test(said)) process.exitCode = 1;
}

installTools();
for (const version of ["22", "24", "26"]) {
  // In parallel, as the slow tests mostly wait.
  const runs = [
    runVitest(version, "--project", "fast", ...FAST),
    runVitest(version, "--project", "slow", ...SLOW),
  ];
  await Promise.all(runs);
}
