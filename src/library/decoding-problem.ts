/** The problem of a mapcode that stands for no place, in words. */

import { decodeInto, territoryOf, writePointIn } from "../codec/decode.ts";
import { MALFORMED_MAPCODE } from "../codec/error-codes.ts";
import { quoted } from "../messages.ts";
import { NO_TERRITORY } from "../tables/format.ts";
import { descriptions } from "../tables/tables.ts";
import { joinedCode } from "../text/alphabets.ts";
import { MAX_TEXT_CHARS, type MapcodeParts, parseParts, splitMapcode } from "../text/grammar.ts";
import { alphaCodeOf, findByIsoCode } from "../text/territories.ts";
import * as errors from "./errors.ts";
import { contextOfFilter, type TerritoryFilter } from "./filters.ts";
import { suggestCountry, suggestTerritory } from "./folded-names.ts";
import { MAPCODE_FORM } from "./mapcode.ts";
import { countryOfSameName, territoryByAnyNameWithin, territoryNamed } from "./territories.ts";

const BARE_EXPECTED =
  "a worldwide code; others need their territory in front ('NLD 49.4V') or as the context, or a point near them";

const degrees = new Float64Array(2);

/** Suggests the mapcode in a text with the name of its territory, also after it, or with other words around it. */
function suggestWithin(text: string, { country }: TerritoryFilter): string {
  const words = text.split(/[^\p{L}\p{M}\p{N}.'’-]+/u);
  const at = words.findIndex((word) => splitMapcode(word) !== undefined);
  if (at < 0) return "";
  const name = words.slice(0, at).join(" ");
  const named =
    country === NO_TERRITORY ? territoryNamed(name) : territoryByAnyNameWithin(name, country);
  const numbers = [named, findByIsoCode(name)].filter((number) => number !== NO_TERRITORY);
  const names = [...numbers.map(alphaCodeOf), words[at - 1], words[at + 1]];
  const texts = [...names.map((each) => `${each} ${words[at]}`), words[at]];
  const found = texts.find((each) => decodeInto(each, NO_TERRITORY, degrees) === 0);
  return found === undefined ? "" : ` Did you mean '${found}'?`;
}

/** Whether a code stands for a place in any territory. */
function hasPlace(parts: MapcodeParts): boolean {
  const hasPlaceIn = (_: unknown, territory: number) =>
    writePointIn(territory, true, degrees) === 0;
  return parseParts(parts) && descriptions().territories.some(hasPlaceIn);
}

/** Zero-width characters, marks of direction, and hyphens that show only at the end of a line. */
const FORMAT_CHARACTERS = /\p{Cf}/gu;

/** A mapcode without what copied texts may have: invisible characters, full width, dashes, and punctuation around it. */
function cleaned(mapcode: string): string {
  return mapcode
    .replace(FORMAT_CHARACTERS, "")
    .normalize("NFKC")
    .replaceAll("%20", " ")
    .replace(/\s*[\p{Pd}\u2212]\s*/gu, "-")
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, "");
}

/** A MAPCODE of car navigation in Japan: `33 161 526*66`. */
const JAPANESE = /^\s*(?:\d{1,4} \d{3} \d{3}|[\d ]{6,13}\*\d{2})\s*$/;

/** Suggests the clean form of a malformed mapcode, if that stands for a place. */
function suggestCleaned(mapcode: string, filter: TerritoryFilter): string {
  if (mapcode.length > MAX_TEXT_CHARS) return "";
  if (JAPANESE.test(mapcode)) return " The MAPCODE of car navigation in Japan is another system.";
  const text = cleaned(mapcode);
  const parts = text === mapcode ? undefined : splitMapcode(text);
  if (parts === undefined) return suggestWithin(text, filter);
  const isBare = parts.territory === undefined;
  const isPlace = isBare ? hasPlace(parts) : decodeInto(text, NO_TERRITORY, degrees) === 0;
  if (!isPlace) return "";
  const hasInvisible = mapcode.replace(FORMAT_CHARACTERS, "").trim() === text;
  return ` Did you mean '${text}'${hasInvisible ? " without invisible characters" : ""}?`;
}

/** Suggests the country of an ISO code in front, such as NL, that means a subdivision, if the code has a place there. */
function suggestCountryForPrefix({ territory = "", code, extension }: MapcodeParts): string {
  const country = territory === "" ? NO_TERRITORY : countryOfSameName(territory);
  const isPlace = decodeInto(joinedCode(code, extension), country, degrees) === 0;
  return country !== NO_TERRITORY && isPlace ? ` Did you mean ${alphaCodeOf(country)}?` : "";
}

/** The problem of a mapcode within a filter. @param errorCode MALFORMED_MAPCODE or UNKNOWN_MAPCODE */
export function decodingProblem(
  errorCode: number,
  mapcode: string,
  filter: TerritoryFilter,
): errors.Problem<"malformed-mapcode" | "unknown-mapcode"> {
  if (errorCode === MALFORMED_MAPCODE) {
    const hint = suggestCleaned(mapcode, filter);
    return errors.valueProblem("malformed-mapcode", "mapcode", mapcode, MAPCODE_FORM, hint);
  }
  const code = "unknown-mapcode";
  const number = contextOfFilter(filter);
  const parts = splitMapcode(mapcode);
  const { territory } = parts ?? {};
  if (territory !== undefined && territoryOf(territory, number) === NO_TERRITORY) {
    const problem = `${quoted(territory)} is not a territory.${suggestWithin(mapcode, filter) || suggestTerritory(territory)}`;
    const message = `In the mapcode ${quoted(mapcode)}, ${problem}`;
    return { code, message, value: mapcode, expected: "the code of a place in a territory" };
  }
  const isBare = territory === undefined;
  let expected = "the code of a place in its territory";
  if (isBare && number !== NO_TERRITORY) {
    expected = `the code of a place in ${alphaCodeOf(number)}`;
  } else if (isBare) {
    expected = parts && hasPlace(parts) ? BARE_EXPECTED : "the code of a place in any territory";
  }
  const hasContext = filter.territory !== NO_TERRITORY && filter.origin === undefined;
  const hintOfContext = hasContext ? suggestCountry(filter.name, alphaCodeOf(number)) : "";
  const hint = parts === undefined || isBare ? hintOfContext : suggestCountryForPrefix(parts);
  return errors.valueProblem(code, "mapcode", mapcode, expected, hint);
}
