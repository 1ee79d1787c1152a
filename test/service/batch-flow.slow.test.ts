import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { IDLE_SECONDS } from "../../src/service/transports/transport.ts";
import { portOf } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { until } from "../support/until.ts";
import { type BatchClient, POINT, REPLY_ROW, startBatch } from "./batch-client.ts";
import {
  countOf,
  expectHealthy,
  processesOfTests,
  reportOf,
  sampleOf,
} from "./running-services.ts";

/** More than the buffers of the system hold of a body and its reply. */
const MAX_STUCK_BYTES = 120e6;
/** Limits that no test reaches. */
const NO_LIMITS = ["--batch-bytes", "1000000000", "--batch-rows", "1000000000"];
const MAX_GAINED_BYTES = 80e6;

const ROWS = 2000;
const MANY = POINT.repeat(ROWS);

const startProcess = processesOfTests();

/** Bytes that the client has sent. */
function sentBytes({ socket }: BatchClient): number {
  return socket.bytesWritten - socket.writableLength;
}

/** Sends rows for as long as they are taken. @returns a function that stops it */
function sendEndlessly(client: BatchClient): () => void {
  const timer = setInterval(() => {
    if (client.socket.writableLength < 1e6) client.send(MANY);
  }, 1);
  client.socket.on("close", () => clearInterval(timer));
  return () => clearInterval(timer);
}

/** Waits until no more is taken. @returns the number of bytes sent */
async function untilStuck(client: BatchClient): Promise<number> {
  for (let sent = -1; ; ) {
    await wait(700);
    if (sentBytes(client) === sent) return sent;
    sent = sentBytes(client);
    if (sent > MAX_STUCK_BYTES) throw new Error(`The service took ${sent} bytes.`);
  }
}

describeTransports("batch requests on %s", (transport) => {
  const start = async (...args: string[]) => {
    const running = await startProcess(["--transport", transport, ...args]);
    return { running, port: portOf(running) };
  };

  it("wait in little memory for clients that do not read, and continue when they do", async () => {
    const { running, port } = await start(...NO_LIMITS);
    await expectHealthy(running);
    const before = (await reportOf(running)).process.rssBytes;
    const clients = await Promise.all([startBatch(port), startBatch(port), startBatch(port)]);
    for (const { socket } of clients) socket.pause();
    const stops = clients.map(sendEndlessly);
    await Promise.all(clients.map(untilStuck));
    await expectHealthy(running);
    expect((await reportOf(running)).process.rssBytes - before).toBeLessThan(MAX_GAINED_BYTES);
    for (const stop of stops) stop();
    const [first, ...others] = clients;
    for (const { socket } of others) socket.destroy();
    first.end();
    first.socket.resume();
    await first.until(({ isComplete }) => isComplete());
    const body = first.body();
    expect(body.length % (ROWS * REPLY_ROW.length)).toBe(0);
    expect(body === REPLY_ROW.repeat(body.length / REPLY_ROW.length)).toBe(true);
    first.socket.destroy();
  });

  it("end when the client has vanished", async () => {
    const { running, port } = await start(...NO_LIMITS);
    const [silent, sending] = await Promise.all([startBatch(port), startBatch(port)]);
    sending.send(POINT);
    await until(async () => (await sampleOf(running, "mapcoded_batch_requests")) === 2);
    expect(await countOf(running, "batch-codes")).toBe(0);
    for (const { socket } of [silent, sending]) socket.resetAndDestroy();
    await until(async () => (await countOf(running, "batch-codes")) === 2);
    await expectHealthy(running);
  });

  it("end when the time limit is reached, if the client has vanished while the service did not read", async () => {
    const { running, port } = await start(...NO_LIMITS, "--batch-seconds", "4");
    const stuck = await startBatch(port);
    stuck.socket.pause();
    sendEndlessly(stuck);
    await untilStuck(stuck);
    stuck.socket.resetAndDestroy();
    await until(async () => (await countOf(running, "batch-codes")) === 1);
    await expectHealthy(running);
  });

  it("may be sent and read more slowly than other requests", async () => {
    const { port } = await start(...NO_LIMITS);
    const [slow, lazy] = await Promise.all([startBatch(port), startBatch(port)]);
    slow.send(POINT);
    lazy.socket.pause();
    const stop = sendEndlessly(lazy);
    await wait((IDLE_SECONDS + 4) * 1000);
    stop();
    slow.send(POINT);
    slow.end();
    lazy.end();
    lazy.socket.resume();
    await slow.until(({ body }) => body() === REPLY_ROW.repeat(2));
    await lazy.until(({ isComplete }) => isComplete());
    for (const { socket } of [slow, lazy]) socket.destroy();
  });

  it("may be sent and read as slowly if their body is held, and leave the connection to the next request", async () => {
    // The service is new, and nothing but a streamed batch would make it pause a connection.
    const { port } = await start(...NO_LIMITS);
    const rows = ROWS * 500;
    const post = (count: number) =>
      startBatch(port, [`Content-Length: ${count * POINT.length}`], "/mapcode/batch/codes");
    const [slow, lazy] = await Promise.all([post(2), post(rows)]);
    slow.socket.write(POINT);
    lazy.socket.pause();
    lazy.socket.write(POINT.repeat(rows));
    await wait((IDLE_SECONDS + 4) * 1000);
    /** Sends a request on the connection of a batch at once, before it has been idle for too long. */
    const requestNext = async ({ socket, until }: BatchClient) => {
      socket.write("GET /mapcode/codes/52.376514,4.908543/local HTTP/1.1\r\nHost: x\r\n\r\n");
      await until(({ body }) => body() === '{"mapcode":"49.4V","territory":"NLD"}');
      socket.destroy();
    };
    slow.socket.write(POINT);
    await slow.until(({ body }) => body() === REPLY_ROW.repeat(2));
    await requestNext(slow);
    lazy.socket.resume();
    await lazy.until(({ received }) => received().endsWith("\r\n0\r\n\r\n"));
    const body = lazy.body();
    await requestNext(lazy);
    expect(body === REPLY_ROW.repeat(rows)).toBe(true);
  });

  it("are finished when the service stops", async () => {
    const { running, port } = await start("--stop-after", "20");
    const client = await startBatch(port);
    client.send(POINT);
    await client.until(({ body }) => body() === REPLY_ROW);
    const stopped = running.stop("SIGTERM");
    await wait(1200);
    client.send(POINT);
    client.end();
    await client.closed;
    expect(client.body()).toBe(REPLY_ROW.repeat(2));
    expect(client.isComplete()).toBe(true);
    expect(await stopped).toEqual([0, null]);
  });

  it("do not keep the service from stopping beyond its limit", async () => {
    const { running, port } = await start("--stop-after", "1");
    const client = await startBatch(port);
    client.send(POINT);
    await client.until(({ body }) => body() === REPLY_ROW);
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
    await client.closed;
    expect(client.body()).toBe(REPLY_ROW);
    expect(client.isComplete()).toBe(false);
  });
});
