/** What clients of node:http leave unread: who is closed, and who is read meanwhile. */
import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Clients } from "../../src/service/transports/node-clients.ts";
import { Traffic } from "../../src/service/transports/transport.ts";

function createClients(count: number) {
  const traffic = new Traffic();
  const clients = new Clients(traffic);
  const sockets = Array.from({ length: count }, () => new Socket());
  for (const socket of sockets) clients.add(socket, () => {});
  /** Leaves so many replies unread, unless the client is closed. */
  const leave = (socket: Socket, replies: number, bytes: number) => {
    for (let count = 0; count < replies; count++) {
      const client = clients.get(socket);
      if (client === undefined) return;
      const response = new ServerResponse(new IncomingMessage(socket));
      clients.begin(client, response);
      response.end("x".repeat(bytes));
      clients.countUnread(client, response);
    }
  };
  return { traffic, sockets, leave };
}

const areClosed = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

describe("a client of node:http that does not read", () => {
  it("is closed beyond a megabyte", () => {
    const { sockets, leave } = createClients(2);
    leave(sockets[0], 9, 100_000);
    expect(areClosed(sockets)).toEqual([false, false]);
    leave(sockets[0], 1, 100_000);
    expect(areClosed(sockets)).toEqual([true, false]);
  });

  it("is closed if it leaves most replies of all, however short, and nobody is read until its memory is free", async () => {
    const { sockets, leave } = createClients(4);
    const [first, largest, third, idle] = sockets;
    leave(first, 700, 10);
    leave(largest, 1_200, 10);
    leave(third, 500, 10);
    expect(areClosed(sockets)).toEqual([false, false, false, false]);
    leave(third, 300, 10);
    expect(areClosed(sockets)).toEqual([false, true, false, false]);
    expect(idle.isPaused()).toBe(true);
    await nextTurn();
    expect(idle.isPaused()).toBe(false);
  });

  it("takes its pending requests with it, so that a stop does not wait for them", async () => {
    const { traffic, sockets, leave } = createClients(1);
    leave(sockets[0], 40, 10);
    traffic.count(1);
    sockets[0].destroy();
    await once(sockets[0], "close");
    await traffic.stop(() => {}, 3_600);
    expect(traffic.open).toBe(1);
  });
});

it("clients with many pending requests are read by turns, one in each turn of the event loop", async () => {
  const { sockets, leave } = createClients(3);
  for (const socket of sockets.slice(0, 2)) leave(socket, 40, 10);
  const arePaused = () => sockets.map((socket) => socket.isPaused());
  expect(arePaused()).toEqual([true, true, false]);
  await nextTurn();
  expect(arePaused()).toEqual([false, true, false]);
  await nextTurn();
  expect(arePaused()).toEqual([false, false, false]);
});
