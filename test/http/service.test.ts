// First, as other modules need tables when they are imported. Those of setupFiles are in modules of other files.
import "../../src/loaders/disk.ts";
import { afterAll, expect, it, vi } from "vitest";
import { onBothTransports } from "./both-transports.ts";

const engine = vi.hoisted(() => {
  // Test files share modules: modules of an earlier file would call the decoder that works.
  vi.resetModules();
  return { isBroken: false };
});
afterAll(() => {
  vi.resetModules();
});

vi.mock(import("../../src/index.ts"), async (importOriginal) => {
  const original = await importOriginal();
  const decode: typeof original.decode = (code, options) => {
    const { latDeg, lonDeg } = original.decode(code, options);
    return { latDeg: engine.isBroken ? latDeg + 1e-9 : latDeg, lonDeg };
  };
  return { ...original, decode };
});

onBothTransports("the service", {}, (send) => {
  it("reports status 500 when it converts a known point wrongly", async () => {
    engine.isBroken = true;
    try {
      const { status, text } = await send("/status");
      expect([status, JSON.parse(text).error]).toEqual([500, "internal-error"]);
      expect((await send("/xml/status")).text).toContain("<error>internal-error</error>");
    } finally {
      engine.isBroken = false;
    }
    expect((await send("/status")).status).toBe(200);
  });

  it("counts requests by operation and status, with their latencies", async () => {
    await send("/codes/1,2");
    await send("/codes/1,2", { method: "HEAD" });
    await send("/codes/1,x");
    await send("/nowhere");
    const { requests, service, process } = JSON.parse((await send("/metrics")).text);
    const { codes, other, metrics } = requests.sinceStart.operations;
    expect(codes.byStatusClass).toEqual({ "2xx": 2, "3xx": 0, "4xx": 1, "5xx": 0 });
    expect(other.byStatusClass).toEqual({ "2xx": 0, "3xx": 0, "4xx": 1, "5xx": 0 });
    expect(metrics).toBeUndefined();
    expect(codes.latencyMicroseconds.p50).toBeGreaterThan(0);
    expect(requests.lastDay).toEqual(requests.sinceStart);
    expect(service).toMatchObject({ name: "mapcoded", workers: 1 });
    expect(Date.parse(service.startedAt)).toBeLessThanOrEqual(Date.now());
    expect(process.rssBytes).toBeGreaterThan(process.heapUsedBytes);
  });
});
