/** Names as people type them: folded, misspelled, unknown; and ISO codes that mean other places. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { foldedName } from "../../src/library/folded-names.ts";
import { nearestName } from "../../src/library/suggestions.ts";
import { countryByAnyName, territoryByAnyName } from "../../src/library/territories.ts";
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
    ["Congo", "COG (Congo-Brazzaville) or COD (Congo-Kinshasa)"],
    ["Korea", "KOR (South Korea) or PRK (North Korea)"],
    ["Virgin Islands", "VGB (British Virgin Islands) or VIR (US Virgin Islands)"],
    ["bosnia", "BIH (Bosnia and Herzegovina)"],
    ["The Bahamas", "BHS (Bahamas)"],
    ["St. Lucia", "LCA (Saint Lucia)"],
    ["Islamic Republic of Iran", "IRN (Iran)"],
    ["Kingdom of the Netherlands", "NLD (Netherlands)"],
    ["Cote d'Ivoire", "CIV (Ivory Coast)"],
    ["ÅLAND", "ALA (Aaland Islands)"],
    ["Shānxī", "CN-SX (Shanxi) or CN-SN (Shaanxi)"],
    ["U.S.A.", "USA"],
    ["Canary Islands", "ESP (Spain)"],
    ["Deutschland", "DEU (Germany)"],
    ["Nethrelands", "NLD (Netherlands)"],
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

  it.each(["528", "056", " 4 "])("ask for letters in place of the ISO number %s", (number) => {
    const advice = /\. Write its code in letters, such as NLD\.$/;
    expect(() => mapcoded.getTerritory(number)).toThrow(advice);
    expect(() => mapcoded.getCountry(number)).toThrow(advice);
    expect(() => mapcoded.encode(52.4, 4.9, { country: number })).toThrow(advice);
  });

  it("suggest nothing that only looks alike", () => {
    expect(() => mapcoded.getCountry("XK")).toThrow(/of a country\.$/);
    for (const name of "XK|Bavaria|Channel Islands|Republic|The|Moon|?|Atlantis".split("|")) {
      expect(() => mapcoded.getTerritory(name)).toThrow(/of a territory\.$/);
    }
  });

  it.each([
    ["UK", "GBR (United Kingdom)"],
    ["Netherlands", "NLD (Netherlands)"],
    ["Nethrelands", "NLD (Netherlands)"],
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

/** Short names of ISO 3166, of several years, that differ from those of CLDR by more than an article. */
const ISO_NAMES = `
  BO: Bolivia (Plurinational State of); BO: Bolivia, Plurinational State of; BQ: Bonaire, Sint Eustatius and Saba;
  BN: Brunei Darussalam; CV: Cabo Verde; CC: Cocos (Keeling) Islands (the); CI: Côte d'Ivoire;
  CD: Congo (the Democratic Republic of the); CD: Congo, Democratic Republic of the; CG: Republic of the Congo;
  CD: Congo, The Democratic Republic of the; FK: Falkland Islands (the) [Malvinas]; FK: Falkland Islands (Malvinas);
  TF: French Southern Territories (the); GM: Gambia (the); HM: Heard Island and McDonald Islands; VA: Holy See (the);
  VA: Holy See (Vatican City State); IR: Iran (Islamic Republic of); IR: Iran, Islamic Republic of;
  KP: Korea (the Democratic People's Republic of); KP: Korea, Democratic People's Republic of;
  KR: Korea (the Republic of); KR: Korea, Republic of; LA: Lao People's Democratic Republic (the); MO: Macao;
  FM: Micronesia (Federated States of); FM: Micronesia, Federated States of; MD: Moldova (the Republic of);
  MD: Moldova, Republic of; NL: Netherlands (Kingdom of the); NL: Netherlands, Kingdom of the; NF: Norfolk Island;
  PS: Palestine, State of; PH: Philippines (the); PN: Pitcairn; RU: Russian Federation (the);
  SH: Saint Helena, Ascension and Tristan da Cunha; MF: Saint Martin (French part); SX: Sint Maarten (Dutch part);
  GS: South Georgia and the South Sandwich Islands; SJ: Svalbard and Jan Mayen; SY: Syrian Arab Republic (the);
  TW: Taiwan (Province of China); TW: Taiwan, Province of China; TZ: Tanzania, the United Republic of;
  TZ: Tanzania, United Republic of; TL: Timor-Leste; TR: Türkiye; US: United States of America (the);
  GB: United Kingdom of Great Britain and Northern Ireland (the); UM: United States Minor Outlying Islands (the);
  VE: Venezuela (Bolivarian Republic of); VE: Venezuela, Bolivarian Republic of; VN: Viet Nam;
  VG: Virgin Islands (British); VG: Virgin Islands, British; VI: Virgin Islands (U.S.); VI: Virgin Islands, U.S.
`
  .split(";")
  .map((entry) => entry.trim().split(": ") as [string, string]);

describe("the names of countries in columns", () => {
  const [, ...rows] = rootFile("data/countries.csv").trim().split("\n");
  const isoCodes = rows.map((row) => row.split(",")[0]);
  const cldrNames = (["long", "short"] as const).flatMap((style) => {
    const names = new Intl.DisplayNames("en", { type: "region", style });
    return isoCodes.map((code): [string, string] => [code, names.of(code) ?? ""]);
  });

  it("are those of CLDR and ISO 3166", () => {
    expect(cldrNames.length).toBe(2 * rows.length);
    for (const [isoCode, name] of [...cldrNames, ...ISO_NAMES]) {
      const country = Into.countryNumber(isoCode);
      expect([name, countryByAnyName(name)]).toEqual([name, country]);
      // These two are subdivisions, too.
      if (name === "Georgia" || name === "UK") continue;
      expect([name, territoryByAnyName(name)]).toEqual([name, country]);
    }
  });

  it.each([
    ...["Congo", "Korea", "Georgia, USA", "State of Georgia", "Georgia, State of", "Niger State"],
    ...["Luxembourg, Belgium", "Republic", "Kingdom of", "United Kingdom of", "Virgin Islands"],
    ...["& Tobago", "St.", "XK", "528"],
  ])("are not parts and ambiguous forms of them: %s", (name) => {
    expect(countryByAnyName(name)).toBe(Into.NO_TERRITORY);
  });

  it.each([
    ...["Fiji", "St. Lucia", "St. Barthélemy", "Trinidad & Tobago", "Moldova, Republic of"],
    "São Tomé & Príncipe",
  ])("are found by search and suggested, but not looked up: %s", (name) => {
    expect(mapcoded.findTerritory(name)).toBe(undefined);
    const message = messageOf(() => mapcoded.getTerritory(name));
    const { alphaCode } = mapcoded.territories()[countryByAnyName(name)];
    expect(message).toContain(` Did you mean ${alphaCode} (`);
    if (name.includes(",")) return;
    expect(mapcoded.searchTerritories(name)[0].alphaCode).toBe(alphaCode);
  });
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
    ["Nethrelands", " Did you mean NLD (Netherlands)?"],
  ])("refuses '%s'", (name, hint) => {
    expect(() => mapcoded.getCountry(name)).toThrow(
      `The country '${name}' is not the code or name of a country.`,
    );
    expect(messageOf(() => mapcoded.getCountry(name))).toContain(hint);
  });
});
