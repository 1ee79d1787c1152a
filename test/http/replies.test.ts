/** Replies to read, and their headers. What /codes and /coords reply to any request is in `conversions.test.ts`. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { acceptedCoding, acceptedFormat } from "../../src/http/negotiation.ts";
import { decode, decodeRectangle, territories } from "../../src/index.ts";
import { PARENT_CODES } from "../../src/text/territories.ts";
import { createSend } from "./route-at-once.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const { version } = packageJson;

const send = createSend();
const textOf = (target: string) => {
  const { status, text } = send(target);
  expect({ target, status }).toEqual({ target, status: 200 });
  return text;
};

const EVERYTHING = "precision=2&include=offset,TERRITORY,,alphabet,rectangle&alphabet=greek";
const INTERNATIONAL = "/codes/52.376514,4.908543/international";
const CODE = decode("NLD 12.99");
const UNWRITABLE = `/codes/${CODE.latDeg},${CODE.lonDeg}/local?alphabet=greek&include=alphabet`;

/** Targets and their replies. */
// biome-ignore format: a table
const EXACT: readonly (readonly [target: string, text: string])[] = [
  [`${INTERNATIONAL}?${EVERYTHING}`, '{"mapcode":"VHXGB.1J9J-RD","mapcodeInAlphabet":"ΦΗ9ΓΒ.21Π39-ΨΔ","territory":"AAA","territoryInAlphabet":"ΑΑΑ","offsetMeters":0.061285,"rectangle":{"southWest":{"latDeg":52.376483,"lonDeg":4.908505},"northEast":{"latDeg":52.376525,"lonDeg":4.908566},"center":{"latDeg":52.376504,"lonDeg":4.908535499999999}}}'],
  [`/xml${INTERNATIONAL}?${EVERYTHING}`, `${XML}<mapcode><mapcode>VHXGB.1J9J-RD</mapcode><mapcodeInAlphabet>ΦΗ9ΓΒ.21Π39-ΨΔ</mapcodeInAlphabet><territory>AAA</territory><territoryInAlphabet>ΑΑΑ</territoryInAlphabet><offsetMeters>0.061285</offsetMeters><rectangle><southWest><latDeg>52.376483</latDeg><lonDeg>4.908505</lonDeg></southWest><northEast><latDeg>52.376525</latDeg><lonDeg>4.908566</lonDeg></northEast><center><latDeg>52.376504</latDeg><lonDeg>4.908535499999999</lonDeg></center></rectangle></mapcode>`],
  // Neither code nor territory in an alphabet that cannot write the code.
  [`${UNWRITABLE}&precision=2`, '{"mapcode":"12.UA-DW","territory":"NLD"}'],
  ["/coords/VHXGB.1J9J", '{"latDeg":52.376504,"lonDeg":4.908535499999999}'],
  ["/coords/49.4V?near=52.3,4.9", '{"latDeg":52.37651400000124,"lonDeg":4.908543375,"territory":"NLD"}'],
  ["/xml/coords/49.4V?near=52.3,4.9", `${XML}<point><latDeg>52.37651400000124</latDeg><lonDeg>4.908543375</lonDeg><territory>NLD</territory></point>`],
  ["/coords/49.4V?near=52.3,4.9&include=rectangle", `{"latDeg":52.37651400000124,"lonDeg":4.908543375,"territory":"NLD","rectangle":${JSON.stringify(decodeRectangle("NLD 49.4V"))}}`],
  ["/codes/39.7684,-86.1581/local?include=names&territory=US-IN", '{"mapcode":"HH.GC","territory":"US-IN","territoryName":"Indiana","countryName":"USA"}'],
  ["/xml/codes/52.376514,4.908543/local?include=names", `${XML}<mapcode><mapcode>49.4V</mapcode><territory>NLD</territory><territoryName>Netherlands</territoryName><countryName>Netherlands</countryName></mapcode>`],
  ["/codes/0,-30/international?include=names,territory", '{"mapcode":"HDX7Y.F0MG","territory":"AAA","territoryName":"International","countryName":"International"}'],
  ["/codes/52.376514,4.908543/international?include=names", '{"mapcode":"VHXGB.1J9J"}'],
  ["/territories?count=1", '{"total":533,"territories":[{"aliases":["US"],"fullNameAliases":["United States of America","America"],"alphaCode":"USA","alphaCodeMinimalUnambiguous":"USA","alphaCodeMinimal":"USA","fullName":"USA","alphabets":[{"name":"ROMAN"}]}]}'],
  ["/xml/territories?count=1", `${XML}<territories><total>533</total><territory><alphaCode>USA</alphaCode><alphaCodeMinimalUnambiguous>USA</alphaCodeMinimalUnambiguous><alphaCodeMinimal>USA</alphaCodeMinimal><fullName>USA</fullName><aliases><alias>US</alias></aliases><fullNameAliases><fullNameAlias>United States of America</fullNameAlias><fullNameAlias>America</fullNameAlias></fullNameAliases><alphabets><alphabet><name>ROMAN</name></alphabet></alphabets></territory></territories>`],
  ["/territories?count=0", '{"total":533,"territories":[]}'],
  ["/territories?offset=533", '{"total":533,"territories":[]}'],
  ["/xml/territories?offset=2147483647", `${XML}<territories><total>533</total></territories>`],
  ["/territories/NLD", '{"alphaCode":"NLD","alphaCodeMinimalUnambiguous":"NLD","alphaCodeMinimal":"NLD","fullName":"Netherlands","alphabets":[{"name":"ROMAN"}]}'],
  ["/xml/territories/US-IN", `${XML}<territory><alphaCode>US-IN</alphaCode><alphaCodeMinimalUnambiguous>US-IN</alphaCodeMinimalUnambiguous><alphaCodeMinimal>IN</alphaCodeMinimal><fullName>Indiana</fullName><parentTerritory>USA</parentTerritory><aliases/><fullNameAliases/><alphabets><alphabet><name>ROMAN</name></alphabet></alphabets></territory>`],
  ["/alphabets?offset=1&count=2", '{"total":28,"alphabets":[{"name":"GREEK"},{"name":"CYRILLIC"}]}'],
  ["/alphabets/greek", '{"name":"GREEK"}'],
  ["/xml/alphabets/GREEK", `${XML}<alphabet><name>GREEK</name></alphabet>`],
  ["/version", `{"version":"${version}","apiVersion":"2.4.7.1","dataVersion":"2.3.0"}`],
  ["/xml/version", `${XML}<version><version>${version}</version><apiVersion>2.4.7.1</apiVersion><dataVersion>2.3.0</dataVersion></version>`],
  ["/status", '{"status":"OK"}'],
  ["/xml/status", `${XML}<status><status>OK</status></status>`],
];

describe("a reply", () => {
  it.each(EXACT)("to %s is exact", (target, text) => {
    expect(textOf(target)).toBe(text);
  });

  it("has no names and no nearest place in the hosted dialect", () => {
    const hosted = createSend({ dialect: "hosted" });
    expect(hosted("/coords/49.4V?near=52.3,4.9")).toMatchObject({ status: 404 });
    expect(hosted("/coords/49.4V?near=52.3,4.9").text).not.toContain("near");
    expect(hosted("/coords/49.4V?near=x&context=NLD").text).toBe(textOf("/coords/NLD%2049.4V"));
    expect(hosted("/codes/1,2?include=names").status).toBe(400);
  });

  it("to /version and /status has less in the hosted dialect", () => {
    const hosted = createSend({ dialect: "hosted" });
    expect(hosted("/version").text).toBe(`{"version":"${version}"}`);
    const inXml = `${XML}<version><version>${version}</version></version>`;
    expect(hosted("/xml/version").text).toBe(inXml);
    for (const target of ["/status", "/xml/status"]) {
      expect(hosted(target)).toMatchObject({ status: 200, text: "" });
    }
  });
});

const POINT = "/codes/52.376514,4.908543";
/** A point with codes of several territories. */
const BORDER = "/codes/39.730846,-79.954163";

/** Targets with the same reply. */
const SAME = `
${POINT} /codes/52.376514%2C4.908543/ /codes/52.376514,%204.908543 /codes/%2052.376514%20,4.908543%20%20
${POINT} ${POINT}? ${POINT}?&& ${POINT}?include= ${POINT}?client=web&allowLog=true
${POINT}/local ${POINT}/LOCAL/
/codes/52,0.5 /codes/+5.2e1,.5
${BORDER}?territory=US-WV ${BORDER}?territory=us-wv ${BORDER}?territory=us_wv ${BORDER}?territory=US+WV
${BORDER}?territory=US-WV ${BORDER}?territory=wv ${BORDER}?territory=West%20Virginia
${POINT}?include=offset ${POINT}?include=,,offset,, ${POINT}?include[]=OFFSET
/coords/NLD%2049.4V /coords/49.4V?context=Netherlands /coords/nld%2049.4v/?context=USA
/coords/NLD%2049.4V /coords/NLD%2049.4V?near=0,0 /coords/NLD%2049.4V?near=%201e1,+2
/coords/VHXGB.1J9J /coords/VHXGB.1J9J?near=0,0
/coords/49.4V?near=52.3,4.9 /coords/NL%2049.4V?near=52.3,4.9 /coords/49.4v?near=52.3,-355.1
/coords/49.4V?near=90,0 /coords/49.4V?near=9e1,-360
/coords/VHXGB.1J9J /coords/VHXGB.1J9J?context=BRA /coords/VHXGB.1J9J?include=offset,territory,alphabet
/coords/VHXGB.1J9J /coords/${encodeURI("ΦΗ9ΓΒ.21Π39")} /coords/${encodeURI("ΑΑΑ ΦΗ9ΓΒ.21Π39")}
/territories/NLD /territories/nld /territories/Netherlands /territories/netherlands/
/territories/US-IN /territories/IN /territories/US%20IN
/territories/RU-IN /territories/IN?context=RUS
/territories/IMN /territories/Isle%20of%20Man
/territories?count=1 /territories?count=%2B1 /territories?offset=-2147483648&count=1
/version /version/
/ /?<script>`;

it.each(SAME.trim().split("\n"))("requests get the same reply: %s", (line) => {
  const [target, ...others] = line.split(" ");
  for (const other of others) expect([other, textOf(other)]).toEqual([other, textOf(target)]);
});

describe("the list of territories", () => {
  const codesOf = (target: string): string[] =>
    JSON.parse(textOf(target)).territories.map((one: { alphaCode: string }) => one.alphaCode);
  const whole = codesOf("/territories");

  it("begins with the territories that have subdivisions, then has the others by number", () => {
    const all = territories().map(({ alphaCode }) => alphaCode);
    expect(whole).toEqual([...new Set([...PARENT_CODES, ...all])]);
    expect(whole).toHaveLength(533);
  });

  it("is the concatenation of its pages, which a negative offset counts from its end", () => {
    const pages = [0, 100, 200, 300, 400, 500].flatMap((offset) =>
      codesOf(`/territories?offset=${offset}&count=100`),
    );
    expect(pages).toEqual(whole);
    expect(codesOf("/territories?offset=-5&count=2")).toEqual(whole.slice(-5, -3));
    expect(codesOf("/territories?count=2147483647&offset=1")).toEqual(whole.slice(1));
  });
});

/** Values of Accept, by the format that they choose. */
const ACCEPTS = {
  xml: [
    ...["application/xml", "APPLICATION/XML", "application/json, application/xml"],
    "application/xml;q=0.5, application/json;q=0.5",
    "application/xml;q=0.6, application/json;q=0.5",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    ...["application/xml;q=2", "text/xml", "text/html, text/xml"],
  ],
  json: [
    ...["", "*/*", "application/json", "application/xml;q=0.4, application/json;q=0.5"],
    ...["application/xml ; q=0.6 , application/json", "application/xml;q=0"],
    ...["application/xml;q=0.5, */*", "application/xml;q=0.5, application/*;q=0.6"],
    ...["application/json;q=0.5, */*", "text/xml;q=0.4, application/json;q=0.5", ",;q=,,;;"],
  ],
};

it.each(Object.entries(ACCEPTS))("Accept chooses %s with %j", (format, accepts) => {
  for (const accept of accepts) {
    expect([accept, acceptedFormat(accept)]).toEqual([accept, format]);
  }
});

it.each([
  ["", "identity"],
  ["gzip, deflate, br", "br"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["deflate, zstd", "identity"],
])("Accept-Encoding %j chooses the coding %s", (acceptEncoding, coding) => {
  expect(acceptedCoding(acceptEncoding)).toBe(coding);
});

const JSON_TYPE = "application/json;charset=UTF-8";
const XML_TYPE = "application/xml;charset=UTF-8";

const TAGGED = ["/territories", "/alphabets"];
const KEPT =
  "/codes/52.3,4.9 /coords/VHXGB.1J9J /territories?count=3 /territories/NLD /alphabets/greek".split(
    " ",
  );
const NOT_STORED = "/version /status /codes/x,y /coords /nowhere".split(" ");
const TARGETS = [...TAGGED, ...KEPT, ...NOT_STORED];

describe("the headers of a reply", () => {
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
      ["xml", "json", xml] as const,
      ["json", "xml", json] as const,
    ]) {
      const headers = { accept: `application/${accept}` };
      const reply = send(`/${format}${target}`, { headers });
      const { vary: _, ...others } = same.headers;
      expect(reply).toMatchObject({ status: json.status, headers: others });
      expect(reply.headers.vary).toBeUndefined();
      if (target !== "/nowhere") expect(reply.text).toBe(same.text);
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
      const other = send(target, { headers: { "if-none-match": '"other"' } });
      expect([other.headers, other.bytes.equals(first.bytes)]).toEqual([first.headers, true]);
      return tag;
    });
    expect(new Set(tags).size).toBe(targets.length);
  });

  it("tells pages of other origins what they may send and read, with tokens", () => {
    const { headers, ...preflight } = send("/codes/1,2", { method: "OPTIONS" });
    expect(preflight).toMatchObject({ status: 204, text: "" });
    const allowed = ["methods", "headers", "origin"].map(
      (what) => headers[`access-control-allow-${what}`],
    );
    expect([headers.allow, ...allowed]).toEqual([
      "GET, HEAD, OPTIONS",
      "GET, HEAD, OPTIONS",
      "*, Authorization",
      "*",
    ]);
    const exposed = send("/alphabets").headers["access-control-expose-headers"];
    expect(exposed).toBe("ETag, Retry-After, Mapcoded-Warnings");
  });
});

it("browsers take no reply for another type, and the help page may show its style and its picture alone", () => {
  for (const target of "/codes/1,2|/territories|/nowhere|/|/xml/status|/map|/map/x/y".split("|")) {
    for (const method of ["GET", "OPTIONS", "BREW"]) {
      const { headers } = send(target, { method });
      expect([target, headers["x-content-type-options"]]).toEqual([target, "nosniff"]);
    }
  }
  const { text, headers } = send("/");
  const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toContain(
    `style-src 'sha256-${hash}'; img-src 'self';`,
  );
  expect(text).not.toContain("style=");
});

it("a service closed to other origins sends no Access-Control headers", () => {
  const closed = createSend({ cors: false });
  for (const target of ["/codes/1,2", "/territories", "/nowhere", "/"]) {
    for (const method of ["GET", "OPTIONS"]) {
      expect(JSON.stringify(closed(target, { method }).headers)).not.toContain("access-control");
    }
  }
  const { status, headers } = closed("/codes/1,2", { method: "OPTIONS" });
  expect([status, headers]).toEqual([
    204,
    { allow: "GET, HEAD, OPTIONS", "x-content-type-options": "nosniff" },
  ]);
});

it.each(["", "/geo"])("a service with the prefix %j has its operations there", (prefix) => {
  const there = createSend({ prefix });
  for (const target of ["/coords/VHXGB.1J9J", "/xml/status", "/", ""]) {
    expect(there(target).status).toBe(200);
  }
  expect(there("/mapcode/status", { isWhole: true }).status).toBe(404);
  expect(there("/").text).toContain(`href="${prefix}/codes/`);
  expect(JSON.parse(there("/openapi.json").text).servers[0].url).toBe(prefix || "/");
});
