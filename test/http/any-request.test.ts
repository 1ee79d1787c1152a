import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { FORMAT_BY_MEDIA_TYPE } from "../../src/http/batch/request.ts";
import { ERROR_STATUS } from "../../src/http/errors.ts";
import { DIALECTS } from "../../src/http/options.ts";
import { createRouter } from "../../src/http/router.ts";
import { writeMembers } from "../../src/http/xml.ts";
import { runs } from "../support/arbitraries.ts";
import { DEFAULTS, replyOf, SERVICES, textOf } from "./route-at-once.ts";

const STATUSES = [200, 204, 304, ...Object.values(ERROR_STATUS)].filter((one) => one !== 500);

const oneOf = (words: string) => fc.constantFrom(...words.split(" "));
const anyText = fc.string({ unit: "binary", maxLength: 8 });

/** Parts of requests: meaningful ones, mixed with arbitrary text. */
const piece = fc.oneof(
  oneOf("/mapcode /xml /json /codes /coords /territories /alphabets /version /status /metrics"),
  oneOf("/batch/codes /batch/coords"),
  oneOf("/ // . .. , %2C %2F %20 %00 %0D%0A %C3%A9 %C0%AF %zz % + - ; : @ ! * ~"),
  oneOf("52.376514,4.908543 -90,180 1e5,-1e-7 49.4V NLD%2049.4V VHXGB.1J9J IN GREEK"),
  oneOf("mapcodes local international openapi.json __proto__ constructor"),
  anyText,
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
);
const path = fc
  .tuple(fc.array(piece, { maxLength: 7 }), oneOf("/ "))
  .map(([pieces, between]) => `/mapcode${pieces.join(between)}`.replaceAll("?", ""));
const NAMES =
  "precision territory country alphabet include context offset count client header latColumn";
const name = fc.oneof(oneOf(NAMES), piece);
const value = fc.oneof(oneOf("0 8 9 -1 2147483648 NLD nl greek offset,rectangle RUS "), piece);
const pair = fc.tuple(name, value).map((pair) => pair.join("="));
const query = fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join("&"));
const header = (known: string) => fc.oneof(oneOf(known), fc.string());
const accept = header("application/xml application/json */* application/xml;q=0.5,*/* ");
const contentType = header("text/csv text/plain;charset=utf-8 application/json text/html ");
const method = oneOf("GET GET GET HEAD OPTIONS POST BREW");

const XML_TYPE = "application/xml;charset=UTF-8";
/** Types of replies that are no JSON: batches have no body here. */
const OTHER_TYPES = ["text/html", ...Object.keys(FORMAT_BY_MEDIA_TYPE)];

/** Reads well-formed XML. @returns the texts of elements without others within, by an independent parser */
function textsIn(document: string): string[] {
  const parser = new SaxesParser();
  const texts = [""];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("text", (part) => {
    texts.push(`${texts.pop()}${part}`);
  });
  parser.on("closetag", () => texts.push(""));
  parser.write(document).close();
  return texts.slice(0, -1);
}

describe.each(DIALECTS)("any request in the %s dialect", (dialect) => {
  const route = createRouter({ ...DEFAULTS, dialect }, SERVICES);

  it("gets a well-formed reply in the negotiated format and one of the listed statuses", async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        path,
        query,
        accept,
        contentType,
        method,
        async (path, query, accept, type, method) => {
          const headers: Record<string, string> = { accept, "content-type": type };
          const header = (name: string) => headers[name] ?? "";
          const reply = await replyOf(route, { method, path, query, header });
          expect(STATUSES).toContain(reply.status);
          seen.add(reply.status);
          const got = reply.headers.find(([header]) => header === "Content-Type")?.[1] ?? "";
          const body = textOf(reply);
          if (body === "") return;
          if (got === XML_TYPE) textsIn(body);
          else if (got === "application/json;charset=UTF-8") JSON.parse(body);
          else expect(OTHER_TYPES).toContain(got.replace(";charset=UTF-8", ""));
          if (reply.status < 400) return;
          if (path.startsWith("/mapcode/xml/")) expect(got).toBe(XML_TYPE);
          for (const [, text] of reply.headers) expect(text).toMatch(/^[\x20-\x7e]+$/);
        },
      ),
      runs(3000),
    );
    // Checks that the generated requests include valid and invalid ones.
    expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 404, 405]));
  });
});

it("XML keeps every character that it allows; a carriage return becomes a line feed", () => {
  const unit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const kept = text
        .toWellFormed()
        .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
        .replace(/\r\n?/g, "\n");
      const document = writeMembers("error", { status: 400, value: text }, "xml");
      expect(textsIn(document)).toEqual(["400", kept, ""]);
    }),
    runs(1000),
  );
});
