import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IDLE_SECONDS } from "../../src/service/transports/transport.ts";
import { type RunningService, startServing } from "../cli/command.ts";
import { HOST } from "../http/both-transports.ts";
import { describeTransports } from "../transports.ts";

/** How long after its limit a transport may take to notice. */
const NOTICE_SECONDS = 6;

const HEAD = "Host: x\r\n\r\n";
const GOOD = `GET /mapcode/status HTTP/1.1\r\n${HEAD}`;

/** Memory is flat when it has gained less than this in so many seconds. A leak of 6 MB a second gains more. */
const FLAT_BYTES = 40e6;
const FLAT_SECONDS = 16;
/** How long memory may take to become flat: the heap grows until the garbage collector has seen enough. */
const MAX_SETTLING_SECONDS = 45;
/**
 * Memory that a service may gain during an attack: about 90 MB, or twice that if the garbage collector runs late. Replies that were buffered without a limit took 1.8 GB.
 */
const MAX_BURST_BYTES = 400e6;

describeTransports("the service on %s", (transport) => {
  let service: RunningService;
  let port: number;
  /** Seconds until slow connections are closed. Started first and awaited last, as they take longest. */
  let slowEnds: Promise<readonly number[]>;

  /** Sends a start, and possibly more each second, until the connection is closed. */
  function secondsUntilClosed(start: string, drip = ""): Promise<number> {
    return new Promise((resolve) => {
      const beganAtMs = Date.now();
      const socket = connect(port, HOST, () => socket.write(start));
      const timer = setInterval(() => drip !== "" && socket.write(drip), 1000);
      socket.on("error", () => {});
      socket.resume();
      socket.on("close", () => {
        clearInterval(timer);
        resolve((Date.now() - beganAtMs) / 1000);
      });
    });
  }

  beforeAll(async () => {
    service = await startServing(["--transport", transport, "--log-level", "info"]);
    port = Number(new URL(service.address).port);
    slowEnds = Promise.all([
      secondsUntilClosed("GET /mapcode/status HTTP/1.1\r\nHo"),
      secondsUntilClosed("GET /mapcode/status HTTP/1.1\r\nA: ", "a"),
      secondsUntilClosed(GOOD),
    ]);
    await expectHealthy();
  });
  // After all attacks, the service still stops cleanly.
  afterAll(async () => {
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });

  async function expectHealthy(): Promise<void> {
    const { statusCode, body } = await request(`${service.address}/codes/52.376514,4.908543/local`);
    expect([statusCode, await body.text()]).toEqual([200, '{"mapcode":"49.4V","territory":"NLD"}']);
  }

  async function rssBytes(): Promise<number> {
    const { body } = await request(`${service.address}/metrics`);
    return ((await body.json()) as { process: { rssBytes: number } }).process.rssBytes;
  }

  /** Sends bytes on a new connection. @returns what is received until it closes, or in `waitMs` */
  function exchange(bytes: string | Buffer, waitMs = 400): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(port, HOST, () => socket.write(bytes));
      let received = "";
      socket.setEncoding("latin1");
      socket.on("data", (data) => {
        received += data;
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve(received));
      setTimeout(() => socket.destroy(), waitMs);
    });
  }

  it.each([
    ["no HTTP at all", "nonsense\r\n\r\n"],
    ["an empty line", "\r\n\r\n"],
    ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["a null byte in the path", `GET /mapcode/codes/\0 HTTP/1.1\r\n${HEAD}`],
    ["a header without a name", `GET /mapcode/status HTTP/1.1\r\n: x\r\n${HEAD}`],
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
    const attacks = Array.from({ length: 5 }, () => exchange(bytes));
    await expectHealthy();
    for (const received of await Promise.all(attacks)) {
      expect(received).not.toMatch(/^HTTP\/1\.1 200/);
    }
    await expectHealthy();
  });

  it.each([
    ["overlong UTF-8", "/mapcode/coords/%C0%AF", 400],
    ["half a percent sign", "/mapcode/coords/%4", 400],
    ["an encoded null byte", "/mapcode/coords/%00", 400],
    ["a path that goes up", "/mapcode/codes/../../etc/passwd", 404],
    ["a long URL", `/mapcode/codes/${"1".repeat(10_000)},2`, 414],
  ])("rejects %s with an error reply of its own", async (_, target, status) => {
    const received = await exchange(`GET ${target} HTTP/1.1\r\n${HEAD}`);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toContain(`\r\n\r\n{"status":${status},`);
  });

  it("answers one request with an unneeded body, and never what may be a part of it", async () => {
    const body = "x".repeat(1e6);
    const post = `POST /mapcode/status HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await exchange(post)).toMatch(/^HTTP\/1\.1 405 /);
    const pipelined = (await exchange(post + GOOD)).match(/HTTP\/1\.1 \d+/g);
    // The binary of uWebSockets.js does not know for certain where a body ends.
    expect(pipelined).toEqual(transport === "uws" ? null : ["HTTP/1.1 405", "HTTP/1.1 200"]);
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
    expect(await exchange(`${head}\r\n\r\n${body}${HIDDEN}`)).not.toContain("apiVersion");
    // Nor if it arrives after the reply.
    const socket = connect(port, HOST, () => socket.write(`${head}\r\n\r\n${body}`));
    let received = "";
    socket.on("data", (data) => {
      received += data;
    });
    socket.on("error", () => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write(HIDDEN);
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.destroy();
    expect(received).not.toContain("apiVersion");
  });

  it.each([
    "100-continue",
    "100-Continue",
    "100-CONTINUE",
  ])("asks for the body of a batch that expects %s", async (value) => {
    const head = `POST /mapcode/batch/codes HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 4\r\nExpect: ${value}\r\n${HEAD}`;
    const socket = connect(port, HOST, () => socket.write(head));
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
      const received = await exchange(`${line} HTTP/1.1\r\nExpect: frogs\r\n${HEAD}`);
      expect(received).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/);
      expect(received).toContain('{"status":417,"error":"expectation-failed"');
    }
  });

  it.runIf(transport === "node")("answers the targets of HTTP that are no paths", async () => {
    const withClose = (line: string) =>
      exchange(`${line} HTTP/1.1\r\nConnection: close\r\n${HEAD}`);
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
    const received = await exchange(requests.join(""), 3000);
    const values = Array.from(received.matchAll(/"value":"(\d+)"/g), ([, value]) => Number(value));
    expect(values).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it("keeps its memory flat for clients that send requests and never read", async () => {
    const before = await rssBytes();
    const sockets = new Set<Socket>();
    let isOver = false;
    /** Sends requests until the connection is closed, then connects again. */
    const attack = (many: string) => {
      const socket = connect(port, HOST);
      sockets.add(socket);
      socket.pause();
      socket.on("error", () => {});
      const timer = setInterval(() => {
        if (socket.writableLength < 1e6) socket.write(many);
      }, 2);
      socket.on("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
        if (!isOver) setTimeout(() => attack(many), 50);
      });
    };
    for (const target of ["territories", "codes/1,2", "xml/territories?count=50", "nowhere"]) {
      const many = `GET /mapcode/${target} HTTP/1.1\r\n${HEAD}`.repeat(500);
      for (let client = 0; client < 4; client++) attack(many);
    }
    const gauges: number[] = [];
    let isFlat = false;
    while (!isFlat && gauges.length < MAX_SETTLING_SECONDS) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await expectHealthy();
      gauges.push(await rssBytes());
      const window = gauges.slice(-FLAT_SECONDS);
      const growth = Math.min(...window.slice(-5)) - Math.max(...window.slice(0, 5));
      isFlat = window.length === FLAT_SECONDS && growth < FLAT_BYTES;
    }
    isOver = true;
    for (const socket of sockets) socket.destroy();
    expect(isFlat, `resident bytes, second by second: ${gauges.join(" ")}`).toBe(true);
    expect(Math.max(...gauges) - before).toBeLessThan(MAX_BURST_BYTES);
    await expectHealthy();
  });

  it("is not slowed down by 1,000 connections that send nothing or half a head", async () => {
    const before = await rssBytes();
    const sockets = Array.from({ length: 1000 }, (_, index) => {
      const socket = connect(port, HOST, () => {
        if (index % 2 === 1) socket.write("GET /mapcode/status HTTP/1.1\r\nHo");
      });
      socket.on("error", () => {});
      return socket;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expectHealthy();
    expect((await rssBytes()) - before).toBeLessThan(FLAT_BYTES);
    for (const socket of sockets) socket.destroy();
  });

  it("closes connections that are idle, half open or too slow", async () => {
    for (const seconds of await slowEnds) {
      expect(seconds).toBeLessThan(IDLE_SECONDS + NOTICE_SECONDS);
    }
    await expectHealthy();
  });
});
