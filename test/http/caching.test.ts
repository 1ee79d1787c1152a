import { expect, it } from "vitest";
import { onBothTransports } from "./both-transports.ts";

const TAGGED = ["/", "/openapi.json", "/territories", "/xml/territories", "/alphabets"];

onBothTransports("a reply that depends on the request alone", {}, (send) => {
  it.each([
    ...TAGGED,
    "/codes/1,2",
    "/xml/coords/VHXGB.1J9J",
    "/territories?count=3",
    "/territories/NLD",
  ])("may be kept for an hour: %s", async (target) => {
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

  it("has a different tag for each body", async () => {
    const tags = await Promise.all(TAGGED.map(async (target) => (await send(target)).headers.etag));
    expect(new Set(tags).size).toBe(TAGGED.length);
  });
});
