/** Both transports give the same replies; what options change: borders, the paths for operators, TLS, open files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "undici";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { connectionsFor } from "../../src/service/process-limits.ts";
import { Traffic, watchSpeed } from "../../src/service/transports/transport.ts";
import {
  createSender,
  onBothTransports,
  serviceOfGroup,
  startService,
} from "../http/both-transports.ts";
import { HAS_OPENSSL, makeCertificate } from "../support/certificates.ts";
import { freePort } from "../support/free-port.ts";
import { exchange, portOf, RawConnection } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports, isAvailable } from "../support/transports.ts";
import { until } from "../support/until.ts";
import { sampleOf } from "./running-services.ts";

const TARGETS = `
/mapcode/codes/52.376514,4.908543 /mapcode/codes/52.376514,4.908543/local /mapcode/codes/0,-30/mapcodes
/mapcode/codes/52.376514,4.908543?include=offset,territory,alphabet,rectangle&precision=8
/mapcode/xml/codes/52.376514,4.908543?alphabet=greek /mapcode/coords/NLD%2049.4V?include=rectangle
/mapcode/coords/49.4V?context=NLD /mapcode/territories?count=3 /mapcode/territories /mapcode/territories/US-IN
/mapcode/alphabets/greek /mapcode/version /mapcode/status /mapcode/openapi.json /mapcode/ /mapcode/map/ /nowhere /readyz
//mapcode/status /mapcode/batch /mapcode/batch/codes /mapcode/xml/batch/codes /mapcode/codes/1,2?
/mapcode/codes/1,2?precision=1?territory=NLD /mapcode/codes/x,y /mapcode/codes/%zz /mapcode/coords/%00%0D%0A
/mapcode/xml/coords/%F0%9F%98%80 /mapcode/codes/1,2#hash /mapcode/coords/${"x".repeat(3000)}`
  .trim()
  .split(/\s+/);

/** A reply without what each transport says of its connection, and without the time; the order of headers does not count. */
async function replyOf(address: { readonly address: string }, request: string) {
  const [head = "", ...body] = (await exchange(portOf(address), request)).split("\r\n\r\n");
  const [status, ...lines] = head.split("\r\n");
  const headers = lines.filter((line) => !/^(date|connection|keep-alive):/i.test(line)).sort();
  return { status, headers, body };
}

describe.skipIf(!isAvailable("uws"))("both transports reply the same", () => {
  const uws = serviceOfGroup({ transport: "uws" });
  const node = serviceOfGroup({ transport: "node" });

  async function expectSameReplies(method: string, target: string, last: string) {
    const request = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${last}`;
    const reply = await replyOf(uws(), request);
    expect(reply.status).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(reply).toEqual(await replyOf(node(), request));
  }

  it.each(TARGETS)("to %s", async (target) => {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      for (const header of ["Accept: application/xml", "If-None-Match: *", "Expect: frogs"]) {
        await expectSameReplies(method, target, `${header}\r\n\r\n`);
      }
    }
  });

  it("to requests with a body that nobody reads: one length, that of the reply", async () => {
    const body = "Content-Length: 3\r\n\r\nabc";
    for (const method of ["GET", "POST"]) {
      await expectSameReplies(method, "/mapcode/status", body);
    }
    for (const method of ["HEAD", "OPTIONS"]) {
      const request = `${method} /mapcode/status HTTP/1.1\r\nHost: x\r\n${body}`;
      const { headers } = await replyOf(uws(), request);
      const lengths = headers.filter((line) => line.startsWith("Content-Length"));
      expect([method, ...lengths]).toEqual([method, "Content-Length: 0"]);
    }
  });
});

const CANDIDATES =
  "<territory><alphaCode>CN-GD</alphaCode><parentAlphaCode>CHN</parentAlphaCode></territory><territory><alphaCode>CHN</alphaCode></territory>";

onBothTransports("a service with borders", { borders: true }, (send) => {
  it.each([
    [
      "/codes/22.543,114.058",
      '[{"alphaCode":"CN-GD","parentAlphaCode":"CHN"},{"alphaCode":"CHN"}]}',
    ],
    ["/xml/codes/22.543,114.058", `<territories>${CANDIDATES}</territories>`],
    ["/codes/10,-30", '{"territories":[]}'],
    ["/xml/codes/10,-30", '"yes"?><territories/>'],
  ])("tells the territories around %s", async (codes, end) => {
    expect((await send(`${codes}/territories`)).text.slice(-end.length)).toBe(end);
  });
});

it.each([
  ["a small one: a quarter stays free", 1, 64, 24, 24],
  ["the usual one of a shell", 1, 1024, 24, 936],
  ["a large one: no more than 64 stay free", 1, 1_048_576, 30, 1_048_482],
  ["one that is nearly used up", 1, 20, 19, 1],
  ["one that threads share", 4, 1024, 24, 234],
])("a limit of open files allows connections: %s", (_, threads, max, open, connections) => {
  expect(connectionsFor(threads, max, open)).toBe(connections);
});

it("a service that stops does not wait for connections without requests", async () => {
  const traffic = new Traffic(() => true);
  traffic.count(1);
  await traffic.stop(() => {}, 3_600);
  expect(traffic.open).toBe(1);
});

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [16_000, 600, "goes on"],
  [8_000, 600, "ends"],
  [0, 600, "ends"],
  [100_000, 600, "goes on"],
  [100_000, 610, "ends"],
])("a reply that leaves at %i bytes a second, of which the system tells in steps of 1 MB, after %i seconds %s", (rate, seconds, fate) => {
  vi.useFakeTimers();
  const beganMs = Date.now();
  const step = 1_000_000;
  const end = vi.fn(() => stop());
  const sentBytes = () => (3 + Math.floor((rate * (Date.now() - beganMs)) / 1000 / step)) * step;
  const stop = watchSpeed(sentBytes, 64, end);
  vi.advanceTimersByTime(seconds * 1000);
  expect(end).toHaveBeenCalledTimes(fate === "ends" ? 1 : 0);
});

/** As Prometheus 2.42 asks. */
const PROMETHEUS_ACCEPT =
  "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
const OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TEXT = "text/plain; version=0.0.4; charset=utf-8";

onBothTransports("a service without options", {}, (send) => {
  it("has no territories around a point, and does not name them as a filter", async () => {
    const { status, text } = await send("/codes/22.543,114.058/territories");
    expect([status, text.includes("international, territories")]).toEqual([400, false]);
  });

  it.each([
    ["GET", "/livez", 200, /^alive\n$/],
    ["GET", "/livez/", 200, /^alive\n$/],
    ["GET", "/readyz?verbose", 200, /^ready\n$/],
    ["GET", "/metrics", 200, /^mapcoded_connections 1$/m],
    ["GET", "/metrics", 200, /_count\{operation="health",status="200"\} 3$/m],
    ["HEAD", "/metrics", 200, /^$/],
    ["HEAD", "/livez", 200, /^$/],
    ["OPTIONS", "/readyz", 204, /^$/],
    ["POST", "/readyz", 405, /^Use GET, HEAD, OPTIONS\.\n$/],
    ["GET", "/", 404, /nothing at this path/],
    ["GET", "/healthz", 404, /nothing at this path/],
    ["GET", "/metricsx", 404, /nothing at this path/],
    ["GET", "/mapcode/metrics", 200, /^\{"service":/],
  ] as const)("%s %s gets %i", async (method, target, status, text) => {
    const headers = { accept: PROMETHEUS_ACCEPT };
    const reply = await send(target, { method, headers, isWhole: true });
    expect([reply.status, reply.headers["cache-control"]]).toEqual([status, "no-store"]);
    expect(reply.text).toMatch(text);
    const hasMethods = status === 204 || status === 405;
    expect(reply.headers.allow).toBe(hasMethods ? "GET, HEAD, OPTIONS" : undefined);
    if (method === "HEAD") expect(Number(reply.headers["content-length"])).toBeGreaterThan(0);
  });
});

onBothTransports("/metrics without a prefix", { prefix: "" }, (send) => {
  it.each([
    ["", "*/*", "text/html,application/xml;q=0.9,*/*;q=0.8", "application/json"],
    ["application/json, text/plain;q=0.9", "application/json, text/plain", "application/json"],
    ["text/plain", "text/*;q=0.5, */*;q=0.1", TEXT],
    ["application/openmetrics-text", PROMETHEUS_ACCEPT, OPENMETRICS],
  ])("for Accept '%s' and others is of their type", async (...row) => {
    for (const accept of row.slice(0, -1)) {
      const { status, headers } = await send("/metrics", { headers: { accept } });
      expect(status).toBe(200);
      expect(headers["content-type"], accept).toContain(row.at(-1));
    }
  });
});

describeTransports("a service on %s", (transport) => {
  it("counts connections that end without a request, and no others", async () => {
    const service = await startService({ transport });
    const good = "GET /mapcode/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const many = `${"A: b\r\n".repeat(9_000)}\r\n`;
    const refused = [
      "nonsense\r\n\r\n",
      good.replace("\r\n\r\n", `\r\n${many}`),
      good.slice(0, 20),
    ];
    const used = [good, good.replace("GET", "HEAD"), good.replace("/mapcode", ""), good + good];
    for (const bytes of [...refused, ...used]) {
      const { socket, closed } = new RawConnection(portOf(service));
      socket.end(bytes);
      await closed;
    }
    const count = () => sampleOf(service, "mapcoded_connections_unused_total");
    await until(async () => (await count()) === refused.length);
    await service.stop();
  });

  it("counts a client that leaves while its batch is converted as 499", async () => {
    const service = await startService({ transport });
    const rows = `lat,lon\n${"1,2\n".repeat(50_000)}`;
    const head = "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n";
    const { socket } = new RawConnection(portOf(service));
    // As soon as the system has taken all of it.
    socket.write(`${head}Content-Length: ${rows.length}\r\n\r\n${rows}`, () => socket.destroy());
    await until(async () => (await sampleOf(service, "mapcoded_requests_aborted_total")) === 1);
    const series = '{operation="batch-codes",status="499"}';
    const counted = `mapcoded_http_request_duration_seconds_count${series}`;
    expect(await sampleOf(service, counted)).toBe(1);
    await service.stop();
  });

  it("that stops answers requests on open connections, asks to close them, and closes idle ones long before its limit", async () => {
    const service = await startService({ transport, shutdownTimeout: 3_600 });
    const request = "GET /mapcode/status HTTP/1.1\r\nHost: x\r\n\r\n";
    const connection = new RawConnection(portOf(service), request);
    const replies = () => connection.received.split('{"status":"OK"}').length - 1;
    await until(() => replies() === 1);
    const stopped = service.stop();
    connection.socket.write(request);
    await until(() => replies() === 2);
    // The service knows soon that it stops.
    for (let sent = 3; !connection.received.includes("Connection: close\r\n"); sent++) {
      connection.socket.write(request);
      await until(() => replies() === sent);
    }
    await Promise.all([stopped, connection.closed]);
  });

  it("takes no port of another service", async () => {
    const port = await freePort();
    const service = await startService({ transport, port });
    const other = startService({ transport, port });
    await expect(other).rejects.toThrow("another program uses the port");
    await service.stop();
  });
});

const folder = temporaryFolder();
const fileOf = (name: string) => join(folder, name);
const [tlsCert, tlsKey] = [fileOf("first.pem"), fileOf("first-key.pem")];

describe.skipIf(!HAS_OPENSSL)("TLS", () => {
  beforeAll(() => {
    makeCertificate("first", tlsCert, tlsKey);
    makeCertificate("second", fileOf("second.pem"), fileOf("second-key.pem"));
  });

  describeTransports("on %s", (transport) => {
    const service = serviceOfGroup({ transport, tlsCert, tlsKey });

    it("closes a connection of HTTP without TLS, and answers as without it with its certificate", async () => {
      const plain = "GET /mapcode/codes/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";
      expect(await exchange(portOf(service()), plain)).not.toContain("HTTP/");
      const { origin, protocol } = new URL(service().address);
      expect(protocol).toBe("https:");
      const client = new Client(origin, { connect: { ca: readFileSync(tlsCert) } });
      const send = createSender(client, "/mapcode");
      const { status, text } = await send("/coords/NLD%2049.4V");
      expect([status, text]).toEqual([200, '{"latDeg":52.37651400000124,"lonDeg":4.908543375}']);
      const headers = { "content-type": "text/plain" };
      const body = "NLD 49.4V\n".repeat(50_000);
      const reply = await send("/batch/coords", { method: "POST", headers, body });
      const row = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
      expect(reply.status).toBe(200);
      expect(reply.text === row.repeat(50_000)).toBe(true);
      await client.close();
    });

    it.each([
      ["a key of another certificate", tlsCert, fileOf("second-key.pem")],
      ["a file that is missing", fileOf("missing.pem"), tlsKey],
    ])("does not start with %s", async (_, tlsCert, tlsKey) => {
      const message = `The certificate ${tlsCert} cannot be used with the key ${tlsKey}: `;
      await expect(startService({ transport, tlsCert, tlsKey })).rejects.toMatchObject({
        name: "ServiceError",
        message: expect.stringContaining(message),
      });
    });
  });
});
