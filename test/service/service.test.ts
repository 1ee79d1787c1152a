/** Both transports give the same replies; what options change in them; how many connections there may be. */
import { describe, expect, it } from "vitest";
import { connectionsFor } from "../../src/service/process-limits.ts";
import { onBothTransports, serviceOfGroup } from "../http/both-transports.ts";
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

const CANDIDATES =
  "<territoryCandidate><alphaCode>CN-GD</alphaCode><parentAlphaCode>CHN</parentAlphaCode></territoryCandidate><territoryCandidate><alphaCode>CHN</alphaCode></territoryCandidate>";

onBothTransports("a service with borders", { borders: true }, (send) => {
  it.each([
    ["", "22.543,114.058", '[{"alphaCode":"CN-GD","parentAlphaCode":"CHN"},{"alphaCode":"CHN"}]}'],
    ["/xml", "22.543,114.058", `<territories>${CANDIDATES}</territories>`],
    ["", "10,-30", '{"territories":[]}'],
    ["/xml", "10,-30", '"yes"?><territories/>'],
  ])("tells in the format '%s' where %s is", async (format, point, end) => {
    const { text } = await send(`${format}/codes/${point}/territories`);
    expect(text.slice(-end.length)).toBe(end);
  });
});

onBothTransports("a service without borders", {}, (send) => {
  it("has no territories around a point, and does not name them as a filter", async () => {
    const { status, text } = await send("/codes/22.543,114.058/territories");
    expect([status, text.includes("international, territories")]).toEqual([400, false]);
  });
});

it.each([
  ["a small one: a quarter stays free", 1, 64, 24, 24],
  ["the usual one of a shell", 1, 1024, 24, 936],
  ["a large one: no more than 64 stay free", 1, 1_048_576, 30, 1_048_482],
  ["one that is nearly used up", 1, 20, 19, 1],
  ["one that threads share", 4, 1024, 24, 234],
])("a limit of open files allows connections: %s", (_, threads, max, open, connections) => {
  expect(connectionsFor(threads, max, open)).toBe(connections);
});
