import { expect, it } from "vitest";
import { exchange, portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { sampleOf, servicesOfTests, statusOf } from "./running-services.ts";

const start = servicesOfTests();

describeTransports("totals of %s", (transport) => {
  it("count batch requests whose client disconnects before the end of the reply", async () => {
    const service = await start({ transport });
    const aborted = "mapcoded_requests_aborted_total";
    const headers = { "content-type": "text/csv" };
    const whole = { method: "POST", headers, body: "lat,lon\n1,2\n" } as const;
    expect(await statusOf(`${service.address}/batch/codes`, whole)).toBe(200);
    expect(await sampleOf(service, aborted)).toBe(0);
    const head = "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n";
    const bytes = `${head}Content-Length: 100\r\n\r\nlat,lon\n1,2\n`;
    const { socket } = new RawConnection(portOf(service), bytes);
    const batches = () => sampleOf(service, "mapcoded_batch_requests");
    await expect.poll(batches).toBe(1);
    socket.destroy();
    await expect.poll(batches).toBe(0);
    expect(await sampleOf(service, aborted)).toBe(1);
  });

  it("count requests that the parser rejects, where the transport tells", async () => {
    const service = await start({ transport });
    if (transport === "node") {
      expect(await exchange(portOf(service), "NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
      const withoutHost = "GET /mapcode/status HTTP/1.1\r\n\r\n";
      expect(await exchange(portOf(service), withoutHost)).toMatch(/^HTTP\/1\.1 400 /);
    }
    const long = `GET /mapcode/status HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(40_000)}\r\n\r\n`;
    expect(await exchange(portOf(service), long)).toMatch(/^HTTP\/1\.1 431 /);
    const rejected = await sampleOf(service, "mapcoded_requests_unparsable_total");
    expect(rejected).toBe(transport === "node" ? 3 : 0);
  });
});

describeTransports("--rate-limit with --trust-proxy on %s", (transport) => {
  it("limits the clients of a proxy, and not the proxy", async () => {
    const service = await start({
      transport,
      rateLimit: 0.01,
      rateBurst: 2,
      trustProxy: ["loopback"],
    });
    const statusFor = (client: string) =>
      statusOf(`${service.address}/codes/1,2`, {
        headers: { "x-forwarded-for": `6.6.6.6, ${client}` },
      });
    const statuses: number[] = [];
    for (const last of [1, 1, 2, 2, 1, 2]) statuses.push(await statusFor(`203.0.113.${last}`));
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});
