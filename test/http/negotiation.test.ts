import { describe, expect, it } from "vitest";
import { acceptedCoding, acceptedFormat } from "../../src/http/negotiation.ts";
import { onBothTransports } from "./both-transports.ts";

describe("the format that Accept chooses", () => {
  it.each([
    ["", "json"],
    ["*/*", "json"],
    ["application/json", "json"],
    ["application/xml", "xml"],
    ["APPLICATION/XML", "xml"],
    ["application/json, application/xml", "xml"],
    ["application/xml;q=0.5, application/json;q=0.5", "xml"],
    ["application/xml;q=0.4, application/json;q=0.5", "json"],
    ["application/xml;q=0.6, application/json;q=0.5", "xml"],
    ["application/xml ; q=0.6 , application/json", "json"],
    ["application/xml;q=0", "json"],
    ["application/xml;q=0.5, */*", "json"],
    ["application/xml;q=0.5, application/*;q=0.6", "json"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "xml"],
    ["application/json;q=0.5, */*", "json"],
    ["text/xml", "json"],
    ["nonsense", "json"],
    [",;q=,,;;", "json"],
    ["application/xml;q=2", "xml"],
  ])("%j is %s", (accept, name) => {
    expect(acceptedFormat(accept)).toBe(name);
  });
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

const JSON_TYPE = "application/json;charset=UTF-8";
const XML_TYPE = "application/xml;charset=UTF-8";

onBothTransports("a reply", {}, (send) => {
  const TARGETS = [
    "/codes/52.376514,4.908543",
    "/coords/VHXGB.1J9J",
    "/territories",
    "/territories/NLD",
    "/alphabets",
    "/alphabets/ROMAN",
    "/version",
    "/status",
    "/codes/x,y",
    "/coords",
  ];

  it.each(TARGETS)("to %s has the format that Accept names, and a Vary header", async (target) => {
    const inJson = await send(target);
    expect(inJson.headers["content-type"]).toBe(JSON_TYPE);
    expect(inJson.headers.vary).toBe("Accept");
    expect(() => JSON.parse(inJson.text)).not.toThrow();
    const inXml = await send(target, { headers: { accept: "application/xml" } });
    expect(inXml.headers["content-type"]).toBe(XML_TYPE);
    expect(inXml.headers.vary).toBe("Accept");
    expect(inXml.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?></);
    expect(inXml.status).toBe(inJson.status);
  });

  it.each(
    TARGETS,
  )("to %s has the format that the path names, whatever Accept says", async (target) => {
    const inXml = await send(`/xml${target}`, { headers: { accept: "application/json" } });
    expect(inXml.headers["content-type"]).toBe(XML_TYPE);
    expect(inXml.headers.vary).toBeUndefined();
    expect(inXml.text).toBe((await send(target, { headers: { accept: "application/xml" } })).text);
    const inJson = await send(`/json${target}`, { headers: { accept: "application/xml" } });
    expect(inJson.headers["content-type"]).toBe(JSON_TYPE);
    expect(inJson.text).toBe((await send(target)).text);
  });

  it("to help is HTML and to openapi.json is JSON, whatever Accept says", async () => {
    for (const accept of ["application/xml", "application/json"]) {
      const help = await send("/", { headers: { accept } });
      expect(help.headers["content-type"]).toBe("text/html;charset=UTF-8");
      expect(help.headers.vary).toBeUndefined();
      const description = await send("/openapi.json", { headers: { accept } });
      expect(description.headers["content-type"]).toBe(JSON_TYPE);
    }
    expect((await send("")).text).toBe((await send("/")).text);
  });

  it("to HEAD has the headers of GET and no body", async () => {
    for (const target of [...TARGETS, "/", "/openapi.json", "/nowhere"]) {
      const got = await send(target);
      const head = await send(target, { method: "HEAD" });
      expect(head.text).toBe("");
      // undici closes the connection after HEAD.
      const other = { date: "", connection: "", "keep-alive": "" };
      expect({ ...head.headers, ...other }).toEqual({ ...got.headers, ...other });
      expect(head.headers["content-length"]).toBe(`${got.bytes.length}`);
      expect(head.status).toBe(got.status);
    }
  });

  it("allows pages of other origins, also in the preflight, with tokens, and shows them the tag", async () => {
    for (const target of [...TARGETS, "/", "/nowhere", "/metrics"]) {
      expect((await send(target)).headers["access-control-allow-origin"]).toBe("*");
    }
    const { status, headers, text } = await send("/codes/1,2", { method: "OPTIONS" });
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
    // The asterisk does not cover Authorization.
    expect(headers["access-control-allow-headers"]).toBe("*, Authorization");
    expect(headers["access-control-allow-origin"]).toBe("*");
    const exposed = (await send("/alphabets")).headers["access-control-expose-headers"];
    expect(exposed).toBe("ETag, Retry-After");
  });
});

onBothTransports("a service closed to other origins", { cors: false }, (send) => {
  it("sends no Access-Control headers", async () => {
    for (const method of ["GET", "OPTIONS"] as const) {
      for (const target of ["/codes/1,2", "/territories", "/nowhere", "/"]) {
        const { headers } = await send(target, { method });
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual(
          [],
        );
      }
    }
    const { status, headers } = await send("/codes/1,2", { method: "OPTIONS" });
    expect({ status, allow: headers.allow }).toEqual({ status: 204, allow: "GET, HEAD, OPTIONS" });
  });
});

onBothTransports("a service without a prefix", { prefix: "" }, (send) => {
  it("has its operations at the root", async () => {
    expect((await send("/coords/VHXGB.1J9J")).status).toBe(200);
    expect((await send("/xml/status")).status).toBe(200);
    expect((await send("/")).headers["content-type"]).toBe("text/html;charset=UTF-8");
    expect((await send("/mapcode/status")).status).toBe(404);
  });
});

onBothTransports("a service with another prefix", { prefix: "/geo" }, (send) => {
  it("has its operations after the prefix, and links to them there", async () => {
    expect((await send("/coords/VHXGB.1J9J")).status).toBe(200);
    expect((await send("/mapcode/status", { isWhole: true })).status).toBe(404);
    expect((await send("/")).text).toContain('href="/geo/codes/');
    expect(JSON.parse((await send("/openapi.json")).text).servers[0].url).toBe("/geo");
  });
});
