import { describe, expect, it } from "vitest";
import { acceptedCoding, acceptedFormat } from "../../src/http/negotiation.ts";
import { createSend } from "./route-at-once.ts";

/** Values of Accept. */
const FOR_XML =
  "application/xml | APPLICATION/XML | application/json, application/xml | application/xml;q=0.5, application/json;q=0.5 | application/xml;q=0.6, application/json;q=0.5 | text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8 | application/xml;q=2";
const FOR_JSON =
  " | */* | application/json | application/xml;q=0.4, application/json;q=0.5 | application/xml ; q=0.6 , application/json | application/xml;q=0 | application/xml;q=0.5, */* | application/xml;q=0.5, application/*;q=0.6 | application/json;q=0.5, */* | text/xml | ,;q=,,;;";

describe("the format that Accept chooses", () => {
  it.each(FOR_XML.split(" | "))("%j is XML", (accept) =>
    expect(acceptedFormat(accept)).toBe("xml"));
  it.each(FOR_JSON.split(" | "))("%j is JSON", (accept) =>
    expect(acceptedFormat(accept)).toBe("json"));
});

describe("the coding that Accept-Encoding chooses", () => {
  it.each([
    ["", "identity"],
    ["gzip, deflate, br", "br"],
    ["GZIP", "gzip"],
    ["br;q=0, gzip;q=0", "identity"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["identity, gzip;q=0.5", "identity"],
    ["deflate, zstd", "identity"],
  ])("%j is %s", (acceptEncoding, coding) => {
    expect(acceptedCoding(acceptEncoding)).toBe(coding);
  });
});

const send = createSend();
const JSON_TYPE = "application/json;charset=UTF-8";
const XML_TYPE = "application/xml;charset=UTF-8";

const TAGGED = ["/territories", "/alphabets"];
const KEPT = "/codes/52.3,4.9 /coords/VHXGB.1J9J /territories?count=3 /territories/NLD".split(" ");
const NOT_STORED = "/version /status /codes/x,y /coords /nowhere".split(" ");
const TARGETS = [...TAGGED, ...KEPT, ...NOT_STORED];

describe("a reply", () => {
  it.each(TARGETS)("to %s has the format that path or Accept name", (target) => {
    const json = send(target);
    const xml = send(target, { headers: { accept: "application/xml" } });
    const kept = NOT_STORED.includes(target) ? "no-store" : "public, max-age=3600";
    const cors = { "access-control-allow-origin": "*" };
    const common = { vary: "Accept", "cache-control": kept, ...cors };
    expect(json.headers).toMatchObject({ "content-type": JSON_TYPE, ...common });
    expect(xml.headers).toMatchObject({ "content-type": XML_TYPE, ...common });
    expect(() => JSON.parse(json.text)).not.toThrow();
    expect(xml.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?></);
    for (const [format, accept, same] of [
      ["xml", "application/json", xml],
      ["json", "application/xml", json],
    ] as const) {
      const { status, headers, text } = send(`/${format}${target}`, { headers: { accept } });
      const type = same.headers["content-type"];
      expect([status, headers["content-type"], headers.vary]).toEqual([
        json.status,
        type,
        undefined,
      ]);
      if (target !== "/nowhere") expect(text).toBe(same.text);
    }
    expect(xml.status).toBe(json.status);
  });

  it.each([
    ["/", "text/html;charset=UTF-8", "public, max-age=3600"],
    ["/openapi.json", JSON_TYPE, "public, max-age=3600"],
    ["/metrics", JSON_TYPE, "no-store"],
  ])("to %s has one format, whatever Accept says", (target, type, cacheControl) => {
    const { headers } = send(target, { headers: { accept: "application/xml" } });
    expect(headers).toMatchObject({ "content-type": type, "cache-control": cacheControl });
    expect(headers.vary).toBeUndefined();
    for (const format of ["/xml", "/json"]) expect(send(format + target).status).toBe(404);
  });

  it("is 304 without a body if the client has it", () => {
    const targets = [...TAGGED, ...TAGGED.map((target) => `/xml${target}`), "/", "/openapi.json"];
    const tags = targets.map((target) => {
      const first = send(target);
      const tag = `${first.headers.etag}`;
      expect(tag).toMatch(/^"[\w-]+"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const again = send(target, { headers: { "if-none-match": known } });
        expect(again).toMatchObject({ status: 304, text: "", headers: first.headers });
      }
      expect(send(target, { headers: { "if-none-match": '"other"' } })).toEqual(first);
      return tag;
    });
    expect(new Set(tags).size).toBe(targets.length);
  });

  it("tells pages of other origins what they may send and read, with tokens", () => {
    const headers = {
      allow: "GET, HEAD, OPTIONS",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "*, Authorization",
      "access-control-allow-origin": "*",
    };
    const preflight = send("/codes/1,2", { method: "OPTIONS" });
    expect(preflight).toMatchObject({ status: 204, text: "", headers });
    const exposed = send("/alphabets").headers["access-control-expose-headers"];
    expect(exposed).toBe("ETag, Retry-After");
  });
});

describe("a service closed to other origins", () => {
  it("sends no Access-Control headers", () => {
    const closed = createSend({ isOpenToOtherOrigins: false });
    for (const target of ["/codes/1,2", "/territories", "/nowhere", "/"]) {
      for (const method of ["GET", "OPTIONS"]) {
        expect(JSON.stringify(closed(target, { method }).headers)).not.toContain("access-control");
      }
    }
    const { status, headers } = closed("/codes/1,2", { method: "OPTIONS" });
    expect([status, headers]).toEqual([204, { allow: "GET, HEAD, OPTIONS" }]);
  });
});

describe.each(["", "/geo"])("a service with the prefix %j", (prefix) => {
  it("has its operations behind it, and links to them there", () => {
    const there = createSend({ prefix });
    for (const target of ["/coords/VHXGB.1J9J", "/xml/status", "/", ""]) {
      expect(there(target).status).toBe(200);
    }
    expect(there("/mapcode/status", { isWhole: true }).status).toBe(404);
    expect(there("/").text).toContain(`href="${prefix}/codes/`);
    expect(JSON.parse(there("/openapi.json").text).servers[0].url).toBe(prefix || "/");
  });
});
