/** Writing codes and territories in an alphabet (format 9). */
import { toAbjad } from "./abjad.ts";
import { isAbjad, writeLetters } from "./alphabets.ts";
import type { OracleError } from "./names.ts";
import { packOlder, unpack } from "./packing.ts";
import { readCodeAlone } from "./reading.ts";

const MAX_PRECISION = 8;

/** Filling an extension up to the middle of its cell, after whole pairs and after half a pair. */
const MIDDLE_AFTER_PAIRS = "K3000000";
const MIDDLE_AFTER_HALF = "HH00000";

/** Letters that Greek cannot write. */
const NOT_IN_GREEK = /[EU]/;

export function isPrecision(precision: number): boolean {
  return Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION;
}

/** Cuts an extension, or fills it up to the middle of its cell (format 9). */
function extensionAt(extension: string, precision: number): string {
  const filler = extension.length % 2 === 0 ? MIDDLE_AFTER_PAIRS : MIDDLE_AFTER_HALF;
  return (extension + filler).slice(0, precision);
}

/** Rewrites a code for Greek, which has no E and U; undefined if that is impossible (format 9). */
function forGreek(code: string, extension: string): string | undefined {
  if (!NOT_IN_GREEK.test(code + extension)) return code;
  const unpacked = extension === "" ? unpack(code) : undefined;
  return unpacked === undefined ? undefined : packOlder(unpacked);
}

/** Writes a code in an alphabet, with `precision` extra characters (format 9). */
export function writeCode(
  input: string,
  alphabet: string,
  precision: number,
): string | OracleError {
  const read = readCodeAlone(input);
  if (read === undefined || !isPrecision(precision)) return { error: "illegal-argument" };
  const extension = extensionAt(read.extension, precision);
  const rewritten = isAbjad(alphabet) ? toAbjad(read.code) : read.code;
  const code = alphabet === "GREEK" ? forGreek(rewritten, extension) : rewritten;
  if (code === undefined) return { error: "illegal-argument" };
  return writeLetters(extension === "" ? code : `${code}-${extension}`, alphabet);
}

/** Writes a territory code in an alphabet (format 9). */
export function writeTerritory(territory: string, alphabet: string): string {
  if (alphabet === "GREEK" && NOT_IN_GREEK.test(territory)) return territory;
  return writeLetters(territory, alphabet);
}
