/** What a process of the service loads and keeps, its threads, a log that nobody reads, and signals. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { listenTo, MAIN, start } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";
import { childrenOf, memoryMB } from "../support/linux-processes.ts";
import { exchange, portOf, RawConnection } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports, isAvailable } from "../support/transports.ts";
import { until } from "../support/until.ts";
import { ask, processesOfTests, sampleOf, statusOf } from "./running-services.ts";

const startServing = processesOfTests();
const folder = temporaryFolder();
const itOnUws = it.skipIf(!isAvailable("uws"));

/** Options that make Node import a module before the service. */
const importing = (text: string) => `--import=data:text/javascript,${encodeURIComponent(text)}`;

/** Writes on standard error what a service has loaded, and the size of V8's young generation once garbage is kept. */
const TELL_AT_EXIT = importing(`
  import { getHeapSpaceStatistics } from "node:v8";
  process.on("exit", () => {
    const kept = Array.from({ length: 500_000 }, (_, at) => [at]);
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const told = { modules: process.moduleLoadList, youngBytes: young.space_size, kept: kept.length };
    console.error("at exit: " + JSON.stringify(told));
  });`);

/** Starts a service on uWebSockets.js, sends a request, and stops it. */
async function serveOnce(options = "", args: readonly string[] = []) {
  const service = await startServing(args, { NODE_OPTIONS: `${TELL_AT_EXIT} ${options}` });
  expect(await statusOf(`${service.address}/codes/52.376514,4.9?include=offset`)).toBe(200);
  await service.stop("SIGTERM");
  // Threads exit before their process.
  return JSON.parse(Array.from(service.output().matchAll(/^at exit: (.*)$/gm)).at(-1)?.[1] ?? "");
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
    // The start of a thread gives all threads V8's own factor.
    expect((await serveOnce("", ["--workers", "2"])).youngBytes).toBeLessThanOrEqual(4 * 2 ** 20);
    expect((await serveOnce("--max-semi-space-size=16")).youngBytes).toBeGreaterThan(4 * 2 ** 20);
  },
);

const REQUESTS = 400;

itOnUws("threads answer on one port, count exactly, and take little memory", async () => {
  const { address, child, output, stop } = await startServing(["--workers", "4"]);
  expect(output()).toContain("(uws, 4 workers)");
  const urls = Array.from({ length: REQUESTS }, (_, index) => `${address}/codes/${index % 90},5`);
  expect(new Set(await Promise.all(urls.map((url) => statusOf(url))))).toEqual(new Set([200]));
  for (let asked = 0; asked < 10; asked++) {
    const { requests, service } = JSON.parse((await ask(`${address}/metrics`)).text);
    expect(requests.sinceStart.operations.codes.total).toBe(REQUESTS);
    expect(service.workers).toBe(4);
  }
  expect(memoryMB(child.pid as number)).toBeLessThan(190);
  expect(await stop("SIGTERM")).toEqual([0, null]);
});

/** Bodies of 20 kB to 6 MB. */
const BODIES = [700, 20_000, 80_000, 200_000].map((rows) => {
  const lines = Array.from({ length: rows }, (_, row) => `${row},${row % 90}.12345,${row % 179}.5`);
  return ["id,lat,lon", ...lines, ""].join("\n");
});

// The sum of docs/operations.md is 221 and 298 MiB. A busy machine collects garbage later.
itOnUws.for([
  [2, 243],
  [4, 328],
])("%i workers that convert batches all the time take at most %i MiB", async ([workers, most]) => {
  const args = ["--workers", `${workers}`, "--batch-memory", "64M"];
  const { address, child, stop } = await startServing(args, { MALLOC_ARENA_MAX: "2" });
  const endMs = Date.now() + 8_000;
  const client = async (number: number) => {
    const headers = { "content-type": "text/csv" };
    for (let at = number; Date.now() < endMs; at++) {
      const body = BODIES[at % BODIES.length];
      const { status } = await ask(`${address}/batch/codes`, { method: "POST", headers, body });
      expect([200, 503]).toContain(status);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, number) => client(number)));
  expect(memoryMB(child.pid as number, "VmHWM")).toBeLessThan(most);
  expect(await stop("SIGTERM")).toEqual([0, null]);
});

itOnUws("a thread that fails ends the process with 1", async () => {
  // All threads import the module; all but the first one fail when there is a file.
  const sign = join(folder, "fail");
  const failing = importing(`import { existsSync } from "node:fs";
    import { isMainThread } from "node:worker_threads";
    const fail = () => { if (existsSync(${JSON.stringify(sign)})) throw new Error("broken on purpose"); };
    if (!isMainThread) setInterval(fail, 50);`);
  const service = await startServing(["--workers", "2"], { NODE_OPTIONS: failing });
  expect(await statusOf(`${service.address}/status`)).toBe(200);
  writeFileSync(sign, "");
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
  const askOn = async () => {
    while (left-- > 0) expect(await statusOf(`${address}/${PATH}`)).toBe(200);
  };
  await Promise.all(Array.from({ length: 32 }, askOn));
  child.stdout?.resume();
  const written = () => output().match(/^.*long.*(?=\n)/gm) ?? [];
  let [asked, dropped] = [0, 0];
  await until(async () => {
    asked++;
    dropped = await sampleOf(service, "mapcoded_log_lines_dropped_total");
    return dropped + written().length >= LINES;
  });
  for (const line of written()) expect(line).toMatch(LINE);
  expect(dropped).toBeGreaterThan(0);
  expect(dropped + written().length).toBeLessThanOrEqual(LINES + asked);
  // The reader ends.
  child.stdout?.destroy();
  expect(await statusOf(`${address}/status`)).toBe(200);
  expect(await service.stop("SIGTERM")).toEqual([0, null]);
});

const REQUEST = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";
/** Sends a request on a connection of its own. @returns `answered`, `refused`, `reset`, or what came instead */
function requestOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    const { socket } = new RawConnection(port, REQUEST);
    socket.on("error", ({ code }: NodeJS.ErrnoException) =>
      resolve(code === "ECONNREFUSED" ? "refused" : "reset"),
    );
    socket.on("close", () => resolve("closed"));
    socket.on("data", (text) => {
      resolve(`${text}`.includes("HHNFC.7V5X") ? "answered" : `${text}`);
      socket.destroy();
    });
  });
}

const PROBE = "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const BATCH =
  "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 12\r\n\r\nlat,lon\n";

/** Texts that show in the output that a service did not stop in order. */
const TRACES = /Error|EPIPE|\n +at /;

/** Runs a command as the first process of a system of its own, as in a container; with rights for that in there only. */
const CONTAINER = "unshare --map-root-user --pid --fork --mount-proc --kill-child".split(" ");
const hasContainers =
  process.env.CI === "true" || spawnSync("unshare", [...CONTAINER.slice(1), "true"]).status === 0;
const COMMANDS = { it: [], "process 1 of a container": CONTAINER };

describeTransports("a signal to a service on %s", (transport) => {
  // node:http has one worker.
  const counts = transport === "uws" ? [1, 4] : [1];
  describe.each(counts)("with %i workers", (workers) => {
    const args = ["--transport", transport, "--workers", `${workers}`];

    it("ends it with 0 at any moment of the start", async () => {
      for (const ms of [0, 20, 50, 80, 120, 180, 250, 400]) {
        const service = start(["serve", "--port", "0", ...args]);
        const said = listenTo(service);
        const ended = once(service, "close");
        // A signal before the command listens for signals ends it as it ends any program.
        await wait(150 + ms);
        service.kill("SIGTERM");
        const [code, signal] = await ended;
        if (signal === null || said.out !== "") expect([code, signal]).toEqual([0, null]);
        expect(said.out + said.err).not.toMatch(TRACES);
      }
    });

    const title = "at the first reply that says ready cuts no batch, and ends %s in order";
    it.for(Object.entries(COMMANDS))(title, async ([, outer], { skip }) => {
      skip(outer.length > 0 && !hasContainers, "needs unshare");
      const port = await freePort();
      const inner = [process.execPath, MAIN, "serve", ...args, "--port", `${port}`];
      const [program, ...programArgs] = [...outer, ...inner];
      const service = spawn(program, programArgs);
      const said = listenTo(service);
      const ended = once(service, "close");
      try {
        await until(async () => (await exchange(port, PROBE)).startsWith("HTTP/1.1 200"));
        const batch = new RawConnection(port, BATCH);
        await once(batch.socket, "connect");
        // For the first process of a container, the kernel ignores a signal that it has no handler for.
        const pid = service.pid as number;
        process.kill(outer.length === 0 ? pid : (childrenOf(pid)[0] as number), "SIGTERM");
        await until(() => said.out.includes("Stopping on SIGTERM"));
        batch.socket.write("1,2\n");
        expect(await ended).toEqual([0, null]);
        expect(batch.received).toContain("HHNFC.7V5X");
        expect(said.out + said.err).not.toMatch(TRACES);
      } finally {
        service.kill("SIGKILL");
      }
    });

    it("answers clients that have connected before it stops listening, and refuses the others", async () => {
      const outcomes: string[] = [];
      for (let round = 0; round < 4; round++) {
        const service = await startServing(args);
        // Each client opens a connection for each request until it is refused.
        const clients = Array.from({ length: 32 }, async () => {
          for (let outcome = ""; outcome !== "refused"; ) {
            outcome = await requestOnce(portOf(service));
            outcomes.push(outcome);
          }
        });
        await until(() => outcomes.length > 200 * (round + 1));
        expect(await service.stop("SIGTERM")).toEqual([0, null]);
        await Promise.all(clients);
      }
      const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
      expect(count("refused")).toBe(4 * 32);
      // The system resets connections of the last microseconds. Without the wait for the others, it was 25 to 31 each time.
      expect(count("reset")).toBeLessThan(4 * 16);
      expect(count("answered") + count("refused") + count("reset")).toBe(outcomes.length);
    });

    it("loses no request of 64 open connections", async () => {
      for (let isLate = true; isLate; ) {
        const service = await startServing(args);
        const clients = Array.from(
          { length: 64 },
          () => new RawConnection(portOf(service), REQUEST),
        );
        await Promise.all(clients.map(({ socket }) => once(socket, "data")));
        for (const client of clients) client.received = "";
        const beganMs = performance.now();
        const stopped = service.stop("SIGTERM");
        // Some requests arrive before the signal is handled, some after it.
        for (const [index, { socket }] of clients.entries()) {
          if (index % 4 === 3) await wait(1);
          socket.write(REQUEST);
        }
        // The service ends connections that are idle for 500 ms, also if this process had no processor meanwhile.
        isLate = performance.now() - beganMs > 300;
        expect(await stopped).toEqual([0, null]);
        if (isLate) continue;
        expect(clients.filter(({ received }) => !received.includes("HHNFC.7V5X"))).toEqual([]);
      }
    });
  });
});
