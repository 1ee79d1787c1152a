/** Both transports give the same replies. */
import { describe, expect, it } from "vitest";
import { serviceOfGroup } from "../http/both-transports.ts";
import { exchange, portOf } from "../support/raw-connection.ts";
import { isAvailable } from "../support/transports.ts";

const TARGETS = `
/mapcode/codes/52.376514,4.908543 /mapcode/codes/52.376514,4.908543/local /mapcode/codes/0,-30/mapcodes
/mapcode/codes/52.376514,4.908543?include=offset,territory,alphabet,rectangle&precision=8
/mapcode/xml/codes/52.376514,4.908543?alphabet=greek /mapcode/coords/NLD%2049.4V?include=rectangle
/mapcode/coords/49.4V?context=NLD /mapcode/territories?count=3 /mapcode/territories /mapcode/territories/US-IN
/mapcode/alphabets/greek /mapcode/version /mapcode/status /mapcode/openapi.json /mapcode/ /mapcode/map/ /nowhere /readyz
//mapcode/status /mapcode/batch /mapcode/batch/codes /mapcode/xml/batch/codes /mapcode/codes/1,2?
/mapcode/codes/1,2?precision=1?territory=NLD /mapcode/codes/x,y /mapcode/codes/%zz /mapcode/coords/%00%0D%0A
/mapcode/xml/coords/%F0%9F%98%80 /mapcode/codes/1,2#hash /mapcode/coords/${"x".repeat(3000)}`
  .trim()
  .split(/\s+/);

/** A reply without what each transport says of its connection, and without the time; the order of headers does not count. */
async function replyOf(address: { readonly address: string }, request: string) {
  const [head = "", ...body] = (await exchange(portOf(address), request)).split("\r\n\r\n");
  const [status, ...lines] = head.split("\r\n");
  const headers = lines.filter((line) => !/^(date|connection|keep-alive):/i.test(line)).sort();
  return { status, headers, body };
}

describe.skipIf(!isAvailable("uws"))("both transports reply the same", () => {
  const uws = serviceOfGroup({ transport: "uws" });
  const node = serviceOfGroup({ transport: "node" });

  it.each(TARGETS)("to %s", async (target) => {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      for (const header of ["Accept: application/xml", "If-None-Match: *", "Expect: frogs"]) {
        const request = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`;
        const one = await replyOf(uws(), request);
        expect(one.status).toMatch(/^HTTP\/1\.1 \d{3} /);
        expect(one).toEqual(await replyOf(node(), request));
      }
    }
  });
});
