/** The text of a mapcode, in any alphabet: parsing it, also partly typed, and writing it. */

import { decodeInto, territoryOf } from "../codec/decode.ts";
import { MALFORMED_MAPCODE, UNKNOWN_MAPCODE } from "../codec/error-codes.ts";
import type { AlphabetName } from "../generated/name-types.ts";
import { checkText } from "../messages.ts";
import { INTERNATIONAL, NO_TERRITORY } from "../tables/format.ts";
import { MIN_PREFIX } from "../tables/layout/records.ts";
import { descriptions } from "../tables/tables.ts";
import * as alphabetTexts from "../text/alphabets.ts";
import * as grammar from "../text/grammar.ts";
import { alphaCodeOf } from "../text/territories.ts";
import { decodingProblem } from "./decoding-problem.ts";
import * as errors from "./errors.ts";
import { contextFilter, contextOfFilter, type DecodeOptions, NO_FILTER } from "./filters.ts";
import { Mapcode, type MapcodeInput, textOf } from "./mapcode.ts";
import { meantMapcode } from "./places.ts";
import { didYouMean } from "./suggestions.ts";
import { getTerritory, type TerritoryName, territories, territoryNumber } from "./territories.ts";

// ---- Alphabets

/** The name of an alphabet in upper or lower case. The type is a string; editors complete the names. */
export type AnyAlphabetName = AlphabetName | (string & {});

/**
 * The names of all alphabets, ROMAN first, in a frozen list.
 * @example
 * ```ts
 * alphabets().length; // 28
 * alphabets()[2]; // "CYRILLIC"
 * ```
 */
export function alphabets(): readonly AlphabetName[] {
  return Object.freeze(descriptions().alphabets);
}

/** @throws MapcodeError if there is no such alphabet */
export function alphabetNumber(name: AnyAlphabetName): number {
  checkText("alphabet", name);
  const names: readonly string[] = descriptions().alphabets;
  const number = names.indexOf(name.toUpperCase());
  if (number >= 0) return number;
  const expected = `one of ${names.join(", ")}`;
  throw errors.valueError("unknown-alphabet", "alphabet", name, expected, didYouMean(name, names));
}

/** The name of an alphabet as in alphabets(), from one in upper or lower case. @throws MapcodeError if there is none */
export function getAlphabet(name: AnyAlphabetName): AlphabetName {
  return alphabets()[alphabetNumber(name)];
}

// ---- Reading

/** A text that is the mapcode of a place. */
export interface ValidMapcode {
  /** The discriminant of MapcodeParse. */
  readonly status: "valid";
  /** The mapcode in Roman letters, with the territory of the text, of the options, or AAA. */
  readonly mapcode: Mapcode;
  /** The number of extra characters, 0 to 8. */
  readonly precision: number;
  /** The alphabet of the first letter or digit that is not Roman, or ROMAN. */
  readonly alphabet: AlphabetName;
}

/** The result of parseMapcode. */
export type MapcodeParse =
  | ValidMapcode
  | {
      /** The text is the start of a mapcode. */
      readonly status: "incomplete";
    }
  | {
      /**
       * `malformed` if the text is not the start of a mapcode; `unknown` if its territory is unknown, or its code
       * stands for no place there. The code may still be the start of a longer one that does.
       */
      readonly status: "malformed" | "unknown";
      /** The problem of the text. */
      readonly error: errors.MapcodeError;
    };

/** Completes a partly typed territory, after its characters. */
const SAMPLE_CODE = " 00.00";

/** A text that completes the start of a mapcode: the rest of its code, or of its territory with a code. */
function completionOf(text: string): string {
  // The search for the end takes quadratic time.
  const [word] = /[^\s\u0085]*$/.exec(text.slice(-grammar.MAX_TEXT_CHARS)) ?? [""];
  const dot = word.indexOf(".");
  if (dot >= 0) return word.endsWith("-") ? "0" : "00".slice(word.length - dot - 1);
  const part = word.search(/[-_]/) + 1;
  if (part > 0) return "AA".slice(word.length - part) + SAMPLE_CODE;
  return word.length < MIN_PREFIX ? "00.00".slice(word.length) : ".00";
}

/** Whether a territory is known or, if partly typed, the start of a known one. */
function canBeTerritory(
  territory: string | undefined,
  completion: string,
  context: number,
): boolean {
  if (territoryOf(territory, context) !== NO_TERRITORY) return true;
  // Without a hyphen, the start of a territory is also the start of a code.
  const [country, part] = territory?.split("-") ?? [];
  if (part === undefined || !completion.endsWith(SAMPLE_CODE)) return false;
  const start = part.slice(0, part.length + SAMPLE_CODE.length - completion.length);
  // The part of all codes after the hyphen, without the country.
  return territories()
    .flatMap(({ alphaCodeMinimal, aliases }) => [alphaCodeMinimal, ...aliases])
    .map((code) => code.slice(code.indexOf("-") + 1))
    .filter((code) => code.startsWith(start))
    .some((code) => territoryOf(`${country}-${code}`, context) !== NO_TERRITORY);
}

const degrees = new Float64Array(2);

/**
 * Parses the text of a mapcode, also a partly typed one, or reports its problem.
 * @param text a mapcode or the start of one, in any alphabet, in upper or lower case, with or without its territory
 * @returns an object with a `status`: `valid`, `incomplete`, `malformed` or `unknown`
 * @throws MapcodeError if an option is unknown or has a wrong value, as for decode
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
export function parseMapcode(
  text: string,
  options: DecodeOptions = errors.NO_OPTIONS,
): MapcodeParse {
  checkText("mapcode", text);
  const filter = contextFilter(options);
  const context = contextOfFilter(filter);
  const complete = grammar.splitMapcode(text);
  const completion = complete === undefined ? completionOf(text) : "";
  const parts = complete ?? grammar.splitMapcode(text + completion);
  if (parts === undefined) {
    const error = new errors.MapcodeError(decodingProblem(MALFORMED_MAPCODE, text, filter));
    return { status: "malformed", error };
  }
  const { territory, code, extension } = parts;
  const meant = filter === NO_FILTER ? undefined : meantMapcode(text + completion, filter);
  if (meant === undefined && !canBeTerritory(territory, completion, context)) {
    const [name] = alphabetTexts.withPlainSpaces(text).split(" ");
    const expected = "the code of a territory";
    const error = errors.valueError("unknown-territory", "territory", name, expected);
    return { status: "unknown", error };
  }
  if (completion !== "") return { status: "incomplete" };
  const whole = meant === undefined ? text : `${meant}`;
  if (decodeInto(whole, context, degrees) !== 0) {
    const error = new errors.MapcodeError(decodingProblem(UNKNOWN_MAPCODE, whole, filter));
    return { status: "unknown", error };
  }
  return {
    status: "valid",
    mapcode:
      meant ??
      new Mapcode(
        alphaCodeOf(territoryOf(territory, context)),
        alphabetTexts.joinedCode(code, extension),
      ),
    precision: extension.length,
    alphabet: alphabets()[alphabetTexts.firstAlphabetOf(text)],
  };
}

// ---- Writing

export function unwritableProblem(
  code: string,
  alphabet: number,
): errors.Problem<"unwritable-mapcode"> {
  const expected = `one that ${alphabets()[alphabet]} has letters for at this precision`;
  return errors.valueProblem("unwritable-mapcode", "mapcode", code, expected);
}

/**
 * The code of a territory, written in an alphabet (format 9). A letter that the alphabet lacks stays Roman. Greek lacks
 * E and U: a code with one of them stays Roman as a whole.
 * @param territory any code or name of the territory
 * @param alphabet the name of the alphabet to write, in upper or lower case
 * @throws MapcodeError if there is no such territory or alphabet
 * @throws TypeError if the territory or the alphabet is not a string
 * @example
 * ```ts
 * territoryInAlphabet("Netherlands", "CYRILLIC"); // "ЗЛД"
 * territoryInAlphabet("IN-JH", "DEVANAGARI"); // "Iध-ठट"
 * ```
 */
export function territoryInAlphabet(territory: TerritoryName, alphabet: AnyAlphabetName): string {
  const alphaCode = alphaCodeOf(territoryNumber(territory));
  return alphabetTexts.writeTerritoryCode(alphaCode, alphabetNumber(alphabet));
}

/** How to write the territory of a mapcode. */
export type TerritoryFormat = "long" | "short" | "none";

/** Options of formatMapcode. */
export interface FormatOptions {
  /**
   * The territory before the code: the whole alpha code (`long`, the default: `US-IN`, `AAA`), the shortest text with
   * the same meaning (`short`: `JH` for IN-JH, nothing for AAA), or nothing (`none`).
   */
  readonly territory?: TerritoryFormat | undefined;
  /** The alphabet of territory and code, by its name in upper or lower case; by default ROMAN. */
  readonly alphabet?: AnyAlphabetName | undefined;
  /**
   * Number of extra characters, 0 to 8; by default as many as the code has. A shorter code is filled up to the middle
   * of its cell, a longer one is truncated.
   */
  readonly precision?: number | undefined;
}

const TERRITORY_FORMATS: readonly TerritoryFormat[] = ["long", "short", "none"];

/** The territory before a code, in Roman letters. */
function territoryText(parts: grammar.MapcodeParts, format: TerritoryFormat): string {
  if (parts.territory === undefined)
    return format === "long" && grammar.isInternational(parts) ? INTERNATIONAL : "";
  const { alphaCode, alphaCodeMinimalUnambiguous } = getTerritory(parts.territory);
  if (format === "long") return alphaCode;
  return format === "none" || alphaCode === INTERNATIONAL ? "" : alphaCodeMinimalUnambiguous;
}

/**
 * A mapcode as text, in an alphabet (format 9). With its territory, long or short, the text decodes to the same place.
 * A letter that the alphabet lacks stays Roman.
 * @param mapcode an object, such as encode returns, or a text, in any alphabet. Without a territory, it gets none
 *   unless international.
 * @throws MapcodeError if the mapcode's territory, the alphabet or an option is unknown, the text does not have the
 *   form of a mapcode, the precision is not an integer from 0 to 8, or the code needs an E or U in Greek and has extra
 *   characters
 * @throws TypeError if the mapcode, the options or the value of an option has the wrong type
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
export function formatMapcode(
  mapcode: MapcodeInput,
  options: FormatOptions = errors.NO_OPTIONS,
): string {
  errors.checkOptionNames(options, ["territory", "alphabet", "precision"]);
  const { territory: format = "long", alphabet = "ROMAN" } = options;
  checkText("option territory", format);
  if (!TERRITORY_FORMATS.includes(format)) {
    const expected = `one of ${TERRITORY_FORMATS.join(", ")}`;
    throw errors.valueError("invalid-option", "option territory", format, expected);
  }
  const number = alphabetNumber(alphabet);
  const text = textOf(mapcode);
  const parts = grammar.splitMapcode(text);
  if (parts === undefined)
    throw new errors.MapcodeError(decodingProblem(MALFORMED_MAPCODE, text, NO_FILTER));
  const { precision = parts.extension.length } = options;
  const prefix = territoryText(parts, format);
  errors.checkPrecision(precision);
  const code = alphabetTexts.codeInAlphabet(parts, number, precision);
  if (code === undefined) {
    const romanCode = alphabetTexts.joinedCode(parts.code, parts.extension);
    throw new errors.MapcodeError(unwritableProblem(romanCode, number));
  }
  return prefix === "" ? code : `${alphabetTexts.writeTerritoryCode(prefix, number)} ${code}`;
}
