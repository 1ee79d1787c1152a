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

/** The restricted Damerau-Levenshtein distance by its definition, with the whole table. */
function mistakesBetween(from: string, to: string): number {
  const table = Array.from({ length: from.length + 1 }, (_, row) => {
    return Array.from({ length: to.length + 1 }, (_, column) => (row === 0 ? column : row));
  });
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const replaced = table[row - 1][column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      table[row][column] = Math.min(
        replaced,
        table[row - 1][column] + 1,
        table[row][column - 1] + 1,
        isSwapped ? table[row - 2][column - 2] + 1 : replaced,
      );
    }
  }
  return table[from.length][to.length];
}

/** Whether one of the first two characters is among the first two of another text. */
function sharesStart(...texts: readonly [string, string]): boolean {
  const [one, other] = texts.map((text) => text.slice(0, 2));
  return Array.from(one).some((char) => other.includes(char));
}

/** The nearest name by its definition: every name is compared. */
function slowNearest(text: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(text.length / 3)) + 1;
  for (const name of names) {
    const [wanted, upper] = [text.toUpperCase(), name.toUpperCase()];
    const mistakes = sharesStart(wanted, upper) ? mistakesBetween(wanted, upper) : fewest;
    if (mistakes >= fewest) continue;
    best = name;
    fewest = mistakes;
  }
  return best;
}

const letter = fc.constantFrom(..."aeinorst lz-'");

/** Texts with some characters added, removed, replaced or swapped. */
const misspelled = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("add", "remove", "replace", "swap"), letter), {
      maxLength: 6,
    }),
  )
  .map(([name, mistakes]) => {
    const chars = Array.from(name);
    for (const [place, kind, char] of mistakes) {
      const at = place % (chars.length + 1);
      if (kind === "add") chars.splice(at, 0, char);
      else if (kind === "remove") chars.splice(at, 1);
      else if (kind === "replace") chars.splice(at, 1, char);
      else chars.splice(at, 2, ...chars.slice(at, at + 2).toReversed());
    }
    return chars.join("");
  });

describe("the nearest name", () => {
  it("is the one that a comparison with all names finds, for misspelled names", () => {
    fc.assert(
      fc.property(misspelled, (text) => {
        expect(nearestName(text, NAMES)).toBe(slowNearest(text, NAMES));
      }),
      runs(150),
    );
  });

  it("is the one that a comparison with all names finds, for any letters", () => {
    const text = fc.array(letter, { maxLength: 45 }).map((chars) => chars.join(""));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 30 }), (wanted, names) => {
        expect(nearestName(wanted, names)).toBe(slowNearest(wanted, names));
      }),
      runs(150),
    );
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
    ["United States", "USA"],
    ["Vatican", "VAT"],
    ["England", "GBR"],
    ["Scotland", "GBR"],
    ["Great Britain", "GBR"],
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
    ["Slovak Republic", "Slovakia (SVK)"],
    ["Islamic Republic of Iran", "Iran (IRN)"],
    ["Kingdom of the Netherlands", "Netherlands (NLD)"],
    ["Côte d’Ivoire", "Ivory Coast (CIV)"],
    ["ÅLAND", "Aaland Islands (ALA)"],
    ["U.S.A.", "USA"],
    ["Canary Islands", "Spain (ESP)"],
    ["UAE", "United Arab Emirates (ARE)"],
    ["Eswatini", "Swaziland (SWZ)"],
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
  it("in the documents has codes of it, and their number", () => {
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
