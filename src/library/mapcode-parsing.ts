/** Taking the text of a mapcode apart, complete or as far as a user has typed it. */
import { UNKNOWN_MAPCODE } from "../codec/code-arrays.ts";
import { decodeAt, LAT_DEG } from "../codec/decode.ts";
import type { AlphabetName } from "../generated/names.ts";
import { checkText, quoted } from "../messages.ts";
import { utf8Bytes } from "../platform.ts";
import { MAX_PRECISION, MAX_TERRITORY_PART, MIN_TERRITORY_PART } from "../tables/format.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { MAX_PREFIX, MAX_SUFFIX, MIN_PREFIX, MIN_SUFFIX } from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";
import { alphaCodeOf, countryOf, findByName, findByNameWithin } from "../territories/lookup.ts";
import {
  firstAlphabetOf,
  readCodePartsOf,
  toRoman,
  WHITE_SPACE,
  withPlainSpaces,
} from "../text/alphabets.ts";
import { alphabets } from "./alphabets.ts";
import { NO_OPTIONS } from "./arguments.ts";
import { contextNumber, type DecodeOptions, decodingError, hasMapcodeForm } from "./decoding.ts";
import { MapcodeError, valueProblem } from "./errors.ts";
import { createMapcode, MAPCODE_FORM, WITH_TERRITORY } from "./mapcode.ts";
import type { Mapcode } from "./results.ts";
import { territories } from "./territories.ts";

/** What may be typed next: a letter or digit, a dot, a hyphen, or a space. */
export type MapcodeContinuation = "character" | "dot" | "hyphen" | "space";

/** What all results of parseMapcode have. */
export interface ParsedText {
  /** What may be typed next. Empty if nothing can follow. */
  readonly mayFollow: readonly MapcodeContinuation[];
}

/** A text that is the mapcode of a place. */
export interface ValidMapcode extends ParsedText {
  /** The text is the mapcode of a place. */
  readonly status: "valid";
  /** The mapcode in Roman letters, with the territory of the text, of the options, or AAA. */
  readonly mapcode: Mapcode;
  /** The number of extra characters, 0 to 8. */
  readonly precision: number;
  /** The alphabet of the first letter or digit that is not Roman, or ROMAN. */
  readonly alphabet: AlphabetName;
}

/** A text that is the start of a mapcode. */
export interface IncompleteMapcode extends ParsedText {
  /** More characters can make a mapcode of the text. */
  readonly status: "incomplete";
}

/** A text that is not the mapcode of a place. */
export interface WrongMapcode extends ParsedText {
  /**
   * `malformed` if no characters can make a mapcode of the text; `unknown` if it has, so far, the form of a
   * mapcode, but its territory is unknown or its code stands for no place there. A longer code may stand for one.
   */
  readonly status: "malformed" | "unknown";
  /** Where the text fails: an index in it. */
  readonly index: number;
  /** Why it fails. */
  readonly error: MapcodeError;
}

/** The result of parseMapcode: `status` tells the three kinds apart. */
export type MapcodeParse = ValidMapcode | IncompleteMapcode | WrongMapcode;

// ---- The form of a mapcode, and of every start of one

const PART = `[0-9A-Z]{${MIN_TERRITORY_PART},${MAX_TERRITORY_PART}}`;
const TERRITORY = `${PART}(?:[-_]${PART})?`;

/** Starts of codes. The characters of an extension number 30 cells, so Z is not one of them. */
function codeStarts(): string {
  const prefix = `[0-9A-Z]{${MIN_PREFIX},${MAX_PREFIX}}`;
  const untilSuffix = String.raw`${prefix}\.[0-9A-Z]`;
  return [
    `[0-9A-Z]{0,${MAX_PREFIX}}`,
    `${untilSuffix}{0,${MAX_SUFFIX}}`,
    `${untilSuffix}{${MIN_SUFFIX},${MAX_SUFFIX}}-[0-9A-Y]{0,${MAX_PRECISION}}`,
  ].join("|");
}

const TERRITORY_PART_START = `${PART}[-_][0-9A-Z]{0,${MAX_TERRITORY_PART}}`;
const START = new RegExp(`^(?:${TERRITORY_PART_START}|(?:${TERRITORY} )?(?:${codeStarts()}))$`);
const TERRITORY_START = new RegExp(`^(${PART})[-_]([0-9A-Z]*)$`);
const TERRITORY_BEFORE_SPACE = new RegExp(`^${TERRITORY}(?= )`);

/** A text as decode reads it when more characters follow: white space at its end is one space. */
function romanStart(text: string): string {
  return toRoman(withPlainSpaces(`${text}0`)).text.slice(0, -1);
}

/**
 * Whether more characters, or none, make the form of a mapcode of a text. The pattern does not have spaces after a
 * code, nor the codes of abjads with one character more after the dot: these are mapcodes, or become one with an
 * extension.
 */
function canBecomeMapcode(text: string): boolean {
  return START.test(romanStart(text)) || hasMapcodeForm(text) || hasMapcodeForm(`${text}0`);
}

/** Mapcodes are longer only by spaces. */
const MIN_CHECKED_CHARS = 128;

/**
 * The length of a start of the text that cannot become a mapcode: about twice the length of the longest one that can, so that
 * long texts are refused by their start. If the text can become a mapcode, more than its length.
 */
function lengthOfWrongStart(text: string): number {
  let length = MIN_CHECKED_CHARS;
  while (length < text.length && canBecomeMapcode(text.slice(0, length))) length *= 2;
  if (length < text.length) return length;
  return canBecomeMapcode(text) ? text.length + 1 : text.length;
}

/**
 * The index of the first character that no mapcode has after those before it.
 * @param wrongLength of a start of the text that cannot become a mapcode
 */
function indexOfMistake(text: string, wrongLength: number): number {
  let possible = 0;
  let impossible = wrongLength;
  while (impossible - possible > 1) {
    const middle = (possible + impossible) >> 1;
    if (canBecomeMapcode(text.slice(0, middle))) possible = middle;
    else impossible = middle;
  }
  return possible;
}

/** Each kind of character with the characters to try. Most texts can go on with the first one. */
const CONTINUATIONS: readonly (readonly [MapcodeContinuation, string])[] = [
  ["character", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  ["dot", "."],
  ["hyphen", "-"],
  ["space", " "],
];

function continuationsOf(text: string, context: number): readonly MapcodeContinuation[] {
  const isPossible = (next: string) => canBecomeMapcode(next) && canBeTerritory(next, context);
  const possible = CONTINUATIONS.filter(([, chars]) =>
    chars.split("").some((char) => isPossible(text + char)),
  );
  return possible.map(([continuation]) => continuation);
}

// ---- Territories

/** The territory with a name in Roman letters, or NO_TERRITORY. */
function findTerritoryNear(name: string, context: number): number {
  const chars = utf8Bytes(name.replace("_", "-"));
  const near =
    context === NO_TERRITORY
      ? NO_TERRITORY
      : findByNameWithin(chars, 0, chars.length, countryOf(context));
  return near === NO_TERRITORY ? findByName(chars, 0, chars.length) : near;
}

/** The territory that a text starts with; without one, the territory of the context or AAA. */
function territoryOf(text: string, context: number): number {
  const [name] = TERRITORY_BEFORE_SPACE.exec(romanStart(text)) ?? [];
  if (name !== undefined) return findTerritoryNear(name, context);
  return context === NO_TERRITORY ? INTERNATIONAL_TERRITORY : context;
}

let secondParts: readonly string[] | undefined;

/** What can follow the hyphen of a territory: the codes of all territories without their country. */
function territoryParts(): readonly string[] {
  secondParts ??= territories().flatMap(({ alphaCodeMinimal, aliases }) => [
    alphaCodeMinimal,
    ...aliases.map((alias) => alias.slice(alias.indexOf("-") + 1)),
  ]);
  return secondParts;
}

/** Whether a text starts with a territory, with the start of one, or with none. */
function canBeTerritory(text: string, context: number): boolean {
  const [, front, start] = TERRITORY_START.exec(romanStart(text)) ?? [];
  if (front === undefined) return territoryOf(text, context) !== NO_TERRITORY;
  return territoryParts().some(
    (part) =>
      part.startsWith(start) && findTerritoryNear(`${front}-${part}`, context) !== NO_TERRITORY,
  );
}

// ---- The parts of a complete text

const NAME = new RegExp(`[^${WHITE_SPACE}]+`);

/** The index of the first character that is not a space. */
function indexOfText(text: string): number {
  return text.length - text.trimStart().length;
}

/** The index of the code, after territory and spaces. */
function indexOfCode(text: string): number {
  const [before] = WITH_TERRITORY.exec(text) ?? [];
  return before?.length ?? indexOfText(text);
}

const degrees = new Float64Array(2);

function malformed(text: string, wrongLength: number): WrongMapcode {
  const index = indexOfMistake(text, wrongLength);
  const found = quoted(String.fromCodePoint(text.codePointAt(index) ?? 0));
  const expected = `${MAPCODE_FORM}: ${found} cannot be its character ${index + 1}`;
  const error = new MapcodeError(valueProblem("malformed-mapcode", "mapcode", text, expected));
  return { status: "malformed", index, error, mayFollow: [] };
}

function unknownTerritory(text: string): WrongMapcode {
  const [name] = NAME.exec(text) ?? [""];
  const error = new MapcodeError(
    valueProblem("unknown-territory", "territory", name, "the code of a territory"),
  );
  return { status: "unknown", index: indexOfText(text), error, mayFollow: [] };
}

function complete(text: string, options: DecodeOptions, context: number): MapcodeParse {
  const mayFollow = continuationsOf(text, context);
  const errorCode = decodeAt(text, context, degrees, LAT_DEG);
  const parts = readCodePartsOf(text);
  if (errorCode !== 0 || !parts) {
    const code = errorCode === 0 ? UNKNOWN_MAPCODE : errorCode;
    const error = decodingError(code, text, options);
    return { status: "unknown", index: indexOfCode(text), error, mayFollow };
  }
  const { code, extension } = parts;
  const fullCode = extension === "" ? code : `${code}-${extension}`;
  return {
    status: "valid",
    mapcode: createMapcode(alphaCodeOf(territoryOf(text, context)), fullCode),
    precision: extension.length,
    alphabet: alphabets()[firstAlphabetOf(text)],
    mayFollow,
  };
}

/**
 * Takes the text of a mapcode apart, or says where and why it fails. A text that a user is still typing is
 * incomplete as long as more characters can make the form of a mapcode of it.
 * @param text a mapcode in any alphabet and case, with or without its territory in front, or the start of one
 * @param options the territory of a code that comes without one
 * @returns an object whose `status` is `valid`, `incomplete`, `malformed` or `unknown`
 * @throws MapcodeError if the context does not exist
 * @throws MapcodeError if an option is unknown
 * @throws TypeError if the text is not a string, or the options are not an object
 * @example
 * ```ts
 * const parsed = parseMapcode("nld 49.4v-k2");
 * parsed.status; // "valid"
 * parsed.mapcode; // { territory: "NLD", code: "49.4V-K2" }
 * parsed.precision; // 2
 * parseMapcode("ЗЛД 49.4Ч").alphabet; // "CYRILLIC"
 * parseMapcode("NLD 49."); // { status: "incomplete", mayFollow: ["character"] }
 * parseMapcode("NLD 49!").status; // "malformed"
 * parseMapcode("NLD 49!").index; // 6
 * parseMapcode("XXX 49").error.code; // "unknown-territory"
 * ```
 */
export function parseMapcode(text: string, options: DecodeOptions = NO_OPTIONS): MapcodeParse {
  checkText("mapcode", text);
  const context = contextNumber(options);
  const wrongLength = lengthOfWrongStart(text);
  if (wrongLength <= text.length) return malformed(text, wrongLength);
  if (!canBeTerritory(text, context)) return unknownTerritory(text);
  if (hasMapcodeForm(text)) return complete(text, options, context);
  return { status: "incomplete", mayFollow: continuationsOf(text, context) };
}
