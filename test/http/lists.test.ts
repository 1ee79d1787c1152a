import { expect, it } from "vitest";
import { territories } from "../../src/index.ts";
import { PARENT_CODES } from "../../src/territories/lookup.ts";
import { onBothTransports, type Send } from "./both-transports.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

interface Listed {
  readonly alphaCode: string;
}

async function codesOf(send: Send, target: string): Promise<string[]> {
  const { status, text } = await send(target);
  expect({ target, status }).toEqual({ target, status: 200 });
  return JSON.parse(text).territories.map(({ alphaCode }: Listed) => alphaCode);
}

onBothTransports("the list of territories", {}, (send) => {
  it("begins with the territories that have subdivisions, then has the others by number", async () => {
    const codes = await codesOf(send, "/territories");
    expect(codes.slice(0, 9)).toEqual([...PARENT_CODES]);
    const others = territories().map(({ alphaCode }) => alphaCode);
    expect(codes.slice(9)).toEqual(
      others.filter((code) => !(PARENT_CODES as readonly string[]).includes(code)),
    );
    expect(codes).toHaveLength(533);
  });

  it("has the total length on every page", async () => {
    expect((await send("/territories?count=1")).text).toBe(
      '{"total":533,"territories":[{"aliases":["US"],"fullNameAliases":' +
        '["United States of America","America"],"alphaCode":"USA",' +
        '"alphaCodeMinimalUnambiguous":"USA","alphaCodeMinimal":"USA","fullName":"USA",' +
        '"alphabets":[{"name":"ROMAN"}]}]}',
    );
    expect((await send("/xml/territories?count=1")).text).toBe(
      `${XML}<territories><total>533</total><territory><alphaCode>USA</alphaCode>` +
        "<alphaCodeMinimalUnambiguous>USA</alphaCodeMinimalUnambiguous>" +
        "<alphaCodeMinimal>USA</alphaCodeMinimal><fullName>USA</fullName>" +
        "<aliases><alias>US</alias></aliases><fullNameAliases>" +
        "<fullNameAlias>United States of America</fullNameAlias>" +
        "<fullNameAlias>America</fullNameAlias></fullNameAliases>" +
        "<alphabets><alphabet><name>ROMAN</name></alphabet></alphabets></territory></territories>",
    );
  });

  it("has a total and no items on an empty page", async () => {
    for (const query of ["count=0", "offset=533", "offset=2147483647"]) {
      expect((await send(`/territories?${query}`)).text).toBe('{"total":533,"territories":[]}');
      expect((await send(`/xml/territories?${query}`)).text).toBe(
        `${XML}<territories><total>533</total></territories>`,
      );
    }
  });

  it("is the concatenation of its pages", async () => {
    const whole = await codesOf(send, "/territories");
    const pages = [];
    for (let offset = 0; offset < whole.length; offset += 100) {
      pages.push(await codesOf(send, `/territories?offset=${offset}&count=100`));
    }
    expect(pages.flat()).toEqual(whole);
  });

  it("counts a negative offset from its end, and limits pages to the list", async () => {
    const whole = await codesOf(send, "/territories");
    expect(await codesOf(send, "/territories?offset=-5")).toEqual(whole.slice(-5));
    expect(await codesOf(send, "/territories?offset=-5&count=2")).toEqual(whole.slice(-5, -3));
    expect(await codesOf(send, "/territories?offset=-2147483648&count=2")).toEqual(
      whole.slice(0, 2),
    );
    expect(await codesOf(send, "/territories?count=2147483647&offset=1")).toEqual(whole.slice(1));
  });
});

onBothTransports("a territory", {}, (send) => {
  const NETHERLANDS =
    '{"alphaCode":"NLD","alphaCodeMinimalUnambiguous":"NLD","alphaCodeMinimal":"NLD",' +
    '"fullName":"Netherlands","alphabets":[{"name":"ROMAN"}]}';

  it("is found by its code, alias or name in any case", async () => {
    for (const name of ["NLD", "nld", "Netherlands", "netherlands/"]) {
      expect((await send(`/territories/${name}`)).text).toBe(NETHERLANDS);
    }
  });

  it("has its empty lists in XML", async () => {
    expect((await send("/xml/territories/US-IN")).text).toBe(
      `${XML}<territory><alphaCode>US-IN</alphaCode>` +
        "<alphaCodeMinimalUnambiguous>US-IN</alphaCodeMinimalUnambiguous>" +
        "<alphaCodeMinimal>IN</alphaCodeMinimal><fullName>Indiana</fullName>" +
        "<parentTerritory>USA</parentTerritory><aliases/><fullNameAliases/>" +
        "<alphabets><alphabet><name>ROMAN</name></alphabet></alphabets></territory>",
    );
  });

  it.each([
    ["IN", "US-IN"],
    ["IN?context=RUS", "RU-IN"],
    ["US%20IN", "US-IN"],
    ["Isle%20of%20Man", "IMN"],
    ["AAA", "AAA"],
  ])("%s is %s", async (target, alphaCode) => {
    expect(JSON.parse((await send(`/territories/${target}`)).text).alphaCode).toBe(alphaCode);
  });
});

onBothTransports("the alphabets", {}, (send) => {
  it("are listed in the order of the tables, page by page", async () => {
    const { total, alphabets } = JSON.parse((await send("/alphabets")).text);
    expect(total).toBe(28);
    expect(alphabets).toHaveLength(28);
    expect(alphabets.slice(0, 3)).toEqual([
      { name: "ROMAN" },
      { name: "GREEK" },
      { name: "CYRILLIC" },
    ]);
    expect((await send("/alphabets?offset=1&count=2")).text).toBe(
      '{"total":28,"alphabets":[{"name":"GREEK"},{"name":"CYRILLIC"}]}',
    );
    expect((await send("/xml/alphabets?offset=-1")).text).toBe(
      `${XML}<alphabets><total>28</total><alphabet><name>${alphabets.at(-1).name}</name></alphabet></alphabets>`,
    );
  });

  it("are found one by one, by their names in any case", async () => {
    expect((await send("/alphabets/greek")).text).toBe('{"name":"GREEK"}');
    expect((await send("/xml/alphabets/GREEK")).text).toBe(
      `${XML}<alphabet><name>GREEK</name></alphabet>`,
    );
  });
});
