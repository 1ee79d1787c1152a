/** What clients of node:http leave unread: who is closed, and who is read meanwhile. */
import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Clients } from "../../src/service/transports/node-clients.ts";
import { Traffic } from "../../src/service/transports/transport.ts";

function createClients(count: number) {
  const traffic = new Traffic(() => true);
  const clients = new Clients(traffic);
  const sockets = Array.from({ length: count }, () => new Socket());
  for (const socket of sockets) clients.add(socket, () => {});
  /** Leaves so many replies unread, unless the client is closed. */
  const leave = (socket: Socket, replies: number, bytes: number) => {
    for (let count = 0; count < replies; count++) {
      const response = new ServerResponse(new IncomingMessage(socket));
      const client = clients.begin(response);
      if (client === undefined) return;
      response.end("x".repeat(bytes));
      clients.countUnread(client, response, bytes);
    }
  };
  return { traffic, sockets, leave };
}

const areClosed = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

describe("a client of node:http that does not read", () => {
  it.each([
    ["however short they are", 10, [700, 1_200, 500], 300],
    ["however few they are", 100_000, [10, 40, 20], 10],
  ])("is closed if it leaves most replies of all beyond 8 MB, %s", async (_, bytes, before, more) => {
    const { sockets, leave } = createClients(4);
    for (const [index, replies] of before.entries()) leave(sockets[index], replies, bytes);
    expect(areClosed(sockets)).toEqual([false, false, false, false]);
    leave(sockets[2], more, bytes);
    expect(areClosed(sockets)).toEqual([false, true, false, false]);
    // Nobody is read until its memory is free.
    expect(sockets[3].isPaused()).toBe(true);
    await nextTurn();
    expect(sockets[3].isPaused()).toBe(false);
    // The next one that leaves as much is closed like it.
    leave(sockets[3], before[2], bytes);
    expect(areClosed(sockets)).toEqual([false, true, false, false]);
    leave(sockets[3], before[1] - before[2], bytes);
    expect(areClosed(sockets)).toEqual([false, true, false, true]);
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

it("clients with many pending requests are read by turns, one in each turn of the event loop, and beyond two of them nobody else in this turn", async () => {
  const { sockets, leave } = createClients(4);
  const arePaused = () => sockets.map((socket) => socket.isPaused());
  for (const socket of sockets.slice(0, 2)) leave(socket, 40, 10);
  // As Node does when replies have left.
  sockets[0].resume();
  await new Promise(process.nextTick);
  expect(arePaused()).toEqual([true, true, false, false]);
  leave(sockets[2], 40, 10);
  expect(arePaused()).toEqual([true, true, true, true]);
  await nextTurn();
  expect(arePaused()).toEqual([false, true, true, false]);
  await nextTurn();
  expect(arePaused()).toEqual([false, false, true, false]);
  await nextTurn();
  expect(arePaused()).toEqual([false, false, false, false]);
});
