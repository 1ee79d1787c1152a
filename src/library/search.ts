/** Territories for lists that users choose from: those that a typed text may mean, and the subdivisions of a country. */
import { checkText } from "../messages.ts";
import { parents } from "../tables/tables.ts";
import { valueError } from "./errors.ts";
import { type FoldedTerritory, foldedName, foldedTerritories, startsWords } from "./names.ts";
import { checkOptions, NO_OPTIONS } from "./options.ts";
import { countryNumber, type Territory, territories } from "./territories.ts";

/** Options of searchTerritories. */
export interface SearchOptions {
  /** The maximum number of territories, from 1; by default 10. */
  readonly limit?: number | undefined;
}

/** No name has a tenth of this length. */
const MAX_SEARCHED_CHARS = 1000;

/** Ways in which a text matches a territory, the best first. */
const MATCHES: readonly ((territory: FoldedTerritory, text: string) => boolean)[] = [
  ({ codes }, text) => codes.includes(text),
  ({ names }, text) => names.includes(text),
  ({ names }, text) => names[0].startsWith(text),
  ({ names }, text) => names.some((name) => name.startsWith(text)),
  ({ codes }, text) => codes.some((code) => code.startsWith(text)),
  ({ names }, text) => names.some((name) => startsWords(name, text.split(" "))),
];

/**
 * The territories that a typed text may mean, the best match first: by a code (also of ISO 3166), a name (also a common one,
 * such as Deutschland), the start of a name, the start of a code, and the starts of words in a name. Among equal matches,
 * countries come before subdivisions, then the names decide. Unlike getTerritory, IN finds both Indiana and India.
 * @param text what the user has typed so far, in any case; letters need no diacritics
 * @param options the maximum number of territories, from 1; by default 10
 * @returns an empty list if nothing matches, or if the text has neither letters nor digits, or more than 1,000 characters
 * @throws MapcodeError if the limit is not an integer from 1, or an option is unknown
 * @throws TypeError if the text is not a string, or the options are not an object
 * @example
 * ```ts
 * searchTerritories("nether")[0].alphaCode; // "NLD"
 * searchTerritories("in", { limit: 3 }).map(({ alphaCode }) => alphaCode); // ["IND", "US-IN", "RU-IN"]
 * ```
 */
export function searchTerritories(text: string, options: SearchOptions = NO_OPTIONS): Territory[] {
  checkOptions(options, ["limit"]);
  const { limit = 10 } = options;
  checkText("text to search for", text);
  if (!Number.isInteger(limit) || limit < 1) {
    throw valueError("invalid-option", "option limit", limit, "an integer from 1");
  }
  const typed = text.trim().toLowerCase();
  const wanted = typed.length > MAX_SEARCHED_CHARS ? "" : foldedName(typed);
  if (wanted === "") return [];
  const found = foldedTerritories().flatMap((folded) => {
    const territory = territories()[folded.number];
    const rank = MATCHES.findIndex((isMatch) => isMatch(folded, wanted));
    if (rank < 0) return [];
    // Shaanxi and Shanxi are folded to the same.
    const isOther = Number(territory.fullName.toLowerCase() !== typed);
    const isSubdivision = Number(territory.parentTerritory !== undefined);
    return [{ territory, order: 4 * rank + 2 * isOther + isSubdivision }];
  });
  found.sort(
    (one, other) =>
      one.order - other.order || (one.territory.fullName > other.territory.fullName ? 1 : -1),
  );
  return found.slice(0, limit).map(({ territory }) => territory);
}

/**
 * The subdivisions of a country that have mapcodes of their own, in the published order.
 * @param country an ISO 3166 code of two or three letters, in any case
 * @returns an empty list for the many countries without
 * @throws MapcodeError if no territory has this ISO code
 * @throws TypeError if the code is not a string
 * @example
 * ```ts
 * subdivisions("AU").slice(0, 3).map(({ alphaCode }) => alphaCode); // ["AU-NSW", "AU-ACT", "AU-JBT"]
 * ```
 */
export function subdivisions(country: string): Territory[] {
  const parent = countryNumber(country);
  return territories().filter(({ number }) => parents[number] === parent);
}
