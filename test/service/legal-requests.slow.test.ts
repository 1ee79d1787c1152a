/** Requests that HTTP allows, and that one of the transports rejects: the table in docs/operations.md. */
import { expect, it } from "vitest";
import { describeAttacked, GOOD, HEAD } from "./attacked-service.ts";

/** A batch in one chunk. @param size its length as it is written @param end what follows the last chunk */
function batch(size: string, end: string): string {
  const headers = "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\nHost: x\r\n";
  return `POST /mapcode/batch/codes HTTP/1.1\r\n${headers}\r\n${size}\r\n1,2\n\r\n0\r\n${end}\r\n`;
}

/** As many header lines, with the one of the host. */
function withHeaders(count: number): string {
  return `GET /mapcode/status HTTP/1.1\r\n${"A: b\r\n".repeat(count - 1)}${HEAD}`;
}

/** What each transport replies; undefined for nothing before the time limit. */
const REQUESTS: readonly (readonly [
  name: string,
  bytes: string,
  uws: number | undefined,
  node: number,
])[] = [
  ["HTTP/1.0", `GET /mapcode/status HTTP/1.0\r\n${HEAD}`, 505, 200],
  ["a target with scheme and host", `GET http://x/mapcode/status HTTP/1.1\r\n${HEAD}`, 505, 200],
  ["OPTIONS *", `OPTIONS * HTTP/1.1\r\n${HEAD}`, 505, 204],
  ["CONNECT", `CONNECT x:80 HTTP/1.1\r\n${HEAD}`, 505, 405],
  ["a trailer after chunks", batch("4", "X-Trailer: 1\r\n"), 505, 200],
  ["a chunk with an extension", batch("4;a=b", ""), undefined, 200],
  ["an empty line before the request", `\r\n${GOOD}`, undefined, 200],
  ["98 header lines", withHeaders(98), 200, 200],
  ["99 header lines", withHeaders(99), 431, 200],
  [
    "an empty Content-Length",
    `GET /mapcode/status HTTP/1.1\r\nContent-Length:\r\n${HEAD}`,
    200,
    400,
  ],
  ["a method in lower case", `get /mapcode/status HTTP/1.1\r\n${HEAD}`, 400, 400],
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
});
