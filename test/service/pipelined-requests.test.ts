import { expect, it } from "vitest";
import { onBothTransports } from "../http/both-transports.ts";
import { exchange, RawConnection } from "../support/raw-connection.ts";

const PATH = "/mapcode/codes/1,2";
const GET = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`;
const GET_WITH_BODY = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc`;
const LAST = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const ROWS = "lat,lon\n1,2\n";
const BATCH_HEAD = "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n";
const BATCH = `${BATCH_HEAD}Content-Length: ${ROWS.length}\r\n\r\n${ROWS}`;

const MANY_ROWS = `lat,lon\n${"1,2\n".repeat(50_000)}`;
const LONG_BATCH = `${BATCH_HEAD}Content-Length: ${MANY_ROWS.length}\r\n\r\n${MANY_ROWS}`;

/** Sends bytes in one packet. @returns the statuses of the replies until the connection has ended */
async function statusesOf(port: number, bytes: string) {
  const received = await exchange(port, bytes);
  return Array.from(received.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status));
}

onBothTransports("requests in one packet", {}, (send, port) => {
  it("are all answered in front of one with a body that is not needed, and this one as well", async () => {
    const last = GET_WITH_BODY.replace("Host: x", "Host: x\r\nConnection: close");
    expect(await statusesOf(port(), GET.repeat(50) + last)).toEqual(Array(51).fill(200));
  });

  it("are answered behind one whose body has a length of 0", async () => {
    const empty = GET.replace("Host: x", "Host: x\r\nContent-Length: 0");
    expect(await statusesOf(port(), empty + GET + empty + LAST)).toEqual([200, 200, 200, 200]);
  });

  it("are answered behind HEAD and behind an error", async () => {
    const head = GET.replace("GET", "HEAD");
    const wrong = GET.replace(PATH, "/mapcode/coords/frogs");
    const unknown = GET.replace(PATH, "/frogs");
    expect(await statusesOf(port(), head + wrong + GET + unknown + head + LAST)).toEqual([
      200, 400, 200, 404, 200, 200,
    ]);
  });

  it("are answered behind a short batch", async () => {
    expect(await statusesOf(port(), BATCH + GET + BATCH + LAST)).toEqual([200, 200, 200, 200]);
    const empty = `${BATCH_HEAD}Expect: 100-continue\r\nContent-Length: 0\r\n\r\n`;
    expect(await statusesOf(port(), empty + LAST)).toEqual([100, 200, 200]);
  });

  it("are answered if they are counted, also behind one that expects to be asked for its body", async () => {
    const expecting = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n`;
    const counted = async () =>
      JSON.parse((await send("/metrics")).text).requests.sinceStart.operations.codes.total;
    const before = await counted();
    const statuses = await statusesOf(port(), expecting + LAST);
    const answered = statuses.filter((status) => status === 200);
    expect(answered.length).toBeGreaterThan(0);
    expect((await counted()) - before).toBe(answered.length);
  });
});

onBothTransports("a client that ends its side after a request", {}, (_, port, transport) => {
  it.each([
    ["GET", GET],
    ["a batch", BATCH],
    ["a batch of several steps", LONG_BATCH],
  ])("gets the reply to %s", async (_name, bytes) => {
    const connection = new RawConnection(port());
    connection.socket.end(bytes);
    await connection.closed;
    const { received } = connection;
    const rows = received.split("\n").filter((line) => line.startsWith("1,2,"));
    // uWebSockets.js ends the connection of a client that has ended its side.
    const isLost = transport === "uws" && bytes === LONG_BATCH;
    expect(received).toMatch(isLost ? /^$/ : /^HTTP\/1\.1 200 /);
    expect(rows).toHaveLength(isLost ? 0 : bytes.split("1,2\n").length - 1);
  });
});

onBothTransports("malformed requests", {}, (_, port, transport) => {
  const unknownMethod = transport === "uws" ? 405 : 400;
  it.each([
    ["a method in lower case", GET.replace("GET", "get"), unknownMethod],
    ["a method in mixed case", BATCH.replace("POST", "Post"), unknownMethod],
    ["another method in lower case", GET.replace("GET", "options"), unknownMethod],
    ["an empty Content-Length", `${BATCH_HEAD}Content-Length:\r\n\r\n`, 400],
    ["two lengths", BATCH.replace("Host: x", "Host: x\r\nContent-Length: 12"), 400],
    ["another coding", `${BATCH_HEAD}Transfer-Encoding: gzip\r\n\r\n`, 400],
  ])("with %s get an error, and nothing behind a doubtful end is answered", async (_name, bytes, status) => {
    const closing = bytes.replace("Host: x", "Host: x\r\nConnection: close");
    expect(await statusesOf(port(), closing)).toEqual([status]);
    if (status === 400) expect(await statusesOf(port(), bytes + GET)).not.toContain(200);
  });
});
