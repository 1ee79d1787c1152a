/** Names, codes, parents and countries: everything a territory is known by leads back to it. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import {
  alphabets,
  ContradictoryOptionsError,
  countryNumber,
  encode,
  findTerritory,
  type Territory,
  territories,
  territoryInAlphabet,
  territoryNumber,
  UnknownTerritoryError,
} from "../src/index.ts";
import { oracleLookUpTerritory } from "./oracle/index.ts";

const PARENTS = ["USA", "IND", "CAN", "AUS", "MEX", "BRA", "RUS", "CHN", "ATA"];

type Row = Readonly<Record<string, string>>;

function published(file: string): Row[] {
  return parse(readFileSync(new URL(`../data/${file}`, import.meta.url)), { columns: true });
}

function split(cell: string | undefined): string[] {
  return cell ? cell.split("|") : [];
}

/** Ways to write one name; they all mean the same. */
function spellings(name: string): string[] {
  const mixed = Array.from(name, (char, at) => (at % 2 === 0 ? char.toLowerCase() : char)).join("");
  return [name, name.toLowerCase(), name.toUpperCase(), mixed, `  ${name} `];
}

/** The alpha code that a name is found as, or the oracle's word for a refusal. */
function found(name: string, parent?: string): ReturnType<typeof oracleLookUpTerritory> {
  try {
    return findTerritory(name, parent).alphaCode;
  } catch (error) {
    if (!(error instanceof UnknownTerritoryError)) throw error;
    const isNoParent = parent !== undefined && !PARENTS.includes(parent);
    return { error: isNoParent ? "illegal-argument" : "unknown-territory" };
  }
}

describe("the list of territories", () => {
  it("says what the published tables say, in their order", () => {
    const rows = published("territories.csv");
    const said = territories().map((one) => ({
      number: `${one.number}`,
      alphaCode: one.alphaCode,
      parent: one.parentTerritory ?? "",
      fullName: one.fullName,
      fullNameAliases: one.fullNameAliases.join("|"),
      aliases: one.aliases.join("|"),
      alphabets: one.alphabets.join("|"),
    }));
    expect(said).toEqual(rows);
    expect(said).toHaveLength(533);
  });

  it("names only alphabets that there are", () => {
    const known = new Set(alphabets());
    expect(territories().filter((one) => !one.alphabets.every((name) => known.has(name)))).toEqual(
      [],
    );
  });

  it("calls a short code unambiguous just where the published names give it one meaning", () => {
    const meanings = new Map<string, number>();
    for (const { code = "" } of published("territory-codes.csv")) {
      meanings.set(code, (meanings.get(code) ?? 0) + 1);
    }
    for (const { alphaCode, alphaCodeMinimal, alphaCodeMinimalUnambiguous } of territories()) {
      expect(alphaCodeMinimal).toBe(alphaCode.split("-").at(-1));
      const isAlone = meanings.get(alphaCodeMinimal) === 1;
      expect(alphaCodeMinimalUnambiguous).toBe(isAlone ? alphaCodeMinimal : alphaCode);
    }
  });

  it("cannot be changed by those who read it", () => {
    const list = territories() as Territory[];
    const first = list[0] as { fullName: string };
    expect(() => {
      first.fullName = "Atlantis";
    }).toThrow(TypeError);
    expect(territories()[0]?.fullName).toBe("Vatican City");
  });
});

describe("a name", () => {
  it("of the published list is found as its first meaning, however it is spelt", () => {
    const rows = published("territory-codes.csv");
    for (const { code = "", territory = "", rank } of rows) {
      if (rank !== "0") continue;
      for (const name of spellings(code)) expect(found(name), name).toBe(territory);
      expect(found(code.replaceAll("-", "_")), code).toBe(territory);
    }
  });

  it("of the published list is found within the parents that it has a meaning in, and no others", () => {
    for (const { code = "" } of published("territory-codes.csv")) {
      for (const parent of PARENTS) {
        expect(found(code, parent), `${code} in ${parent}`).toEqual(
          oracleLookUpTerritory(code, parent),
        );
      }
    }
  });

  it("other than the code leads back as well, unless a subdivision goes before a country", () => {
    const shadowed: string[] = [];
    for (const { alphaCode = "", parent = "", ...row } of published("territories.csv")) {
      for (const name of [row.fullName, ...split(row.aliases), ...split(row.fullNameAliases)]) {
        const within = parent === "" ? undefined : parent;
        const own = found(name as string, within);
        expect(own, name).toEqual(oracleLookUpTerritory(name as string, within));
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

  it("behind its parent means the part of it, joined by any sign", () => {
    for (const { alphaCode, alphaCodeMinimal, parentTerritory } of territories()) {
      if (parentTerritory === undefined) continue;
      for (const joint of ["-", "_", " "]) {
        const name = `${parentTerritory}${joint}${alphaCodeMinimal}`;
        expect(found(name), name).toBe(alphaCode);
      }
    }
  });

  it("is read in every alphabet that it is written in", () => {
    for (const alphabet of alphabets()) {
      for (const { alphaCode } of territories()) {
        const written = territoryInAlphabet(alphaCode, alphabet);
        expect(found(written), `${written} for ${alphaCode}`).toEqual(
          oracleLookUpTerritory(written),
        );
      }
    }
  });

  it.each([
    "",
    " ",
    "-",
    "--",
    "XX",
    "NLD-",
    "-NLD",
    "NLD NLD",
    "US-XX",
    "constructor",
    "?",
    "\t",
  ])("that is none is refused: '%s'", (name) => {
    expect(oracleLookUpTerritory(name)).toEqual({ error: "unknown-territory" });
    expect(() => territoryNumber(name)).toThrow(UnknownTerritoryError);
    expect(() => encode(1, 2, { territory: name })).toThrow(UnknownTerritoryError);
  });

  it.each(["NLD", "US-IN", "usa", "", "Russia"])("is not looked up within '%s'", (parent) => {
    expect(oracleLookUpTerritory("IN", parent)).toEqual({ error: "illegal-argument" });
    expect(() => findTerritory("IN", parent)).toThrow(`The parent '${parent}' is not one of USA, `);
  });
});

describe("a country", () => {
  it("is found by both its ISO codes, in any case", () => {
    const rows = published("countries.csv");
    expect(rows).toHaveLength(250);
    for (const { iso2 = "", iso3 = "", territory } of rows) {
      for (const code of [iso2, iso3, iso2.toLowerCase(), iso3.toLowerCase()]) {
        expect(territories()[countryNumber(code)]?.alphaCode, code).toBe(territory);
      }
    }
  });

  it("is not a subdivision where their two letters are the same", () => {
    expect(territories()[countryNumber("IN")]?.alphaCode).toBe("IND");
    expect(findTerritory("IN").alphaCode).toBe("US-IN");
  });

  it.each([
    "",
    "N",
    "XX",
    "Netherlands",
    "US-IN",
    "constructor",
    "__proto__",
    " NL",
    "toString",
  ])("that is none is refused: '%s'", (name) => {
    expect(() => countryNumber(name)).toThrow(UnknownTerritoryError);
    expect(() => encode(1, 2, { country: name })).toThrow(
      expect.objectContaining({ code: "unknown-territory", value: name }),
    );
  });

  it("and a territory are not asked for together", () => {
    expect(() => encode(1, 2, { country: "NL", territory: "NLD" })).toThrow(
      ContradictoryOptionsError,
    );
  });
});
