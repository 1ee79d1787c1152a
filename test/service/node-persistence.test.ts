/** What the transport on node:http says of a connection that stays open or closes after a reply. */
import { describe, expect, it } from "vitest";
import { serviceOfGroup } from "../http/both-transports.ts";
import { portOf, RawConnection } from "../support/raw-connection.ts";

const STATUS = "/mapcode/status";

describe("the transport on node:http", () => {
  const service = serviceOfGroup({ transport: "node" });

  /** Sends requests on one connection, each after the reply to the one before. @returns the replies, until it closes */
  async function converse(...requests: readonly string[]): Promise<readonly string[]> {
    const { socket, closed } = new RawConnection(portOf(service()), requests[0]);
    const replies: string[] = [];
    socket.on("data", (text) => {
      replies.push(`${text}`);
      const next = requests[replies.length];
      if (next === undefined) socket.end();
      else socket.write(next);
    });
    await closed;
    return replies;
  }

  it.each([
    ["without a body", "GET", []],
    ["with a body that the client holds back", "POST", ["Content-Length: 5"]],
  ])("says that it closes after a request with Expect %s", async (_, method, headers) => {
    const lines = [`${method} ${STATUS} HTTP/1.1`, "Host: x", "Expect: 100-continue", ...headers];
    const replies = await converse(`${lines.join("\r\n")}\r\n\r\n`);
    expect(replies).toHaveLength(1);
    expect(replies[0]).toMatch(/^HTTP\/1\.1 (200|405) /);
    expect(replies[0]).toContain("\r\nConnection: close\r\n");
  });

  it.each([
    ["GET", STATUS],
    ["GET", "/mapcode/codes/52.376514,4.908543"],
    ["HEAD", STATUS],
  ])("tells a client of HTTP/1.0 that it keeps the connection after %s %s", async (method, path) => {
    const request = `${method} ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`;
    const replies = await converse(request, request);
    expect(replies).toHaveLength(2);
    for (const reply of replies) {
      expect(reply).toMatch(/^HTTP\/1\.1 200 /);
      expect(reply).toContain("\r\nConnection: keep-alive\r\n");
    }
  });

  it("tells a client of HTTP/1.0 that it closes the connection otherwise", async () => {
    const [reply] = await converse(`GET ${STATUS} HTTP/1.0\r\n\r\n`);
    expect(reply).toContain("\r\nConnection: close\r\n");
  });

  it("says nothing of the connection to a client of HTTP/1.1", async () => {
    const request = `GET ${STATUS} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const replies = await converse(request, request);
    expect(replies).toHaveLength(2);
    for (const reply of replies) expect(reply).not.toMatch(/\r\nConnection:/);
  });
});
