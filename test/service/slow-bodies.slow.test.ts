import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import type { RunningService } from "../cli/command.ts";
import { portOf } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { type BatchClient, POINT, REPLY_ROW, startBatch } from "./batch-client.ts";
import { metricsOf, processesOfTests, statusOf } from "./running-services.ts";

const CHUNKED = ["Transfer-Encoding: chunked"];
const HELD = "/mapcode/batch/codes";
const STREAMED = `${HELD}?stream=true`;

/** The time that a body has besides that at its minimum rate. */
const GRACE_MS = 20_000;
/** The time until the client knows, on a busy machine. Without our limit, batches go on for minutes. */
const NOTICE_MS = 15_000;

const startServing = processesOfTests();

/** Repeats until the connection closes. @returns a function that stops it */
function every(milliseconds: number, client: BatchClient, send: () => void): () => void {
  const timer = setInterval(send, milliseconds);
  client.socket.on("close", () => clearInterval(timer));
  return () => clearInterval(timer);
}

/** @returns the samples of a metric that are not 0, by their labels */
async function countsOf(service: RunningService, name: string): Promise<readonly string[]> {
  const lines = (await metricsOf(service)).split("\n");
  return lines.filter((line) => line.startsWith(`${name}{`) && !line.endsWith(" 0"));
}

describeTransports("batch requests on %s whose body arrives too slowly", (transport) => {
  it("end after 20 s as those that nobody reads, and leave their place to others, while phones on a bad line go on", async () => {
    const running = await startServing(["--transport", transport, "--batch-requests", "8"]);
    const port = portOf(running);
    const headers = { "content-type": "text/plain" };
    const another = { method: "POST", headers, body: POINT } as const;
    const statusOfAnother = () => statusOf(`${running.address}/batch/codes`, another);
    const startedMs = performance.now();
    const slow = await startBatch(port, CHUNKED, HELD);
    const streamed = await startBatch(port, CHUNKED, STREAMED);
    for (const client of [slow, streamed]) every(1_000, client, () => client.send(POINT));
    const stopped = await startBatch(port, ["Content-Length: 100"], HELD);
    stopped.socket.write(POINT);
    // It sends 1,900 bytes a second, but would need hours at that rate.
    const large = await startBatch(port, ["Content-Length: 50000000"], HELD);
    every(10, large, () => large.socket.write(POINT));
    const rows = POINT.repeat(500_000);
    const deaf = await startBatch(port, [`Content-Length: ${rows.length}`], HELD);
    const deafStream = await startBatch(port, CHUNKED, STREAMED);
    for (const { socket } of [deaf, deafStream]) socket.pause();
    deaf.socket.write(rows);
    deafStream.send(rows);
    const phones = [
      await startBatch(port, CHUNKED, HELD),
      await startBatch(port, CHUNKED, STREAMED),
    ];
    const stops: (() => void)[] = [];
    const sendOnPhones = () => {
      for (const client of phones) stops.push(every(25, client, () => client.send(POINT)));
    };
    sendOnPhones();
    expect(await statusOfAnother()).toBe(503);

    await pause(4_000);
    for (const stop of stops) stop();
    await pause(12_000);
    sendOnPhones();
    const rejected = [slow, streamed, stopped, large];
    await Promise.all(
      rejected.map(async ({ closed, socket }) => {
        await closed;
        const milliseconds = performance.now() - startedMs;
        expect(milliseconds).toBeGreaterThan(GRACE_MS - 1_000);
        expect(milliseconds).toBeLessThan(GRACE_MS + NOTICE_MS);
        socket.destroy();
      }),
    );

    for (const [client, message] of [
      [slow, "The body arrives too slowly. Send at least 500 bytes a second."],
      [stopped, "The body has stopped arriving. Send the next bytes within 20 seconds."],
      [large, "The body arrives too slowly. Send at least 1250000 bytes a second."],
    ] as const) {
      expect(client.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(JSON.parse(client.body())).toMatchObject({ error: "request-timeout", message });
    }
    const lastRow = streamed.body().split("\n").at(-2);
    expect(lastRow).toMatch(
      /\tThe body arrives too slowly\. Send at least 500 bytes a second\. Rows from \d+ on are not converted\.$/,
    );
    expect(streamed.isComplete()).toBe(false);
    const timeouts = "mapcoded_requests_timed_out_total";
    await expect
      .poll(() => countsOf(running, timeouts))
      .toEqual([
        `${timeouts}{reason="body-stalled"} 1`,
        `${timeouts}{reason="body-slow"} 3`,
        `${timeouts}{reason="reply-unread"} 2`,
      ]);
    for (const { socket } of [deaf, deafStream]) socket.destroy();
    expect(await statusOfAnother()).toBe(200);

    for (const stop of stops) stop();
    for (const client of phones) {
      client.end();
      await client.until(({ isComplete }) => isComplete());
      expect(client.body().replaceAll(REPLY_ROW, "")).toBe("");
      client.socket.destroy();
    }
  });
});
