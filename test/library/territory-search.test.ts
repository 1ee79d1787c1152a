import { describe, expect, it } from "vitest";
import { searchTerritories, subdivisions, territories } from "../../src/index.ts";
import { withCode } from "../support/errors.ts";

function codesFor(text: string, limit?: number): string[] {
  return searchTerritories(text, { limit }).map(({ alphaCode }) => alphaCode);
}

describe("searching territories", () => {
  it("finds every territory by its code and by its names, first or among its namesakes", () => {
    for (const { alphaCode, fullName, fullNameAliases, aliases } of territories()) {
      expect(codesFor(alphaCode, 1)).toEqual([alphaCode]);
      for (const name of [fullName, ...fullNameAliases, ...aliases]) {
        expect(codesFor(name)).toContain(alphaCode);
      }
    }
  });

  it("finds every territory by the start of each word of its name", () => {
    for (const { alphaCode, fullName } of territories()) {
      for (const word of fullName.split(/[^\p{L}\p{N}']+/u).filter((part) => part.length > 3)) {
        expect(codesFor(word.slice(0, 3), 600)).toContain(alphaCode);
      }
    }
  });

  it.each([
    ["nether", ["NLD"]],
    ["NETHER", ["NLD"]],
    ["  nether-  ", ["NLD"]],
    ["york new", ["US-NY"]],
    ["sao to", ["STP"]],
    ["são to", ["STP"]],
    ["ivo co", ["CIV"]],
    ["curaç", ["CUW"]],
    ["ÅLAND", ["ALA"]],
    ["shanxi", ["CN-SX", "CN-SN"]],
    ["Shaanxi", ["CN-SN", "CN-SX"]],
    ["us-in", ["US-IN"]],
    ["US_IN", ["US-IN"]],
    ["nld", ["NLD"]],
    ["", []],
    [" - ", []],
    ["qqq", []],
    ["new qqq", []],
    ["Deutschland", ["DEU"]],
    ["deutsch", ["DEU"]],
  ])("finds by '%s'", (text, expected) => {
    expect(codesFor(text).slice(0, Math.max(1, expected.length))).toEqual(expected);
  });

  it("puts codes first, then countries before subdivisions", () => {
    expect(codesFor("in", 4)).toEqual(["IND", "US-IN", "RU-IN", "IDN"]);
    expect(codesFor("nl", 2)).toEqual(["NLD", "IN-NL"]);
  });

  it("gives ten territories unless another limit is given", () => {
    expect(codesFor("a")).toHaveLength(10);
    expect(codesFor("a", 3)).toEqual(codesFor("a").slice(0, 3));
    expect(codesFor("a", 600).length).toBeGreaterThan(60);
  });

  it.each([0, -1, 1.5, Number.NaN])("has no limit of %s", (limit) => {
    expect(() => searchTerritories("a", { limit })).toThrow(withCode("invalid-option"));
  });

  it("says that the text must be a string", () => {
    const wrong: unknown = undefined;
    expect(() => searchTerritories(wrong as string)).toThrow(TypeError);
  });
});

describe("the subdivisions of a country", () => {
  it("are all territories whose parent it is, in the published order", () => {
    const parents = new Set(territories().flatMap((one) => one.parentTerritory ?? []));
    expect([...parents].sort()).toEqual(["AUS", "BRA", "CAN", "CHN", "IND", "MEX", "RUS", "USA"]);
    for (const parent of parents) {
      const expected = territories().filter((one) => one.parentTerritory === parent);
      expect(subdivisions(parent)).toEqual(expected);
    }
  });

  it("are none for other countries", () => {
    expect(subdivisions("nl")).toEqual([]);
  });

  it("belong to a country with an ISO code", () => {
    expect(subdivisions("au").map(({ fullName }) => fullName)).toContain("Tasmania");
    expect(() => subdivisions("Tasmania")).toThrow(withCode("unknown-territory"));
  });
});
