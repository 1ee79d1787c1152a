import { connect } from "node:net";
import { Client } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, serve } from "../../src/http/serve.ts";
import { ListenError, type Listener } from "../../src/http/transport.ts";

const HOST = "127.0.0.1";

let listener: Listener;
let client: Client;

beforeAll(async () => {
  listener = await serve(HOST, 0);
  client = new Client(`http://${HOST}:${listener.port}`, { pipelining: 4 });
});

afterAll(async () => {
  await client.close();
  listener.close();
});

async function send(method: "GET" | "HEAD" | "POST" | "OPTIONS", path: string) {
  const { statusCode, headers, body } = await client.request({ method, path });
  return { statusCode, headers, text: await body.text() };
}

/** Everything the service sends in answer to raw bytes, until it closes or for a moment. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listener.port, HOST, () => socket.write(bytes));
    let received = "";
    socket.on("data", (data) => {
      received += data;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
    setTimeout(() => socket.destroy(), 300);
  });
}

describe("the service", () => {
  it("answers with the router's bodies, typed and open to pages of other origins", async () => {
    const { statusCode, headers, text } = await send("GET", "/mapcode/coords/NLD%2049.4V");
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("application/json;charset=UTF-8");
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(text).toBe('{"latDeg":52.37651400000124,"lonDeg":4.908543375}');
  });

  it("sends letters outside ASCII whole", async () => {
    const { headers, text } = await send("GET", "/mapcode/codes/52.376514,4.908543?alphabet=greek");
    expect(JSON.parse(text).local.territoryInAlphabet).toBe("ΝΛΔ");
    expect(headers["content-length"]).toBe(`${Buffer.byteLength(text)}`);
  });

  it("answers HEAD with the headers alone", async () => {
    const path = "/mapcode/codes/52.376514,4.908543";
    const [get, head] = [await send("GET", path), await send("HEAD", path)];
    expect(head.statusCode).toBe(200);
    expect(head.text).toBe("");
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  });

  it("refuses other methods with the status and the header for it", async () => {
    const { statusCode, headers } = await send("POST", "/mapcode/codes/1,2");
    expect(statusCode).toBe(405);
    expect(headers.allow).toBe("GET, HEAD, OPTIONS");
  });

  it("lets pages of other origins ask first", async () => {
    const { statusCode, headers, text } = await send("OPTIONS", "/mapcode/codes/1,2");
    expect({ statusCode, text }).toEqual({ statusCode: 204, text: "" });
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
  });

  it("answers many requests on one connection in their order", async () => {
    const lats = Array.from({ length: 100 }, (_, lat) => lat / 2);
    const answers = await Promise.all(
      lats.map((lat) => send("GET", `/mapcode/codes/${lat},5?include=rectangle`)),
    );
    for (const [index, { text }] of answers.entries()) {
      const { southWest, northEast } = JSON.parse(text).international.rectangle;
      expect(southWest.latDeg).toBeLessThanOrEqual(lats[index] as number);
      expect(northEast.latDeg).toBeGreaterThan((lats[index] as number) - 1e-6);
    }
  });

  it("goes on after requests that are no HTTP", async () => {
    await sendRaw("nonsense\r\n\r\n");
    await sendRaw("GET /mapcode/codes/\0,\xff HTTP/1.1\r\nHost: x\r\n\r\n");
    await sendRaw(`GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await sendRaw("GET /mapcode/codes/1,2 HT");
    expect((await send("GET", "/mapcode/codes/1,2")).statusCode).toBe(200);
  });

  it("says so when its port is taken", async () => {
    await expect(serve(HOST, listener.port)).rejects.toThrow(ListenError);
    await expect(serve(HOST, listener.port)).rejects.toThrow(`port ${listener.port}`);
  });

  it("writes the address of an IPv6 host as URLs want it", () => {
    expect(addressOf("::1", 80)).toBe("http://[::1]:80/mapcode");
  });
});
