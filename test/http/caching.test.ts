import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { onBothTransports } from "./both-transports.ts";

const DOCUMENTS = ["/", "/openapi.json", "/territories", "/xml/territories", "/alphabets"];
const TAGGED = [...DOCUMENTS, "/territories?count=3", "/territories/NLD", "/xml/alphabets/GREEK"];

onBothTransports("a reply that depends on the request alone", {}, (send) => {
  it.each([
    ...TAGGED,
    "/codes/1,2",
    "/xml/coords/VHXGB.1J9J",
  ])("has the Cache-Control of the settings: %s", async (target) => {
    expect((await send(target)).headers["cache-control"]).toBe("public, max-age=3600");
  });

  it.each([
    "/status",
    "/version",
    "/metrics",
    "/nowhere",
    "/codes/x",
    "/coords/49.4V",
  ])("has another Cache-Control than replies that must not be stored: %s", async (target) => {
    expect((await send(target)).headers["cache-control"]).toBe("no-store");
  });

  it.each(TAGGED)("is 304 without a body if the client has it: %s", async (target) => {
    const first = await send(target);
    const tag = `${first.headers.etag}`;
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await send(target, { headers: { "if-none-match": known } });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: "" });
      expect(again.headers.etag).toBe(tag);
      expect(again.headers["cache-control"]).toBe(first.headers["cache-control"]);
      expect(again.headers.vary).toBe(first.headers.vary);
      expect(again.headers["content-length"]).toBeUndefined();
    }
    const other = await send(target, { headers: { "if-none-match": '"other"' } });
    expect({ status: other.status, text: other.text }).toEqual({ status: 200, text: first.text });
  });

  it("has a different tag for each body and coding", async () => {
    const tags = [];
    for (const target of TAGGED) {
      for (const coding of ["identity", "gzip", "br"]) {
        const { headers } = await send(target, { headers: { "accept-encoding": coding } });
        tags.push(headers.etag);
      }
    }
    // Bodies made for one request are not compressed.
    expect(new Set(tags).size).toBe(DOCUMENTS.length * 3 + (TAGGED.length - DOCUMENTS.length));
  });

  it.each(DOCUMENTS)("is compressed if the client accepts it: %s", async (target) => {
    const plain = await send(target);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toContain("Accept-Encoding");
    const gzip = await send(target, { headers: { "accept-encoding": "gzip" } });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
    const brotli = await send(target, { headers: { "accept-encoding": "gzip, br" } });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 1.5);
    expect(brotli.headers["content-length"]).toBe(`${brotli.bytes.length}`);
  });
});
