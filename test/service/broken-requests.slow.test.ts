/** Requests that break the rules of HTTP, or hide another request. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { RawConnection } from "../support/raw-connection.ts";
import { describeAttacked, GOOD, HEAD } from "./attacked-service.ts";

describeAttacked("the service on %s", (service) => {
  it.each([
    ["no HTTP at all", "nonsense\r\n\r\n"],
    ["an empty line", "\r\n\r\n"],
    ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["a null byte in the path", `GET /mapcode/codes/\0 HTTP/1.1\r\n${HEAD}`],
    ["a folded header", `GET /mapcode/status HTTP/1.1\r\nA: b\r\n c\r\n${HEAD}`],
    ["10,000 headers", `GET /mapcode/status HTTP/1.1\r\n${"a: b\r\n".repeat(10_000)}${HEAD}`],
    ["a header of 1 MB", `GET /mapcode/status HTTP/1.1\r\nA: ${"b".repeat(1e6)}\r\n${HEAD}`],
    ["a URL of 1 MB", `GET /mapcode/codes/${"1".repeat(1e6)},2 HTTP/1.1\r\n${HEAD}`],
    [
      "two lengths",
      `POST /mapcode/status HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${HEAD}`,
    ],
    ["a negative length", `POST /mapcode/status HTTP/1.1\r\nContent-Length: -1\r\n${HEAD}`],
    [
      "a length and chunks",
      `POST /mapcode/status HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${HEAD}0\r\n\r\n`,
    ],
  ])("answers other clients during %s, to which it does not reply with 200", async (_, bytes) => {
    const attacks = Array.from({ length: 5 }, () => service.exchange(bytes));
    await service.expectHealthy();
    for (const received of await Promise.all(attacks)) {
      expect(received).not.toMatch(/^HTTP\/1\.1 200/);
    }
    await service.expectHealthy();
  });

  it("answers one request with an unneeded body, and never what may be a part of it", async () => {
    const body = "x".repeat(1e6);
    const post = `POST /mapcode/status HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await service.replies(post)).toMatch(/^HTTP\/1\.1 405 /);
    const pipelined = (await service.replies(post + GOOD, 2)).match(/HTTP\/1\.1 \d+/g);
    expect(pipelined).toEqual(["HTTP/1.1 405", "HTTP/1.1 200"]);
    const long = post.replace(/\d+(?=\r\n\r\n)/, `${body.length + 1}`);
    expect((await service.replies(`${long}x${GOOD}`, 2)).match(/HTTP\/1\.1 \d+/g)).toEqual([
      "HTTP/1.1 405",
      "HTTP/1.1 200",
    ]);
  });

  const HIDDEN = `GET /mapcode/version HTTP/1.1\r\n${HEAD}`;
  const CHUNKED = "Transfer-Encoding: chunked";

  it.each([
    ["two lengths", "", ["Content-Length: 0", `Content-Length: ${HIDDEN.length}`], ""],
    [
      "two lengths, the longer one first",
      "",
      [`Content-Length: ${HIDDEN.length}`, "Content-Length: 0"],
      "",
    ],
    ["an unknown coding", "", ["Transfer-Encoding: frogs"], ""],
    ["two codings", "", [CHUNKED, "Transfer-Encoding: frogs"], "0\r\n\r\n"],
    ["a length and chunks", "", [CHUNKED, "Content-Length: 5"], "0\r\n\r\n"],
    ["a batch with two lengths", "POST", ["Content-Length: 4", "Content-Length: 99"], "1,2\n"],
    [
      "a batch with an unknown coding",
      "POST",
      ["Transfer-Encoding: frogs"],
      "4\r\n1,2\n\r\n0\r\n\r\n",
    ],
    [
      "a batch with two codings",
      "POST",
      [CHUNKED, "Transfer-Encoding: frogs"],
      "4\r\n1,2\n\r\n0\r\n\r\n",
    ],
  ])("does not answer a request that is hidden in %s", async (_, method, headers, body) => {
    const line = method === "POST" ? "POST /mapcode/batch/codes" : "GET /mapcode/status";
    const head = [`${line} HTTP/1.1`, "Host: x", "Content-Type: text/plain", ...headers].join(
      "\r\n",
    );
    expect(await service.exchange(`${head}\r\n\r\n${body}${HIDDEN}`)).not.toContain("apiVersion");
    // Nor if it arrives after the reply.
    const connection = new RawConnection(service.port, `${head}\r\n\r\n${body}`);
    await wait(300);
    connection.socket.write(HIDDEN);
    await wait(300);
    connection.socket.destroy();
    expect(connection.received).not.toContain("apiVersion");
  });
});
