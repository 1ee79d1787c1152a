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
    ["NLD", "nether|NETHER|  nether-  |nld"],
    ["STP", "sao to|são to"],
    ["US-NY", "york new"],
    ["US-IN", "us-in|US_IN"],
    ["CIV", "ivo co"],
    ["CUW", "curaç"],
    ["ALA", "ÅLAND"],
    ["DEU", "Deutschland|deutsch"],
    ["CN-SX CN-SN", "shanxi"],
    ["CN-SN CN-SX", "Shaanxi"],
    // Codes come first, then countries before subdivisions.
    ["IND US-IN RU-IN IDN", "in"],
    ["NLD IN-NL", "nl"],
  ])("finds %s first by %s", (codes, texts) => {
    for (const text of texts.split("|"))
      expect(`${codesFor(text).join(" ")} `.startsWith(`${codes} `)).toBe(true);
  });

  it.each(["", " - ", "qqq", "new qqq"])("finds nothing by '%s'", (text) => {
    expect(codesFor(text)).toEqual([]);
  });

  it("gives ten territories unless another limit is given, from 1", () => {
    expect(codesFor("a")).toHaveLength(10);
    expect(codesFor("a", 3)).toEqual(codesFor("a").slice(0, 3));
    expect(codesFor("a", 600).length).toBeGreaterThan(60);
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      expect(() => searchTerritories("a", { limit })).toThrow(withCode("invalid-option"));
    }
  });
});

describe("the subdivisions of a country", () => {
  it("are all territories whose parent it is, in the published order; none of other countries", () => {
    const parents = new Set(territories().flatMap((one) => one.parentTerritory ?? []));
    expect([...parents].sort()).toEqual(["AUS", "BRA", "CAN", "CHN", "IND", "MEX", "RUS", "USA"]);
    for (const parent of parents) {
      const expected = territories().filter((one) => one.parentTerritory === parent);
      expect(subdivisions(parent)).toEqual(expected);
    }
    expect(subdivisions("nl")).toEqual([]);
    expect(() => subdivisions("Tasmania")).toThrow(withCode("unknown-territory"));
  });
});
