import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { IDLE_SECONDS, TRANSPORTS } from "../../src/service/transports/transport.ts";
import { type RunningService, startServing } from "../cli/command.ts";
import { ANSWER, type BatchClient, POINT, startBatch } from "./batch-client.ts";

/** More than the system's buffers take of a body and its answer. */
const MAX_STUCK_BYTES = 120e6;
/** No other limit is in the way. */
const NO_LIMITS = ["--batch-bytes", "1000000000", "--batch-rows", "1000000000"];
const MAX_GAINED_BYTES = 80e6;

const ROWS = 2000;
const MANY = POINT.repeat(ROWS);

let service: RunningService | undefined;

afterEach(async () => {
  if (service?.child.exitCode === null) await service.stop("SIGKILL");
});

interface Metrics {
  readonly process: { readonly rssBytes: number };
  readonly requests: {
    readonly sinceStart: { readonly operations: Readonly<Record<string, { total: number }>> };
  };
}

async function metricsOf({ address }: RunningService): Promise<Metrics> {
  const { body } = await request(`${address}/metrics`);
  return (await body.json()) as Metrics;
}

async function batchCount(running: RunningService): Promise<number> {
  return (await metricsOf(running)).requests.sinceStart.operations["batch-codes"]?.total ?? 0;
}

async function isWell({ address }: RunningService): Promise<void> {
  const { statusCode, body } = await request(`${address}/codes/52.376514,4.908543/local`);
  expect([statusCode, await body.text()]).toEqual([200, '{"mapcode":"49.4V","territory":"NLD"}']);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Bytes that have left a client. */
function leftBytes({ socket }: BatchClient): number {
  return socket.bytesWritten - socket.writableLength;
}

/** Sends rows as long as they are taken. @returns what ends that */
function sendOnAndOn(client: BatchClient): () => void {
  const timer = setInterval(() => {
    if (client.socket.writableLength < 1e6) client.send(MANY);
  }, 1);
  client.socket.on("close", () => clearInterval(timer));
  return () => clearInterval(timer);
}

/** Waits until no more is taken. @returns how much was */
async function untilStuck(client: BatchClient): Promise<number> {
  for (let left = -1; ; ) {
    await wait(700);
    if (leftBytes(client) === left) return left;
    left = leftBytes(client);
    if (left > MAX_STUCK_BYTES) throw new Error(`It took ${left} bytes.`);
  }
}

describe.each(TRANSPORTS)("batch requests on %s", (transport) => {
  const start = async (...args: string[]) => {
    service = await startServing(["--transport", transport, ...args]);
    return { running: service, port: Number(new URL(service.address).port) };
  };

  it("wait for clients that do not read, with little memory, and go on when they do", async () => {
    const { running, port } = await start(...NO_LIMITS);
    await isWell(running);
    const before = (await metricsOf(running)).process.rssBytes;
    const clients = await Promise.all([startBatch(port), startBatch(port), startBatch(port)]);
    for (const { socket } of clients) socket.pause();
    const stops = clients.map(sendOnAndOn);
    await Promise.all(clients.map(untilStuck));
    await isWell(running);
    expect((await metricsOf(running)).process.rssBytes - before).toBeLessThan(MAX_GAINED_BYTES);
    for (const stop of stops) stop();
    const [first, ...others] = clients as [BatchClient, BatchClient, BatchClient];
    for (const { socket } of others) socket.destroy();
    first.end();
    first.socket.resume();
    await first.until(({ received }) => received().endsWith("\r\n0\r\n\r\n"));
    const body = first.body();
    expect(body.length % (ROWS * ANSWER.length)).toBe(0);
    expect(body === ANSWER.repeat(body.length / ANSWER.length)).toBe(true);
    first.socket.destroy();
  });

  it("end when the client has vanished, or their time is over, whatever it did before", async () => {
    const { running, port } = await start(...NO_LIMITS, "--batch-seconds", "6");
    const clients = await Promise.all([startBatch(port), startBatch(port), startBatch(port)]);
    const [silent, asking, stuck] = clients as [BatchClient, BatchClient, BatchClient];
    stuck.socket.pause();
    sendOnAndOn(stuck);
    asking.send(POINT);
    await untilStuck(stuck);
    expect(await batchCount(running)).toBe(0);
    for (const { socket } of [silent, asking, stuck]) socket.resetAndDestroy();
    for (let waits = 0; (await batchCount(running)) < 3; waits++) {
      if (waits > 500) throw new Error("The requests are still under way.");
      await wait(20);
    }
    await isWell(running);
  });

  it("may come, and be read, more slowly than anything else", async () => {
    const { port } = await start(...NO_LIMITS);
    const [slow, lazy] = await Promise.all([startBatch(port), startBatch(port)]);
    slow.send(POINT);
    lazy.socket.pause();
    const stop = sendOnAndOn(lazy);
    await wait((IDLE_SECONDS + 4) * 1000);
    stop();
    slow.send(POINT);
    slow.end();
    lazy.end();
    lazy.socket.resume();
    await slow.until(({ body }) => body() === ANSWER.repeat(2));
    await lazy.until(({ received }) => received().endsWith("\r\n0\r\n\r\n"));
    for (const { socket } of [slow, lazy]) socket.destroy();
  });

  it("that have begun are finished when the service stops", async () => {
    const { running, port } = await start("--stop-after", "20");
    const client = await startBatch(port);
    client.send(POINT);
    await client.until(({ body }) => body() === ANSWER);
    const stopped = running.stop("SIGTERM");
    await wait(1200);
    client.send(POINT);
    client.end();
    await client.closed;
    expect(client.body()).toBe(ANSWER.repeat(2));
    expect(client.received()).toMatch(/\r\n0\r\n\r\n$/);
    expect(await stopped).toEqual([0, null]);
  });

  it("that do not end in time do not keep the service from stopping", async () => {
    const { running, port } = await start("--stop-after", "1");
    const client = await startBatch(port);
    client.send(POINT);
    await client.until(({ body }) => body() === ANSWER);
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
    await client.closed;
    expect(client.body()).toBe(ANSWER);
  });
});
