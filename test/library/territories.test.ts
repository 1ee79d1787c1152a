/** Looking up territories by all of their names, codes, parents and countries. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { oracleLookUpTerritory } from "../oracle/index.ts";
import { resultOr, withCode } from "../support/errors.ts";

const PARENTS = ["USA", "IND", "CAN", "AUS", "MEX", "BRA", "RUS", "CHN", "ATA"];

type Row = Readonly<Record<string, string>>;

function published(file: string): Row[] {
  return parse(readFileSync(new URL(`../../data/${file}`, import.meta.url)), { columns: true });
}

function split(cell: string | undefined): string[] {
  return cell ? cell.split("|") : [];
}

/** Spellings of a name with the same meaning. */
function spellings(name: string): string[] {
  const mixed = Array.from(name, (char, at) => (at % 2 === 0 ? char.toLowerCase() : char)).join("");
  return [name, name.toLowerCase(), name.toUpperCase(), mixed, `  ${name} `];
}

/** The alpha code of the territory with a name, or the error in the form of the oracle. */
function lookedUp(name: string, parent?: string): ReturnType<typeof oracleLookUpTerritory> {
  const isNoParent = parent !== undefined && !PARENTS.includes(parent);
  const error = { error: isNoParent ? "illegal-argument" : "unknown-territory" } as const;
  return resultOr(
    error,
    mapcoded.MapcodeError,
    () => mapcoded.getTerritory(name, parent).alphaCode,
  );
}

describe("the list of territories", () => {
  it("equals the published tables, in their order", () => {
    const rows = published("territories.csv");
    const listed = mapcoded.territories().map((one) => ({
      number: `${one.number}`,
      alphaCode: one.alphaCode,
      parent: one.parentTerritory ?? "",
      fullName: one.fullName,
      fullNameAliases: one.fullNameAliases.join("|"),
      aliases: one.aliases.join("|"),
      alphabets: one.alphabets.join("|"),
    }));
    expect(listed).toEqual(rows);
    expect(listed).toHaveLength(533);
  });

  it("has a short unambiguous code exactly where the published names give it one meaning", () => {
    const meanings = new Map<string, number>();
    for (const { code = "" } of published("territory-codes.csv")) {
      meanings.set(code, (meanings.get(code) ?? 0) + 1);
    }
    for (const {
      alphaCode,
      alphaCodeMinimal,
      alphaCodeMinimalUnambiguous,
    } of mapcoded.territories()) {
      expect(alphaCodeMinimal).toBe(alphaCode.split("-").at(-1));
      const isAlone = meanings.get(alphaCodeMinimal) === 1;
      expect(alphaCodeMinimalUnambiguous).toBe(isAlone ? alphaCodeMinimal : alphaCode);
    }
  });
});

describe("looking up a name", () => {
  it("gives the first published meaning, in any case and with outer spaces", () => {
    const rows = published("territory-codes.csv");
    for (const { code = "", territory = "", rank } of rows) {
      if (rank !== "0") continue;
      for (const name of spellings(code)) expect(lookedUp(name), name).toBe(territory);
      expect(lookedUp(code.replaceAll("-", "_")), code).toBe(territory);
    }
  });

  it("within a parent gives a meaning only where the name has one there", () => {
    for (const { code = "" } of published("territory-codes.csv")) {
      for (const parent of PARENTS) {
        expect(lookedUp(code, parent), `${code} in ${parent}`).toEqual(
          oracleLookUpTerritory(code, parent),
        );
      }
    }
  });

  it("gives the territory for all of its names, unless a subdivision takes precedence", () => {
    const shadowed: string[] = [];
    for (const { alphaCode = "", parent = "", ...row } of published("territories.csv")) {
      for (const name of [row.fullName, ...split(row.aliases), ...split(row.fullNameAliases)]) {
        const within = parent === "" ? undefined : parent;
        const own = lookedUp(name, within);
        expect(own, name).toEqual(oracleLookUpTerritory(name, within));
        if (own !== alphaCode) shadowed.push(`${name}: ${own} for ${alphaCode}`);
      }
    }
    expect(shadowed).toEqual([
      "Georgia: US-GA for GEO",
      "IN: US-IN for IND",
      "BR: IN-BR for BRA",
      "MX: MX-MX for MEX",
      "CA: US-CA for CAN",
    ]);
  });

  it("accepts parent and subdivision joined by a hyphen, an underscore or a space", () => {
    for (const { alphaCode, alphaCodeMinimal, parentTerritory } of mapcoded.territories()) {
      if (parentTerritory === undefined) continue;
      for (const joint of ["-", "_", " "]) {
        const name = `${parentTerritory}${joint}${alphaCodeMinimal}`;
        expect(lookedUp(name), name).toBe(alphaCode);
      }
    }
  });

  it("throws an error for other texts, and for other parents", () => {
    for (const name of [
      ...["", " ", "-", "--", "XX", "NLD-", "-NLD", "NLD NLD", "US-XX", "constructor", "?", "\t"],
    ]) {
      expect(oracleLookUpTerritory(name)).toEqual({ error: "unknown-territory" });
      expect(() => Into.territoryNumber(name)).toThrow(withCode("unknown-territory"));
      expect(() => mapcoded.encode(1, 2, { territory: name })).toThrow(
        withCode("unknown-territory"),
      );
    }
    for (const parent of ["NLD", "US-IN", "usa", "", "Russia"]) {
      expect(oracleLookUpTerritory("IN", parent)).toEqual({ error: "illegal-argument" });
      expect(() => mapcoded.getTerritory("IN", parent)).toThrow(`'${parent}' is not one of USA, `);
    }
  });
});

describe("looking up a country", () => {
  it("accepts both ISO codes in any case", () => {
    const rows = published("countries.csv");
    expect(rows).toHaveLength(250);
    for (const { iso2 = "", iso3 = "", territory } of rows) {
      for (const code of [iso2, iso3, iso2.toLowerCase(), iso3.toLowerCase()]) {
        expect(mapcoded.territories()[Into.countryNumber(code)]?.alphaCode, code).toBe(territory);
      }
    }
  });

  it("never gives a subdivision with the same two letters, and throws for other texts", () => {
    expect(mapcoded.territories()[Into.countryNumber("IN")]?.alphaCode).toBe("IND");
    for (const name of [
      ...["", "N", "XX", "Netherlands", "US-IN", "constructor", "__proto__", " NL", "toString"],
    ]) {
      const error = expect.objectContaining({ code: "unknown-territory", value: name });
      expect(() => Into.countryNumber(name)).toThrow(error);
      expect(() => mapcoded.encode(1, 2, { country: name })).toThrow(error);
    }
  });
});

function codesFor(text: string, limit?: number): string[] {
  return mapcoded.searchTerritories(text, { limit }).map(({ alphaCode }) => alphaCode);
}

describe("searching territories", () => {
  it("finds every territory by its code and by its names, first or among its namesakes", () => {
    for (const { alphaCode, fullName, fullNameAliases, aliases } of mapcoded.territories()) {
      expect(codesFor(alphaCode, 1)).toEqual([alphaCode]);
      for (const name of [fullName, ...fullNameAliases, ...aliases]) {
        expect(codesFor(name)).toContain(alphaCode);
      }
    }
  });

  it("finds every territory by the start of each word of its name", () => {
    for (const { alphaCode, fullName } of mapcoded.territories()) {
      for (const word of fullName.split(/[^\p{L}\p{N}']+/u).filter((part) => part.length > 3)) {
        expect(codesFor(word.slice(0, 3), 600)).toContain(alphaCode);
      }
    }
  });

  it.each([
    ["NLD", "nether", "NETHER", "  nether-  ", "nld"],
    ["STP", "sao to", "são to"],
    ["US-NY", "york new"],
    ["US-IN", "us-in", "US_IN"],
    ["CIV", "ivo co"],
    ["CUW", "curaç"],
    ["ALA", "ÅLAND"],
    ["DEU", "Deutschland", "deutsch"],
    ["CN-SX CN-SN", "shanxi"],
    ["CN-SN CN-SX", "Shaanxi"],
    // Codes come first, then countries before subdivisions.
    ["IND US-IN RU-IN IDN", "in"],
    ["NLD IN-NL", "nl"],
  ])("finds %s first by %s", (codes, ...texts) => {
    for (const text of texts)
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
      expect(() => mapcoded.searchTerritories("a", { limit })).toThrow(withCode("invalid-option"));
    }
  });
});

describe("the subdivisions of a country", () => {
  it("are all territories whose parent it is, in the published order; none of other countries", () => {
    const parents = new Set(mapcoded.territories().flatMap((one) => one.parentTerritory ?? []));
    expect([...parents].sort()).toEqual(["AUS", "BRA", "CAN", "CHN", "IND", "MEX", "RUS", "USA"]);
    for (const parent of parents) {
      const expected = mapcoded.territories().filter((one) => one.parentTerritory === parent);
      expect(mapcoded.subdivisions(parent)).toEqual(expected);
    }
    expect(mapcoded.subdivisions("nl")).toEqual([]);
    expect(() => mapcoded.subdivisions("Tasmania")).toThrow(withCode("unknown-territory"));
  });
});
