/** The bodies of batches: how they are collected and converted, and the memory that they take. */
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchSession } from "../../src/batch/session.ts";
import { DEFAULT_INTERFACE_OPTIONS } from "../../src/http/options.ts";
import type { BatchRequest, Reply } from "../../src/http/requests.ts";
import { createRouter } from "../../src/http/router.ts";
import { BatchBudget, receiveBatch } from "../../src/service/batch.ts";
import { textOf } from "../http/route-at-once.ts";
import { runs } from "../support/arbitraries.ts";

const MIB = 2 ** 20;
const PLAIN = { operation: "encode", from: "plain", to: "plain" } as const;
const route = createRouter(DEFAULT_INTERFACE_OPTIONS);

/** The head of a batch of plain points. */
function requestOf(headers: Record<string, string> = {}): BatchRequest {
  const all: Record<string, string> = { "content-type": "text/plain", ...headers };
  const request = { method: "POST", path: "/mapcode/batch/codes", query: "" };
  const routed = route({ ...request, header: (name) => all[name] ?? "" }, (text) => {
    throw new Error(text);
  });
  if ("status" in routed) throw new Error(textOf(routed));
  return routed;
}

/** Sends a body in parts. @returns the reply, and what the budget has given for it before and after `close` */
async function replyTo(request: BatchRequest, parts: readonly Uint8Array[], budget: BatchBudget) {
  const reader = receiveBatch(request, budget, 16 * MIB, () => {});
  let reply: Reply | undefined;
  for (const part of parts) reply ??= reader.add(part);
  reply ??= await reader.finish();
  const { usedBytes } = budget;
  const text = textOf(reply);
  reader.close();
  reader.close();
  return { status: reply.status, text, usedBytes };
}

/** Cuts bytes at arbitrary places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
  ends.sort((one, other) => one - other);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const ROWS = ["52.376514,4.908543", "0,-30", "x", "", "-33.9,18.4", "x".repeat(70_000)];
const body = fc
  .array(fc.constantFrom(...ROWS), { minLength: 1, maxLength: 60 })
  .map((rows) => Buffer.from(`1,2\n${rows.join("\n")}`));

describe("a batch", () => {
  it("gets the same reply however its body is cut, compressed or not", async () => {
    const budget = new BatchBudget(64 * MIB);
    await fc.assert(
      fc.asyncProperty(body, fc.array(fc.nat()), fc.boolean(), async (bytes, places, isCoded) => {
        const session = new BatchSession({ ...PLAIN, maxRowBytes: 65_536 });
        const expected = Buffer.concat([...session.push(bytes), ...session.end()]).toString();
        const headers: Record<string, string> = isCoded ? { "content-encoding": "gzip" } : {};
        const sent = isCoded ? gzipSync(bytes) : bytes;
        const { status, text } = await replyTo(requestOf(headers), cut(sent, places), budget);
        expect(status).toBe(200);
        expect(text === expected).toBe(true);
        expect(budget.usedBytes).toBe(0);
      }),
      runs(200),
    );
  });

  it("takes memory for its Content-Length before the body, and gives all back after its reply", async () => {
    const budget = new BatchBudget(8 * MIB);
    const reader = receiveBatch(
      requestOf({ "content-length": `${5 * MIB}` }),
      budget,
      16 * MIB,
      () => {},
    );
    expect(budget.usedBytes).toBe(5.25 * MIB);
    expect(() =>
      receiveBatch(requestOf({ "content-length": `${3 * MIB}` }), budget, 16 * MIB, () => {}),
    ).toThrow(expect.objectContaining({ body: expect.objectContaining({ status: 503 }) }));
    reader.close();
    expect(budget.usedBytes).toBe(0);
  });

  it.each([
    ["a body and its reply fit", 100_000, 200],
    ["the body fits, but not with its reply", 800_000, 413],
    ["the body is larger than all memory", 2_000_000, 413],
  ])("replies by what is in memory: %s", async (_, rows, status) => {
    const budget = new BatchBudget(8 * MIB);
    const reply = await replyTo(requestOf(), [Buffer.from("1,2\n".repeat(rows))], budget);
    expect(reply.status).toBe(status);
    if (status === 413) expect(reply.text).toContain("larger than the memory for batches");
    expect(budget.usedBytes).toBe(0);
  });

  it("gets 503 if others take the memory while it is converted, and leaves theirs alone", async () => {
    const budget = new BatchBudget(4 * MIB);
    const reader = receiveBatch(requestOf(), budget, 16 * MIB, () => {});
    expect(reader.add(Buffer.from("1,2\n".repeat(100_000)))).toBeUndefined();
    const finished = reader.finish();
    const other = receiveBatch(
      requestOf({ "content-length": `${3 * MIB}` }),
      budget,
      16 * MIB,
      () => {},
    );
    expect((await finished).status).toBe(503);
    reader.close();
    expect(budget.usedBytes).toBe(3.25 * MIB);
    other.close();
    expect(budget.usedBytes).toBe(0);
  });

  it.each([
    ["no gzip", Buffer.from("1,2\n"), 400],
    ["cut off", gzipSync("1,2\n").subarray(0, -4), 400],
    ["a bomb", gzipSync(Buffer.alloc(17 * MIB, " ")), 413],
  ])("whose compressed body is %s gets an error, and gives its memory back", async (_, bytes, status) => {
    const budget = new BatchBudget(64 * MIB);
    const request = requestOf({ "content-encoding": "gzip" });
    expect((await replyTo(request, [bytes], budget)).status).toBe(status);
    expect(budget.usedBytes).toBe(0);
  });

  it.each([
    "identity",
    "gzip",
  ])("that its client leaves ends, and gives its memory back: %s", async (coding) => {
    const budget = new BatchBudget(64 * MIB);
    const reader = receiveBatch(
      requestOf({ "content-encoding": coding }),
      budget,
      16 * MIB,
      () => {},
    );
    const rows = Buffer.from("1,2\n".repeat(300_000));
    reader.add(coding === "gzip" ? gzipSync(rows) : rows);
    const finished = reader.finish();
    await new Promise(setImmediate);
    reader.close();
    await finished;
    expect(budget.usedBytes).toBe(0);
  });

  it("is converted in steps between which others get their turn, first come, first served", async () => {
    const budget = new BatchBudget(64 * MIB);
    const ends: number[] = [];
    let turns = 0;
    let isOver = false;
    const rows = Buffer.from("1,2\n".repeat(30_000));
    const batches = Array.from({ length: 10 }, async (_, index) => {
      await replyTo(requestOf(), [rows], budget);
      ends.push(index);
    });
    const all = Promise.all(batches).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise(setImmediate);
      turns++;
    }
    await all;
    expect(ends).toEqual([...ends].sort((one, other) => one - other));
    // Each batch has 8 steps of 16 kB.
    expect(turns).toBeGreaterThanOrEqual(10 * 7);
  });
});
