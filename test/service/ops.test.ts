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

onBothTransports("of the paths for operators and others", {}, (send) => {
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
    const reply = await send(target, { ...WHOLE, method, headers: { accept: PROMETHEUS_ACCEPT } });
    expect([reply.status, reply.headers["cache-control"]]).toEqual([status, "no-store"]);
    expect(reply.text).toMatch(text);
    const hasMethods = status === 204 || status === 405;
    expect(reply.headers.allow).toBe(hasMethods ? "GET, HEAD, OPTIONS" : undefined);
    if (method === "HEAD") expect(Number(reply.headers["content-length"])).toBeGreaterThan(0);
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
