/** Names as people type them: folded, misspelled, unknown; and ISO codes that mean other places. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countryNumber,
  decode,
  decodeRectangle,
  encode,
  findTerritory,
  getTerritory,
  territories,
} from "../../src/index.ts";
import { foldedName, nearestName } from "../../src/library/names.ts";
import { runs } from "../support/arbitraries.ts";
import { withCode } from "../support/errors.ts";

const NAMES = territories().flatMap(({ fullName, fullNameAliases }) => [
  fullName,
  ...fullNameAliases,
]);

const SINGLE_LETTERS = new Map(Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l" }))
  .set("đ", "d")
  .set("ð", "d")
  .set("þ", "th")
  .set("ı", "i");

/** Folding by its definition: every text takes all steps. */
function slowFoldedName(text: string): string {
  const base = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const letters = Array.from(base, (letter) => SINGLE_LETTERS.get(letter) ?? letter).join("");
  const short = letters.replace(/['’]/g, "").replaceAll("aa", "a");
  return short.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

const char = fc.constantFrom(..."aAbZz09  -_'’.ßÆøŁđIİıéÅ\u212a\u212b\u0301中");

describe("a folded name", () => {
  it("is the one of all steps, for the names of the tables", () => {
    for (const name of NAMES) expect(foldedName(name)).toBe(slowFoldedName(name));
  });

  it("is the one of all steps, for any texts", () => {
    const text = fc.array(char, { maxLength: 12 }).map((chars) => chars.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "grapheme" })), (name) => {
        expect(foldedName(name)).toBe(slowFoldedName(name));
      }),
      runs(300),
    );
  });
});

/** A name with one character added, removed, replaced, or swapped with the next one, behind the first. */
const misspelled = fc
  .tuple(
    fc.constantFrom(...NAMES.filter(({ length }) => length > 2)),
    fc.nat(),
    fc.constantFrom("add", "remove", "replace", "swap"),
    fc.constantFrom(..."aeinorst lz-'"),
  )
  .map(([name, place, kind, char]) => {
    const at = 1 + (place % (name.length - 1));
    const [before, after] = [name.slice(0, at), name.slice(at)];
    if (kind === "add") return [name, before + char + after];
    if (kind === "remove") return [name, before + after.slice(1)];
    if (kind === "replace") return [name, before + char + after.slice(1)];
    return [name, before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2)];
  });

describe("the nearest name", () => {
  it("is the name that was meant, for one mistake in any case", () => {
    fc.assert(
      fc.property(misspelled, fc.boolean(), ([name, text], isUpper) => {
        expect(nearestName(isUpper ? text.toUpperCase() : text, [name])).toBe(name);
      }),
      runs(300),
    );
  });

  it("is the one with the fewest mistakes, the first on a tie", () => {
    expect(nearestName("abcdefghi", ["abcdefxyz", "abcdefgxy", "abcdefghx", "abcdefghy"])).toBe(
      "abcdefghx",
    );
  });

  it.each([
    ["abcdefxyz", "abcdefghi"],
    ["badcfeghi", "abcdefghi"],
    ["abcdefghixyz", "abcdefghi"],
    ["abcdef", "abcdefghi"],
  ])("has at most one mistake in three characters of the text: '%s'", (text, name) => {
    const isNear = text.length >= 9;
    expect(nearestName(text, [name])).toBe(isNear ? name : undefined);
    expect(nearestName(`${text.slice(0, 3)}?${text.slice(4, -1)}??`, [name])).toBe(undefined);
  });

  it.each([
    ["Nethrelands", "Netherlands"],
    ["saint vincent and the grenadine", "Saint Vincent and the Grenadines"],
    ["zzzzzzzz", undefined],
    ["", undefined],
    ["Nethrelands".repeat(9), undefined],
  ])("to '%s' is %s", (text, name) => {
    expect(nearestName(text, NAMES)).toBe(name);
  });
});

describe("the option country of decode", () => {
  it("takes ISO codes, where a context means subdivisions first", () => {
    const expected = decode("NLD 49.4V");
    expect(decode("49.4V", { country: "NL" })).toEqual(expected);
    expect(decode("49.4V", { country: "nld" })).toEqual(expected);
    expect(decodeRectangle("49.4V", { country: "NL" })).toEqual(decodeRectangle("NLD 49.4V"));
  });

  it("looks up territories in front of codes in the country first", () => {
    expect(decode("SA 2SN0.S70M", { country: "RU" })).toEqual(decode("RU-SA 2SN0.S70M"));
    expect(decode("SA 2SN0.S70M", { country: "AU" })).toEqual(decode("AU-SA 2SN0.S70M"));
  });

  it("contradicts a context, and must exist", () => {
    expect(() => decode("49.4V", { country: "NL", context: "NLD" })).toThrow(
      withCode("contradictory-options"),
    );
    expect(() => decode("49.4V", { country: "XX" })).toThrow(withCode("unknown-territory"));
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[().]/g, "\\$&");
}

describe("messages about territories", () => {
  it("suggest the country of an ISO code", () => {
    expect(() => decode("ZZZZ.ZZZZ", { context: "NL" })).toThrow(
      "The context 'NL' is IN-NL. Did you mean the country NLD? Use the option country with 'NL' or the context 'NLD'.",
    );
    expect(() => encode(52.4, 4.9, { territory: "FR" })).toThrow(
      "Did you mean the country FRA? Use the option country with 'FR' or the territory 'FRA'.",
    );
  });

  it.each([
    ["The Netherlands", "NLD"],
    ["Vatican", "VAT"],
    ["England", "GBR"],
    ["Russia", "RUS"],
    ["South Korea", "KOR"],
  ])("suggest or find the territory of a common name: %s", (name, code) => {
    let found: string;
    try {
      found = getTerritory(name).alphaCode;
    } catch (error) {
      found = (error as Error).message;
    }
    expect(found).toContain(code);
  });

  it.each([
    ["Congo", "Congo-Brazzaville (COG) or Congo-Kinshasa (COD)"],
    ["Korea", "South Korea (KOR) or North Korea (PRK)"],
    ["Virgin Islands", "British Virgin Islands (VGB) or US Virgin Islands (VIR)"],
    ["bosnia", "Bosnia and Herzegovina (BIH)"],
    ["The Bahamas", "Bahamas (BHS)"],
    ["St. Lucia", "Saint Lucia (LCA)"],
    ["Islamic Republic of Iran", "Iran (IRN)"],
    ["Kingdom of the Netherlands", "Netherlands (NLD)"],
    ["Côte d’Ivoire", "Ivory Coast (CIV)"],
    ["ÅLAND", "Aaland Islands (ALA)"],
    ["U.S.A.", "USA"],
    ["Canary Islands", "Spain (ESP)"],
    ["Deutschland", "Germany (DEU)"],
  ])("suggest those that a part or form of a name means: %s", (name, meant) => {
    expect(() => getTerritory(name)).toThrow(new RegExp(` Did you mean ${escaped(meant)}\\?$`));
  });

  it.each([
    "Bavaria",
    "Channel Islands",
    "Republic",
    "The",
    "Moon",
    "?",
  ])("suggest nothing that only looks alike: %s", (name) => {
    expect(() => getTerritory(name)).toThrow(/of a territory\.$/);
  });

  it.each([
    ["UK", "United Kingdom (GBR)"],
    ["Netherlands", "Netherlands (NLD)"],
    ["Nethrelands", "Netherlands (NLD)"],
    [" nl ", "NL"],
  ])("suggest the country of a text that is no ISO code: %s", (country, meant) => {
    const end = new RegExp(`two or three letters\\. Did you mean ${escaped(meant)}\\?$`);
    expect(() => encode(52.4, 4.9, { country })).toThrow(end);
    expect(() => decode("49.4V", { country })).toThrow(end);
  });

  it("suggest no subdivision as a country", () => {
    expect(() => encode(52.4, 4.9, { country: "California" })).toThrow(/letters\.$/);
  });

  it("suggest the nearest name", () => {
    expect(() => getTerritory("Nethrelands")).toThrow("Did you mean Netherlands (NLD)?");
    expect(() => getTerritory("Atlantis")).not.toThrow("Did you mean");
  });
});

function rootFile(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
}

describe("the table of ISO codes that mean other places", () => {
  it("in the documents has ten of them, and the number of all", () => {
    const [, ...rows] = rootFile("data/countries.csv").trim().split("\n");
    const expected = rows.flatMap((row) => {
      const [code = ""] = row.split(",");
      const country = territories()[countryNumber(code)];
      const other = findTerritory(code);
      if (!other || other === country) return [];
      const names = [country, other].map(({ fullName, alphaCode }) => `${fullName} (${alphaCode})`);
      return [[code, ...names].join("  ")];
    });
    const text = rootFile("docs/library.md");
    const documented = Array.from(text.matchAll(/^[A-Z]{2} {2}\S.*$/gm), ([line]) => line);
    expect(documented.length).toBe(10);
    expect(expected).toEqual(
      expect.arrayContaining(documented.map((line) => line.replaceAll(/ {2,}/g, "  "))),
    );
    expect(text).toContain(`Of the ${expected.length} codes with two`);
  });
});
