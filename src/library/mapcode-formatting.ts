/** Writing a mapcode as text, for people of a country or for programs. */
import { checkText, wrongType } from "../messages.ts";
import { INTERNATIONAL } from "../tables/format.ts";
import { writeTerritoryCode } from "../text/alphabets.ts";
import { type AnyAlphabetName, alphabetNumber, mapcodeInAlphabet } from "./alphabets.ts";
import { checkOptions, NO_OPTIONS, type OptionRules } from "./arguments.ts";
import { InvalidOptionError } from "./errors.ts";
import type { Mapcode } from "./mapcode.ts";
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

/** The text in front of a code, in Roman letters. */
function territoryText({ territory }: Mapcode, format: TerritoryFormat): string {
  const { alphaCode, alphaCodeMinimalUnambiguous } = getTerritory(territory);
  if (format === "long") return alphaCode;
  return format === "none" || alphaCode === INTERNATIONAL ? "" : alphaCodeMinimalUnambiguous;
}

/**
 * A mapcode as text. With its territory, long or short, the text decodes to the same place.
 * @param mapcode what encode or parseMapcode returns
 * @param options territory in front, alphabet, and number of extra characters (0 to 8)
 * @throws UnknownTerritoryError if the mapcode's territory is unknown
 * @throws MalformedMapcodeError if its code does not have the form of a mapcode without territory
 * @throws InvalidOptionError if `territory` is not long, short or none, or an option is unknown
 * @throws UnknownAlphabetError if the alphabet is not one of alphabets()
 * @throws PrecisionOutOfRangeError if the precision is not an integer from 0 to 8
 * @throws UnwritableMapcodeError if the alphabet lacks a letter of the code
 * @throws TypeError if the mapcode is not an object with two texts, or the options are not an object
 * @example
 * ```ts
 * const [mapcode] = encode(39.7684, -86.1581, { territory: "US-IN" });
 * formatMapcode(mapcode); // "US-IN HH.GC"
 * formatMapcode(mapcode, { territory: "none" }); // "HH.GC"
 * formatMapcode({ territory: "NLD", code: "49.4V" }, { alphabet: "CYRILLIC" }); // "ЗЛД 49.4Ч"
 * formatMapcode({ territory: "AAA", code: "VHXGB.1J9J" }, { territory: "short" }); // "VHXGB.1J9J"
 * ```
 */
export function formatMapcode(mapcode: Mapcode, options: FormatOptions = NO_OPTIONS): string {
  checkOptions(options, FORMAT_OPTIONS);
  if (typeof mapcode !== "object" || mapcode === null) {
    throw wrongType("mapcode", mapcode, "an object with territory and code");
  }
  checkText("code of the mapcode", mapcode.code);
  const { territory = "long", alphabet = "ROMAN", precision } = options;
  if (!TERRITORY_FORMATS.includes(territory)) {
    const expected = `one of ${TERRITORY_FORMATS.join(", ")}`;
    throw new InvalidOptionError("option territory", territory, expected);
  }
  const code = mapcodeInAlphabet(mapcode.code, alphabet, precision);
  const front = writeTerritoryCode(territoryText(mapcode, territory), alphabetNumber(alphabet));
  return front === "" ? code : `${front} ${code}`;
}
