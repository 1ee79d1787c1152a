/** What a process of the service loads and keeps, its threads, and a log that nobody reads. */
import { expect, it } from "vitest";
import { isAvailable } from "../support/transports.ts";
import { until } from "../support/until.ts";
import { processesOfTests, reportOf, sampleOf, statusOf } from "./running-services.ts";

const startServing = processesOfTests();
const itOnUws = it.skipIf(!isAvailable("uws"));

/** Options that make Node import a module before the service. */
const importing = (text: string) => `--import=data:text/javascript,${encodeURIComponent(text)}`;

/** Writes on standard error what a service has loaded, and the size of V8's young generation once garbage is kept. */
const TELL_AT_EXIT = importing(`
  import { getHeapSpaceStatistics } from "node:v8";
  process.on("exit", () => {
    const kept = Array.from({ length: 500_000 }, (_, at) => [at]);
    const modules = process.moduleLoadList;
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.error("at exit: " + JSON.stringify({ modules, youngBytes: young.space_size, kept: kept.length }));
  });`);

/** Starts a service on uWebSockets.js, sends a request, and stops it. */
async function serveOnce(options = "") {
  const service = await startServing([], { NODE_OPTIONS: `${TELL_AT_EXIT} ${options}` });
  expect(await statusOf(`${service.address}/codes/52.376514,4.9?include=offset`)).toBe(200);
  await service.stop("SIGTERM");
  const [, told = ""] = /^at exit: (.*)$/m.exec(service.output()) ?? [];
  return JSON.parse(told) as { readonly modules: readonly string[]; readonly youngBytes: number };
}

itOnUws(
  "a service loads nothing of Node for HTTP, TLS, compression and threads before it is needed, and keeps the young generation at the size of its start unless Node is told another one",
  async () => {
    const { modules, youngBytes } = await serveOnce();
    expect(modules).toContain("NativeModule net");
    for (const name of ["http", "https", "tls", "crypto", "zlib", "cluster", "worker_threads"]) {
      expect(modules, name).not.toContain(`NativeModule ${name}`);
    }
    // The start has it grow to 1 or 2 MB twice.
    expect(youngBytes).toBeLessThanOrEqual(4 * 2 ** 20);
    const growing = await serveOnce("--max-semi-space-size=16");
    expect(growing.youngBytes).toBeGreaterThan(4 * 2 ** 20);
  },
);

const REQUESTS = 400;

itOnUws("threads answer on one port, count exactly, and take little memory", async () => {
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
});

itOnUws("a thread that fails ends the process with 1", async () => {
  // All threads import the module; those that are not the first one fail.
  const failing = importing(`import { isMainThread } from "node:worker_threads";
    if (!isMainThread) setTimeout(() => { throw new Error("broken on purpose"); }, 2000);`);
  const service = await startServing(["--workers", "2"], { NODE_OPTIONS: failing });
  expect(await statusOf(`${service.address}/status`)).toBe(200);
  await service.says("A worker failed: Error: broken on purpose");
  expect(await service.stop("SIGCONT")).toEqual([1, null]);
});

it("several workers are refused on node:http", async () => {
  const failed = startServing(["--workers", "2", "--transport", "node"]);
  const message = "Several workers share a port with uWebSockets.js on Linux only.";
  await expect(failed).rejects.toThrow(message);
});

/** More long lines than pipe and buffers hold. */
const LINES = 2_500;
const PATH = `status?${"long".repeat(300)}`;
const LINE = /^[\d.]+ - - \[.*\] "GET \/mapcode\/status\?(long){300} HTTP\/1\.1" .{5,}$/;

it.each([
  ["uws", 1],
  ["uws", 2],
  ["node", 1],
] as const)("a service on %s with %i workers whose log nobody reads answers and stops, counts the lines that are lost, and mixes no lines", async (transport, workers) => {
  if (!isAvailable(transport)) return;
  const options = ["--transport", transport, "--workers", `${workers}`, "--access-log", "combined"];
  const service = await startServing(options);
  const { address, child, output } = service;
  child.stdout?.pause();
  let left = LINES;
  const clients = Array.from({ length: 32 }, async () => {
    while (left-- > 0) expect(await statusOf(`${address}/${PATH}`)).toBe(200);
  });
  await Promise.all(clients);
  await until(async () => (await sampleOf(service, "mapcoded_log_lines_dropped_total")) > 0);
  child.stdout?.resume();
  await until(() => output().split("GET /mapcode/status").length > 500);
  const lines = output().split("\n").slice(0, -1);
  for (const line of lines.filter((one) => one.includes("long"))) expect(line).toMatch(LINE);
  // The reader ends.
  child.stdout?.destroy();
  expect(await statusOf(`${address}/status`)).toBe(200);
  expect(await service.stop("SIGTERM")).toEqual([0, null]);
});
