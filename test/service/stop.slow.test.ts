import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { start, startServing } from "../cli/command.ts";
import { HOST } from "../http/both-transports.ts";
import { freePort } from "../support/free-port.ts";
import { describeTransports } from "../support/transports.ts";
import { until } from "../support/until.ts";

const CONNECTIONS = 64;
const REQUEST = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";

const BATCH =
  "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 12\r\n\r\nlat,lon\n";

/** Sends bytes on a connection of its own. @returns what has come back so far, also after its end */
function send(port: number, bytes: string) {
  const socket = connect(port, HOST);
  const client = { socket, received: "" };
  socket.on("error", () => {});
  socket.on("data", (data) => {
    client.received += data;
  });
  socket.write(bytes);
  return client;
}

describeTransports("a stop on %s", (transport) => {
  it.each([
    1, 6,
  ])("with %i workers at the first reply that says ready cuts no batch, and ends in order", async (workers) => {
    const port = await freePort();
    const args = ["serve", "--transport", transport, "--workers", `${workers}`];
    const service = start([...args, "--port", `${port}`]);
    let output = "";
    for (const stream of [service.stdout, service.stderr]) {
      stream?.on("data", (data) => {
        output += data;
      });
    }
    const ended = once(service, "close");
    await until(async () => {
      const { socket, received } = await new Promise<ReturnType<typeof send>>((resolve) => {
        const probe = send(port, "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        probe.socket.on("close", () => resolve(probe));
      });
      socket.destroy();
      return received.startsWith("HTTP/1.1 200");
    });
    const batch = send(port, BATCH);
    await once(batch.socket, "connect");
    service.kill("SIGTERM");
    await until(() => output.includes("Stopping on SIGTERM"));
    batch.socket.write("1,2\n");
    expect(await ended).toEqual([0, null]);
    expect(batch.received).toContain("HHNFC.7V5X");
    expect(output).not.toMatch(/Error|EPIPE|\n +at /);
  });

  it.each([1, 2])("with %i workers loses no request of 64 open connections", async (workers) => {
    const service = await startServing(["--transport", transport, "--workers", `${workers}`]);
    const port = Number(new URL(service.address).port);
    const clients = await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const client = send(port, REQUEST);
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
