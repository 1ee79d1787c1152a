import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { startServing } from "../cli/command.ts";
import { HOST } from "../http/both-transports.ts";
import { describeTransports } from "../support/transports.ts";

const CONNECTIONS = 64;
const REQUEST = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";

describeTransports("a stop on %s", (transport) => {
  it.each([1, 2])("with %i workers loses no request of 64 open connections", async (workers) => {
    const service = await startServing(["--transport", transport, "--workers", `${workers}`]);
    const port = Number(new URL(service.address).port);
    const clients = await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const socket = connect(port, HOST);
        const client = { socket, received: "" };
        socket.on("error", () => {});
        socket.on("data", (data) => {
          client.received += data;
        });
        socket.write(REQUEST);
        await once(socket, "data");
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
