/** The bodies of batches: how they are collected and converted, and the memory that they take. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { BatchSession } from "../../src/batch/session.ts";
import type { Reply } from "../../src/http/requests.ts";
import { createRouter } from "../../src/http/router.ts";
import { runs } from "../support/arbitraries.ts";
import { DEFAULTS, memoryOf, SERVICES, textOf } from "./route-at-once.ts";

const MIB = 2 ** 20;
const PLAIN = { operation: "encode", from: "plain", to: "plain" } as const;

/** A service with memory for batches. @param mib in MiB */
function budgetOf(mib: number, batchBytes = DEFAULTS.batchBytes) {
  const { memory, usedBytes } = memoryOf(mib);
  const route = createRouter({ ...DEFAULTS, batchBytes }, { ...SERVICES, memory });
  return { route, usedBytes };
}
type Budget = ReturnType<typeof budgetOf>;

/** Begins a batch, by default of plain points. @returns it, and its replies */
function begin({ route }: Budget, headers: Readonly<Record<string, string>> = {}, query = "") {
  const all = new Map(Object.entries({ "content-type": "text/plain", ...headers }));
  const request = { method: "POST", path: "/mapcode/batch/codes", query };
  const routed = route({ ...request, header: (name) => all.get(name) ?? "" });
  if ("status" in routed) throw new Error(textOf(routed));
  const replies: Reply[] = [];
  routed.onReply = (reply) => replies.push(reply);
  return { batch: routed, replies };
}

/** Sends a body in parts. @param held by others @returns the reply; the budget must have everything back */
async function replyTo(
  parts: readonly Uint8Array[],
  budget: Budget,
  coding = "identity",
  held = 0,
) {
  const { batch, replies } = begin(budget, { "content-encoding": coding });
  for (const part of parts) batch.add(part);
  await batch.finish();
  expect(replies).toHaveLength(1);
  const [reply] = replies;
  const text = textOf(reply);
  batch.close();
  batch.close();
  expect(budget.usedBytes()).toBe(held);
  return { status: reply.status, text };
}

const points = (count: number) => Buffer.from("1,2\n".repeat(count));

/** Cuts bytes at arbitrary places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
  ends.sort((one, other) => one - other);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const row = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("52.376514,4.908543", "0,-30", "x", "", "-33.9,18.4") },
  fc.constant("x".repeat(70_000)),
);
const body = fc
  .array(row, { minLength: 1, maxLength: 20 })
  .map((rows) => Buffer.from(`1,2\n${rows.join("\n")}`));
const codings = fc.constantFrom("", "identity", "gzip", "x-gzip", "GZIP");

it("a batch gets the same reply however its body is cut, compressed or not", async () => {
  const budget = budgetOf(64);
  await fc.assert(
    fc.asyncProperty(body, fc.array(fc.nat()), codings, async (bytes, places, coding) => {
      const session = new BatchSession({ ...PLAIN, maxRowBytes: 65_536 });
      const expected = Buffer.concat([...session.push(bytes), ...session.end()]).toString();
      const sent = cut(/gzip/i.test(coding) ? gzipSync(bytes) : bytes, places);
      const { status, text } = await replyTo(sent, budget, coding);
      expect(status).toBe(200);
      expect(text === expected).toBe(true);
    }),
    runs(200),
  );
});

const memory = "larger than the memory for batches";

it.each([
  ["a body that fits with its reply", points(20_000), "identity", 200, "HHNFC"],
  ["a body that fits, but not with its reply", points(200_000), "identity", 413, memory],
  ["a body larger than all memory", points(600_000), "identity", 413, memory],
  ["a body that is no gzip", points(1), "gzip", 400, "broken or cut off"],
  ["gzip that is cut off", gzipSync("1,2\n").subarray(0, -4), "gzip", 400, "broken or cut off"],
  ["a bomb", gzipSync(Buffer.alloc(17 * MIB, " ")), "gzip", 413, "bytes"],
])("%s gets its status, and gives its memory back", async (_, bytes, coding, status, text) => {
  const reply = await replyTo([bytes], budgetOf(2), coding);
  expect(reply).toEqual({ status, text: expect.stringContaining(text) });
});

it.each([
  "identity",
  "gzip",
])("a body may have as many bytes as are allowed: %s", async (coding) => {
  const bytes = points(100);
  const sent = coding === "gzip" ? gzipSync(bytes) : bytes;
  const statuses = [bytes.length, bytes.length - 1].map(async (allowed) => {
    const { status } = await replyTo([sent], budgetOf(2, allowed), coding);
    return status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 413]);
});

/** A header of 60,000 control characters, each of which takes six bytes in JSON, and short rows. */
const WIDE = Buffer.from(`lat,lon,${"\x01".repeat(60_000)}\n${"1,2\n".repeat(50)}`);

it.each([
  ["rows that grow to many times their length", WIDE, "", 413],
  [
    "lines that are left out before the first row",
    Buffer.alloc(8 * MIB, "x\n"),
    "skip=1000000",
    413,
  ],
  ["few such lines", Buffer.from("x\nx\nlat,lon\n1,2\n"), "skip=2", 200],
])("%s take memory of batches as they come", async (_, bytes, query, status) => {
  const budget = budgetOf(2);
  const headers = { "content-type": "text/csv", "content-encoding": "gzip" };
  const json = { ...headers, accept: "application/json" };
  const { batch, replies } = begin(budget, json, query);
  const allocate = vi.spyOn(Buffer, "allocUnsafeSlow");
  batch.add(gzipSync(bytes));
  await batch.finish();
  expect(replies[0].status).toBe(status);
  // Blocks of 64 KiB.
  expect(allocate.mock.calls.length).toBeLessThan(2 * 16);
  allocate.mockRestore();
  batch.close();
  expect(budget.usedBytes()).toBe(0);
});

it("the output of rows that grow comes in parts, the same as row by row", () => {
  const options = { operation: "encode", from: "csv", to: "json" } as const;
  const sessions = [new BatchSession(options), new BatchSession(options)];
  const [whole, byRow] = sessions.map((session) => (bytes: Uint8Array) => [...session.push(bytes)]);
  const parts = [...whole(WIDE), ...sessions[0].end()];
  expect(parts.length).toBeGreaterThan(10);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(2 * MIB);
  const header = WIDE.length - 4 * 50;
  const rows = [WIDE.subarray(0, header), ...cut(WIDE.subarray(header), [4, 8, 100])];
  const others = [...rows.flatMap(byRow), ...sessions[1].end()];
  expect(Buffer.concat(parts).equals(Buffer.concat(others))).toBe(true);
  expect(sessions[0].counts).toMatchObject({ rows: 50, converted: 50, failed: 0 });
});

it("a batch takes memory for the bytes that have arrived; one that finds none gets 503, and gives all of it back", async () => {
  const budget = budgetOf(4);
  const first = begin(budget, { "content-length": `${3 * MIB}` });
  expect(budget.usedBytes()).toBe(0);
  first.batch.add(points(1));
  expect(budget.usedBytes()).toBe(12 * 1024);
  first.batch.add(points(600_000));
  const second = begin(budget);
  second.batch.add(points(450_000));
  expect(second.replies).toEqual([expect.objectContaining({ status: 503 })]);
  second.batch.add(points(300_000));
  await second.batch.finish();
  expect(second.replies).toHaveLength(1);
  expect(budget.usedBytes()).toBe(12 * 1024 + 37 * 64 * 1024);
  first.batch.close();
  expect([first.replies, budget.usedBytes()]).toEqual([[], 0]);
});

it("a batch that is longer than all memory is refused before its body", () => {
  const headers = { "content-length": `${5 * MIB}` };
  expect(() => begin(budgetOf(4), headers)).toThrow(memory);
});

it("clients that announce bodies and send a few bytes leave memory for others", async () => {
  // None of them is late.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const budget = budgetOf(64);
  const waiting = Array.from({ length: 500 }, () =>
    begin(budget, { "content-length": "16777216" }),
  );
  for (const { batch } of waiting) batch.add(points(2));
  expect((await replyTo([points(100_000)], budget, "identity", 500 * 12 * 1024)).status).toBe(200);
  vi.useRealTimers();
});

it("a batch that waits for its body keeps little memory, however many parameters its head has", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const budget = budgetOf(64);
  const query = Array.from({ length: 400 }, (_, at) => `x${at}`).join("&");
  begin(budget, {}, query).batch.close();
  collect();
  const before = process.memoryUsage().heapUsed;
  const waiting = Array.from({ length: 100 }, () => begin(budget, {}, query));
  collect();
  expect((process.memoryUsage().heapUsed - before) / waiting.length).toBeLessThan(15_000);
  for (const { batch } of waiting) batch.close();
});

it.each([
  ["too slowly", 100, 8],
  ["for too long", 140_000, 120],
])("a body that arrives %s gets 408", (_, bytesPerCheck, seconds) => {
  vi.useFakeTimers();
  const budget = budgetOf(64);
  const { batch, replies } = begin(budget);
  let passed = 0;
  for (; replies.length === 0; passed += 8) {
    batch.add(points(bytesPerCheck / 4));
    vi.advanceTimersByTime(8_000);
  }
  vi.useRealTimers();
  expect([passed, replies[0].status, budget.usedBytes()]).toEqual([seconds, 408, 0]);
});

it.each(["identity", "gzip"])("a batch that its client leaves ends: %s", async (coding) => {
  const budget = budgetOf(64);
  const { batch, replies } = begin(budget, { "content-encoding": coding });
  batch.add(coding === "gzip" ? gzipSync(points(300_000)) : points(300_000));
  const finished = batch.finish();
  await new Promise(setImmediate);
  batch.close();
  await finished;
  expect([replies, budget.usedBytes()]).toEqual([[], 0]);
});

it("batches are converted in steps between which others get their turn, first come, first served", async () => {
  const ends: number[] = [];
  const batches = Array.from({ length: 10 }, (_, index) =>
    replyTo([points(10_000)], budgetOf(64)).then(() => ends.push(index)),
  );
  let turns = 0;
  for (; ends.length < batches.length; turns++) await new Promise(setImmediate);
  expect(ends).toEqual([...batches.keys()]);
  // Each batch has 40 steps of 1 kB.
  expect(turns).toBeGreaterThanOrEqual(10 * 39);
});
