/** The log and the access log. */
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAccessLog, createLog, escapeValue } from "../../src/service/log.ts";
import { runs } from "../support/arbitraries.ts";

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 23, 59, 59, 123) });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    written.push(`${text}`);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const request = {
  method: "GET",
  path: "/mapcode/codes/1,2",
  query: "a=\x1b",
  protocol: "HTTP/1.1",
  header: (name: string) => (name === "referer" ? "http://x/" : 'a "browser"\n'),
  peerAddress: () => "127.0.0.1",
};

it("a line is a text without control characters, or an object, in UTC wherever the machine is", () => {
  vi.stubEnv("TZ", "Asia/Kolkata");
  createLog({ logFormat: "text" }).warn("x\x1b[31m", { a: 1 });
  createLog({ logFormat: "json" }).error('"x"', { a: 1 });
  const time = "2026-01-31T23:59:59.123Z";
  expect(written[0]).toBe(`${time} WARN: x[31m\n`);
  expect(JSON.parse(written[1])).toEqual({
    level: "error",
    time,
    pid: process.pid,
    a: 1,
    msg: '"x"',
  });
});

it("requests are logged as Apache and nginx do, or as objects, together with others", () => {
  const combined = createAccessLog("combined");
  const json = createAccessLog("json");
  const body = "x".repeat(284);
  combined(request)(200, "codes", 12.3, body);
  combined(request)(304, "codes", 1);
  json(request)(200, "codes", 12.3, body);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(50);
  const start =
    '127.0.0.1 - - [31/Jan/2026:23:59:59 +0000] "GET /mapcode/codes/1,2?a=\\u001b HTTP/1.1"';
  const end = '"http://x/" "a \\"browser\\"\\u000a"\n';
  expect(written[0]).toBe(`${start} 200 284 ${end}${start} 304 0 ${end}`);
  expect(JSON.parse(written[1])).toMatchObject({
    ...{ method: "GET", target: "/mapcode/codes/1,2?a=\x1b", status: 200, operation: "codes" },
    ...{ bytes: 284, microseconds: 12, client: "127.0.0.1", userAgent: 'a "browser"\n' },
  });
});

it("no value forges a line, or is longer than its limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 12 }), fc.nat(12), (text, max) => {
      const escaped = escapeValue(text, max);
      expect(escaped).toMatch(/^[ -~]*$/);
      expect(JSON.parse(`"${escaped}"`)).toBe(
        text.length > max ? `${text.slice(0, max)}...` : text,
      );
    }),
    runs(500),
  );
});
