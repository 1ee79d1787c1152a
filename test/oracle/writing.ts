/**
 * Writing codes and territories in an alphabet (format 9).
 */
import { toAbjad } from "./abjad.ts";
import { isAbjad, writeLetters } from "./alphabets.ts";
import type { OracleRefusal } from "./names.ts";
import { packOlder, unpack } from "./packing.ts";
import { readCodeAlone } from "./reading.ts";

const MAX_PRECISION = 8;

/** What brings an extension to the middle of its cell, after whole pairs and after half one. */
const MIDDLE_AFTER_PAIRS = "K3000000";
const MIDDLE_AFTER_HALF = "HH00000";

/** Greek has no letters that read back as these. */
const NOT_IN_GREEK = /[EU]/;

export function isPrecision(precision: number): boolean {
  return Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION;
}

/** The extension cut, or filled up to the middle of its cell (format 9). */
function extensionAt(extension: string, precision: number): string {
  const filler = extension.length % 2 === 0 ? MIDDLE_AFTER_PAIRS : MIDDLE_AFTER_HALF;
  return (extension + filler).slice(0, precision);
}

/** A code for Greek letters, where E and U must not occur (format 9). */
function forGreek(code: string, extension: string): string | undefined {
  if (!NOT_IN_GREEK.test(code + extension)) return code;
  const unpacked = extension === "" ? unpack(code) : undefined;
  return unpacked === undefined ? undefined : packOlder(unpacked);
}

/** A code in an alphabet with as many extra characters as asked for (format 9). */
export function writeCode(
  given: string,
  alphabet: string,
  precision: number,
): string | OracleRefusal {
  const read = readCodeAlone(given);
  if (read === undefined || !isPrecision(precision)) return { refusal: "illegal-argument" };
  const extension = extensionAt(read.extension, precision);
  const rewritten = isAbjad(alphabet) ? toAbjad(read.code) : read.code;
  const code = alphabet === "GREEK" ? forGreek(rewritten, extension) : rewritten;
  if (code === undefined) return { refusal: "illegal-argument" };
  return writeLetters(extension === "" ? code : `${code}-${extension}`, alphabet);
}

/** A territory code in an alphabet (format 9). */
export function writeTerritory(territory: string, alphabet: string): string {
  if (alphabet === "GREEK" && NOT_IN_GREEK.test(territory)) return territory;
  return writeLetters(territory, alphabet);
}
