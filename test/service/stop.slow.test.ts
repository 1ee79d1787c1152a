import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { listenTo, MAIN, start, startServing } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";
import { childrenOf, isAlive } from "../support/linux-processes.ts";
import { exchange, portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { until } from "../support/until.ts";

const CONNECTIONS = 64;
const REQUEST = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";

const BATCH =
  "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 12\r\n\r\nlat,lon\n";

/** Waits for the first reply that says ready. @returns what the service writes, and its end */
async function untilReady(service: ChildProcess, port: number) {
  const said = listenTo(service);
  const ended = once(service, "close");
  const probe = "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  await until(async () => (await exchange(port, probe)).startsWith("HTTP/1.1 200"));
  return { output: () => said.out + said.err, ended };
}

/** What is only in the output of a service that did not stop in order. */
const TRACES = /Error|EPIPE|\n +at /;

/** node:http has one. */
const workersOf = (transport: string, many: number) => (transport === "uws" ? [1, many] : [1]);

const MOMENTS_MS = [0, 20, 50, 80, 120, 180, 250, 400];

describeTransports("a signal while the service on %s starts", (transport) => {
  it.each(
    workersOf(transport, 3),
  )("with %i workers ends it with 0 at any moment", async (workers) => {
    for (const ms of MOMENTS_MS) {
      const service = start([
        "serve",
        "--port",
        "0",
        "--transport",
        transport,
        "--workers",
        `${workers}`,
      ]);
      const said = listenTo(service);
      const ended = once(service, "close");
      // A signal before the command listens for signals ends it as it ends any program.
      await new Promise((resolve) => setTimeout(resolve, 150 + ms));
      service.kill("SIGTERM");
      const [code, signal] = await ended;
      if (signal === null || said.out !== "") expect([code, signal]).toEqual([0, null]);
      expect(said.out + said.err).not.toMatch(TRACES);
    }
  });
});

describeTransports("a stop on %s", (transport) => {
  it.each(
    workersOf(transport, 6),
  )("with %i workers at the first reply that says ready cuts no batch, and ends in order", async (workers) => {
    const port = await freePort();
    const args = ["serve", "--transport", transport, "--workers", `${workers}`];
    const service = start([...args, "--port", `${port}`]);
    const { output, ended } = await untilReady(service, port);
    const batch = new RawConnection(port, BATCH);
    await once(batch.socket, "connect");
    service.kill("SIGTERM");
    await until(() => output().includes("Stopping on SIGTERM"));
    batch.socket.write("1,2\n");
    expect(await ended).toEqual([0, null]);
    expect(batch.received).toContain("HHNFC.7V5X");
    expect(output()).not.toMatch(TRACES);
  });

  it.each(
    workersOf(transport, 2),
  )("with %i workers loses no request of 64 open connections", async (workers) => {
    const service = await startServing(["--transport", transport, "--workers", `${workers}`]);
    const port = portOf(service);
    const clients = await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const client = new RawConnection(port, REQUEST);
        await once(client.socket, "data");
        return client;
      }),
    );
    for (const client of clients) client.received = "";
    const stopped = service.stop("SIGTERM");
    // Some requests arrive before the signal is handled, some after it.
    for (const [index, { socket }] of clients.entries()) {
      setTimeout(() => socket.write(REQUEST), index % 16);
    }
    expect(await stopped).toEqual([0, null]);
    const lost = clients.filter(({ received }) => !received.includes("HHNFC.7V5X"));
    expect(lost).toHaveLength(0);
  });
});

/** Runs a command as the first process of a system of its own, as in a container; with rights for that in there only. */
const FIRST = ["--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"];
const canBeFirst =
  process.env.CI === "true" || spawnSync("unshare", [...FIRST, "true"]).status === 0;

describe.skipIf(!canBeFirst)("process 1 of a container (needs unshare)", () => {
  let outside: number | undefined;

  afterEach(() => {
    if (outside !== undefined && isAlive(outside)) process.kill(outside, "SIGKILL");
  });

  describeTransports("on %s", (transport) => {
    it.each(
      workersOf(transport, 3),
    )("with %i workers stops in order on a signal at the first reply that says ready", async (workers) => {
      const port = await freePort();
      const args = ["serve", "--transport", transport, "--workers", `${workers}`];
      const command = [process.execPath, MAIN, ...args, "--port", `${port}`];
      const container = spawn("unshare", [...FIRST, ...command]);
      outside = container.pid as number;
      const { output, ended } = await untilReady(container, port);
      // For such a process, the kernel ignores a signal that it has no handler for.
      const [first] = childrenOf(outside) as [number];
      process.kill(first, "SIGTERM");
      expect(await ended).toEqual([0, null]);
      expect(output()).not.toMatch(TRACES);
    });
  });
});
