import { Readable } from "node:stream";
import { Client, request } from "undici";
import { expect, it } from "vitest";
import { onBothTransports } from "../http/both-transports.ts";
import { POINT, REPLY_ROW, startBatch } from "./batch-client.ts";

const TYPE = { "content-type": "text/plain" };

onBothTransports("the reply to a batch request", { batchSeconds: 30 }, (send, port) => {
  it("begins before the request has ended and continues row by row", async () => {
    const client = await startBatch(port());
    for (let rows = 1; rows <= 3; rows++) {
      client.send(POINT);
      await client.until(({ body }) => body() === REPLY_ROW.repeat(rows));
    }
    client.end();
    await client.until(({ isComplete }) => isComplete());
    // The connection can be used for the next request.
    client.socket.write("GET /mapcode/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await client.closed;
    expect(client.body()).toBe('{"status":"OK"}');
  });

  it("is the same however slowly the request is sent", async () => {
    const client = await startBatch(port(), ["Transfer-Encoding: chunked", "Accept: text/csv"]);
    for (const character of POINT + POINT) {
      client.send(character);
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.end();
    const row = '"52.376514,4.908543",NLD,49.4V,VHXGB.1J9J,\n';
    const head = "input,territory,mapcode,international,error\n";
    await client.until(({ body }) => body() === head + row + row);
    client.socket.destroy();
  });

  it("has many rows in order, while other requests are answered", async () => {
    const count = 200_000;
    const rows = Array.from({ length: count }, (_, index) => `${index / 4000},${index / 2000}`);
    const body = `${rows.join("\n")}\n`;
    const reply = request(`http://127.0.0.1:${port()}/mapcode/batch/codes`, {
      method: "POST",
      headers: TYPE,
      body,
    });
    let isOver = false;
    const whole = reply.then(async ({ body }) => {
      const text = await body.text();
      isOver = true;
      return text;
    });
    let answeredMeanwhile = 0;
    while (!isOver) {
      expect((await send("/codes/1,2")).status).toBe(200);
      if (!isOver) answeredMeanwhile++;
    }
    const lines = (await whole).trimEnd().split("\n");
    expect(lines.map((line) => line.slice(0, line.indexOf("\t")))).toEqual(rows);
    expect(answeredMeanwhile).toBeGreaterThan(20);
  });

  it("counts as one request of its operation", async () => {
    const operations = async () =>
      JSON.parse((await send("/metrics")).text).requests.sinceStart.operations;
    const before = (await operations())["batch-coords"]?.total ?? 0;
    const post = { method: "POST", headers: TYPE, body: "NLD 49.4V\nx\n" } as const;
    await send("/batch/coords", post);
    await send("/batch/coords", { ...post, headers: { "content-type": "text/html" } });
    const { total, byStatusClass } = (await operations())["batch-coords"];
    expect(total - before).toBe(2);
    expect(byStatusClass).toMatchObject({ "2xx": 1, "4xx": 1 });
  });
});

const LIMITS = { batchBytes: 200_000, batchRows: 1000 };

onBothTransports("the limit of a batch request", LIMITS, (_, port) => {
  it("of bytes rejects a request by its Content-Length, without waiting for the body", async () => {
    const client = await startBatch(port(), ["Content-Length: 10000000000"]);
    await client.until(({ body }) => body().endsWith("}"));
    expect(client.received()).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
    expect(client.received()).toContain("Connection: close\r\n");
    expect(JSON.parse(client.body())).toEqual({
      status: 413,
      error: "content-too-large",
      message: "The body has 10000000000 bytes. Send at most 200000 bytes.",
      parameter: "body",
      value: "10000000000 bytes",
      expected: "at most 200000 bytes",
    });
    await client.closed;
  });

  it.each([
    ["text/plain", `\t\t\t\t`, ""],
    ["text/csv", ",,,,", ""],
    ["application/x-ndjson", '"error":"', '"}'],
    ["application/json", '"error":"', '"}\n]'],
  ])("of rows ends a reply in %s with an error row", async (type, before, after) => {
    const client = await startBatch(port(), [
      "Transfer-Encoding: chunked",
      `Content-Type: ${type}`,
      "Accept: text/html",
    ]);
    const isArray = type === "application/json";
    const row = type.startsWith("text") ? "1,2\n" : '{"lat":1,"lon":2}\n';
    const separated = isArray ? row.replace("\n", ",\n") : row;
    const start = isArray ? "[" : "lat,lon\n";
    client.send((type === "text/csv" || isArray ? start : "") + separated);
    await client.until(({ body }) => body() !== "");
    for (let sent = 0; sent < 20; sent++) client.send(separated.repeat(100));
    await client.closed;
    const lines = client.body().trimEnd().split("\n");
    const expected =
      "The body has more than 1000 rows. Send at most 1000 rows. Rows from 1001 on are not converted.";
    if (isArray) expect(JSON.parse(client.body())).toHaveLength(1001);
    if (isArray) lines.pop();
    const extra = type === "text/csv" || isArray ? 1 : 0;
    expect(lines).toHaveLength(1001 + extra);
    expect(client.body().trimEnd()).toBe(
      `${client.body().slice(0, client.body().lastIndexOf(before))}${before}${expected}${after}`,
    );
    expect(client.isComplete()).toBe(false);
  });

  it("of bytes ends a reply that has begun with an error row", async () => {
    const client = await startBatch(port());
    client.send("1,2\n");
    await client.until(({ body }) => body() !== "");
    for (let sent = 0; sent < 30; sent++) client.send(`${" ".repeat(9_999)}\n`);
    await client.closed;
    expect(client.body().split("\n").at(-2)).toBe(
      "\t\t\t\tThe body has more than 200000 bytes. Send at most 200000 bytes. Rows from 21 on are not converted.",
    );
    expect(client.isComplete()).toBe(false);
  });

  it("is reported to a client that sends endlessly", async () => {
    const client = new Client(`http://127.0.0.1:${port()}`);
    async function* endless() {
      for (let sent = 0; sent < 2000; sent++) yield Buffer.from("1,2\n".repeat(2500));
    }
    const reply = await client.request({
      method: "POST",
      path: "/mapcode/batch/codes",
      headers: TYPE,
      body: Readable.from(endless()),
    });
    expect(reply.statusCode).toBe(413);
    expect(await reply.body.text()).toContain("more than 200000 bytes");
    await client.destroy();
  });
});

onBothTransports("the limit of a batch request", { batchSeconds: 2 }, (_, port) => {
  it("of time rejects a request that sends no complete row", async () => {
    const client = await startBatch(port(), [
      "Transfer-Encoding: chunked",
      "Content-Type: text/csv",
    ]);
    client.send("lat,");
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(client.body())).toMatchObject({
      error: "request-timeout",
      message: "The request takes more than 2 seconds. Send fewer rows in each request.",
    });
  });

  it("of time ends the reply to an endless request with an error row", async () => {
    const client = await startBatch(port());
    const timer = setInterval(() => client.send("1,2\n"), 100);
    await client.closed;
    clearInterval(timer);
    const lines = client.body().trim().split("\n");
    const rows = lines.length - 1;
    expect(rows).toBeGreaterThan(2);
    expect(lines.at(-1)?.trim()).toBe(
      `The request takes more than 2 seconds. Send fewer rows in each request. Rows from ${rows + 1} on are not converted.`,
    );
    expect(client.isComplete()).toBe(false);
  });
});
