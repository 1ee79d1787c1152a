/** Alphabets: their list, and mapcodes and territory codes written in them (format 9). */
import type { AlphabetName } from "../generated/names.ts";
import { checkText } from "../messages.ts";
import { descriptions } from "../tables/tables.ts";
import { writeCodeParts, writeTerritoryCode } from "../text/alphabets.ts";
import { readCodePartsOf } from "../text/grammar.ts";
import { alphaCodeOf } from "../text/territories.ts";
import { MapcodeError, type Problem, valueError, valueProblem } from "./errors.ts";
import { MAPCODE_FORM, type MapcodeInput, partsOf } from "./mapcode.ts";
import { didYouMean } from "./names.ts";
import { checkPrecision } from "./options.ts";
import { type TerritoryName, territoryNumber } from "./territories.ts";

/** The name of an alphabet in any case. The type is a string; editors complete the names. */
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

/** @throws MapcodeError if the list has no such alphabet */
export function alphabetNumber(name: AnyAlphabetName): number {
  checkText("alphabet", name);
  const names: readonly string[] = descriptions().alphabets;
  const number = names.indexOf(name.toUpperCase());
  if (number >= 0) return number;
  const expected = `one of ${names.join(", ")}`;
  throw valueError("unknown-alphabet", "alphabet", name, expected, didYouMean(name, names));
}

/**
 * The name of an alphabet, given in any case, as the list of alphabets has it.
 * @throws MapcodeError if the list has no such alphabet
 * @throws TypeError if the name is not a string
 * @example
 * ```ts
 * getAlphabet("greek"); // "GREEK"
 * ```
 */
export function getAlphabet(name: AnyAlphabetName): AlphabetName {
  return alphabets()[alphabetNumber(name)];
}

/** Why an alphabet cannot write a code. */
export function unwritableProblem(code: string, alphabet: number): Problem<"unwritable-mapcode"> {
  const expected = `one that ${alphabets()[alphabet]} has letters for at this precision`;
  return valueProblem("unwritable-mapcode", "mapcode", code, expected);
}

/** A code in an alphabet, behind a territory in Roman letters, which may be empty; by default with the text's precision. */
export function writeMapcode(
  text: string,
  front: string,
  alphabet: number,
  precision: number | undefined,
): string {
  if (precision !== undefined) checkPrecision(precision);
  const parts = readCodePartsOf(text);
  if (!parts) throw valueError("malformed-mapcode", "mapcode", text, MAPCODE_FORM);
  const code = writeCodeParts(parts, alphabet, precision ?? parts.extension.length);
  if (code === undefined) throw new MapcodeError(unwritableProblem(text, alphabet));
  return front === "" ? code : `${writeTerritoryCode(front, alphabet)} ${code}`;
}

/**
 * A mapcode written in an alphabet, with its territory if it has one (format 9). A letter that the alphabet lacks
 * stays Roman. The result decodes to the same place.
 * @param mapcode a text or an object, with or without its territory, in any alphabet
 * @param alphabet the name of the alphabet to write, in any case
 * @param precision number of extra characters to write, 0 to 8; by default as many as the code has.
 *   A code with fewer is filled up to the middle of its cell, a code with more is cut.
 * @throws MapcodeError if the alphabet or the territory is unknown, the precision is not an integer from 0 to 8, the text does
 *   not have the form of a mapcode, or the code needs an E or U in Greek and has extra characters
 * @throws TypeError if the mapcode is neither a text nor has one, or the alphabet is not a string
 * @example
 * ```ts
 * mapcodeInAlphabet("NLD 49.4V", "CYRILLIC"); // "ЗЛД 49.4Ч"
 * mapcodeInAlphabet("49.4V-K2", "ROMAN", 1); // "49.4V-K"
 * ```
 */
export function mapcodeInAlphabet(
  mapcode: MapcodeInput,
  alphabet: AnyAlphabetName,
  precision?: number,
): string {
  const { territory, text } = partsOf(mapcode);
  const number = alphabetNumber(alphabet);
  const front = territory === undefined ? "" : alphaCodeOf(territoryNumber(territory));
  return writeMapcode(text, front, number, precision);
}

/**
 * The code of a territory, written in an alphabet (format 9). A letter that the alphabet lacks stays
 * Roman; in Greek, which lacks E and U, the whole code does.
 * @param territory any code or name of the territory
 * @param alphabet the name of the alphabet to write, in any case
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
  return writeTerritoryCode(alphaCode, alphabetNumber(alphabet));
}
