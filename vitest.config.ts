import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { CountsReporter } from "./test/support/counts.ts";
import { PATIENCE_MS } from "./test/support/until.ts";

const SLOW = "test/**/*.slow.test.ts";
/** Tests that need proxies, browsers, engines or other programs: each folder has a command of its own. */
const SUITES = "test/suites";
/** The modules of src leave loading to the entries of the package; tests import the modules. */
const SETUP = ["src/loaders/disk.ts", "src/loaders/disk-borders.ts"];
const FRESH_CONNECTIONS = "test/support/fresh-connections.ts";
const ANNOUNCEMENTS = ["test/support/transports.ts"];
/** A test may wait for several things one after another, build, pack and install. */
const TIMEOUT_MS = 5 * PATIENCE_MS;
const LONG = { testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS };
/** Vitest's own second is less than a busy machine needs. */
const POLLING = { poll: { timeout: PATIENCE_MS } };
/** Other programs fail for moments, too. The report names each test that passed at the second try only. */
const RETRIES = 1;

function suite(name: string, folder: string, timeoutMs = TIMEOUT_MS) {
  const include = [`${SUITES}/${folder}/*.test.ts`];
  return { name, setupFiles: SETUP, include, testTimeout: timeoutMs, hookTimeout: timeoutMs };
}

export default defineConfig({
  test: {
    // Vitest leaves one core to itself by default, which on two cores doubles the time.
    maxWorkers: availableParallelism(),
    reporters: ["default", new CountsReporter()],
    projects: [
      {
        test: {
          name: "fast",
          globalSetup: ANNOUNCEMENTS,
          setupFiles: SETUP,
          // Files of a thread share modules, which saves importing them a hundred times: 60 s of CPU time of 180. A
          // file that needs modules of its own calls `vi.resetModules`.
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, SLOW, `${SUITES}/**`],
          expect: POLLING,
          // Properties that are tried more often take longer; on a busy machine all tests do.
          testTimeout: 2 * PATIENCE_MS * Number(process.env.PROPERTY_RUNS ?? 1),
        },
      },
      {
        // Tests that start processes, flood a service or wait for a time limit.
        test: {
          name: "slow",
          globalSetup: ANNOUNCEMENTS,
          setupFiles: [...SETUP, FRESH_CONNECTIONS],
          include: [SLOW],
          // Most of them wait.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
          expect: POLLING,
          ...LONG,
        },
      },
      {
        // The service behind proxies, with clients in other languages, and read by Prometheus.
        test: {
          name: "proxies",
          globalSetup: ANNOUNCEMENTS,
          setupFiles: [...SETUP, FRESH_CONNECTIONS],
          include: [`${SUITES}/proxies/*.test.ts`, `${SUITES}/clients/*.test.ts`],
          retry: RETRIES,
          expect: POLLING,
          ...LONG,
        },
      },
      // Journeys through the map page in Chromium.
      { test: { ...suite("web", "browser"), retry: RETRIES, expect: POLLING } },
      // Functions in databases and other engines.
      { test: suite("engines", "engines", 4 * TIMEOUT_MS) },
      // What is packed, as users install it.
      { test: suite("release", "release") },
      // The C tool.
      { test: suite("witness", "witness", 600_000) },
    ],
  },
});
