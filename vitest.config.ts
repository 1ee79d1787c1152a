import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { CountsReporter } from "./test/support/counts.ts";
import { PATIENCE_MS } from "./test/support/until.ts";

const SLOW = "test/**/*.slow.test.ts";
/** Tests that need proxies, browsers, engines or other programs. Each folder has its own command. */
const SUITES = "test/suites";
/** The loaders: the entries of the package load the arrays, but tests import modules of src. */
const SETUP = ["src/loaders/disk.ts", "src/loaders/disk-borders.ts"];
const FRESH_CONNECTIONS = "test/support/fresh-connections.ts";
const ANNOUNCEMENTS = ["test/support/transports.ts"];
/** A test may wait several times, build, pack and install. */
const TIMEOUT_MS = 5 * PATIENCE_MS;
const LONG = { testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS };
/** Vitest's default of 1 s is too short on a busy machine. */
const POLLING = { poll: { timeout: PATIENCE_MS } };
/** Other programs fail for moments. The report names each test that passed only at the second try. */
const RETRIES = 1;

function suite(name: string, folder: string, timeoutMs = TIMEOUT_MS) {
  const include = [`${SUITES}/${folder}/*.test.ts`];
  return { name, setupFiles: SETUP, include, testTimeout: timeoutMs, hookTimeout: timeoutMs };
}

export default defineConfig({
  test: {
    // By default, Vitest leaves one core idle: twice the time on two cores.
    maxWorkers: availableParallelism(),
    reporters: ["default", new CountsReporter()],
    projects: [
      {
        test: {
          name: "fast",
          globalSetup: ANNOUNCEMENTS,
          setupFiles: SETUP,
          // Files of a thread share modules: this saves 60 s of 180 s of CPU time. A file that needs fresh modules
          // calls `vi.resetModules`.
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, SLOW, `${SUITES}/**`],
          expect: POLLING,
          // More runs of properties take longer.
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
        // The service with proxies, clients in other languages, and Prometheus.
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
      // The packages, as users install them.
      { test: suite("release", "release") },
      // The C tool.
      { test: suite("witness", "witness", 600_000) },
    ],
  },
});
