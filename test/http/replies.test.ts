/** Replies to read. What /codes and /coords reply to any request is in `conversions.test.ts`. */
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { decode, territories } from "../../src/index.ts";
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
const EXACT = [
  `${INTERNATIONAL}?${EVERYTHING} -> {"mapcode":"VHXGB.1J9J-RD","mapcodeInAlphabet":"ΦΗ9ΓΒ.21Π39-ΨΔ","territory":"AAA","territoryInAlphabet":"ΑΑΑ","offsetMeters":0.061285,"rectangle":{"southWest":{"latDeg":52.376483,"lonDeg":4.908505},"northEast":{"latDeg":52.376525,"lonDeg":4.908566},"center":{"latDeg":52.376504,"lonDeg":4.908535499999999}}}`,
  `/xml${INTERNATIONAL}?${EVERYTHING} -> ${XML}<mapcode><mapcode>VHXGB.1J9J-RD</mapcode><mapcodeInAlphabet>ΦΗ9ΓΒ.21Π39-ΨΔ</mapcodeInAlphabet><territory>AAA</territory><territoryInAlphabet>ΑΑΑ</territoryInAlphabet><offsetMeters>0.061285</offsetMeters><rectangle><southWest><latDeg>52.376483</latDeg><lonDeg>4.908505</lonDeg></southWest><northEast><latDeg>52.376525</latDeg><lonDeg>4.908566</lonDeg></northEast><center><latDeg>52.376504</latDeg><lonDeg>4.908535499999999</lonDeg></center></rectangle></mapcode>`,
  // Neither code nor territory in an alphabet that cannot write the code.
  `${UNWRITABLE}&precision=2 -> {"mapcode":"12.UA-DW","territory":"NLD"}`,
  '/coords/VHXGB.1J9J -> {"latDeg":52.376504,"lonDeg":4.908535499999999}',
  '/territories?count=1 -> {"total":533,"territories":[{"aliases":["US"],"fullNameAliases":["United States of America","America"],"alphaCode":"USA","alphaCodeMinimalUnambiguous":"USA","alphaCodeMinimal":"USA","fullName":"USA","alphabets":[{"name":"ROMAN"}]}]}',
  `/xml/territories?count=1 -> ${XML}<territories><total>533</total><territory><alphaCode>USA</alphaCode><alphaCodeMinimalUnambiguous>USA</alphaCodeMinimalUnambiguous><alphaCodeMinimal>USA</alphaCodeMinimal><fullName>USA</fullName><aliases><alias>US</alias></aliases><fullNameAliases><fullNameAlias>United States of America</fullNameAlias><fullNameAlias>America</fullNameAlias></fullNameAliases><alphabets><alphabet><name>ROMAN</name></alphabet></alphabets></territory></territories>`,
  '/territories?count=0 -> {"total":533,"territories":[]}',
  '/territories?offset=533 -> {"total":533,"territories":[]}',
  `/xml/territories?offset=2147483647 -> ${XML}<territories><total>533</total></territories>`,
  '/territories/NLD -> {"alphaCode":"NLD","alphaCodeMinimalUnambiguous":"NLD","alphaCodeMinimal":"NLD","fullName":"Netherlands","alphabets":[{"name":"ROMAN"}]}',
  `/xml/territories/US-IN -> ${XML}<territory><alphaCode>US-IN</alphaCode><alphaCodeMinimalUnambiguous>US-IN</alphaCodeMinimalUnambiguous><alphaCodeMinimal>IN</alphaCodeMinimal><fullName>Indiana</fullName><parentTerritory>USA</parentTerritory><aliases/><fullNameAliases/><alphabets><alphabet><name>ROMAN</name></alphabet></alphabets></territory>`,
  '/alphabets?offset=1&count=2 -> {"total":28,"alphabets":[{"name":"GREEK"},{"name":"CYRILLIC"}]}',
  '/alphabets/greek -> {"name":"GREEK"}',
  `/xml/alphabets/GREEK -> ${XML}<alphabet><name>GREEK</name></alphabet>`,
  `/version -> {"version":"${version}","apiVersion":"2.4.7.1","dataVersion":"2.3.0"}`,
  `/xml/version -> ${XML}<version><version>${version}</version><apiVersion>2.4.7.1</apiVersion><dataVersion>2.3.0</dataVersion></version>`,
  '/status -> {"status":"OK"}',
  `/xml/status -> ${XML}<status><status>OK</status></status>`,
];

describe("a reply", () => {
  it.each(EXACT)("is exact: %s", (row) => {
    const [target, text] = row.split(" -> ");
    expect(textOf(target)).toBe(text);
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
/coords/VHXGB.1J9J /coords/VHXGB.1J9J?context=BRA /coords/VHXGB.1J9J?include=offset,territory,alphabet
/coords/VHXGB.1J9J /coords/${encodeURI("ΦΗ9ΓΒ.21Π39")} /coords/${encodeURI("ΑΑΑ ΦΗ9ΓΒ.21Π39")}
/territories/NLD /territories/nld /territories/Netherlands /territories/netherlands/
/territories/US-IN /territories/IN /territories/US%20IN
/territories/RU-IN /territories/IN?context=RUS
/territories/IMN /territories/Isle%20of%20Man
/territories?count=1 /territories?count=%2B1 /territories?offset=-2147483648&count=1
/version /version/
/ /?<script>`;

describe("requests get the same reply:", () => {
  it.each(SAME.trim().split("\n"))("%s", (line) => {
    const [target, ...others] = line.split(" ");
    for (const other of others) expect([other, textOf(other)]).toEqual([other, textOf(target)]);
  });
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
