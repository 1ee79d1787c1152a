/** Suggestions in the messages about territories that are not found, or that are probably not those meant. */
import { type Message, option, sentence } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions } from "../tables/tables.ts";
import { alphaCodeOf, findCountry } from "../territories/lookup.ts";
import { NameList } from "./nearest.ts";

/**
 * Common names that the published tables lack. They are suggested and not accepted, as look-ups give the answers
 * of the published library.
 */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  "THE NETHERLANDS": "NLD",
  HOLLAND: "NLD",
  "UNITED STATES": "USA",
  AMERICA: "USA",
  VATICAN: "VAT",
  ENGLAND: "GBR",
  SCOTLAND: "GBR",
  WALES: "GBR",
  "NORTHERN IRELAND": "GBR",
  BRITAIN: "GBR",
  "GREAT BRITAIN": "GBR",
  RUSSIA: "RUS",
  "SOUTH KOREA": "KOR",
  "NORTH KOREA": "PRK",
  "CZECH REPUBLIC": "CZE",
  BURMA: "MMR",
  "IVORY COAST": "CIV",
};

/** All full names, made for the first suggestion. */
let territoryNames: NameList | undefined;

/** The alpha code of the country with an ISO 3166 code, if there is one. */
function countryOfIsoCode(code: string): string | undefined {
  const country = findCountry(code.trim());
  return country === NO_TERRITORY ? undefined : alphaCodeOf(country);
}

/** Tables often have one unknown name in many rows. A suggestion takes as long as the conversion of ten rows. */
const suggestions = new Map<string, Message>();
const MAX_SUGGESTIONS = 10_000;

function findSuggestion(name: string): Message {
  const country = countryOfIsoCode(name);
  if (country !== undefined) {
    const use = option("country", `'${name.trim()}'`);
    return sentence` Did you mean the country ${country}? Use the ${use} or the territory '${country}'.`;
  }
  const common = COMMON_NAMES[name.trim().toUpperCase()];
  if (common !== undefined) return ` Did you mean ${common}?`;
  territoryNames ??= new NameList(
    descriptions().territories.flatMap(({ fullName, fullNameAliases }) => [
      fullName,
      ...fullNameAliases,
    ]),
  );
  return territoryNames.didYouMean(name);
}

/** What a name that no territory has probably means: a sentence with a space in front, or nothing. */
export function suggestTerritory(name: string): Message {
  const known = suggestions.get(name);
  if (known !== undefined) return known;
  const suggestion = findSuggestion(name);
  if (suggestions.size === MAX_SUGGESTIONS) suggestions.clear();
  suggestions.set(name, suggestion);
  return suggestion;
}

/**
 * A context that is the ISO code of another country than the territory it means: a sentence with a space in front.
 * @param territory the alpha code of what the context means
 */
export function suggestCountry(context: string, territory: string): Message {
  const country = countryOfIsoCode(context);
  if (country === undefined || country === territory) return "";
  const use = option("country", `'${context.trim()}'`);
  return sentence` The context '${context.trim()}' is ${territory}. Did you mean the country ${country}? Use the ${use} or the context '${country}'.`;
}
