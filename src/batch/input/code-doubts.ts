/**
 * What is doubtful about mapcodes and the territories before them. Conversions of arguments load this file, so it imports
 * nothing that only batches need.
 */
import * as Library from "../../index.ts";
import { NO_TERRITORY } from "../../into.ts";
import { allMeanings, countryOfSameName, described } from "../../library/territories.ts";
import { quoted } from "../../messages.ts";
import type { ByRole } from "../options/roles.ts";
import type { Group } from "./sample.ts";

/** The warning about codes such as `12.05`: prices and dates have the form of mapcodes. Encoding writes A, E or U, too. */
export function doubtOfDigits(texts: readonly string[]): string | undefined {
  const areDigits = (text: string) => /^\s*(?:\S+\s+)?[\d.]+(?:-\S*)?\s*$/.test(text);
  const [first, ...more] = texts.filter((text) => areDigits(text) && Library.hasMapcodeForm(text));
  if (first === undefined) return undefined;
  return `${quoted(first)} ${more.length === 0 ? "has" : `and ${more.length} more have`} only digits. Every mapcode has a letter: check that these are mapcodes.`;
}

/** The warning about a row whose international code is more than a kilometer from its other code. */
export function doubtOfInternational({ rows }: Group, indexes: ByRole<number>): string | undefined {
  const { mapcode = -1, international = -1, territory = -1 } = indexes;
  for (const row of rows) {
    const [code, other, name] = [mapcode, international, territory].map((at) => row[at] ?? "");
    // An error takes longer than a hundred rows.
    if (code === "" || other === "") continue;
    const [number, ...others] = allMeanings(name);
    const prefix =
      name !== "" && others.length === 0 ? `${Library.territories()[number]?.alphaCode} ` : "";
    try {
      const near = Library.decode(other);
      if (Library.distanceMeters(Library.decode(prefix + code, { near }), near) < 1000) continue;
      return `${quoted(code)} and ${quoted(other)} in one row stand for different places. The results are those of ${quoted(code)}.`;
    } catch {} // The row has one code, or fails.
  }
  return undefined;
}

/**
 * Names the chosen meaning of an ambiguous territory name, and how to write the other one: NL is Nagaland and the
 * Netherlands, Georgia is in the USA and in Asia.
 * @param within an ISO code of the country that is given with the name, if one is
 * @returns a sentence; undefined if the name has one meaning only, or one in that country
 */
export function ambiguityWarning(name: string, within?: string): string | undefined {
  const country = countryOfSameName(name);
  if (country === NO_TERRITORY) return undefined;
  const { number, parentTerritory } = Library.getTerritory(name);
  const { alphaCode, fullName } = Library.territories()[country];
  const given = within && Library.getCountry(within);
  if (given && [alphaCode, parentTerritory].includes(given.alphaCode)) return undefined;
  return `'${name}' is read as ${described(number)}. For the country ${fullName}, write ${alphaCode}.`;
}
