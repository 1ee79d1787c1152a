/** Tests of the limits of idle connections to Node's own HTTP server. */
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IdleConnections } from "../../src/service/transports/node-limits.ts";

/** A connection of which only the numbers of bytes matter. */
class CountedSocket extends Socket {
  received = 0;
  sent = 0;

  constructor() {
    super();
    Object.defineProperties(this, {
      bytesRead: { get: () => this.received },
      bytesWritten: { get: () => this.sent },
    });
  }

  answerRequest(): void {
    this.received += 40;
    this.sent += 300;
  }
}

describe("idle connections", () => {
  let idle: IdleConnections;
  let socket: CountedSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    idle = new IdleConnections();
    idle.start();
    socket = new CountedSocket();
    idle.add(socket);
  });

  afterEach(() => {
    idle.stop();
    vi.useRealTimers();
  });

  it("close between 10 and 12 seconds after the last request", () => {
    for (const msToCheck of [1, 1_000, 1_999]) {
      const connection = new CountedSocket();
      idle.add(connection);
      vi.advanceTimersByTime(2_000 - msToCheck);
      connection.answerRequest();
      vi.advanceTimersByTime(9_999);
      expect(connection.destroyed).toBe(false);
      vi.advanceTimersByTime(2_001);
      expect(connection.destroyed).toBe(true);
      vi.advanceTimersByTime(msToCheck);
    }
  });

  it("stay open while requests arrive", () => {
    for (let requests = 0; requests < 10; requests++) {
      socket.answerRequest();
      vi.advanceTimersByTime(9_000);
    }
    expect(socket.destroyed).toBe(false);
  });

  it("stay open while a reply is in progress, and for 10 seconds after it", () => {
    socket.answerRequest();
    idle.beginReply(socket);
    vi.advanceTimersByTime(61_999);
    idle.endReply(socket);
    vi.advanceTimersByTime(9_999);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(2_001);
    expect(socket.destroyed).toBe(true);
  });

  it("are left to Node before their first reply", () => {
    socket.received = 20;
    vi.advanceTimersByTime(60_000);
    expect(socket.destroyed).toBe(false);
  });
});
