/** What a signal does, whenever it comes. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { listenTo, MAIN, start, startServing } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";
import { childrenOf } from "../support/linux-processes.ts";
import { exchange, portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { until } from "../support/until.ts";

const REQUEST = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";
const PROBE = "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const BATCH =
  "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 12\r\n\r\nlat,lon\n";

/** What is only in the output of a service that did not stop in order. */
const TRACES = /Error|EPIPE|\n +at /;

/** Runs a command as the first process of a system of its own, as in a container; with rights for that in there only. */
const FIRST = ["--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child"];
const CAN_BE_FIRST =
  process.env.CI === "true" || spawnSync("unshare", [...FIRST, "true"]).status === 0;

/** Waits for the first reply that says ready. @returns what the service writes, and its end */
async function untilReady(service: ChildProcess, port: number) {
  const said = listenTo(service);
  const ended = once(service, "close");
  await until(async () => (await exchange(port, PROBE)).startsWith("HTTP/1.1 200"));
  return { output: () => said.out + said.err, ended };
}

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

    it("at the first reply that says ready cuts no batch, and ends it in order", async () => {
      const port = await freePort();
      const service = start(["serve", ...args, "--port", `${port}`]);
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

    it("loses no request of 64 open connections", async () => {
      const service = await startServing(args);
      const clients = Array.from({ length: 64 }, () => new RawConnection(portOf(service), REQUEST));
      await Promise.all(clients.map(({ socket }) => once(socket, "data")));
      for (const client of clients) client.received = "";
      const stopped = service.stop("SIGTERM");
      // Some requests arrive before the signal is handled, some after it.
      for (const [index, { socket }] of clients.entries()) {
        setTimeout(() => socket.write(REQUEST), index % 16);
      }
      expect(await stopped).toEqual([0, null]);
      expect(clients.filter(({ received }) => !received.includes("HHNFC.7V5X"))).toEqual([]);
    });

    it.skipIf(!CAN_BE_FIRST)("ends process 1 of a container in order (needs unshare)", async () => {
      const port = await freePort();
      const command = [process.execPath, MAIN, "serve", ...args, "--port", `${port}`];
      const container = spawn("unshare", [...FIRST, ...command]);
      try {
        const { output, ended } = await untilReady(container, port);
        // For such a process, the kernel ignores a signal that it has no handler for.
        const [first] = childrenOf(container.pid as number) as [number];
        process.kill(first, "SIGTERM");
        expect(await ended).toEqual([0, null]);
        expect(output()).not.toMatch(TRACES);
      } finally {
        container.kill("SIGKILL");
      }
    });
  });
});
