/** The form of a mapcode (format 7), for all texts that the fast scan does not take: other alphabets, vowels, more spaces. */
import { unpacked, withoutIAndO } from "../digits/packing.ts";
import { MAX_PRECISION, MAX_TERRITORY_PART, MIN_TERRITORY_PART } from "../tables/format.ts";
import * as L from "../tables/layout/records.ts";
import { type CodeParts, romanMapcode } from "./alphabets.ts";
import { fastScanText } from "./fast-scan.ts";

/** Longer texts are no mapcodes, whatever is in them. */
const MAX_TEXT = 127;

const PART = `[0-9A-Z]{${MIN_TERRITORY_PART},${MAX_TERRITORY_PART}}`;
const PREFIX = `[0-9A-Z]{${L.MIN_PREFIX},${L.MAX_PREFIX}}`;
const SUFFIX = `[0-9A-Z]{${L.MIN_SUFFIX},${L.MAX_SUFFIX}}`;
// Z is the 31st digit. The characters of an extension number 30 cells.
const EXTENSION_CHAR = "[0-9A-Y]";
const MAPCODE = new RegExp(
  `^(?:(${PART}(?:[-_]${PART})?)\\s+)?(${PREFIX})\\.(${SUFFIX})(?:-(${EXTENSION_CHAR}{1,${MAX_PRECISION}}))?$`,
);

/**
 * The parts of a mapcode in Roman letters, with hyphens in the territory, which it may lack, and perhaps an empty extension.
 * @returns undefined if the text does not have the form of a mapcode
 */
export function splitMapcode(text: string) {
  const roman = romanMapcode(text);
  const match = roman.length > MAX_TEXT ? null : MAPCODE.exec(roman);
  if (match === null) return undefined;
  const [, territory, prefix, suffix, extension = ""] = match;
  return {
    territory: (territory as string | undefined)?.replace("_", "-"),
    prefix: withoutIAndO(prefix),
    suffix: withoutIAndO(suffix),
    extension: withoutIAndO(extension),
  };
}

/** The code of a mapcode, if the text is one. One letter of an abjad in the territory makes it a code in an abjad. */
export function readCodePartsOf(text: string): CodeParts | undefined {
  const parts = splitMapcode(text);
  return parts && { code: `${parts.prefix}.${parts.suffix}`, extension: parts.extension };
}

/** Sets `parsed` to the digits of a code. @returns false if its vowels have no meaning */
export function parseParts(parts: NonNullable<ReturnType<typeof splitMapcode>>): boolean {
  const code = unpacked(`${parts.prefix}.${parts.suffix}`);
  if (code === undefined) return false;
  return fastScanText(parts.extension === "" ? code : `${code}-${parts.extension}`);
}
