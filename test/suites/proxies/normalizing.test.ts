/** Requests that uWebSockets.js rejects or never answers, from clients of proxies that make others of them. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOST } from "../../http/both-transports.ts";
import { chunkedBatch } from "../../service/batch-client.ts";
import { processOfGroup } from "../../service/running-services.ts";
import { portOf, RawConnection } from "../../support/raw-connection.ts";
import { PREFERRED } from "../../support/transports.ts";
import { until } from "../../support/until.ts";
import { isSkipped, PROXIES, type RunningProxy, startProxy } from "./proxy.ts";

const PLAIN = `GET /mapcode/status HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;

const REQUESTS: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ["HTTP/1.0 without a host", ["GET /mapcode/status HTTP/1.0\r\n\r\n"]],
  ["HTTP/1.0 with a host", [`GET /mapcode/status HTTP/1.0\r\nHost: ${HOST}\r\n\r\n`]],
  [
    "a target with scheme and host",
    [`GET http://${HOST}/mapcode/status HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`],
  ],
  ["a head in pieces of a byte", [...PLAIN]],
  ["a chunk with an extension", [chunkedBatch(HOST, "4;a=b")]],
  ["a trailer after chunks", [chunkedBatch(HOST, "4", "X-Trailer: 1\r\n")]],
];

/** The version of HAProxy in Debian passes trailers on, and Varnish rejects what it does not know of chunks. */
const UNANSWERED: Readonly<Record<string, number>> = {
  "haproxy a trailer after chunks": 505,
  "varnishd a trailer after chunks": 503,
  "varnishd a chunk with an extension": 503,
};

/** @returns the status of the first reply */
async function statusOf(proxy: RunningProxy, parts: readonly string[]): Promise<number> {
  const connection = new RawConnection(portOf(proxy), "", { noDelay: true });
  for (const part of parts) {
    connection.socket.write(part);
    if (parts.length > 1) await wait(1);
  }
  const status = () => /^HTTP\/1\.[01] ([2-5]\d\d)/m.exec(connection.received)?.[1];
  await until(() => connection.isClosed || status() !== undefined);
  connection.socket.destroy();
  return Number(status());
}

for (const name of PROXIES) {
  describe.skipIf(isSkipped(name))(`behind ${name}`, () => {
    const service = processOfGroup(() => ["--transport", PREFERRED]);
    let proxy: RunningProxy;
    beforeAll(async () => {
      proxy = await startProxy(name, service());
    });
    afterAll(() => proxy.stop());

    it.each(REQUESTS)("a client gets a reply to %s", async (request, parts) => {
      expect(await statusOf(proxy, parts)).toBe(UNANSWERED[`${name} ${request}`] ?? 200);
    });

    if (name !== "haproxy") return;
    it("a client gets a reply to a question of all options", async () => {
      const request = `OPTIONS * HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
      expect(await statusOf(proxy, [request])).toBe(204);
    });
  });
}
