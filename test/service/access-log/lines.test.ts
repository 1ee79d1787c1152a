import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createAccessLog, requestIds } from "../../../src/service/access-log/access-log.ts";
import { clientFinder } from "../../../src/service/access-log/client-address.ts";
import {
  ACCESS_LOG_FORMATS,
  type AccessLogFormat,
  escapeValue,
  type FormatRequest,
  LINE_FORMATS,
  type RequestEntry,
} from "../../../src/service/access-log/lines.ts";
import { WRITE_BYTES } from "../../../src/service/log/log-writer.ts";
import { runs } from "../../support/arbitraries.ts";

function lineOf(format: AccessLogFormat, ...values: Parameters<FormatRequest>): string {
  return LINE_FORMATS[format](...values);
}

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
    expect(lineOf("text", ENTRY, REPLY, 46, NOW_MS)).toBe(
      '[2026-01-02 03:04:05] INFO: GET "/mapcode/codes/52,5?precision=2" 200 87 bytes 46 us from 203.0.113.7, id abc-1, agent "curl/8.5", for "203.0.113.7, 10.0.0.2"\n',
    );
    const bare = { ...ENTRY, userAgent: "", forwardedFor: "" };
    expect(lineOf("text", bare, REPLY, 46, NOW_MS)).toMatch(/ from 203\.0\.113\.7, id abc-1\n$/);
  });

  it("can be JSON", () => {
    expect(JSON.parse(lineOf("json", ENTRY, REPLY, 46, NOW_MS))).toEqual({
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
    const line = lineOf("combined", ENTRY, REPLY, 46, NOW_MS);
    zone.mockRestore();
    expect(line).toBe(
      '203.0.113.7 - - [02/Jan/2026:03:04:05 -0330] "GET /mapcode/codes/52,5?precision=2 HTTP/1.1" 200 87 "https://example.com/map" "curl/8.5"\n',
    );
    const bare = { ...ENTRY, userAgent: "", referer: "" };
    expect(lineOf("combined", bare, REPLY, 46, NOW_MS)).toMatch(/ 200 87 "-" "-"\n$/);
  });

  it("changes its time with every line", () => {
    const seconds = [0, 1, 1, 61, 3600].map((passed) => {
      const nowMs = NOW_MS + passed * 1000;
      expect(JSON.parse(lineOf("json", ENTRY, REPLY, 1, nowMs)).time).toBe(
        new Date(nowMs).toISOString(),
      );
      return lineOf("text", ENTRY, REPLY, 1, nowMs).slice(0, 21);
    });
    expect(seconds).toEqual([
      "[2026-01-02 03:04:05]",
      "[2026-01-02 03:04:06]",
      "[2026-01-02 03:04:06]",
      "[2026-01-02 03:05:06]",
      "[2026-01-02 04:04:05]",
    ]);
  });

  it("has the values of its own request, whatever the lines before had", () => {
    const methods = ["GET", "HEAD", "GET", 'A"B'];
    const replies = [
      { status: 200, operation: "codes", bytes: 1 },
      { status: 200, operation: "coords", bytes: 22 },
      { status: 404, operation: "coords", bytes: 333 },
    ] as const;
    for (const reply of [...replies, ...replies.toReversed()]) {
      for (const method of methods) {
        for (const protocol of ["HTTP/1.1", "HTTP/1.0"]) {
          const line = lineOf("json", { ...ENTRY, method, protocol }, reply, 46, NOW_MS);
          expect(JSON.parse(line)).toMatchObject({ ...reply, method, protocol });
        }
      }
    }
  });

  it.each(
    ACCESS_LOG_FORMATS,
  )("in the format %s is one line that fits into a write, whatever a client sends", (format) => {
    fc.assert(
      fc.property(entry, (sent) => {
        const line = lineOf(format, sent, REPLY, 46, NOW_MS);
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
        expect(lineOf("combined", sent, REPLY, 46, NOW_MS)).toMatch(shape);
        const parsed = JSON.parse(lineOf("json", sent, REPLY, 46, NOW_MS));
        expect(Object.keys(parsed)).toHaveLength(15);
        expect(sent.userAgent.startsWith(parsed.userAgent.replace(/\.\.\.$/, ""))).toBe(true);
      }),
      runs(100),
    );
  });

  it("keeps values as they are if they are short and printable, and cuts the others", () => {
    expect(escapeValue("plain, text; (ok)", 256)).toBe("plain, text; (ok)");
    expect(escapeValue('a"b\\c\n\x1b[31m\u2028é', 256)).toBe(
      'a\\"b\\\\c\\u000a\\u001b[31m\\u2028\\u00e9',
    );
    expect(escapeValue("x".repeat(300), 10)).toBe("xxxxxxx...");
    expect(escapeValue("\n\n\n", 10)).toBe("\\u000a...");
    expect(escapeValue('"'.repeat(9), 10)).toBe(`${'\\"'.repeat(3)}...`);
    expect(escapeValue("\\".repeat(9), 11)).toBe(`${"\\".repeat(8)}...`);
    expect(escapeValue("\\".repeat(9), 12)).toBe(`${"\\".repeat(8)}...`);
    expect(escapeValue("\\".repeat(5), 10)).toBe("\\".repeat(10));
  });
});

/** Returns the line of a request to which the reply is 87 bytes long. */
function loggedLine(format: AccessLogFormat, method: string): string {
  const lines: string[] = [];
  const log = createAccessLog(format, clientFinder([]), { append: (line) => lines.push(line) });
  const request = {
    method,
    path: "/mapcode/status",
    query: "",
    protocol: "HTTP/1.1",
    replyId: "",
    header: () => "",
    allValues: () => "",
    peerAddress: () => "203.0.113.7",
  };
  const entry = log.begin(request);
  log.end(entry, { status: 200, operation: "status", bytes: 87 }, 46);
  return lines.join("");
}

describe.each(ACCESS_LOG_FORMATS)("the access log in the format %s", (format) => {
  it("has the length of the body that was sent, which is 0 for HEAD", () => {
    const length = { text: "87 bytes", json: '"bytes":87,', combined: " 200 87 " }[format];
    const none = length.replace("87", "0");
    expect(loggedLine(format, "GET")).toContain(length);
    expect(loggedLine(format, "HEAD")).toContain(none);
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
    expect(made).toMatch(/^[\w-]{10}[0-9a-z]{2}$/);
    expect(idFor(id)).not.toBe(made);
  });

  it("is made only once", () => {
    const ids = Array.from({ length: 5000 }, () => idFor(""));
    expect(new Set(ids).size).toBe(5000);
  });

  it("differs between processes", () => {
    expect(requestIds()({ header: () => "" })).not.toBe(requestIds()({ header: () => "" }));
  });
});
