/**
 * Requests that HTTP allows, and that clients such as undici do not send. What the transports reply is in the table of
 * docs/operations.md.
 */
import { once } from "node:events";
import { expect, it } from "vitest";
import { RawConnection } from "../support/raw-connection.ts";
import { describeAttacked, GOOD, HEAD } from "./attacked-service.ts";
import { chunkedBatch } from "./batch-client.ts";

/** As many header lines, with the one of the host. */
function withHeaders(count: number): string {
  return `GET /mapcode/status HTTP/1.1\r\n${"A: b\r\n".repeat(count - 1)}${HEAD}`;
}

/** What each transport replies; undefined for nothing before the time limit. */
const REQUESTS: readonly (readonly [
  name: string,
  bytes: string,
  uws: number | undefined,
  node: number | undefined,
])[] = [
  ["HTTP/1.0", `GET /mapcode/status HTTP/1.0\r\n${HEAD}`, 505, 200],
  ["a target with scheme and host", `GET http://x/mapcode/status HTTP/1.1\r\n${HEAD}`, 505, 200],
  ["OPTIONS *", `OPTIONS * HTTP/1.1\r\n${HEAD}`, 505, 204],
  ["CONNECT", `CONNECT x:80 HTTP/1.1\r\n${HEAD}`, 505, undefined],
  ["a trailer after chunks", chunkedBatch("x", "4", "X-Trailer: 1\r\n"), 505, 200],
  ["a chunk with an extension", chunkedBatch("x", "4;a=b"), undefined, 200],
  ["an empty line before the request", `\r\n${GOOD}`, undefined, 200],
  ["98 header lines", withHeaders(98), 200, 200],
  ["99 header lines", withHeaders(99), 431, 200],
  [
    "an empty Content-Length",
    `GET /mapcode/status HTTP/1.1\r\nContent-Length:\r\n${HEAD}`,
    200,
    400,
  ],
  ["a method in lower case", `get /mapcode/status HTTP/1.1\r\n${HEAD}`, 405, 400],
  ["no host", "GET /mapcode/status HTTP/1.1\r\n\r\n", 400, 400],
  ["a header without a name", `GET /mapcode/status HTTP/1.1\r\n: b\r\n${HEAD}`, 400, 400],
];

describeAttacked("the service on %s", (service, transport) => {
  it.each(REQUESTS)("replies to %s as the documents say", async (_, bytes, uws, node) => {
    const received = await service.exchange(bytes);
    const [, status] = /^HTTP\/1\.[01] (\d+) /.exec(received) ?? [];
    expect(status).toBe((transport === "uws" ? uws : node)?.toString());
  });

  it("replies to a head in pieces, wherever it is cut", async () => {
    const cuts = Array.from({ length: GOOD.length - 1 }, (_, index) => index + 1);
    const replies = cuts.map((cut) => service.inPieces(GOOD.slice(0, cut), GOOD.slice(cut)));
    for (const received of await Promise.all(replies)) expect(received).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(["100-continue"])("asks for the body of a batch that expects %s", async (value) => {
    const head = `POST /mapcode/batch/codes HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 4\r\nExpect: ${value}\r\n${HEAD}`;
    const { socket } = new RawConnection(service.port, head);
    const [first] = await once(socket, "data");
    expect(`${first}`).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("1,2\n");
    const [second] = await once(socket, "data");
    expect(`${second}`).toMatch(
      /^HTTP\/1\.1 200 OK\r\nContent-Type: text\/plain[\s\S]*\r\n\r\n1,2\t\t\tHHNFC\.7V5X\n$/,
    );
    socket.destroy();
  });

  it("rejects any other expectation", async () => {
    for (const line of [
      "GET /mapcode/codes/1,2",
      "GET /mapcode/status",
      "POST /mapcode/batch/codes",
    ]) {
      const received = await service.replies(`${line} HTTP/1.1\r\nExpect: frogs\r\n${HEAD}`);
      expect(received).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/);
      expect(received).toContain('{"status":417,"error":"expectation-failed"');
    }
  });

  it.runIf(transport === "node")("answers the targets of HTTP that are no paths", async () => {
    // The reply ends with the connection.
    const withClose = (line: string) =>
      service.exchange(`${line} HTTP/1.1\r\nConnection: close\r\n${HEAD}`, () => false);
    expect(await withClose("OPTIONS *")).toMatch(
      /^HTTP\/1\.1 204 No Content\r\n[\s\S]*Allow: GET, HEAD, OPTIONS\r\n/,
    );
    expect(await withClose("GET http://x/mapcode/codes/1,2")).toContain('"mapcode":"HHNFC.7V5X"');
    expect(await withClose("GET *")).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("answers pipelined requests in order", async () => {
    const count = 1000;
    const targets = Array.from({ length: count }, (_, index) => `/mapcode/coords/${index}`);
    const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\n${HEAD}`);
    const received = await service.replies(requests.join(""), count);
    const values = Array.from(received.matchAll(/"value":"(\d+)"/g), ([, value]) => Number(value));
    expect(values).toEqual(Array.from({ length: count }, (_, index) => index));
  });
});
