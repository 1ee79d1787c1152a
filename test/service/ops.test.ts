import { request } from "undici";
import { expect, it } from "vitest";
import { onBothTransports } from "../http/both-transports.ts";
import { describeTransports } from "../support/transports.ts";
import { sampleOf, servicesOfTests, statusOf } from "./running-services.ts";

/** As Prometheus 2.42 asks. */
const PROMETHEUS_ACCEPT =
  "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
const OPENMETRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
const WHOLE = { isWhole: true };

const start = servicesOfTests();

onBothTransports("the paths for operators", {}, (send) => {
  it("say that the process answers and that it can convert", async () => {
    for (const target of ["/livez", "/livez/", "/readyz", "/readyz?verbose"]) {
      const { status, headers } = await send(target, WHOLE);
      expect(status).toBe(200);
      expect(headers["cache-control"]).toBe("no-store");
    }
    expect((await send("/readyz", WHOLE)).text).toBe("ready\n");
  });

  it("report metrics for Prometheus, in OpenMetrics where it is preferred", async () => {
    const plain = await send("/metrics", WHOLE);
    expect(plain.headers["content-type"]).toBe(TEXT_TYPE);
    expect(plain.text).toMatch(/^mapcoded_connections 1$/m);
    expect(plain.text).not.toContain("# EOF");
    const accept = PROMETHEUS_ACCEPT;
    const open = await send("/metrics", { ...WHOLE, headers: { accept } });
    expect(open.headers["content-type"]).toBe(OPENMETRICS_TYPE);
    expect(open.text.endsWith("\n# EOF\n")).toBe(true);
    const count =
      /^mapcoded_http_request_duration_seconds_count\{operation="health",status="200"\} 5$/m;
    expect(open.text).toMatch(count);
  });

  it("allow GET, HEAD and OPTIONS", async () => {
    for (const target of ["/metrics", "/livez", "/readyz"]) {
      const head = await send(target, { ...WHOLE, method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
      expect((await send(target, { ...WHOLE, method: "OPTIONS" })).status).toBe(204);
      const rejected = await send(target, { ...WHOLE, method: "POST", body: "x" });
      expect(rejected.status).toBe(405);
      expect(rejected.headers.allow).toBe("GET, HEAD, OPTIONS");
    }
  });

  it("leave other paths at the root alone", async () => {
    for (const target of ["/", "/healthz", "/metricsx", "/status"]) {
      expect((await send(target, WHOLE)).status).toBe(404);
    }
  });

  it("leave the report in JSON behind the prefix", async () => {
    const { headers } = await send("/metrics", { headers: { accept: PROMETHEUS_ACCEPT } });
    expect(headers["content-type"]).toContain("application/json");
  });
});

onBothTransports("/metrics without a prefix", { prefix: "" }, (send) => {
  it.each([
    ["", "application/json"],
    ["*/*", "application/json"],
    ["text/html,application/xml;q=0.9,*/*;q=0.8", "application/json"],
    ["application/json, text/plain;q=0.9", "application/json"],
    ["application/json, text/plain", "application/json"],
    ["text/plain", "text/plain"],
    ["text/*;q=0.5, */*;q=0.1", "text/plain"],
    ["application/openmetrics-text", "application/openmetrics-text"],
    [PROMETHEUS_ACCEPT, "application/openmetrics-text"],
  ])("for Accept '%s' is %s", async (accept, type) => {
    const { status, headers } = await send("/metrics", { headers: { accept } });
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain(`${type};`);
  });

  it("does not hide the other paths for operators", async () => {
    expect((await send("/livez")).status).toBe(200);
    expect((await send("/readyz")).status).toBe(200);
  });
});

describeTransports("--ops-port on %s", (transport) => {
  it("moves the paths for operators, and reports the same counters", async () => {
    const service = await start({ transport, opsPort: 0 });
    const { origin } = new URL(service.address);
    const ops = `http://127.0.0.1:${service.opsPort}`;
    for (const path of ["/metrics", "/livez", "/readyz"]) {
      expect(await statusOf(origin + path)).toBe(404);
      expect(await statusOf(ops + path)).toBe(200);
    }
    expect(await statusOf(`${ops}/mapcode/codes/1,2`)).toBe(404);
    expect(await statusOf(`${service.address}/codes/1,2`)).toBe(200);
    const counted = 'mapcoded_http_request_duration_seconds_count{operation="codes",status="200"}';
    expect(await sampleOf({ address: ops }, counted)).toBe(1);
  });

  it("names itself when the port is in use", async () => {
    const service = await start({ transport, opsPort: 0 });
    const { opsPort } = service;
    const second = start({ transport, ...(opsPort === undefined ? {} : { opsPort }) });
    await expect(second).rejects.toThrow("Choose another (--port, --ops-port, --host).");
  });
});

describeTransports("a service on %s that was told to stop", (transport) => {
  it("goes on for --drain-seconds, while /readyz says 503 and /livez 200", async () => {
    const service = await start({ transport, drainSeconds: 3, opsPort: 0 });
    const ops = `http://127.0.0.1:${service.opsPort}`;
    const { address } = service;
    expect(await statusOf(`${ops}/readyz`)).toBe(200);
    const beganMs = performance.now();
    const stopped = service.stop();
    expect(await statusOf(`${ops}/readyz`)).toBe(503);
    expect(await statusOf(`${ops}/livez`)).toBe(200);
    expect(await statusOf(`${address}/codes/1,2`)).toBe(200);
    await stopped;
    expect(performance.now() - beganMs).toBeGreaterThan(2990);
    await expect(request(`${address}/codes/1,2`)).rejects.toThrow();
    await expect(request(`${ops}/livez`)).rejects.toThrow();
  });

  it("says 503 on its own port as well", async () => {
    const service = await start({ transport, drainSeconds: 3 });
    const { origin } = new URL(service.address);
    const stopped = service.stop();
    expect(await statusOf(`${origin}/readyz`)).toBe(503);
    expect(await statusOf(`${origin}/livez`)).toBe(200);
    await stopped;
  });
});
