/** Writing a mapcode as text, for people of a country or for programs. */
import { INTERNATIONAL } from "../tables/format.ts";
import { type AnyAlphabetName, alphabetNumber, writeMapcode } from "./alphabets.ts";
import { checkOptions, NO_OPTIONS, type OptionRules } from "./arguments.ts";
import { MapcodeError, valueProblem } from "./errors.ts";
import { isInternationalCode, type MapcodeInput, partsOf } from "./mapcode.ts";
import { getTerritory } from "./territories.ts";

/** How to write the territory of a mapcode. */
export type TerritoryFormat = "long" | "short" | "none";

/** Options of formatMapcode. */
export interface FormatOptions {
  /**
   * The territory in front of the code: the whole alpha code (`long`, the default: `US-IN`, and `AAA` for
   * international codes), the shortest text with the same meaning (`short`: `JH` for IN-JH if nothing else is
   * called so, and nothing for international codes), or nothing.
   */
  readonly territory?: TerritoryFormat | undefined;
  /** The alphabet of territory and code; by default ROMAN. */
  readonly alphabet?: AnyAlphabetName | undefined;
  /**
   * Extra characters to write, 0 to 8; by default as many as the code has. A code with fewer is filled up to the
   * middle of its cell, a code with more is cut.
   */
  readonly precision?: number | undefined;
}

const FORMAT_OPTIONS: OptionRules = {
  names: ["territory", "alphabet", "precision"],
  example: '{ territory: "short" }',
};
const TERRITORY_FORMATS: readonly TerritoryFormat[] = ["long", "short", "none"];

/** The text in front of a code, in Roman letters. @param name of the territory, as it was given */
function territoryText(name: string | undefined, text: string, format: TerritoryFormat): string {
  if (name === undefined) {
    return format === "long" && isInternationalCode(text.trim()) ? INTERNATIONAL : "";
  }
  const { alphaCode, alphaCodeMinimalUnambiguous } = getTerritory(name);
  if (format === "long") return alphaCode;
  return format === "none" || alphaCode === INTERNATIONAL ? "" : alphaCodeMinimalUnambiguous;
}

/**
 * A mapcode as text. With its territory, long or short, the text decodes to the same place.
 * @param mapcode an object, as encode or parseMapcode returns it, or a text. A text without a territory gets none, unless its
 *   code is international.
 * @param options territory in front, alphabet, and number of extra characters (0 to 8)
 * @throws MapcodeError if the mapcode's territory is unknown
 * @throws MapcodeError if the text does not have the form of a mapcode
 * @throws MapcodeError if `territory` is not long, short or none, or an option is unknown
 * @throws MapcodeError if the alphabet is not one of alphabets()
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if the alphabet lacks a letter of the code
 * @throws TypeError if the mapcode is neither a text nor has one, or the options are not an object
 * @example
 * ```ts
 * const [mapcode] = encode(39.7684, -86.1581, { territory: "US-IN" });
 * formatMapcode(mapcode); // "US-IN HH.GC"
 * formatMapcode(mapcode, { territory: "none" }); // "HH.GC"
 * formatMapcode("nld 49.4v-k2", { precision: 0 }); // "NLD 49.4V"
 * formatMapcode({ territory: "NLD", code: "49.4V" }, { alphabet: "CYRILLIC" }); // "ЗЛД 49.4Ч"
 * formatMapcode({ territory: "AAA", code: "VHXGB.1J9J" }, { territory: "short" }); // "VHXGB.1J9J"
 * ```
 */
export function formatMapcode(mapcode: MapcodeInput, options: FormatOptions = NO_OPTIONS): string {
  const {
    territory: format = "long",
    alphabet = "ROMAN",
    precision,
  } = checkOptions(options, FORMAT_OPTIONS);
  const { territory, text } = partsOf(mapcode);
  if (!TERRITORY_FORMATS.includes(format)) {
    const expected = `one of ${TERRITORY_FORMATS.join(", ")}`;
    throw new MapcodeError(valueProblem("invalid-option", "option territory", format, expected));
  }
  const number = alphabetNumber(alphabet);
  return writeMapcode(text, territoryText(territory, text, format), number, precision);
}
