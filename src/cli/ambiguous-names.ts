/** Names of a territory and of a country: NL is Nagaland and the Netherlands, Georgia is in the USA and in Asia. */
import { getTerritory, NO_TERRITORY, territories } from "../index.ts";
import { countryOfSameName } from "../library/territories.ts";

/**
 * Says which of two meanings the name of a territory has, and how to write the other one.
 * @returns a sentence; undefined if the name has one meaning only
 */
export function ambiguityNotice(name: string): string | undefined {
  const country = countryOfSameName(name);
  if (country === NO_TERRITORY) return undefined;
  const { alphaCode, fullName, parentTerritory } = getTerritory(name);
  const parent = parentTerritory ? ` in ${getTerritory(parentTerritory).fullName}` : "";
  const other = territories()[country];
  return `'${name}' is taken for ${alphaCode}, ${fullName}${parent}. For the country ${other.fullName}, write ${other.alphaCode}.`;
}
