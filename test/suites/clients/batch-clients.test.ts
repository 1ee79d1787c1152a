import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text as textOf } from "node:stream/consumers";
import { request } from "undici";
import { expect, it } from "vitest";
import { type RunningService, startServing } from "../../cli/command.ts";
import { type BatchClient, POINT, REPLY_ROW, startBatch } from "../../service/batch-client.ts";
import { processOfGroup, reportOf, sampleOf, statusOf } from "../../service/running-services.ts";
import { portOf } from "../../support/raw-connection.ts";
import { describeTransports } from "../../support/transports.ts";
import { until } from "../../support/until.ts";

const ROWS = 900_000;
const CODES = "NLD 49.4V\n".repeat(ROWS);
const DECODED_ROW = "NLD 49.4V\t52.37651400000124\t4.908543375\n";
const TYPE = { "content-type": "text/plain" };

/** Sends the rows with a client of Python and writes the length and the last row of the reply. */
const PYTHON: Readonly<Record<string, string>> = {
  requests: `
import requests
reply = requests.post(url, data=body, headers=headers)
status, text = reply.status_code, reply.text`,
  urllib: `
import urllib.request
with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as reply:
    status, text = reply.status, reply.read().decode()`,
};

async function runPython(client: string, url: string): Promise<unknown> {
  const script = `
import json, sys
url, headers = ${JSON.stringify(url)}, {"Content-Type": "text/plain"}
body = b"NLD 49.4V\\n" * ${ROWS}
${PYTHON[client]}
print(json.dumps([status, len(text), text[-${DECODED_ROW.length}:]]))`;
  const child = spawn("python3", ["-c", script], { stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(await textOf(child.stdout));
}

function hasPython(client: string): boolean {
  const module = client === "urllib" ? "urllib.request" : client;
  return spawnSync("python3", ["-c", `import ${module}`]).status === 0;
}

describeTransports("clients that read only after they have sent, on %s", (transport) => {
  const service = processOfGroup(() => ["--transport", transport]);

  // With CI=true, a client that is not installed fails its test.
  const clients = Object.keys(PYTHON).filter(
    (name) => process.env.CI === "true" || hasPython(name),
  );

  it.each(clients)("get 900,000 rows with %s", async (client) => {
    const reply = await runPython(client, `${service().address}/batch/coords`);
    expect(reply).toEqual([200, ROWS * DECODED_ROW.length, DECODED_ROW]);
  });

  it("get 900,000 rows on a raw socket", async () => {
    const length = `Content-Length: ${CODES.length}`;
    const client = await startBatch(portOf(service()), [length], "/mapcode/batch/coords");
    client.socket.pause();
    client.socket.write(CODES);
    while (client.socket.writableLength > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    client.socket.resume();
    await client.until(({ received }) => received().endsWith("\r\n0\r\n\r\n"));
    expect(client.body() === DECODED_ROW.repeat(ROWS)).toBe(true);
    client.socket.destroy();
  });
});

/** Sends 20 MB in 6 seconds and reads only then; it writes the status. */
const SLOW_SENDER = `
import sys, time, urllib.error, urllib.request
class Body:
    left = 200
    def read(self, size):
        if self.left == 0: return b""
        self.left -= 1
        time.sleep(0.03)
        return b"x" * 100_000
headers = {"Content-Type": "text/plain", "Content-Length": "20000000"}
try:
    urllib.request.urlopen(urllib.request.Request(sys.argv[1], Body(), headers))
except urllib.error.HTTPError as error:
    print(error.code)`;

describeTransports("a client that reads only after it has sent, on %s", (transport) => {
  it("gets an early reply although it sends for longer than other connections stay open", async () => {
    const service = await startServing(["--transport", transport, "--batch-bytes", "1000000"]);
    const target = `${service.address}/batch/codes`;
    const child = spawn("python3", ["-c", SLOW_SENDER, target], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [status] = await once(child.stdout, "data");
    expect(Number(status)).toBe(413);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });
});

const MEGABYTE = 1024 * 1024;
const BUDGET = 96 * MEGABYTE;
/** Beyond the memory for batches: output on its way, and garbage that V8 has not freed yet. */
const SLACK = 60 * MEGABYTE;
const CLIENTS = 30;
const BODY = POINT.repeat(Math.floor(45e6 / POINT.length));
/** A body as large that takes no time to convert: its first row is too long. */
const LONG_ROW = "x".repeat(BODY.length);

async function rssBytes(service: RunningService): Promise<number> {
  return (await reportOf(service)).process.rssBytes;
}

/** Memory of the budget that batches have taken. */
function batchMemoryBytes(service: RunningService): Promise<number> {
  return sampleOf(service, "mapcoded_batch_memory_bytes");
}

/** Posts a body and does not read. */
async function postWithoutReading(port: number, isChunked: boolean): Promise<BatchClient> {
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${BODY.length}`;
  const client = await startBatch(port, [length], "/mapcode/batch/codes");
  client.socket.pause();
  if (isChunked) {
    client.send(BODY);
    client.end();
  } else client.socket.write(BODY);
  return client;
}

describeTransports("a row of 45 MB on %s", (transport) => {
  it("comes back whole with its error, and takes no memory besides its body", async () => {
    const service = await startServing(["--transport", transport]);
    const before = await rssBytes(service);
    const row = `${LONG_ROW}\n${POINT}`;
    const options = { method: "POST", headers: TYPE, body: row } as const;
    const { statusCode, body } = await request(`${service.address}/batch/codes`, options);
    let most = 0;
    let text = "";
    for await (const part of body) {
      text += part;
      if (text.length % 50 === 0) most = Math.max(most, await rssBytes(service));
    }
    most = Math.max(most, await rssBytes(service));
    expect(statusCode).toBe(200);
    expect(text.slice(0, LONG_ROW.length) === LONG_ROW).toBe(true);
    expect(text.slice(LONG_ROW.length)).toBe(
      `\t\t\t\tThe row '${"x".repeat(100)}...' is longer than 65536 bytes.\n${REPLY_ROW}`,
    );
    expect(most - before).toBeLessThan(BODY.length + SLACK);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });
});

describeTransports("30 clients that post 45 MB and never read, on %s", (transport) => {
  it("leave the memory within its budget, and others their turn", async () => {
    const service = await startServing(["--transport", transport, "--batch-rows", "10000000"]);
    const port = portOf(service);
    const before = await rssBytes(service);
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) => postWithoutReading(port, index % 3 > 0)),
    );
    // At once: after 20 seconds, the service gives up those that never read.
    await until(async () => (await batchMemoryBytes(service)) + BODY.length > BUDGET);
    const head = [`Content-Length: ${BODY.length}`];
    const refused = await startBatch(port, head, "/mapcode/batch/codes");
    await refused.until(({ body }) => body().endsWith("}"));
    expect(refused.received()).toMatch(/^HTTP\/1\.1 503 [\s\S]*^Retry-After: 5\r$/m);
    expect(JSON.parse(refused.body())).toMatchObject({ status: 503, error: "service-busy" });
    refused.socket.destroy();
    let most = 0;
    for (let halfSecond = 0; halfSecond < 8; halfSecond++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await statusOf(`${service.address}/codes/1,2`)).toBe(200);
      most = Math.max(most, await rssBytes(service));
    }
    expect(most - before).toBeLessThan(BUDGET + SLACK);
    for (const { socket } of clients) socket.destroy();
    await until(
      async () => (await batchMemoryBytes(service)) === 0,
      () => "The memory has not been freed.",
    );
    const options = { method: "POST", headers: TYPE, body: LONG_ROW } as const;
    expect(await statusOf(`${service.address}/batch/codes`, options)).toBe(200);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });
});
