import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { closeLostHandoffs } from "../../src/service/handoffs.ts";

/** A worker as node:cluster uses it, which notes what it is sent. */
function fakeWorker() {
  const sent: unknown[] = [];
  const child = Object.assign(new EventEmitter(), {
    send(message: unknown): boolean {
      sent.push(message);
      return true;
    },
  });
  return { child, sent, worker: { process: child } as unknown as Worker };
}

/** A connection that notes whether it was closed. */
function fakeConnection() {
  return {
    isClosed: false,
    close() {
      this.isClosed = true;
    },
  };
}

describe("connections that node:cluster hands to a worker", () => {
  it.each([
    "20.0.0",
    "22.12.0",
    process.versions.node,
  ])("are closed in Node %s when the worker ends, unless it has accepted them", (version) => {
    const { child, sent, worker } = fakeWorker();
    closeLostHandoffs(worker, version);
    const [accepted, lost] = [fakeConnection(), fakeConnection()];
    for (const [seq, handle] of [accepted, lost].entries()) {
      Reflect.apply(child.send, child, [{ cmd: "NODE_CLUSTER", act: "newconn", seq }, handle]);
    }
    Reflect.apply(child.send, child, [{ kind: "stop" }]);
    child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack: 0, accepted: true });
    expect(lost.isClosed).toBe(false);
    child.emit("exit");
    expect([accepted.isClosed, lost.isClosed]).toEqual([false, true]);
    expect(sent).toHaveLength(3);
  });

  it.each([
    "19.9.0",
    "99.0.0",
  ])("are left alone in Node %s, whose messages are not known", (version) => {
    const { child, worker } = fakeWorker();
    const { send } = child;
    closeLostHandoffs(worker, version);
    expect(child.send).toBe(send);
    expect(child.eventNames()).toEqual([]);
  });
});
