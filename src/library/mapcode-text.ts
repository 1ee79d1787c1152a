/** The text of a mapcode: taking it apart, complete or as far as a user has typed it, and writing it for people. */
import { UNKNOWN_MAPCODE } from "../codec/arrays.ts";
import { decodeInto, territoryOf } from "../codec/decode.ts";
import type { AlphabetName } from "../generated/names.ts";
import { checkText } from "../messages.ts";
import * as F from "../tables/format.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { firstAlphabetOf, toRoman, withPlainSpaces } from "../text/alphabets.ts";
import * as G from "../text/grammar.ts";
import { alphaCodeOf } from "../text/territories.ts";
import { type AnyAlphabetName, alphabetNumber, alphabets, writeMapcode } from "./alphabets.ts";
import { contextFilter, type DecodeOptions, decodingProblem } from "./decoding.ts";
import { MapcodeError, valueError } from "./errors.ts";
import { MAPCODE_FORM, Mapcode, type MapcodeInput, partsOf } from "./mapcode.ts";
import { checkOptions, NO_OPTIONS } from "./options.ts";
import { contextOfFilter } from "./point-codes.ts";
import { getTerritory, territories } from "./territories.ts";

/** A text that is the mapcode of a place. */
export interface ValidMapcode {
  /** A mapcode. */
  readonly status: "valid";
  /** The mapcode in Roman letters, with the territory of the text, of the options, or AAA. */
  readonly mapcode: Mapcode;
  /** The number of extra characters, 0 to 8. */
  readonly precision: number;
  /** The alphabet of the first letter or digit that is not Roman, or ROMAN. */
  readonly alphabet: AlphabetName;
}

/** A text of which more characters can make a mapcode. */
export interface IncompleteMapcode {
  /** So far no mapcode. */
  readonly status: "incomplete";
}

/** A text that is not the mapcode of a place. */
export interface WrongMapcode {
  /**
   * `malformed` if no characters can make a mapcode of the text; `unknown` if its territory is unknown, or its code stands
   * for no place there. A longer code may stand for one.
   */
  readonly status: "malformed" | "unknown";
  /** Why it fails. */
  readonly error: MapcodeError;
}

/** The result of parseMapcode: `status` tells the kinds apart. */
export type MapcodeParse = ValidMapcode | IncompleteMapcode | WrongMapcode;

/** One of these makes the form of a mapcode of any start of one. */
const COMPLETIONS = ["", "0", "00", ".00", "0.00", "00.00", " 00.00", "A 00.00", "AA 00.00"];

/** The parts of a mapcode, or of one that begins with a text; undefined if none does. */
function completed(text: string): ReturnType<typeof G.splitMapcode> {
  for (const end of COMPLETIONS) {
    const parts = G.splitMapcode(text + end);
    if (parts !== undefined) return parts;
  }
  return undefined;
}

const TERRITORY_START = new RegExp(`^(${G.PART})[-_]([0-9A-Z]*)0$`);

/** Whether a text starts with a territory, with the start of one, or with none. @param territory of the completed text */
function canBeTerritory(text: string, territory: string | undefined, context: number): boolean {
  // With a character behind it, white space at the end is kept.
  const [, front, start] = TERRITORY_START.exec(toRoman(withPlainSpaces(`${text}0`)).text) ?? [];
  if (front === undefined) return territoryOf(territory, context) !== NO_TERRITORY;
  // What can follow the hyphen: the codes of all territories without their country.
  return territories()
    .flatMap(({ alphaCodeMinimal, aliases }) => [alphaCodeMinimal, ...aliases])
    .map((code) => code.slice(code.indexOf("-") + 1))
    .filter((part) => part.startsWith(start))
    .some((part) => territoryOf(`${front}-${part}`, context) !== NO_TERRITORY);
}

const degrees = new Float64Array(2);

/**
 * Takes the text of a mapcode apart, or says why it fails. A text that a user is still typing is incomplete as long as
 * more characters can make a mapcode of it.
 * @param text a mapcode in any alphabet and case, with or without its territory in front, or the start of one
 * @param options the territory of a code that comes without one
 * @returns an object whose `status` is `valid`, `incomplete`, `malformed` or `unknown`
 * @throws MapcodeError if the context or an option is unknown
 * @throws TypeError if the text is not a string, or the options are not an object
 * @example
 * ```ts
 * const parsed = parseMapcode("nld 49.4v-k2");
 * parsed.status; // "valid"
 * parsed.mapcode; // { territory: "NLD", code: "49.4V-K2" }
 * parsed.precision; // 2
 * parseMapcode("ЗЛД 49.4Ч").alphabet; // "CYRILLIC"
 * parseMapcode("NLD 49."); // { status: "incomplete" }
 * parseMapcode("NLD 49!").status; // "malformed"
 * parseMapcode("XXX 49").error.code; // "unknown-territory"
 * ```
 */
export function parseMapcode(text: string, options: DecodeOptions = NO_OPTIONS): MapcodeParse {
  checkText("mapcode", text);
  const filter = contextFilter(options);
  const context = contextOfFilter(filter);
  const whole = completed(text);
  if (!whole) {
    const error = valueError("malformed-mapcode", "mapcode", text, MAPCODE_FORM);
    return { status: "malformed", error };
  }
  if (!canBeTerritory(text, whole.territory, context)) {
    const [name] = withPlainSpaces(text).split(" ");
    const expected = "the code of a territory";
    const error = valueError("unknown-territory", "territory", name, expected);
    return { status: "unknown", error };
  }
  const parts = G.readCodePartsOf(text);
  if (!parts) return { status: "incomplete" };
  if (decodeInto(text, context, degrees) !== 0) {
    const error = new MapcodeError(decodingProblem(UNKNOWN_MAPCODE, text, filter));
    return { status: "unknown", error };
  }
  const { code, extension } = parts;
  const fullCode = extension === "" ? code : `${code}-${extension}`;
  return {
    status: "valid",
    mapcode: new Mapcode(alphaCodeOf(territoryOf(whole.territory, context)), fullCode),
    precision: extension.length,
    alphabet: alphabets()[firstAlphabetOf(text)],
  };
}

// ---- Writing

/** How to write the territory of a mapcode. */
export type TerritoryFormat = "long" | "short" | "none";

/** Options of formatMapcode. */
export interface FormatOptions {
  /**
   * The territory in front of the code: the whole alpha code (`long`, the default: `US-IN`, `AAA`), the shortest text with
   * the same meaning (`short`: `JH` for IN-JH, and nothing for AAA), or nothing.
   */
  readonly territory?: TerritoryFormat | undefined;
  /** The alphabet of territory and code; by default ROMAN. */
  readonly alphabet?: AnyAlphabetName | undefined;
  /** Extra characters, 0 to 8, by default those of the code, which is cut, or filled up to the middle of its cell. */
  readonly precision?: number | undefined;
}

const TERRITORY_FORMATS: readonly TerritoryFormat[] = ["long", "short", "none"];

/** The text in front of a code, in Roman letters. @param name of the territory, as it was given */
function territoryText(name: string | undefined, text: string, format: TerritoryFormat): string {
  if (name === undefined) {
    const [code] = text.trim().split("-");
    const isInternational = code.replace(".", "").length === F.INTERNATIONAL_LENGTH;
    return format === "long" && isInternational ? F.INTERNATIONAL : "";
  }
  const { alphaCode, alphaCodeMinimalUnambiguous } = getTerritory(name);
  if (format === "long") return alphaCode;
  return format === "none" || alphaCode === F.INTERNATIONAL ? "" : alphaCodeMinimalUnambiguous;
}

/**
 * A mapcode as text. With its territory, long or short, the text decodes to the same place.
 * @param mapcode an object, as encode or parseMapcode returns it, or a text. A text without a territory gets none, unless its
 *   code is international.
 * @param options territory in front, alphabet, and number of extra characters (0 to 8)
 * @throws MapcodeError if the mapcode's territory, the alphabet or an option is unknown, the text does not have the form of a
 *   mapcode, the precision is not an integer from 0 to 8, or the alphabet lacks a letter of the code
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
  checkOptions(options, ["territory", "alphabet", "precision"]);
  const { territory: format = "long", alphabet = "ROMAN", precision } = options;
  const { territory, text } = partsOf(mapcode);
  if (!TERRITORY_FORMATS.includes(format)) {
    const expected = `one of ${TERRITORY_FORMATS.join(", ")}`;
    throw valueError("invalid-option", "option territory", format, expected);
  }
  const front = territoryText(territory, text, format);
  return writeMapcode(text, front, alphabetNumber(alphabet), precision);
}
