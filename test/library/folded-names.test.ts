/** Names as people type them: folded, misspelled, unknown; and ISO codes that mean other places. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { foldedName } from "../../src/library/folded-names.ts";
import { nearestName } from "../../src/library/suggestions.ts";
import { runs } from "../support/arbitraries.ts";
import { thrownBy, withCode } from "../support/errors.ts";

const NAMES = mapcoded
  .territories()
  .flatMap(({ fullName, fullNameAliases }) => [fullName, ...fullNameAliases]);

it("a folded name has no case, marks, signs and double spaces, and the base letters of others", () => {
  expect(foldedName("  Saint-Barthélemy, Å’s AALAND_ßæœøłđðþı 9中")).toBe(
    "saint barthelemy as aland ssaeoeolddthi 9中",
  );
});

/** A name with one character after the first added, removed, replaced, or swapped with the next one. */
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

  it("has at most one mistake in three characters of the text", () => {
    for (const text of ["abcdefxyz", "badcfeghi", "abcdefghixyz"]) {
      expect(nearestName(text, ["abcdefghi"])).toBe("abcdefghi");
      const worse = `${text.slice(0, 3)}?${text.slice(4, -1)}??`;
      expect(nearestName(worse, ["abcdefghi"])).toBe(undefined);
    }
    expect(nearestName("abcdef", ["abcdefghi"])).toBe(undefined);
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

it("the option country of decode takes ISO codes, also in front of codes, and contradicts a context", () => {
  const options = [{ country: "NL" }, { country: "nld" }];
  for (const option of options)
    expect(mapcoded.decode("49.4V", option)).toEqual(mapcoded.decode("NLD 49.4V"));
  expect(mapcoded.decodeRectangle("49.4V", { country: "NL" })).toEqual(
    mapcoded.decodeRectangle("NLD 49.4V"),
  );
  for (const country of ["RU", "AU"]) {
    expect(mapcoded.decode("SA 2SN0.S70M", { country })).toEqual(
      mapcoded.decode(`${country}-SA 2SN0.S70M`),
    );
  }
  const both = { country: "NL", context: "NLD" };
  expect(() => mapcoded.decode("49.4V", both)).toThrow(withCode("contradictory-options"));
  expect(() => mapcoded.decode("49.4V", { country: "XX" })).toThrow(withCode("unknown-territory"));
});

const messageOf = (call: () => unknown) => thrownBy(mapcoded.MapcodeError, call).message;

describe("messages about territories", () => {
  it("suggest the country of an ISO code", () => {
    expect(() => mapcoded.decode("ZZZZ.ZZZZ", { context: "NL" })).toThrow(
      "The context 'NL' is IN-NL. Did you mean the country NLD? Use the option country with 'NL' or the context 'NLD'.",
    );
    expect(() => mapcoded.encode(52.4, 4.9, { territory: "FR" })).toThrow(
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
    const found =
      mapcoded.findTerritory(name)?.alphaCode ?? messageOf(() => mapcoded.getTerritory(name));
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
    ["Cote d'Ivoire", "Ivory Coast (CIV)"],
    ["ÅLAND", "Aaland Islands (ALA)"],
    ["Shānxī", "Shanxi (CN-SX) or Shaanxi (CN-SN)"],
    ["U.S.A.", "USA"],
    ["Canary Islands", "Spain (ESP)"],
    ["Deutschland", "Germany (DEU)"],
    ["Nethrelands", "Netherlands (NLD)"],
  ])("suggest those that a part or form of a name means: %s", (name, meant) => {
    const message = messageOf(() => mapcoded.getTerritory(name));
    expect(message.endsWith(` Did you mean ${meant}?`), message).toBe(true);
  });

  it.each([
    ["México", "MEX"],
    ["Åland Islands", "ALA"],
    ["Côte d’Ivoire", "CIV"],
    ["CÔTE D'IVOIRE", "CIV"],
    ["Réunion", "REU"],
    ["Curaçao", "CUW"],
    ["São Paulo", "BR-SP"],
    ["Nuevo León", "MX-NLE"],
  ])("are not needed for a name with diacritics: %s", (name, code) => {
    expect(mapcoded.getTerritory(name).alphaCode).toBe(code);
  });

  it("suggest nothing that only looks alike", () => {
    for (const name of ["Bavaria", "Channel Islands", "Republic", "The", "Moon", "?", "Atlantis"]) {
      expect(() => mapcoded.getTerritory(name)).toThrow(/of a territory\.$/);
    }
  });

  it.each([
    ["UK", "United Kingdom (GBR)"],
    ["Netherlands", "Netherlands (NLD)"],
    ["Nethrelands", "Netherlands (NLD)"],
    [" nl ", "NL"],
  ])("suggest the country of a text that is no ISO code: %s", (country, meant) => {
    const end = `two or three letters. Did you mean ${meant}?`;
    expect(() => mapcoded.encode(52.4, 4.9, { country })).toThrow(end);
    expect(() => mapcoded.decode("49.4V", { country })).toThrow(end);
  });

  it("suggest no subdivision as a country", () => {
    expect(() => mapcoded.encode(52.4, 4.9, { country: "California" })).toThrow(/letters\.$/);
  });
});

const rootFile = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

it("the table of ISO codes that mean other places, in the documents, has six of them and the number of all", () => {
  const [, ...rows] = rootFile("data/countries.csv").trim().split("\n");
  const expected = rows.flatMap((row) => {
    const [code = ""] = row.split(",");
    const country = mapcoded.territories()[Into.countryNumber(code)];
    const other = mapcoded.findTerritory(code);
    if (!other || other === country) return [];
    const names = [country, other].map(({ fullName, alphaCode }) => `${fullName} (${alphaCode})`);
    return [[code, ...names].join("  ")];
  });
  const text = rootFile("docs/library.md");
  const documented = Array.from(text.matchAll(/^[A-Z]{2} {2}\S.*$/gm), ([line]) => line);
  expect(documented.length).toBe(6);
  expect(expected).toEqual(
    expect.arrayContaining(documented.map((line) => line.replaceAll(/ {2,}/g, "  "))),
  );
  expect(text).toContain(`Of the ${expected.length} codes with two`);
});

describe("getCountry", () => {
  it("finds countries by their codes and names, and never a subdivision", () => {
    for (const { alphaCode, fullName, parentTerritory } of mapcoded.territories()) {
      if (parentTerritory !== undefined) continue;
      for (const name of [alphaCode, fullName, fullName.toLowerCase()]) {
        expect(mapcoded.getCountry(name).alphaCode).toBe(alphaCode);
      }
    }
    for (const name of ["IN", "ind", "India", "Índia"])
      expect(mapcoded.getCountry(name).alphaCode).toBe("IND");
    expect(mapcoded.getCountry("Georgia").alphaCode).toBe("GEO");
  });

  it.each([
    ["US-IN", ""],
    ["Indiana", ""],
    ["Nethrelands", " Did you mean Netherlands (NLD)?"],
  ])("refuses '%s'", (name, hint) => {
    expect(() => mapcoded.getCountry(name)).toThrow(
      `The country '${name}' is not the code or name of a country.`,
    );
    expect(messageOf(() => mapcoded.getCountry(name))).toContain(hint);
  });
});
