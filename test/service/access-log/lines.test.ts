import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  ACCESS_LOG_FORMATS,
  escapeValue,
  LINE_FORMATS,
  type RequestEntry,
} from "../../../src/service/access-log/lines.ts";
import { requestIds } from "../../../src/service/access-log/request-id.ts";
import { WRITE_BYTES } from "../../../src/service/log-writer.ts";
import { runs } from "../../arbitraries.ts";

const ENTRY: RequestEntry = {
  client: "203.0.113.7",
  forwardedFor: "203.0.113.7, 10.0.0.2",
  method: "GET",
  target: "/mapcode/codes/52,5?precision=2",
  protocol: "HTTP/1.1",
  referer: "https://example.com/map",
  userAgent: "curl/8.5",
  id: "abc-1",
};
const REPLY = { status: 200, operation: "codes", bytes: 87 } as const;
const NOW_MS = new Date(2026, 0, 2, 3, 4, 5, 67).getTime();

const received = fc.string({ unit: "binary", maxLength: 5000 });
const entry = fc.record<RequestEntry>({
  client: fc.constant("203.0.113.7"),
  protocol: fc.constant("HTTP/1.1"),
  id: fc.constant("abc-1"),
  forwardedFor: received,
  method: received,
  target: received,
  referer: received,
  userAgent: received,
});

describe("a line of the access log", () => {
  it("can be read by people", () => {
    expect(LINE_FORMATS.text(ENTRY, REPLY, 46, NOW_MS)).toBe(
      '[2026-01-02 03:04:05] INFO: GET "/mapcode/codes/52,5?precision=2" 200 87 bytes 46 us from 203.0.113.7, id abc-1, agent "curl/8.5", for "203.0.113.7, 10.0.0.2"\n',
    );
    const bare = { ...ENTRY, userAgent: "", forwardedFor: "" };
    expect(LINE_FORMATS.text(bare, REPLY, 46, NOW_MS)).toMatch(/ from 203\.0\.113\.7, id abc-1\n$/);
  });

  it("can be JSON", () => {
    expect(JSON.parse(LINE_FORMATS.json(ENTRY, REPLY, 46, NOW_MS))).toEqual({
      level: "info",
      time: new Date(NOW_MS).toISOString(),
      pid: process.pid,
      method: "GET",
      target: "/mapcode/codes/52,5?precision=2",
      protocol: "HTTP/1.1",
      status: 200,
      operation: "codes",
      bytes: 87,
      microseconds: 46,
      client: "203.0.113.7",
      forwardedFor: "203.0.113.7, 10.0.0.2",
      userAgent: "curl/8.5",
      requestId: "abc-1",
      msg: "request",
    });
  });

  it("can be that of Apache and nginx", () => {
    const zone = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(210);
    const line = LINE_FORMATS.combined(ENTRY, REPLY, 46, NOW_MS);
    zone.mockRestore();
    expect(line).toBe(
      '203.0.113.7 - - [02/Jan/2026:03:04:05 -0330] "GET /mapcode/codes/52,5?precision=2 HTTP/1.1" 200 87 "https://example.com/map" "curl/8.5"\n',
    );
    const bare = { ...ENTRY, userAgent: "", referer: "" };
    expect(LINE_FORMATS.combined(bare, REPLY, 46, NOW_MS)).toMatch(/ 200 87 "-" "-"\n$/);
  });

  it("changes its time with every line", () => {
    const seconds = [0, 1, 1, 61, 3600].map((passed) => {
      const nowMs = NOW_MS + passed * 1000;
      expect(JSON.parse(LINE_FORMATS.json(ENTRY, REPLY, 1, nowMs)).time).toBe(
        new Date(nowMs).toISOString(),
      );
      return LINE_FORMATS.text(ENTRY, REPLY, 1, nowMs).slice(0, 21);
    });
    expect(seconds).toEqual([
      "[2026-01-02 03:04:05]",
      "[2026-01-02 03:04:06]",
      "[2026-01-02 03:04:06]",
      "[2026-01-02 03:05:06]",
      "[2026-01-02 04:04:05]",
    ]);
  });

  it.each(
    ACCESS_LOG_FORMATS,
  )("in the format %s is one line that fits into a write, whatever a client sends", (format) => {
    fc.assert(
      fc.property(entry, (sent) => {
        const line = LINE_FORMATS[format](sent, REPLY, 46, NOW_MS);
        expect(line).toMatch(/^[ -~µ]+\n$/);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(WRITE_BYTES);
      }),
      runs(100),
    );
  });

  it("has values whose quotation marks cannot be ended by a client", () => {
    const shape =
      /^\S+ - - \[[^\]]+\] "(?:[^"\\]|\\.)*" 200 87 "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*"\n$/;
    fc.assert(
      fc.property(entry, (sent) => {
        expect(LINE_FORMATS.combined(sent, REPLY, 46, NOW_MS)).toMatch(shape);
        const parsed = JSON.parse(LINE_FORMATS.json(sent, REPLY, 46, NOW_MS));
        expect(Object.keys(parsed)).toHaveLength(15);
        expect(sent.userAgent.startsWith(parsed.userAgent.replace(/\.\.\.$/, ""))).toBe(true);
      }),
      runs(100),
    );
  });

  it("keeps values as they are if they are short and printable, and cuts the others", () => {
    expect(escapeValue("plain, text; (ok)")).toBe("plain, text; (ok)");
    expect(escapeValue('a"b\\c\n\x1b[31m\u2028é')).toBe(
      'a\\"b\\\\c\\u000a\\u001b[31m\\u2028\\u00e9',
    );
    expect(escapeValue("x".repeat(300), 10)).toBe("xxxxxxx...");
    expect(escapeValue("\n\n\n", 10)).toBe("\\u000a...");
  });
});

describe("the id of a request", () => {
  const idOf = requestIds();
  const idFor = (sent: string) => idOf({ header: (name) => (name === "x-request-id" ? sent : "") });

  it.each([
    "7f9c24e8-3b12-4fef-91e0-2ad9f61f5a1c",
    "Root=1-67891233-abcdef012345678912345678",
    "a",
    "x".repeat(128),
  ])("is taken over: %s", (id) => expect(idFor(id)).toBe(id));

  it.each([
    "",
    "a b",
    'a"b',
    "a\nb",
    "x".repeat(129),
    "é",
    "<script>",
  ])("is made if a request brings none that is well-formed: %j", (id) => {
    const made = idFor(id);
    expect(made).toMatch(/^[\w-]{12}\.[0-9a-z]+$/);
    expect(idFor(id)).not.toBe(made);
  });

  it("differs between processes", () => {
    expect(requestIds()({ header: () => "" })).not.toBe(requestIds()({ header: () => "" }));
  });
});
