/** The names of countries in the language of the browser, which the browser itself knows. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** All pairs of letters: the ISO codes of regions, and others. */
export const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Names the region of an ISO code; undefined if it has no name. */
export type Namer = (region: string) => string | undefined;

/** The long names of these say of which country they are a part. */
const SHORT_REGIONS = ["HK", "MO"];

/** Names regions in the first of the languages that the browser knows. */
export function namerIn(...languages: readonly string[]): Namer {
  const options = { type: "region", fallback: "none" } as const;
  const names = new Intl.DisplayNames(languages, options);
  return (region) => {
    if (!SHORT_REGIONS.includes(region)) return names.of(region);
    return new Intl.DisplayNames(languages, { ...options, style: "short" }).of(region);
  };
}

/** Short names in the atlas that English names of regions do not begin with. */
const ATLAS_NAMES: Readonly<Record<string, string>> = {
  "Dem. Rep. Congo": "CD",
  "Central African Rep.": "CF",
  "Dominican Rep.": "DO",
  "Eq. Guinea": "GQ",
  "S. Sudan": "SS",
  "Bosnia and Herz.": "BA",
  "United States of America": "US",
  Turkey: "TR",
  Macedonia: "MK",
  Congo: "CG",
  eSwatini: "SZ",
  Myanmar: "MM",
  "Côte d'Ivoire": "CI",
};

/** @returns names a country of the atlas; by its English name where the browser has no other */
export function countryNamer(languages: readonly string[]): (name: string) => string {
  const [language = "en"] = languages;
  if (language.startsWith("en")) return (name) => name;
  const english = namerIn("en");
  const own = namerIn(...languages, "en");
  const regions = new Map(Object.entries(ATLAS_NAMES));
  for (const region of PAIRS) {
    const name = english(region);
    if (name !== undefined && !regions.has(name)) regions.set(name, region);
  }
  return (name) => {
    const region = regions.get(name);
    return (region && own(region)) ?? name;
  };
}
