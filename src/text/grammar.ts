/** The form of a mapcode (format 7), for texts that the fast scan rejects: other alphabets, vowels, more spaces. */
import { utf8Bytes } from "../characters.ts";
import { asciiText, unpack, withoutIAndO } from "../digits/digits.ts";
import { INTERNATIONAL_LENGTH, MAX_PRECISION, TERRITORY_PART } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { type CodeParts, joinedCode, romanMapcode } from "./alphabets.ts";
import { fastScanText } from "./fast-scan.ts";

/** Longer texts are never mapcodes. */
export const MAX_TEXT_CHARS = 127;

const PREFIX = `[0-9A-Z]{${layout.MIN_PREFIX},${layout.MAX_PREFIX}}`;
const SUFFIX = `[0-9A-Z]{${layout.MIN_SUFFIX},${layout.MAX_SUFFIX}}`;
// Z is the 31st digit. The characters of an extension number 30 cells.
const EXTENSION_CHAR = "[0-9A-Y]";
const MAPCODE = new RegExp(
  `^(?:(${TERRITORY_PART}(?:[-_]${TERRITORY_PART})?)\\s+)?(${PREFIX}\\.${SUFFIX})(?:-(${EXTENSION_CHAR}{1,${MAX_PRECISION}}))?$`,
);

/** The parts of a mapcode in Roman letters. A letter of an abjad in the territory makes the code an abjad's, too. */
export interface MapcodeParts extends CodeParts {
  /** With hyphens; undefined if the text has none. */
  readonly territory: string | undefined;
}

/** The parts of a mapcode; undefined if the text does not have the form of one. */
export function splitMapcode(text: string): MapcodeParts | undefined {
  const roman = romanMapcode(text);
  const match = roman.length > MAX_TEXT_CHARS ? null : MAPCODE.exec(roman);
  if (match === null) return undefined;
  const [, territory, code, extension = ""] = match;
  return {
    territory: (territory as string | undefined)?.replace("_", "-"),
    code: withoutIAndO(code),
    extension: withoutIAndO(extension),
  };
}

/** Whether a code is international, with any territory before it. */
export function isInternational({ code }: CodeParts): boolean {
  return code.length === INTERNATIONAL_LENGTH + 1;
}

/** Sets `parsed` to the digits of a code. @returns false if its vowels have no meaning */
export function parseParts({ code, extension }: CodeParts): boolean {
  const chars = utf8Bytes(code);
  if (!unpack(chars, chars.length)) return false;
  return fastScanText(joinedCode(asciiText(chars, 0, chars.length), extension));
}
