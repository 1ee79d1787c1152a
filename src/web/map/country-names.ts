/** The names of countries on the map in the language of the browser, which the browser itself knows. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

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
  const options = { type: "region", fallback: "none" } as const;
  const english = new Intl.DisplayNames("en", options);
  const own = new Intl.DisplayNames([...languages, "en"], options);
  const regions = new Map(Object.entries(ATLAS_NAMES));
  for (const region of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = english.of(region);
    if (name !== undefined && !regions.has(name)) regions.set(name, region);
  }
  return (name) => {
    const region = regions.get(name);
    return (region && own.of(region)) ?? name;
  };
}
