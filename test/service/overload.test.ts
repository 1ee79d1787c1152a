import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientNetwork, RateLimiter } from "../../src/service/overload/rate-limiter.ts";
import { runs } from "../support/arbitraries.ts";

describe("the limit of requests of a client", () => {
  it("lets a burst pass after a pause, then as many requests as tokens come back", () => {
    const limiter = new RateLimiter(10, 5);
    const taken = (nowMs: number, times: number) =>
      Array.from({ length: times }, () => limiter.take("192.0.2.1", nowMs)).filter(Boolean).length;
    expect(taken(1000, 20)).toBe(5);
    expect(taken(1099, 1)).toBe(0);
    expect(taken(1100, 5)).toBe(1);
    expect(taken(1300, 5)).toBe(2);
    expect(taken(100_000, 20)).toBe(5);
  });

  it("does not depend on other clients", () => {
    const limiter = new RateLimiter(1, 1);
    for (let client = 0; client < 100; client++) {
      expect(limiter.take(`192.0.2.${client}`, 5000)).toBe(true);
      expect(limiter.take(`192.0.2.${client}`, 5000)).toBe(false);
    }
  });

  it("lets no client exceed rate and burst in any span of time, nor rejects one that stays within", () => {
    const steps = fc.array(fc.tuple(fc.nat(3), fc.nat(400)), { maxLength: 200 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 10 }),
        steps,
        (rate, burst, all) => {
          const limiter = new RateLimiter(rate, burst);
          const tokens = new Map<number, { count: number; atMs: number }>();
          let nowMs = 10_000;
          for (const [client, passedMs] of all) {
            nowMs += passedMs;
            const { count, atMs } = tokens.get(client) ?? { count: burst, atMs: nowMs };
            const filled = Math.min(burst, count + ((nowMs - atMs) * rate) / 1000);
            // Rounding decides where the bucket holds one token almost exactly.
            const isClear = Math.abs(filled - 1) > 1e-6;
            const isTaken = limiter.take(`${client}`, nowMs);
            if (isClear) expect(isTaken).toBe(filled > 1);
            tokens.set(client, { count: isTaken ? filled - 1 : filled, atMs: nowMs });
          }
        },
      ),
      runs(200),
    );
  });

  it("forgets clients whose tokens are back, and has an upper bound of memory", () => {
    const limiter = new RateLimiter(1, 10);
    for (let client = 0; client < 1000; client++) limiter.take(`a${client}`, 1000);
    expect(limiter.clients).toBe(1000);
    limiter.take("b", 20_000);
    limiter.take("b", 40_000);
    expect(limiter.clients).toBeLessThanOrEqual(2);
    for (let client = 0; client < 300_000; client++) limiter.take(`c${client}`, 40_001);
    expect(limiter.clients).toBeLessThanOrEqual(100_000);
  });

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["2001:0db8:0000:0001:ffff::", "2001:db8:0:1::/64"],
    ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["0000:0000:0000:0000:0000:ffff:c000:0201", "c000:0201"],
  ])("counts %s as %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
