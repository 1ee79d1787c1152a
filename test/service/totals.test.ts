import { request } from "undici";
import { afterEach, expect, it } from "vitest";
import type { Service } from "../../src/service/serve.ts";
import { startService } from "../http/both-transports.ts";
import { exchange, portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";

let service: Service | undefined;

afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const CSV = { "content-type": "text/csv" };

/** Returns the value of a metric without labels. */
async function metricOf({ address }: Service, name: string): Promise<number> {
  const { body } = await request(`${new URL(address).origin}/metrics`);
  const text = await body.text();
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
}

describeTransports("totals of %s", (transport) => {
  it("count batch requests whose client disconnects before the end of the reply", async () => {
    service = await startService({ transport });
    const aborted = "mapcoded_requests_aborted_total";
    const whole = await request(`${service.address}/batch/codes`, {
      method: "POST",
      headers: CSV,
      body: "lat,lon\n1,2\n",
    });
    await whole.body.dump();
    expect(whole.statusCode).toBe(200);
    expect(await metricOf(service, aborted)).toBe(0);
    const head = "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n";
    const bytes = `${head}Content-Length: 100\r\n\r\nlat,lon\n1,2\n`;
    const { socket } = new RawConnection(portOf(service), bytes);
    const running = service;
    const batches = () => metricOf(running, "mapcoded_batch_requests");
    await expect.poll(batches).toBe(1);
    socket.destroy();
    await expect.poll(batches).toBe(0);
    expect(await metricOf(service, aborted)).toBe(1);
  });

  it("count requests that the parser rejects, where the transport tells", async () => {
    service = await startService({ transport });
    if (transport === "node") {
      expect(await exchange(portOf(service), "NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
      const withoutHost = "GET /mapcode/status HTTP/1.1\r\n\r\n";
      expect(await exchange(portOf(service), withoutHost)).toMatch(/^HTTP\/1\.1 400 /);
    }
    const long = `GET /mapcode/status HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(40_000)}\r\n\r\n`;
    expect(await exchange(portOf(service), long)).toMatch(/^HTTP\/1\.1 431 /);
    const rejected = await metricOf(service, "mapcoded_requests_unparsable_total");
    expect(rejected).toBe(transport === "node" ? 3 : 0);
  });
});

describeTransports("--rate-limit with --trust-proxy on %s", (transport) => {
  it("limits the clients of a proxy, and not the proxy", async () => {
    service = await startService({
      transport,
      rateLimit: 0.01,
      rateBurst: 2,
      trustProxy: ["loopback"],
    });
    const { address } = service;
    const statusFor = async (client: string) => {
      const { statusCode, body } = await request(`${address}/codes/1,2`, {
        headers: { "x-forwarded-for": `6.6.6.6, ${client}` },
      });
      await body.dump();
      return statusCode;
    };
    expect(await statusFor("203.0.113.1")).toBe(200);
    expect(await statusFor("203.0.113.1")).toBe(200);
    expect(await statusFor("203.0.113.2")).toBe(200);
    expect(await statusFor("203.0.113.2")).toBe(200);
    expect(await statusFor("203.0.113.1")).toBe(429);
    expect(await statusFor("203.0.113.2")).toBe(429);
  });
});
