import { describe, expect, it } from "vitest";
import { describedOperations } from "../../src/http/operations.ts";
import { DEFAULT_INTERFACE_OPTIONS } from "../../src/http/options.ts";
import type { Service } from "../../src/service/serve.ts";
import { serviceOfGroup } from "../http/both-transports.ts";
import { exchange, portOf } from "../support/raw-connection.ts";
import { isAvailable } from "../support/transports.ts";

/** All bytes of a reply, without the time in them. */
async function replyTo(request: string, service: Service): Promise<string> {
  const received = await exchange(portOf(service), request);
  return received.replace(/^Date: .*GMT$/m, "Date: now");
}

function requestOf(method: string, target: string, ...headers: string[]): string {
  const lines = [`${method} ${target} HTTP/1.1`, "Host: x", "Connection: close", ...headers];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const UNCOMMON_TARGETS = [
  "/nowhere",
  "/mapcode/batch",
  "/mapcode/batch/codes",
  "/mapcode/batch/coords/",
  "/mapcode/xml/batch/codes",
  "/mapcode",
  "/mapcode/",
  "//mapcode/status",
  "/mapcode/codes",
  "/mapcode/codes/1,2?",
  "/mapcode/codes/1,2?precision=1?territory=NLD",
  "/mapcode/codes/x,y",
  "/mapcode/codes/%zz",
  "/mapcode/coords/%00%0D%0A",
  "/mapcode/xml/coords/%F0%9F%98%80",
  "/mapcode/codes/1,2#hash",
  "/mapcode/map",
  `/mapcode/coords/${"x".repeat(3000)}`,
  `/mapcode/coords/VHXGB.1J9J?client=${"x".repeat(10_000)}`,
];

const EXAMPLES = describedOperations(DEFAULT_INTERFACE_OPTIONS).flatMap((operation) => {
  // The reply of /metrics depends on the time; batches have bodies.
  if (operation.method === "post" || operation.name === "metrics") return [];
  return operation.examples.map((example) => `/mapcode${example}`);
});

describe.skipIf(!isAvailable("uws"))("both transports reply with the same bytes", () => {
  const uws = serviceOfGroup({ transport: "uws" });
  const node = serviceOfGroup({ transport: "node" });

  async function compare(request: string): Promise<string> {
    const [one, other] = await Promise.all([replyTo(request, uws()), replyTo(request, node())]);
    expect(one).toMatch(/^HTTP\/1\.1 \d{3} .*\r\n/);
    expect(one).toContain("Date: now");
    expect(one).toBe(other);
    return one;
  }

  it.each([...EXAMPLES, ...UNCOMMON_TARGETS])("to %s", async (target) => {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      await compare(requestOf(method, target));
    }
    await compare(requestOf("GET", target, "Accept: application/xml"));
    await compare(requestOf("GET", target, "Accept-Encoding: br, gzip"));
    await compare(requestOf("GET", target, "If-None-Match: *", "Accept-Encoding: gzip"));
  });
});
