import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { FORMAT_BY_MEDIA_TYPE } from "../../src/http/batch/request.ts";
import { ERROR_STATUS } from "../../src/http/errors.ts";
import { DEFAULT_INTERFACE_OPTIONS, DIALECTS } from "../../src/http/options.ts";
import { runs } from "../support/arbitraries.ts";
import { routerAtOnce, textOf } from "./route-at-once.ts";

const STATUSES = [200, 204, 304, ...Object.values(ERROR_STATUS)].filter((one) => one !== 500);

/** Parts of requests: meaningful ones, mixed with arbitrary text. */
const piece = fc.oneof(
  fc.constantFrom(
    ..."/mapcode /xml /json /codes /coords /territories /alphabets /version /status /metrics /batch/codes /batch/coords".split(
      " ",
    ),
    ..."/ // . .. , %2C %2F %20 %00 %0D%0A %C3%A9 %C0%AF %zz % + - ; : @ ! * ~".split(" "),
    ..."52.376514,4.908543 -90,180 1e5,-1e-7 49.4V NLD%2049.4V VHXGB.1J9J IN GREEK".split(" "),
    ..."mapcodes local international openapi.json __proto__ constructor".split(" "),
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc
    .string({ unit: "binary", maxLength: 8 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
);
const path = fc
  .array(piece, { maxLength: 7 })
  .chain((pieces) => fc.constantFrom(`/mapcode${pieces.join("/")}`, `/mapcode${pieces.join("")}`))
  .map((text) => text.replaceAll("?", ""));
const name = fc.oneof(
  fc.constantFrom(
    ..."precision territory country alphabet include context offset count client all header latColumn".split(
      " ",
    ),
  ),
  piece,
);
const value = fc.oneof(
  fc.constantFrom(..."0 8 9 -1 2147483648 NLD nl greek offset,rectangle RUS".split(" "), ""),
  piece,
);
const query = fc
  .array(fc.tuple(name, value), { maxLength: 5 })
  .map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));
const accept = fc.oneof(
  fc.constantFrom("", "application/xml", "application/json", "*/*", "application/xml;q=0.5,*/*"),
  fc.string(),
);
const contentType = fc.oneof(
  fc.constantFrom("", "text/csv", "text/plain;charset=utf-8", "application/json", "text/html"),
  fc.string(),
);
/** Types of replies to batch requests, which have no body here. */
const BATCH_REPLIES = Object.keys(FORMAT_BY_MEDIA_TYPE).map((type) => `${type};charset=UTF-8`);
const method = fc.constantFrom("GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "BREW");

function isXml(text: string): boolean {
  const parser = new SaxesParser();
  let isWellFormed = true;
  parser.on("error", () => {
    isWellFormed = false;
  });
  parser.write(text).close();
  return isWellFormed;
}

describe.each(Object.values(DIALECTS))("any request in the $name dialect", (dialect) => {
  const route = routerAtOnce({ ...DEFAULT_INTERFACE_OPTIONS, dialect });

  it("gets a well-formed reply in the negotiated format and one of the listed statuses", () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(path, query, accept, contentType, method, (path, query, accept, type, method) => {
        const logged: string[] = [];
        const headers: Record<string, string> = { accept, "content-type": type };
        const header = (name: string) => headers[name] ?? "";
        const reply = route({ method, path, query, header }, (text) => logged.push(text));
        expect(logged).toEqual([]);
        expect(STATUSES).toContain(reply.status);
        seen.add(reply.status);
        const got = reply.headers.find(([header]) => header === "Content-Type")?.[1] ?? "";
        const body = textOf(reply);
        if (reply.status === 204 || body === "") return;
        if (got === "application/xml;charset=UTF-8") expect(isXml(body)).toBe(true);
        else if (got === "application/json;charset=UTF-8") JSON.parse(body);
        else expect([...BATCH_REPLIES, "text/html;charset=UTF-8"]).toContain(got);
        if (reply.status < 400) return;
        const isXmlPath = path.startsWith("/mapcode/xml/");
        if (isXmlPath) expect(got).toBe("application/xml;charset=UTF-8");
        for (const [, text] of reply.headers) expect(text).toMatch(/^[\x20-\x7e]+$/);
      }),
      runs(3000),
    );
    // Checks that the generated requests include valid and invalid ones.
    expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 404, 405]));
  });
});
