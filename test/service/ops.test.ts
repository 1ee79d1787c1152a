/** The paths for operators, on the port of the service and on their own. */
import { request } from "undici";
import { afterEach, expect, it } from "vitest";
import type { ServiceOptions } from "../../src/service/options.ts";
import type { Service } from "../../src/service/serve.ts";
import { onBothTransports, startService } from "../http/both-transports.ts";
import { describeTransports } from "../support/transports.ts";
import { sampleOf, statusOf } from "./running-services.ts";

/** As Prometheus 2.42 asks. */
const PROMETHEUS_ACCEPT =
  "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
const OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TEXT = "text/plain; version=0.0.4; charset=utf-8";
const WHOLE = { isWhole: true };

onBothTransports("the paths for operators", {}, (send) => {
  it("say that the process answers and that it can convert", async () => {
    for (const target of ["/livez", "/livez/", "/readyz", "/readyz?verbose"]) {
      const { status, headers, text } = await send(target, WHOLE);
      const expected = target.startsWith("/livez") ? "alive\n" : "ready\n";
      expect([status, headers["cache-control"], text]).toEqual([200, "no-store", expected]);
    }
    const { text } = await send("/metrics", WHOLE);
    expect(text).toMatch(/^mapcoded_connections 1$/m);
    expect(text).toMatch(/_count\{operation="health",status="200"\} 4$/m);
  });

  it("allow GET, HEAD and OPTIONS", async () => {
    for (const target of ["/metrics", "/livez", "/readyz"]) {
      const head = await send(target, { ...WHOLE, method: "HEAD" });
      expect([head.status, head.text]).toEqual([200, ""]);
      expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
      expect((await send(target, { ...WHOLE, method: "OPTIONS" })).status).toBe(204);
      const rejected = await send(target, { ...WHOLE, method: "POST", body: "x" });
      expect([rejected.status, rejected.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
  });

  it("leave other paths at the root alone, and the report in JSON behind the prefix", async () => {
    for (const target of ["/", "/healthz", "/metricsx", "/status"]) {
      expect((await send(target, WHOLE)).status).toBe(404);
    }
    const { headers } = await send("/metrics", { headers: { accept: PROMETHEUS_ACCEPT } });
    expect(headers["content-type"]).toContain("application/json");
  });
});

const ACCEPTED: readonly (readonly [accept: string, type: string])[] = [
  ["", "application/json"],
  ["*/*", "application/json"],
  ["text/html,application/xml;q=0.9,*/*;q=0.8", "application/json"],
  ["application/json, text/plain;q=0.9", "application/json"],
  ["application/json, text/plain", "application/json"],
  ["text/plain", TEXT],
  ["text/*;q=0.5, */*;q=0.1", TEXT],
  ["application/openmetrics-text", OPENMETRICS],
  [PROMETHEUS_ACCEPT, OPENMETRICS],
];

onBothTransports("/metrics without a prefix", { prefix: "" }, (send) => {
  it.each(ACCEPTED)("for Accept '%s' is %s", async (accept, type) => {
    const { status, headers } = await send("/metrics", { headers: { accept } });
    expect([status, headers["content-type"]]).toEqual([200, expect.stringContaining(type)]);
  });
});

describeTransports("a service on %s", (transport) => {
  const running: Service[] = [];
  afterEach(() => Promise.all(running.splice(0).map((service) => service.stop())));

  async function start(options: Partial<ServiceOptions>) {
    const service = await startService({ transport, ...options });
    running.push(service);
    return { ...service, ops: `http://127.0.0.1:${service.opsPort}` };
  }

  it("with --ops-port moves the paths for operators, and reports the same counters", async () => {
    const { address, ops, opsPort } = await start({ opsPort: 0 });
    for (const path of ["/metrics", "/livez", "/readyz"]) {
      expect(await statusOf(new URL(path, address).href)).toBe(404);
      expect(await statusOf(ops + path)).toBe(200);
    }
    expect(await statusOf(`${ops}/mapcode/codes/1,2`)).toBe(404);
    expect(await statusOf(`${address}/codes/1,2`)).toBe(200);
    const counted = 'mapcoded_http_request_duration_seconds_count{operation="codes",status="200"}';
    expect(await sampleOf({ address: ops }, counted)).toBe(1);
    const second = startService({ transport, opsPort: opsPort ?? 0 });
    await expect(second).rejects.toThrow("Choose another (--port, --ops-port, --host).");
  });

  it("that is told to stop goes on for --drain-seconds, while /readyz says 503", async () => {
    const { address, ops, stop } = await start({ drainSeconds: 2, opsPort: 0 });
    const other = await start({ drainSeconds: 2 });
    const root = new URL("/", other.address).href;
    expect(await statusOf(`${ops}/readyz`)).toBe(200);
    const beganMs = performance.now();
    const stopped = Promise.all([stop(), other.stop()]);
    for (const base of [`${ops}/`, root]) {
      expect([await statusOf(`${base}readyz`), await statusOf(`${base}livez`)]).toEqual([503, 200]);
    }
    expect(await statusOf(`${address}/codes/1,2`)).toBe(200);
    await stopped;
    expect(performance.now() - beganMs).toBeGreaterThan(1_990);
    await expect(request(`${address}/codes/1,2`)).rejects.toThrow();
    await expect(request(`${ops}/livez`)).rejects.toThrow();
  });
});
