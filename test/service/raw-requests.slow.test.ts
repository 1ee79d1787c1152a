/** Requests that follow the rules of HTTP, but that clients such as undici do not send. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { HOST } from "../http/both-transports.ts";
import { describeAttacked, HEAD } from "./attacked-service.ts";

describeAttacked("the service on %s", (service, transport) => {
  it.each([
    "100-continue",
    "100-Continue",
    "100-CONTINUE",
  ])("asks for the body of a batch that expects %s", async (value) => {
    const head = `POST /mapcode/batch/codes HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 4\r\nExpect: ${value}\r\n${HEAD}`;
    const socket = connect(service.port, HOST, () => socket.write(head));
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
    // The end of the connection is that of the reply.
    const withClose = (line: string) =>
      service.exchange(`${line} HTTP/1.1\r\nConnection: close\r\n${HEAD}`, () => false);
    expect(await withClose("OPTIONS *")).toMatch(
      /^HTTP\/1\.1 204 No Content\r\n[\s\S]*Allow: GET, HEAD, OPTIONS\r\n/,
    );
    expect(await withClose("GET http://x/mapcode/codes/1,2")).toContain('"mapcode":"HHNFC.7V5X"');
    expect(await withClose("CONNECT x:80")).toMatch(
      /^HTTP\/1\.1 405 Method Not Allowed\r\n[\s\S]*\r\nAllow: /,
    );
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
