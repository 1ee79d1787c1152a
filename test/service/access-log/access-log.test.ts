import { describe, expect, it } from "vitest";
import { createAccessLog } from "../../../src/service/access-log/access-log.ts";
import { clientFinder } from "../../../src/service/access-log/client-address.ts";
import { ACCESS_LOG_FORMATS, type AccessLogFormat } from "../../../src/service/access-log/lines.ts";

/** Returns the line of a request to which the reply is 87 bytes long. */
function lineOf(format: AccessLogFormat, method: string): string {
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
    expect(lineOf(format, "GET")).toContain(length);
    expect(lineOf(format, "HEAD")).toContain(none);
  });
});
