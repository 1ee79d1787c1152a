/** ISO codes that mean other places, and names that are not found: what the messages suggest. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  countryNumber,
  decode,
  decodeBatch,
  decodeRectangle,
  encode,
  findTerritory,
  getTerritory,
  territories,
} from "../../src/index.ts";

describe("the option country of decode", () => {
  it("takes ISO codes, where a context means subdivisions first", () => {
    const expected = decode("NLD 49.4V");
    expect(decode("49.4V", { country: "NL" })).toEqual(expected);
    expect(decode("49.4V", { country: "nld" })).toEqual(expected);
    expect(decodeRectangle("49.4V", { country: "NL" })).toEqual(decodeRectangle("NLD 49.4V"));
    expect(decodeBatch(["49.4V"], { country: "NL" }).degrees[0]).toBe(expected.latDeg);
  });

  it("looks up territories in front of codes in the country first", () => {
    expect(decode("SA 2SN0.S70M", { country: "RU" })).toEqual(decode("RU-SA 2SN0.S70M"));
    expect(decode("SA 2SN0.S70M", { country: "AU" })).toEqual(decode("AU-SA 2SN0.S70M"));
  });

  it("contradicts a context, and must exist", () => {
    expect(() => decode("49.4V", { country: "NL", context: "NLD" })).toThrow(
      expect.objectContaining({ code: "contradictory-options" }),
    );
    expect(() => decode("49.4V", { country: "XX" })).toThrow(
      expect.objectContaining({ code: "unknown-territory" }),
    );
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
  it("in the documents has all of them", () => {
    const [, ...rows] = rootFile("data/countries.csv").trim().split("\n");
    const expected = rows.flatMap((row) => {
      const [code = ""] = row.split(",");
      const country = territories()[countryNumber(code)];
      const other = findTerritory(code);
      if (!other || other === country) return [];
      const names = [country, other].map(({ fullName, alphaCode }) => `${fullName} (${alphaCode})`);
      return [[code, ...names].join("  ")];
    });
    expect(expected.length).toBeGreaterThan(80);
    const documented = rootFile("docs/library.md").match(/^[A-Z]{2} {2}\S.*$/gm);
    expect(documented?.map((line) => line.replaceAll(/ {2,}/g, "  "))).toEqual(expected);
  });
});
