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
  MapcodeError,
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
      found = findTerritory(name).alphaCode;
    } catch (error) {
      found = (error as Error).message;
    }
    expect(found).toContain(code);
  });

  it("suggest the nearest name", () => {
    expect(() => findTerritory("Nethrelands")).toThrow("Did you mean Netherlands?");
    expect(() => findTerritory("Atlantis")).not.toThrow("Did you mean");
  });
});

/** The territory that a code means as `territory` or `context`. */
function meaningOf(code: string) {
  try {
    return findTerritory(code);
  } catch (error) {
    if (error instanceof MapcodeError) return undefined;
    throw error;
  }
}

function rootFile(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
}

describe("the table of ISO codes that mean other places", () => {
  it("in the documents has all of them", () => {
    const [, ...rows] = rootFile("data/countries.csv").trim().split("\n");
    const expected = rows.flatMap((row) => {
      const [code = ""] = row.split(",");
      const country = territories()[countryNumber(code)];
      const other = meaningOf(code);
      if (!other || other === country) return [];
      const names = [code, country.fullName, country.alphaCode, other.fullName, other.alphaCode];
      return [`| ${names.join(" | ")} |`];
    });
    expect(expected.length).toBeGreaterThan(80);
    const documented = rootFile("docs/library.md").match(/^\| [A-Z]{2} \|.*$/gm);
    expect(documented).toEqual(expected);
  });
});
