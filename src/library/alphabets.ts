/** Alphabets: the list, and mapcodes and territory codes in each of them. */
import { descriptions } from "../tables/tables.ts";
import { alphaCodeOf } from "../territories/lookup.ts";
import { readCodeParts, writeCodeParts, writeTerritoryCode } from "../text/write.ts";
import { checkPrecision } from "./arguments.ts";
import { MalformedMapcodeError, UnknownAlphabetError, UnwritableMapcodeError } from "./errors.ts";
import { territoryNumber } from "./territories.ts";

/** Names of all alphabets, ROMAN first. */
export function alphabets(): readonly string[] {
  return descriptions().alphabets;
}

function alphabetNumber(name: string): number {
  const number = alphabets().indexOf(name.toUpperCase());
  if (number >= 0) return number;
  throw new UnknownAlphabetError("alphabet", name, `one of ${alphabets().join(", ")}`);
}

/**
 * The name of an alphabet as the list has it.
 * @throws UnknownAlphabetError unless it is one of them, in any case
 */
export function findAlphabet(name: string): string {
  return alphabets()[alphabetNumber(name)] as string;
}

/**
 * A mapcode without territory, given in any alphabet, written in one (format 9).
 * @param precision extra characters, 0 to 8; as many as the code has unless given. A code with
 *   fewer is filled up to the middle of its cell, one with more is cut.
 * @throws UnknownAlphabetError, PrecisionOutOfRangeError, MalformedMapcodeError,
 *   UnwritableMapcodeError
 */
export function mapcodeInAlphabet(code: string, alphabet: string, precision?: number): string {
  const number = alphabetNumber(alphabet);
  if (precision !== undefined) checkPrecision(precision);
  const parts = readCodeParts(code);
  if (!parts) throw new MalformedMapcodeError("mapcode", code, "a code without territory");
  const written = writeCodeParts(parts, number, precision ?? parts.extension.length);
  if (written !== undefined) return written;
  const wanted = `one that ${alphabets()[number]} has letters for at this precision`;
  throw new UnwritableMapcodeError("mapcode", code, wanted);
}

/** A mapcode without territory in any alphabet, in Roman letters and digits. */
export function mapcodeInRoman(code: string): string {
  return mapcodeInAlphabet(code, "ROMAN");
}

/**
 * A territory's code in an alphabet (format 9); `territory` is any name of it.
 * @throws UnknownAlphabetError, UnknownTerritoryError
 */
export function territoryInAlphabet(territory: string, alphabet: string): string {
  return writeTerritoryCode(alphaCodeOf(territoryNumber(territory)), alphabetNumber(alphabet));
}
