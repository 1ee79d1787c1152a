import { STATUS_CODES } from "node:http";
import querystring from "node:querystring";
import { describe, expect, it } from "vitest";
import { STATUSES } from "../../src/http/errors.ts";
import type { Reply } from "../../src/http/requests.ts";
import { createRouter } from "../../src/http/router.ts";
import { createSend, DEFAULTS, SERVICES } from "./route-at-once.ts";

const send = createSend();
const bodyOf = (target: string) => JSON.parse(send(target).text);

/** The status of the reply, the parameter that it names, and the targets. */
const ERRORS = `
400 lat /codes/x,2 /codes/Infinity,1 /codes/1e999,1
400 lon /codes/52,%20 /codes/52.376514,4.%20908543
400 lat,lon /codes/1,2,3
400 filter /codes/1,2/all
400 precision /codes/1,2?precision= /codes/1,2?precision=-1 /codes/1,2?precision=1&precision=1
400 precision /codes/52,5?precision=+1
400 territory /codes/1,2?territory= /codes/1,2?territory=Atlantis /coords/49.4V?territory=NLD
400 territory /territories/Atlantis /codes/52,5?territory=The+Netherlands
400 country /codes/1,2?country=US-IN
400 alphabet /codes/1,2?alphabet=elvish /alphabets/elvish
400 include /codes/1,2?include=offset,all /coords/49.4V?include=everything
400 include /codes/52.37,4.9?include=offset&include[]=all
400 near /coords/49.4V?near=52.3 /coords/NLD%2049.4V?near=52.3,x /coords/49.4V?near=1,2,3 /coords/49.4V?near=
400 near /coords/49.4V?near=1e999,2 /coords/49.4V?near=151.2,-33.8 /coords/49.4V?near=1,361
409 near /coords/49.4V?near=52.3,4.9&context=NLD /coords/NLD%2049.4V?context=NLD&near=52.3,4.9
404 code /coords/ZZZZ.ZZZZ?near=52.3,4.9
400 context /codes/1,2?context=NLD /coords/49.4V?context=Atlantis /territories/IN?context=NLD
400 unknown /codes/1,2?unknown=1&unknown=1
409 country /codes/1,2?territory=NLD&country=NL
404 lat,lon /codes/0,-30/local /codes/52,5/local?territory=AAA /codes/52 /codes/,5 /codes/52/5 /codes/52/local
404 lat,lon /codes//local
403 lat,lon /codes /codes/
404 path /codes/../../etc/passwd /frogs /Codes/1,2 /codes/1,2/local/4 /version/x /constructor/1 /__proto__
404 path /json/ /json/openapi.json //codes/1,2
400 code /coords/NLD%20US%2049.4V /coords/nonsense /coords/NLD%2F49.4V /coords/NLD+49.4V
400 path /coords/%0949.4V /coords/%00 /codes/%zz /coords/%C0%AF /coords/% /coords/%4 /coords/%F0%9F
400 path /territories/%ED%A0%80 /codes/52.376514,%09%204.908543
400 query /coords/49.4V?context=NLD%0A /codes/1,2?client=%00 /codes/1,2?territory=% /status?%FF=1
403 code /coords /coords/
404 code /coords/NLD%20ZZZZ.ZZZZ /coords/49.4V
400 count /territories?count=-1 /territories?count=2147483648
400 offset /territories?offset=1.0 /territories?offset=-2147483649
414 url /codes/1,2?client=${"x".repeat(2000)}`;

/** Targets, and their replies or the messages of these. */
// biome-ignore format: a table
const EXACT: readonly (readonly [target: string, expected: string])[] = [
  ["/codes/1,2?precision=9", '{"status":400,"error":"invalid-parameter","message":"The precision \'9\' is not an integer from 0 to 8.","parameter":"precision","value":"9","expected":"an integer from 0 to 8"}'],
  ["/xml/codes/1,2?precision=9", '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><error><status>400</status><error>invalid-parameter</error><message>The precision \'9\' is not an integer from 0 to 8.</message><parameter>precision</parameter><value>9</value><expected>an integer from 0 to 8</expected></error>'],
  ["/codes", '{"status":403,"error":"missing-parameter","message":"Missing lat,lon: expected /codes/{lat},{lon}.","parameter":"lat,lon","expected":"/codes/{lat},{lon}"}'],
  ["/coords/%0949.4V", "The path contains a control character. Send text without control characters."],
  ["/codes/%zz", "The path '%zz' is not UTF-8 in percent-encoding."],
  ["/codes/1,2?context=NLD", "There is no parameter context here. Use territory instead."],
  ["/coords/49.4V?territory=NLD", "There is no parameter territory here. Use context instead."],
  ["/codes/52", "There is nothing at this path. Use /codes/{lat},{lon}."],
  ["/coords", "Missing mapcode: expected /coords/{code}."],
  ["/coords/49.4V", "The mapcode '49.4V' has a place in 520 territories: send its territory in front ('NLD 49.4V') or as the parameter context, or a point near it as near."],
  ["/coords/ZZZZ.ZZZZ", "The mapcode 'ZZZZ.ZZZZ' is not the code of a place in any territory."],
  ["/coords/ZZZZ.ZZZZ?near=52.3,4.9", "The mapcode 'ZZZZ.ZZZZ' is not the code of a place in any territory."],
  ["/coords/KB.2R?near=151.2,-33.8", '{"status":400,"error":"invalid-parameter","message":"The near \'151.2,-33.8\' is out of range. The latitude \'151.2\' is not from -90 to 90. Are latitude and longitude swapped?","parameter":"near","value":"151.2,-33.8","expected":"a latitude and a longitude such as 52.3,4.9"}'],
  ["/coords/HLD%2049.4V", "In the mapcode 'HLD 49.4V', 'HLD' is not a territory."],
  ["/coords/XXX%C2%A049.4V", "In the mapcode 'XXX\u00a049.4V', 'XXX' is not a territory."],
  ["/coords/ZZZZ.ZZZZ?context=NL", "The mapcode 'ZZZZ.ZZZZ' is not the code of a place in IN-NL. 'NL' is read as IN-NL, Nagaland in India. For the country Netherlands, write NLD."],
  ["/coords/ZZZZ.ZZZZ?context=IN-NL", "The mapcode 'ZZZZ.ZZZZ' is not the code of a place in IN-NL."],
  ["/codes/52.37,4.9/local?territory=NL", "There is no local mapcode at 52.37,4.9 in NL. 'NL' is read as IN-NL, Nagaland in India. For the country Netherlands, write NLD."],
  ["/codes/52.37,4.9/local?territory=IN-NL", "There is no local mapcode at 52.37,4.9 in IN-NL."],
  ["/codes/0,-30/local?country=NL", "There is no local mapcode at 0,-30 in NL."],
  ["/territories/in?context=NLD", "The context 'NLD' is not one of USA, IND, CAN, AUS, MEX, BRA, RUS, CHN, ATA."],
];

describe("an error reply", () => {
  it.each(ERRORS.trim().split("\n"))("has status and parameter in both formats: %s", (line) => {
    const [status, parameter, ...targets] = line.split(" ");
    for (const target of targets) {
      const { value = "", ...body } = bodyOf(target);
      expect([target, `${body.status}`, body.parameter]).toEqual([target, status, parameter]);
      expect(body.expected).toBeTruthy();
      const decoded = querystring.unescape(target.replaceAll("+", " "));
      expect(`/mapcode${target} ${decoded}`).toContain(value);
      expect(`${send(target).status}`).toBe(status);
      if (target.startsWith("/json")) continue;
      const text = expect.stringContaining(`<parameter>${parameter}</parameter>`);
      const headers = { "content-type": "application/xml;charset=UTF-8" };
      expect(send(`/xml${target}`)).toMatchObject({ status: Number(status), text, headers });
    }
  });

  it.each(EXACT)("to %s is exact, or its message is: %s", (target, expected) => {
    expect(/^[{<]/.test(expected) ? send(target).text : bodyOf(target).message).toBe(expected);
  });

  it("speaks of mapcodes, for which clients look", () => {
    for (const code of ["nonsense", "NLD%20ZZZZ.ZZZZ", "49.4V", "a%20b%20c"]) {
      expect(bodyOf(`/coords/${code}`).message).toContain("mapcode");
    }
  });

  it("of the hosted dialect rejects latitudes beyond the poles", () => {
    const hosted = createSend({ dialect: "hosted" });
    const { status, expected } = JSON.parse(hosted("/codes/90.5,0").text);
    expect([status, expected]).toEqual([400, "a number of degrees from -90 to 90"]);
    expect(hosted("/codes/-90,0").status).toBe(200);
  });

  it("quotes at most 100 characters and never splits a surrogate pair", () => {
    expect(bodyOf(`/coords/${"x".repeat(1500)}`).value).toBe("x".repeat(100));
    const pairs = bodyOf(`/coords/x${encodeURIComponent("𝒳".repeat(60))}`);
    expect(pairs.value).toBe(`x${"𝒳".repeat(49)}`);
  });

  it("escapes the quoted value for its format, and never copies it into a header", () => {
    const sent = "<script>&\"'\r\n\0\u{1F600}</script>";
    const target = `/coords/${encodeURIComponent(sent)}`;
    expect(bodyOf(target).value).toBe(sent);
    expect(send(`/xml${target}`).text).toContain(
      `<value>&lt;script&gt;&amp;"'\r\n\uFFFD\u{1F600}&lt;/script&gt;</value>`,
    );
    const name = encodeURIComponent(sent);
    for (const other of [target, `/codes/1,2?${name}=1&territory=${name}`]) {
      expect(JSON.stringify(send(other).headers)).not.toContain("script");
    }
  });

  it("outside the prefix has status 404", () => {
    for (const target of ["/", "/mapcodex/codes/1,2", "/mapcod", "/codes/1,2"])
      expect(send(target, { isWhole: true }).status).toBe(404);
  });

  it("to another method lists the allowed methods", () => {
    for (const method of ["POST", "DELETE", "get"]) {
      const { status, headers, text } = send("/codes/1,2", { method });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
      expect(JSON.parse(text)).toMatchObject({ error: "method-not-allowed", parameter: "method" });
    }
  });

  it("to an internal error has a reference to the log, which has the stack", () => {
    const logged: string[] = [];
    const metrics = () => {
      throw new RangeError("the secret of the error");
    };
    const log = (text: string) => logged.push(text);
    const route = createRouter(DEFAULTS, { ...SERVICES, metrics, log });
    const request = { method: "GET", path: "/mapcode/metrics", query: "", header: () => "" };
    const { status, body } = route(request) as Reply;
    expect(status).toBe(500);
    expect(body).not.toContain("secret");
    const [reference = "none"] = /[0-9a-f-]{36}/.exec(`${body}`) ?? [];
    expect(logged).toEqual([expect.stringMatching(`^${reference}: RangeError: the secret`)]);
  });
});

it("the texts of statuses are the same as in node:http", () => {
  const ofClientsThatLeft = { 499: "Client Closed Request" };
  const texts = Object.entries(STATUSES).map(([status, { text }]) => [status, text]);
  expect({ ...STATUS_CODES, ...ofClientsThatLeft }).toMatchObject(Object.fromEntries(texts));
});
