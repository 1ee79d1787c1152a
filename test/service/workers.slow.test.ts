/** Threads that answer requests on one port. */
import { expect, it } from "vitest";
import { isAvailable } from "../support/transports.ts";
import { processesOfTests, reportOf, sampleOf, statusOf } from "./running-services.ts";

const startServing = processesOfTests();
const REQUESTS = 400;

it.skipIf(!isAvailable("uws"))(
  "threads answer on one port, count exactly, and take little memory",
  async () => {
    const service = await startServing(["--workers", "4"]);
    expect(service.output()).toContain("(uws, 4 workers)");
    await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        expect(await statusOf(`${service.address}/codes/${index % 90},5`)).toBe(200);
      }),
    );
    for (let asked = 0; asked < 10; asked++) {
      const report = await reportOf(service);
      expect(report.requests.sinceStart.operations.codes.total).toBe(REQUESTS);
      expect(report.service.workers).toBe(4);
    }
    expect(await sampleOf(service, "mapcoded_workers")).toBe(4);
    expect((await reportOf(service)).process.rssBytes).toBeLessThan(200e6);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  },
);

it.skipIf(!isAvailable("uws"))("a thread that fails ends the process with 1", async () => {
  // All threads import the module; those that are not the first one fail when they get a signal of the test.
  const text = `import { isMainThread } from "node:worker_threads";
    if (!isMainThread) setTimeout(() => { throw new Error("broken on purpose"); }, 2000);`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(text)}` };
  const service = await startServing(["--workers", "2"], env);
  expect(await statusOf(`${service.address}/status`)).toBe(200);
  await service.says("A worker failed: Error: broken on purpose");
  expect(await service.stop("SIGCONT")).toEqual([1, null]);
});

it("several workers are refused on node:http", async () => {
  const failed = startServing(["--workers", "2", "--transport", "node"]);
  await expect(failed).rejects.toThrow(
    "Several workers share a port with uWebSockets.js on Linux only.",
  );
});
