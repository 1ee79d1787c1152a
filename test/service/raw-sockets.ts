/**
 * Input of clients on raw sockets: nothing hangs, crashes, keeps memory or delays others. The replies of the transports
 * are in the table of docs/operations.md. Each transport has a file of tests: files run in parallel, and most cases wait.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { startServing } from "../cli/command.ts";
import { cpuSecondsOf, memoryMB } from "../support/linux-processes.ts";
import { portOf, RawConnection } from "../support/raw-connection.ts";
import type { TransportName } from "../support/transports.ts";
import { PATIENCE_MS, until } from "../support/until.ts";
import {
  CHUNKED,
  type Exchange,
  get,
  HEAD,
  HIDDEN_REQUESTS,
  LAST,
  POST,
  STATUS,
  unneeded,
} from "./hidden-requests.ts";
import { ask, expectHealthy, processOfGroup, sampleOf } from "./running-services.ts";

const GOOD = STATUS + HEAD;
const ROWS = "lat,lon\n1,2\n";
const MANY_ROWS = `lat,lon\n${"1,2\n".repeat(50_000)}`;
const MEGABYTE = "x".repeat(1e6);
/** Longer than a head may be, and read at once: the reset of a connection with unread bytes may come before its reply is read. */
const TOO_LONG = "x".repeat(20_000);

const batch = (rows: string, end = HEAD) =>
  `${POST}Content-Length: ${rows.length}\r\n${end}${rows}`;
const chunked = (size: string, trailer = "", end = LAST) =>
  `${POST}${CHUNKED}${end}${size}\r\nlat,lon\n1,2\n\r\n0\r\n${trailer}\r\n`;

/** After this time without a byte, the service is taken to send nothing more. */
const QUIET_MS = 500;
/** What is sent after this time arrives as a packet of its own. */
const GAP_MS = 100;

const statusesOf = (text: string) =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => status).join(" ");

/** @returns what arrives until the connection ends, or nothing comes after as many replies */
async function received(port: number, packets: string | readonly string[], count = 0) {
  const connection = new RawConnection(port, "", { noDelay: true });
  const { socket } = connection;
  const limit = () =>
    statusesOf(connection.received).length >= 4 * count - 1 ? QUIET_MS : PATIENCE_MS;
  for (const packet of [packets].flat()) {
    socket.write(packet, "latin1");
    if (typeof packets !== "string") await wait(GAP_MS);
  }
  socket.setTimeout(limit(), () => socket.destroy());
  socket.on("data", () => socket.setTimeout(limit()));
  await connection.closed;
  return connection.received;
}

/** Batches of others are converted while connections send a start, and more each second. */
const leavesMemory =
  (start: string, drip: string): Attack =>
  async (port) => {
    const clients = Array.from({ length: 40 }, () => new RawConnection(port, start));
    const timer = setInterval(() => {
      for (const { socket, isClosed } of clients) if (drip !== "" && !isClosed) socket.write(drip);
    }, 1000);
    await wait(300);
    for (let count = 0; count < 12; count++) {
      expect(statusesOf(await received(port, batch(MANY_ROWS, LAST), 1))).toBe("200");
      await wait(500);
    }
    clearInterval(timer);
    for (const { socket } of clients) socket.destroy();
  };

type Attack = (port: number, transport: TransportName, pid: number) => Promise<void>;

/** Connections that send a start, and more each second, are closed. Nothing but the limit of 10 seconds closes them as soon. */
const closes =
  (count: number, starts: readonly string[], drip = ""): Attack =>
  async (port) => {
    const beganMs = performance.now();
    const ends = Array.from({ length: count }, async (_, index) => {
      const { socket, closed } = new RawConnection(port, starts[index % starts.length]);
      const timer = setInterval(() => drip !== "" && socket.write(drip), 1000);
      await closed;
      clearInterval(timer);
    });
    await Promise.all(ends);
    // A busy machine takes longer. Without the limit, it would be 60 seconds, or forever.
    expect(performance.now() - beganMs).toBeLessThan(50_000);
  };

/** Opens connections and leaves them. @param isReset whether it resets them while a reply may be on its way */
const leave =
  (count: number, bytes: string, isReset = false): Attack =>
  async (port) => {
    const connections = Array.from({ length: count }, () => new RawConnection(port, bytes));
    await wait(300);
    for (const { socket } of connections) isReset ? socket.resetAndDestroy() : socket.destroy();
  };

const CASES: Readonly<Record<string, readonly Exchange[] | Attack>> = {
  "malformed request lines": [
    ["nonsense\r\n\r\n", "", "400"],
    [`get /mapcode/status HTTP/1.1\r\n${LAST}`, "405", "400"],
    [`GET /mapcode/codes/\0 HTTP/1.1\r\n${HEAD}`, "505", "400"],
    [`\r\n${STATUS}${LAST}`, "", "200"],
    ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "505", "400"],
    [`${STATUS}: b\r\n${HEAD}`, "400"],
    [`${STATUS}A: b\r\n c\r\n${HEAD}`, "400"],
  ],
  "bare line feeds": [[GOOD.replaceAll("\r", ""), "505", "400"]],
  "random bytes": Array.from({ length: 50 }, () => [
    randomBytes(2_000).toString("latin1"),
    /^(?!HTTP\/1\.1 200)/,
  ]),
  "floods of headers": [
    [STATUS + "A: b\r\n".repeat(95) + LAST, "200"],
    [STATUS + "A: b\r\n".repeat(98) + LAST, "431", "200"],
    [STATUS + "A: b\r\n".repeat(10_000) + HEAD, "431"],
    [`${STATUS}A: ${TOO_LONG}\r\n${HEAD}`, "431"],
  ],
  "heads without an end": leave(1_000, `${STATUS}Ho`),
  "a head in two pieces": Array.from({ length: GOOD.length - 1 }, (_, cut) => [
    [GOOD.slice(0, cut + 1), GOOD.slice(cut + 1)],
    "200",
  ]),
  "200 slow heads": closes(200, [`${STATUS}A: `], "a"),
  "slow bodies": async (port) => {
    const head = `${POST}Content-Length: 1000000\r\n${HEAD}`;
    const client = new RawConnection(port, `${head}1,2\n`);
    const timer = setInterval(() => client.socket.write("1,2\n"), 1000);
    await client.closed;
    clearInterval(timer);
    expect(statusesOf(client.received)).toBe("408");
    // A long reply is not kept until a body has come that nobody needs.
    const unneeded = get("/mapcode/openapi.json", `Content-Length: 1000000\r\n${HEAD}`);
    expect(statusesOf(await received(port, unneeded, 1))).toBe("200");
  },
  "400 idle connections": closes(400, ["", GOOD]),
  "1,000 pipelined requests in order": async (port) => {
    const targets = Array.from({ length: 1_000 }, (_, index) => `/mapcode/coords/${index}`);
    const requests = targets.map((target) => get(target, HEAD));
    const reply = await received(port, requests.join(""), requests.length);
    const values = Array.from(reply.matchAll(/"value":"(\d+)"/g), ([, value]) => Number(value));
    expect(values).toEqual(targets.map((_, index) => index));
  },
  "HEAD, errors, batches and unneeded bodies in one packet": [
    [
      GOOD.replace("GET", "HEAD") + get("/frogs", HEAD) + batch(ROWS) + GOOD + unneeded(MEGABYTE),
      "200 404 200 200 405",
    ],
    [GOOD.repeat(50) + unneeded("abc", LAST), `${"200 ".repeat(50)}405`],
    [unneeded("") + GOOD + unneeded("", LAST), "405 200 405"],
    // uWebSockets.js closes the connection of a client that sends more after a batch of several steps.
    [batch(MANY_ROWS) + STATUS + LAST, "", "200 200"],
  ],
  "sockets that are half closed": async (port, transport) => {
    for (const bytes of [GOOD, batch(ROWS), batch(MANY_ROWS)]) {
      const connection = new RawConnection(port);
      connection.socket.end(bytes);
      await connection.closed;
      // uWebSockets.js ends the connection of a client that has ended its side.
      const isLost = transport === "uws" && bytes.length > 1_000;
      expect(statusesOf(connection.received)).toBe(isLost ? "" : "200");
      const rows = connection.received.match(/^1,2,/gm) ?? [];
      expect(rows).toHaveLength(isLost ? 0 : bytes.split("1,2\n").length - 1);
    }
  },
  resets: leave(200, batch(MANY_ROWS), true),
  "slow readers": async (port) => {
    const connection = new RawConnection(port, batch(MANY_ROWS, LAST));
    const { socket } = connection;
    socket.on("data", () => {
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    await connection.closed;
    expect(connection.received.match(/^1,2,/gm)).toHaveLength(50_000);
  },
  "readers of 64 kB a second": async (port) => {
    const rows = `lat,lon,note\n${`1,2,${"x".repeat(8_000)}\n`.repeat(1_500)}`;
    const { socket, closed } = new RawConnection(port, batch(rows, LAST));
    const fastMs = Date.now() + 15_000;
    let bytes = 0;
    socket.on("data", (part) => {
      bytes += part.length;
      if (Date.now() > fastMs) return;
      socket.pause();
      setTimeout(() => socket.resume(), 1_000);
    });
    await closed;
    expect(bytes).toBeGreaterThan(rows.length);
  },
  "requests without reading": async (port, _, pid) => {
    const before = memoryMB(pid);
    const many = [GOOD, get("/mapcode/territories", HEAD)].map((request) => request.repeat(1_000));
    const endMs = Date.now() + 10_000;
    const attack = async (bytes: string) => {
      while (Date.now() < endMs) {
        const { socket, closed } = new RawConnection(port);
        socket.pause();
        const timer = setInterval(() => socket.writableLength < 1e6 && socket.write(bytes), 1);
        await Promise.race([closed, wait(endMs - Date.now())]);
        clearInterval(timer);
        socket.destroy();
      }
    };
    const attacks = Array.from({ length: 8 }, (_, index) => attack(many[index % 2] ?? ""));
    // Replies that were buffered without a limit took 1.8 GB.
    while (Date.now() < endMs) {
      expect(memoryMB(pid) - before).toBeLessThan(200);
      await wait(500);
    }
    await Promise.all(attacks);
  },
  "500 clients that leave": leave(500, batch(MANY_ROWS).slice(0, 100_000)),
  "HTTP/1.0": [[`GET /mapcode/status HTTP/1.0\r\n${HEAD}`, "505", "200"]],
  hosts: [
    ["GET /mapcode/status HTTP/1.1\r\n\r\n", "400"],
    [`${STATUS}Host: y\r\n${LAST}`, "400", "200"],
  ],
  "absolute and other forms of targets": [
    [get("http://x/mapcode/status"), "505", "200"],
    [`OPTIONS * HTTP/1.1\r\n${LAST}`, "505", "204"],
    [get("*"), "505", "404"],
    [`CONNECT x:80 HTTP/1.1\r\n${HEAD}`, "505", ""],
  ],
  "injected line breaks": [
    [get("/mapcode/coords/%0D%0AX-Injected:%20x?a=%0D%0A"), /^HTTP\/1\.1 400 (?!.*\nX-Injected)/is],
  ],
  "long URLs": [
    [get(`/mapcode/coords/${"x".repeat(1_984)}`), "400"],
    [get(`/mapcode/coords/${"x".repeat(1_985)}`), "414"],
    [get(`/mapcode/coords/${TOO_LONG}`), "431"],
  ],
  ...HIDDEN_REQUESTS,
  "frames of the PROXY protocol": [
    "\x21\x11\0\x0c",
    "\x20\0\0\0",
    "\x21\x11\xff\xff",
    "\x31\x11\0\x0c",
  ].flatMap((end): Exchange[] => {
    const frame = `\r\n\r\n\0\r\nQUIT\n${end}\x01\x02\x03\x04\x05\x06\x07\x08\0\x50\0\x50`;
    const cuts = [1, 5, 12, 14, 16, 20].map((cut) => [
      frame.slice(0, cut),
      frame.slice(cut) + GOOD,
    ]);
    return [[frame + STATUS + LAST, /^/], ...cuts.map((packets): Exchange => [packets, /^/])];
  }),
  "HTTP/2 and other protocols": [
    ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505", "400"],
    [
      `${STATUS}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings, close\r\nHTTP2-Settings: AAMAAABk\r\n${HEAD}`,
      "200",
    ],
    ["SSH-2.0-x\r\n", /^(?!HTTP\/1\.1 200)/],
  ],
  "two lines of one header": [
    [get("/mapcode/status", `Accept: text/html\r\nAccept: application/xml\r\n${LAST}`), /<status>/],
    [
      get(
        "/mapcode/status",
        `Accept: application/xml;q=0.1\r\nAccept: application/json\r\n${LAST}`,
      ),
      /\{"status/,
    ],
  ],
  "bodies of 16 MB that are announced": leavesMemory(
    `${POST}Content-Length: 16777216\r\n${HEAD}lat,lon\n`,
    "",
  ),
  "bodies of 16 MB that trickle": leavesMemory(
    `${POST}Content-Length: 16777216\r\n${HEAD}lat,lon\n`,
    "1,2\n",
  ),
  "pipelined requests whose replies nobody reads": async (port, transport, pid) => {
    // Each reply has another length, so that the end of a buffer comes at each place of a reply.
    const targets = Array.from({ length: 500 }, (_, index) =>
      index % 2 === 0
        ? `/mapcode/coords/${"x".repeat(index % 101)}-`
        : `/mapcode/codes/${index % 90},${index}`,
    );
    const requests = targets.map((target) => get(target, HEAD));
    // Long replies before the others are more than node:http lets a client leave unread.
    const [turns, long] = transport === "uws" ? [6, 0] : [1, 40];
    for (let turn = 0; turn < turns; turn++) {
      const clients = Array.from({ length: 40 }, (_, index) => {
        const start = get("/mapcode/territories", HEAD).repeat(long);
        const client = new RawConnection(port, start + requests.slice(index * 10).join(""));
        client.socket.pause().write(requests.join("").repeat(40));
        return client;
      });
      await wait(1_000);
      const open = () => sampleOf({ address: `http://127.0.0.1:${port}` }, "mapcoded_connections");
      if (transport === "node") await until(async () => (await open()) < 32);
      for (const { socket } of clients) socket.destroy();
    }
    expect(memoryMB(pid)).toBeLessThan(500);
  },
  bodies: [
    [chunked("c"), "200"],
    [chunked("c", "X-Trailer: 1\r\n"), "505", "200"],
    [chunked("c;a=b"), "", "200"],
    [chunked("frogs"), "400"],
    [`${STATUS}Content-Length:\r\n${LAST}`, "400"],
    [`${POST}Content-Length: 99999999\r\n${LAST}`, "413"],
  ],
  expectations: [
    [[`${POST}Expect: 100-continue\r\nContent-Length: 12\r\n${LAST}`, ROWS], "100 200"],
    [`${POST}Expect: 100-continue\r\nContent-Length: 0\r\n${LAST}`, "100 200"],
    [`${STATUS}Expect: frogs\r\n${LAST}`, "417"],
    [`${POST}Expect: frogs\r\n${LAST}`, "417"],
  ],
  upgrades: [[`${STATUS}Upgrade: websocket\r\nConnection: Upgrade, close\r\n${HEAD}`, "200"]],
  "connections that are kept": [[[GOOD, GOOD, STATUS + LAST], "200 200 200"]],
  "many errors": [[get("/mapcode/coords/frogs", HEAD).repeat(2_000), "400 ".repeat(2_000).trim()]],
  "few open files": async (_, transport) => {
    const service = await startServing(["--transport", transport], {}, 64);
    const clients = Array.from({ length: 200 }, () => new RawConnection(portOf(service)));
    const open = () => clients.filter(({ isClosed }) => !isClosed);
    await until(() => open().length < 50);
    // It rests: a process that asks again and again for connections that it cannot accept never does.
    const cpuSeconds = () => cpuSecondsOf(service.child.pid as number);
    await until(async () => {
      const before = cpuSeconds();
      await wait(1000);
      return cpuSeconds() - before < 0.4;
    });
    for (const { socket } of open()) socket.write(GOOD);
    for (const client of open()) await until(() => client.received.startsWith("HTTP/1.1 200"));
    const told = service.output().match(/There are \d+ open connections, as many as/g);
    expect(told).toEqual([`There are ${open().length} open connections, as many as`]);
    for (const { socket } of clients) socket.destroy();
    await until(async () => (await ask(service.address).catch(() => undefined))?.status === 200);
    expect(await sampleOf(service, "mapcoded_connections_rejected_total")).toBeGreaterThan(150);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  },
};

/** A small heap: without a limit, V8 lets garbage grow on a large machine, which hides how much is held. */
const HEAP_LIMIT = { NODE_OPTIONS: "--max-old-space-size=96" };

/** The cases that wait for a limit of ten seconds and more: they run at the same time. */
const WAITING = [
  "200 slow heads",
  "slow bodies",
  "400 idle connections",
  "readers of 64 kB a second",
];

export function testRawSockets(transport: TransportName): void {
  const service = processOfGroup(["--transport", transport], HEAP_LIMIT);
  let passed = 0;
  const casesOf = (areWaiting: boolean) =>
    Object.entries(CASES).filter(([name]) => WAITING.includes(name) === areWaiting);

  async function test(_: string, work: (typeof CASES)[string]) {
    const port = portOf(service());
    if (typeof work === "function") await work(port, transport, service().child.pid as number);
    else {
      const replies = work.map(async ([packets, uws, node = uws]) => {
        const expected = transport === "uws" ? uws : node;
        const isText = typeof expected === "string";
        const count = isText ? expected.match(/\d+/g)?.length : Number(!expected.test(""));
        const reply = await received(port, packets, count);
        const told = `${packets}`.slice(0, 300);
        if (isText) expect(statusesOf(reply), told).toBe(expected);
        else expect(reply, told).toMatch(expected);
      });
      await Promise.all([...replies, expectHealthy(service())]);
    }
    await expectHealthy(service());
    passed++;
  }
  it.each(casesOf(false))("%s", test);
  it.concurrent.each(casesOf(true))("%s", test);

  it("other clients are answered while 40 pipeline 640,000 requests", async () => {
    const countCodes = async () => {
      const { text } = await ask(new URL("/metrics", service().address).href);
      return Number(/_count\{.*"codes",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await countCodes();
    const attack = get("/mapcode/codes/52.37,4.9", HEAD).repeat(16_000);
    const clients = Array.from({ length: 40 }, () => new RawConnection(portOf(service()), attack));
    expect((await countCodes()) - before).toBeLessThan(320_000);
    for (const { socket } of clients) socket.destroy();
  });

  it(`all ${Object.keys(CASES).length} cases pass`, () => {
    expect(passed).toBe(Object.keys(CASES).length);
  });
}
