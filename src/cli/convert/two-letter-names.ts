/** Two letters that name a country and a subdivision of another one, such as NL: the Netherlands and Nagaland. */
import {
  countryNumber,
  getTerritory,
  MapcodeError,
  territories,
  territoryNumber,
} from "../../index.ts";

function numberOf(find: (name: string) => number, name: string): number | undefined {
  try {
    return find(name);
  } catch (error) {
    if (error instanceof MapcodeError) return undefined;
    throw error;
  }
}

/**
 * Says which of two meanings the name of a territory has.
 * @param name of a territory, as an option has it
 * @param replacement the option that takes it for a country
 * @returns a sentence; undefined if the name has one meaning only
 */
export function twoLetterNotice(name: string | undefined, replacement: string): string | undefined {
  if (name === undefined || !/^[a-z]{2}$/i.test(name)) return undefined;
  const taken = numberOf(territoryNumber, name);
  const country = numberOf(countryNumber, name);
  if (taken === undefined || country === undefined || taken === country) return undefined;
  const { alphaCode, fullName, parentTerritory } = territories()[taken];
  const parent = parentTerritory ? ` in ${getTerritory(parentTerritory).fullName}` : "";
  return `'${name}' is taken for ${alphaCode}, ${fullName}${parent}. For ${territories()[country].fullName}, use ${replacement}.`;
}

/** The same for the territory in front of a mapcode. */
export function twoLetterNoticeOfCode(mapcode: string): string | undefined {
  const [, name] = /^\s*([a-z]{2})\s/i.exec(mapcode) ?? [];
  const country = name === undefined ? undefined : numberOf(countryNumber, name);
  if (country === undefined) return undefined;
  const { alphaCode } = territories()[country];
  return twoLetterNotice(name, `${alphaCode} in front of the mapcode`);
}
