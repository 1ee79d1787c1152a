/** The service behind the proxies of deploy/: requests, batches, and clients that hide requests in others. */
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { encodeInternational } from "../../../src/index.ts";
import { HOST } from "../../http/both-transports.ts";
import { ask, processOfGroup } from "../../service/running-services.ts";
import { exchange, portOf, RawConnection } from "../../support/raw-connection.ts";
import { describeTransports } from "../../support/transports.ts";
import { PROXIES, proxyOfGroup } from "./proxy.ts";

// Attacks

/**
 * Requests whose end two programs may find in different places, so that one of them takes what follows for another
 * request (request smuggling). In the lists, `{T}: {c}` is a coding in chunks, `{L}` a length; `~` ends a line, `^` is a
 * bare line feed. `{hidden}` is the part behind what one program takes for the end, `{length}` its length.
 */
const SHORT: Readonly<Record<string, string>> = {
  ...{ "~": "\r\n", "^": "\n", T: "Transfer-Encoding", L: "Content-Length", c: "chunked" },
  get: "GET /mapcode/status HTTP/1.1\r\nHost: x\r\n",
  post: "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n",
  ...{ row: "4\r\n1,2\n\r\n", last: "0\r\n\r\n" },
};

/** Lists of shapes, by the request in which they take the place of `%`. */
const LISTS = {
  // Headers beside a length that counts the last chunk and the hidden part.
  "{post}{L}: {all}~%~~{last}{hidden}": `{T}: {c}|{T}: x{c}|{T} : {c}|{T}: {c}~{T}: {c}|{T}: {c}~{T}: x|{T}:\t{c}|{T}:\x0b{c}| {T}: {c}|X: x^{T}: {c}
X: x\r{T}: {c}|{T}:~ {c}|{T}~ : {c}|{T}: identity|{T}: {c}, identity|{T}: identity, {c}|tRANSFER-eNCODING: cHUNKED
{T}: "{c}"|{T}: {c};q=1|{T}:|Transfer_Encoding: {c}|{T}: {c}\0|{T}: {c}~Connection: {T}`,
  // Headers of a request whose body is the hidden part for some.
  "{post}%~~{hidden}": `{L}: 0~{L}: {length}|{L}: {length}~{L}: 0|{L}: 0, {length}|{L}: +{length}|{L}: -{length}|{L}: 0x{length}
{L}: 0 {length}|{L}: 0.{length}|{L}: {length}e0|{L}: 184467440737095516{length}|{L} : {length}|{L}:\x0b{length}
X: x^{L}: {length}|{L}:~ {length}|Content_Length: {length}|: x~{L}: {length}|x~{L}: {length}
{L}: {length}~Connection: {L}|{L}: {length}~Expect: frogs`,
  // Bodies whose chunks are malformed.
  "{post}{T}: {c}~~%": `4;^1,2^~{last}{hidden}|4;${"x".repeat(9000)}~1,2^~{last}{hidden}|0x{row}{last}{hidden}|+{row}{last}{hidden}
{row}-1~{hidden}~{last}|1000000000000000{row}{last}{hidden}|4~1,2^XX{last}{hidden}|4^1,2^^0^^{hidden}
{row}~{hidden}~{last}|{row}0~{L}: {length}~~{hidden}`,
  // Requests that never have a body, or whose head is malformed.
  "%": `{get}{L}: {length}~~{hidden}|HEAD /mapcode/status HTTP/1.1~Host: x~{L}: {length}~~{hidden}|{get}{T}: {c}~~{last}{hidden}
{get}{L}: {length}~Expect: 100-continue~~{hidden}|GET http://other.example/mapcode/status HTTP/1.1~Host: x~~{hidden}
{get}Host: other.example~~{hidden}|GET /mapcode/status~{hidden}|~~{get}~{hidden}|{get}~{hidden}
POST /mapcode/batch/codes HTTP/1.0~Host: x~Content-Type: text/plain~{T}: {c}~Connection: keep-alive~~{last}{hidden}
GET /mapcode/status HTTP/1.1^Host: x^{L}: {length}^^{hidden}|{get}Connection: Upgrade~Upgrade: websocket~~{hidden}
{post}{L}: 4~{T}: {c}~~{hex}~{hidden}~{last}`,
};

const SHAPES = Object.entries(LISTS).flatMap(([request, list]) =>
  list.split(/[|\n]/).map((shape) => request.replace("%", shape)),
);

const ATTACKED = "GET /mapcode/codes/-33.9,18.4 HTTP/1.1\r\nHost: x\r\n";

/** What an attacker sends, as Latin-1. It hides a whole request, or one that takes the victim's request line as a header. */
const ATTACKS: readonly string[] = [`${ATTACKED}\r\n`, `${ATTACKED}X: `].flatMap((hidden) => {
  const { length } = hidden;
  const lengths = { length: `${length}`, hex: length.toString(16), all: `${length + 5}` };
  const parts: Readonly<Record<string, string>> = { ...SHORT, ...lengths, hidden };
  return SHAPES.map((shape) => shape.replace(/[~^]|\{(\w+)\}/g, (all, name = all) => parts[name]));
});

let victims = 0;

/** Asks for the codes of a point that nobody else asks for, on a new connection. @returns the problem with the reply */
async function victim(port: number): Promise<string | undefined> {
  const [lat, lon] = [10 + (victims % 500) * 0.01, 20 + Math.floor(victims++ / 500) * 0.01];
  const url = `http://${HOST}:${port}/mapcode/codes/${lat},${lon}`;
  const { status, text } = await ask(url).catch((error) => ({ status: 0, text: `${error}` }));
  const expected = `"international":{"mapcode":"${encodeInternational(lat, lon).code}"`;
  return status === 200 && text.includes(expected) ? undefined : `${status} ${text.slice(0, 200)}`;
}

/** @returns the successful attacks, with the replies to their victims */
async function attack(port: number): Promise<readonly string[]> {
  const harmed: string[] = [];
  for (const bytes of ATTACKS) {
    const { socket } = new RawConnection(port, Buffer.from(bytes, "latin1"));
    const signal = AbortSignal.timeout(100);
    const events = ["data", "close"].map((event) => once(socket, event, { signal }));
    await Promise.race(events).catch(() => undefined);
    for (let asked = 0; asked < 4; asked++) {
      if (asked === 2) socket.destroy();
      let wrong = await victim(port);
      // A proxy may use a connection just when the service closes it, after a request that it has rejected.
      if (wrong?.startsWith("502 ")) wrong = await victim(port);
      if (wrong !== undefined) harmed.push(`${JSON.stringify(bytes.slice(0, 300))}: ${wrong}`);
    }
  }
  return harmed;
}

const ROW = "NLD 49.4V\n";
const ROWS = Math.floor((15 * 2 ** 20) / ROW.length);

describeTransports("the service on %s", (transport) => {
  const service = processOfGroup(["--transport", transport]);

  it("leaves the replies to others alone when a client hides requests", async () => {
    expect(await attack(portOf(service()))).toEqual([]);
  });

  describe.for(PROXIES)("behind %s", (proxy) => {
    const { test, address: addressOf } = proxyOfGroup(proxy, () => [
      portOf(service()),
      portOf(service()),
    ]);

    test("replies to plain requests, and converts 15 MiB", async () => {
      const address = addressOf();
      for (let count = 0; count < 50; count++) {
        const { text } = await ask(`${address}/coords/NLD%2049.4V?client=${count}`);
        expect(text).toBe('{"latDeg":52.37651400000124,"lonDeg":4.908543375}');
      }
      const missing = await ask(`${address}/coords/NLD%2FZZZZ.ZZZZ`);
      expect(JSON.parse(missing.text)).toMatchObject({ status: 400, value: "NLD/ZZZZ.ZZZZ" });
      const head = await ask(`${address}/codes/1,2`, { method: "HEAD" });
      expect([head.status, head.headers["content-length"]]).toEqual([200, "80"]);
      const old = `GET /mapcode/status HTTP/1.0\r\nHost: ${HOST}\r\n\r\n`;
      // HAProxy forwards HTTP/1.0, which only node:http answers.
      const status = proxy[0] === "haproxy" && transport === "uws" ? "505" : "200";
      expect((await exchange(portOf({ address }), old)).split(" ")[1]).toBe(status);
      const headers = { "content-type": "text/plain" };
      const body = ROW.repeat(ROWS);
      const batch = await ask(`${address}/batch/coords`, { method: "POST", headers, body });
      const converted = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
      expect(batch.text === converted.repeat(ROWS)).toBe(true);
    });

    test("leaves the replies to others alone", async () => {
      expect(await attack(portOf({ address: addressOf() }))).toEqual([]);
    });

    test.each([
      ["two codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"],
      ["an empty coding before one", "Transfer-Encoding:\r\nTransfer-Encoding: chunked"],
      ["two lengths", "Content-Length: 5\r\nContent-Length: 6"],
      ["an empty length before one", "Content-Length:\r\nContent-Length: 5"],
      ["another coding", "Transfer-Encoding: gzip, chunked"],
    ])("gives one reply, not 200, to a GET with %s, and goes on", async (_, headers) => {
      const port = portOf({ address: addressOf() });
      const request = `GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
      const body = "5\r\nabcde\r\n0\r\n\r\n";
      expect((await exchange(port, request + body)).match(/HTTP\/1\.1 (\d)/g)).toEqual([
        expect.stringMatching(/[45]$/),
      ]);
      for (let asked = 0; asked < 8; asked++) expect(await victim(port)).toBe(undefined);
    });

    test("publishes nothing for operators", async () => {
      const port = portOf({ address: addressOf() });
      const paths = ["/metrics", "/metrics/", "//metrics", "/%6detrics", "/mapcode/../metrics"];
      for (const path of [...paths, "/metrics?x=/mapcode", "/livez", "/readyz"]) {
        const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        expect(await exchange(port, request), path).toMatch(/^HTTP\/1\.1 40[04] /);
        const full = request.replace(path, `http://x${path}`);
        expect(await exchange(port, full), path).toMatch(/^HTTP\/1\.1 40[04] /);
      }
    });
  });
});
