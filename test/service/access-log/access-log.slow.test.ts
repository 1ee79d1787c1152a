import { once } from "node:events";
import type { TcpNetConnectOpts } from "node:net";
import { describe, expect, it } from "vitest";
import { run, startServing } from "../../cli/command.ts";
import { HOST } from "../../http/both-transports.ts";
import { portOf, RawConnection } from "../../support/raw-connection.ts";
import { describeTransports } from "../../support/transports.ts";
import { ask, processOfGroup } from "../running-services.ts";

const ARGS = ["--access-log", "--trust-proxy", "loopback,10.0.0.0/8"];

describeTransports("the access log on %s", (transport) => {
  const args = ["--transport", transport, ...ARGS, "--log-format", "json"];
  const service = processOfGroup(() => args);

  /** Returns the logged line of the request with this id. */
  async function lineOf(id: string): Promise<Record<string, unknown>> {
    await service().says(`"requestId":"${id}"`);
    const lines = service().output().split("\n");
    return JSON.parse(lines.find((line) => line.includes(`"requestId":"${id}"`)) ?? "");
  }

  it.each([
    ["GET", "/codes/52.376514,4.908543?precision=2", undefined, 200, "codes"],
    ["HEAD", "/status", undefined, 200, "status"],
    ["OPTIONS", "/codes/1,2", undefined, 204, "codes"],
    ["GET", "/nowhere", undefined, 404, "other"],
    ["POST", "/status", "body", 405, "status"],
    ["POST", "/batch/codes", "lat,lon\n1,2\n", 200, "batch-codes"],
    ["POST", "/batch/codes?to=nothing", "1,2\n", 400, "batch-codes"],
  ] as const)("has the client and the id of %s %s, whose reply has the id", async (method, path, body, status, operation) => {
    const id = `test-${method}-${path.replace(/\W/g, "")}`;
    const headers = {
      "x-request-id": id,
      "x-forwarded-for": "6.6.6.6, 203.0.113.7, 10.1.1.1",
      "user-agent": 'test "agent"',
      ...(body === undefined ? {} : { "content-type": "text/csv" }),
    };
    const sent = { method, headers, ...(body === undefined ? {} : { body }) };
    const reply = await ask(`${service().address}${path}`, sent);
    expect(reply.status).toBe(status);
    expect(reply.headers["x-request-id"]).toBe(id);
    expect(await lineOf(id)).toMatchObject({
      method,
      target: `/mapcode${path}`,
      protocol: "HTTP/1.1",
      status,
      operation,
      client: "203.0.113.7",
      forwardedFor: "6.6.6.6, 203.0.113.7, 10.1.1.1",
      userAgent: 'test "agent"',
    });
  });

  it("makes an id for a request without one, and for each its own", async () => {
    const ids: string[] = [];
    for (const headers of [{}, { "x-request-id": "not well-formed" }]) {
      const reply = await ask(`${service().address}/status`, { headers });
      ids.push(`${reply.headers["x-request-id"]}`);
    }
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(await lineOf(id)).toMatchObject({ client: HOST });
  });

  it("sends back ids of changing lengths", async () => {
    const ids = ["a", "bc", "", "de", "", "f".repeat(128), "gh", "i"];
    const sentBack: string[] = [];
    for (const id of ids) {
      const headers = id === "" ? {} : { "x-request-id": id };
      const reply = await ask(`${service().address}/codes/52,5`, { headers });
      expect(reply.headers["content-type"]).toBe("application/json;charset=UTF-8");
      expect(reply.text).toContain('"international"');
      sentBack.push(`${reply.headers["x-request-id"]}`);
    }
    const made = expect.stringMatching(/^[\w-]{12}$/);
    expect(sentBack).toEqual(ids.map((id) => id || made));
    expect(new Set(sentBack).size).toBe(ids.length);
  });

  /** Sends headers on a connection of their own, which stays open. @returns the connection, after the reply */
  async function sendRaw(headers: string, options: Partial<TcpNetConnectOpts> = {}) {
    const head = `GET /mapcode/status HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
    const bytes = Buffer.from(head, "latin1");
    const { socket } = new RawConnection(portOf(service()), bytes, options);
    await once(socket, "data");
    return socket;
  }

  it("counts all lines of X-Forwarded-For, as some proxies add a line below the line of the client", async () => {
    const lines = "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 203.0.113.8";
    (await sendRaw(`${lines}\r\nX-Request-Id: two-lines`)).destroy();
    expect(await lineOf("two-lines")).toMatchObject({ client: "203.0.113.8" });
  });

  it("tells clients apart that are connected at the same time", async () => {
    // The service trusts all of loopback, so that a peer without a header is the client.
    const send = async (localAddress: string, id: string) => {
      const socket = await sendRaw(`X-Request-Id: ${id}`, { localAddress });
      expect(await lineOf(id)).toMatchObject({ client: localAddress });
      return socket;
    };
    const first = await send("127.0.0.1", "peer-a");
    const second = await send("127.0.0.3", "peer-b");
    const third = await send("127.0.0.1", "peer-c");
    for (const socket of [first, second, third]) socket.destroy();
    (await send("127.0.0.4", "peer-d")).destroy();
  });

  it("keeps bytes that are no text from breaking lines", async () => {
    (await sendRaw('User-Agent: a\x80\xff"\tb\r\nX-Request-Id: strange-bytes')).destroy();
    const { userAgent } = await lineOf("strange-bytes");
    expect(userAgent).toMatch(/^a.+"\tb$/);
  });
});

describeTransports("the access log of %s with a limit of requests", (transport) => {
  it.each([
    "GET",
    "POST",
  ] as const)("has %s requests that are rejected, whose reply has their id", async (method) => {
    const limits = ["--rate-limit", "1", "--rate-burst", "2"];
    const service = await startServing(["--transport", transport, "--access-log", ...limits]);
    const isGet = method === "GET";
    const url = `${service.address}/${isGet ? "codes/1,2" : "batch/codes"}`;
    const body = isGet ? {} : { body: "lat,lon\n1,2\n" };
    const send = async (id: string) => {
      const headers = { "x-request-id": id, "content-type": "text/csv" };
      const reply = await ask(url, { method, headers, ...body });
      expect(reply.headers["x-request-id"]).toBe(id);
      return { id, status: reply.status };
    };
    // At once, and so many that the limit lets none of ten through only to a machine that takes eight seconds for them.
    const replies = await Promise.all(Array.from("abcdefghij", send));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
    for (const { id, status } of replies) {
      await service.says(
        new RegExp(` ${status} \\d+ bytes \\d+ us from 127\\.0\\.0\\.1, id ${id}$`, "m"),
      );
    }
    await service.stop("SIGTERM");
  });
});

describeTransports("a service on %s without an access log", (transport) => {
  it("sends no ids", async () => {
    const service = await startServing(["--transport", transport]);
    const headers = { "x-request-id": "mine" };
    const reply = await ask(`${service.address}/status`, { headers });
    expect(reply.headers["x-request-id"]).toBeUndefined();
    await service.stop("SIGTERM");
  });
});

describe("the options of the access log", () => {
  it("reject a range that is none", async () => {
    const { code, err } = await run(["serve", "--trust-proxy", "10.0.0.0/8,proxy"]);
    expect(code).toBe(2);
    expect(err).toContain("'proxy' is not a range. Expected addresses, such as 10.0.0.0/8 or ::1");
  });
});
