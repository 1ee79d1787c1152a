import { describe, expect, it } from "vitest";
import { BATCH_BYTES, BatchMemory, BatchShare } from "../../src/service/batch/batch-memory.ts";
import { BodyQueue } from "../../src/service/batch/body-queue.ts";

const MEGABYTE = 1024 * 1024;

function started(memory: BatchMemory, bodyBytes: number): BatchShare {
  const share = memory.start(bodyBytes);
  if (!(share instanceof BatchShare)) throw new Error(`The memory is ${share}.`);
  return share;
}

describe("the memory of batch requests", () => {
  it("is reserved for a body before it arrives, and returned when the request ends", () => {
    const memory = new BatchMemory(4 * MEGABYTE, 10);
    const share = started(memory, 3 * MEGABYTE);
    expect(memory.usedBytes).toBe(3 * MEGABYTE + BATCH_BYTES);
    expect(memory.start(MEGABYTE)).toBe("busy");
    share.release();
    share.release();
    expect([memory.usedBytes, memory.requests]).toEqual([0, 0]);
    expect(memory.start(MEGABYTE)).toBeInstanceOf(BatchShare);
  });

  it("grows with a body of unknown length until it is spent, and shrinks as the body is converted", () => {
    const memory = new BatchMemory(2 * MEGABYTE, 10);
    const [first, second] = [started(memory, 0), started(memory, 0)];
    expect(first.cover(MEGABYTE)).toBeUndefined();
    expect(second.cover(MEGABYTE)).toBe("busy");
    first.shrink(MEGABYTE / 4);
    expect(second.cover(MEGABYTE)).toBeUndefined();
    first.release();
    first.shrink(0);
    second.release();
    expect(memory.usedBytes).toBe(0);
  });

  it("tells a body that never fits from one that must wait", () => {
    const memory = new BatchMemory(MEGABYTE, 10);
    expect(memory.start(MEGABYTE)).toBe("too-large");
    expect(started(memory, 0).cover(MEGABYTE)).toBe("too-large");
  });

  it("is for a limited number of requests", () => {
    const memory = new BatchMemory(100 * MEGABYTE, 2);
    const first = started(memory, 0);
    started(memory, 0);
    expect(memory.start(0)).toBe("busy");
    first.release();
    expect(memory.start(0)).toBeInstanceOf(BatchShare);
  });

  it("serves later bodies with the same blocks, however many there were", () => {
    const memory = new BatchMemory(100 * MEGABYTE, 10);
    const takeAll = () => Array.from({ length: 1000 }, () => memory.takeBlock());
    const blocks = takeAll();
    for (const block of blocks) memory.giveBlock(block);
    expect(new Set([...blocks, ...takeAll()]).size).toBe(blocks.length);
  });
});

describe("the queue of a body", () => {
  it("gives out what was added, however it was cut", () => {
    const queue = new BodyQueue(new BatchMemory(MEGABYTE, 10));
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    const taken: Uint8Array[] = [];
    let added = 0;
    for (let size = 1; added < bytes.length; size = (size * 7) % 50_021) {
      const buffer = bytes.slice(added, added + size);
      queue.add(buffer);
      // The queue has copied the bytes.
      buffer.fill(0);
      added = Math.min(added + size, bytes.length);
      if (size % 3 === 0) taken.push(queue.take(size % 1000).slice());
    }
    while (queue.availableBytes > 0) taken.push(queue.take(16_384).slice());
    expect(Buffer.concat(taken).equals(bytes)).toBe(true);
    expect(queue.take(1)).toHaveLength(0);
  });
});
