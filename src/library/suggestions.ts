/** Suggestions in the messages about territories that are not found, or that are probably not those meant. */
import { formatList, type Message, option, sentence } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { descriptions } from "../tables/tables.ts";
import { alphaCodeOf, countryOf, findCountry } from "../territories/lookup.ts";
import { territoriesMeantBy } from "./meant-territories.ts";
import { remember } from "./remember.ts";

/** The alpha code of the country with an ISO 3166 code, if there is one. */
function countryOfIsoCode(code: string): string | undefined {
  const country = findCountry(code.trim());
  return country === NO_TERRITORY ? undefined : alphaCodeOf(country);
}

function findSuggestion(name: string): Message {
  const country = countryOfIsoCode(name);
  if (country !== undefined) {
    const use = option("country", `'${name.trim()}'`);
    return sentence` Did you mean the country ${country}? Use the ${use} or the territory '${country}'.`;
  }
  return didYouMeanOneOf(territoriesMeantBy(name).map(nameWithCode));
}

/** A sentence that suggests one or several names, with a space in front; empty if there is none. */
function didYouMeanOneOf(names: readonly string[]): string {
  if (names.length === 0) return "";
  return ` Did you mean ${formatList(names, "or")}?`;
}

/** The name and the code of a territory: mapcodes begin with codes only. */
function nameWithCode(territory: number): string {
  const { fullName } = descriptions().territories[territory];
  const code = alphaCodeOf(territory);
  return fullName === code ? code : `${fullName} (${code})`;
}

/**
 * What a name that no territory has probably means: a sentence with a space in front, or nothing. Tables often have one
 * unknown name in many rows, and a suggestion takes as long as the conversion of ten rows.
 */
export const suggestTerritory = remember(findSuggestion);

/** The country that a text other than an ISO code probably means: a sentence with a space in front, or nothing. */
export const suggestIsoCode = remember((text: string) => {
  const isoCode = text.trim();
  if (countryOfIsoCode(isoCode) !== undefined) return ` Did you mean ${isoCode.toUpperCase()}?`;
  const countries = territoriesMeantBy(text).filter((one) => countryOf(one) === one);
  return didYouMeanOneOf(countries.map(nameWithCode));
});

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
