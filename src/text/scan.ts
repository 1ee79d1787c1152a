/**
 * Takes a text of ASCII apart into territory, code and extension (format 7, steps 3 and 4). It
 * reads character by character and keeps what it finds in arrays, because most texts that are
 * decoded are such texts and strings would cost more than all the rest.
 */
import {
  CHAR_DOT,
  CHAR_HYPHEN,
  CHAR_SPACE,
  CHAR_VALUES,
  DIGIT_CHARS,
  NO_VALUE,
} from "../digits/digits.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { MAX_PREFIX, MAX_SUFFIX, MIN_PREFIX, MIN_SUFFIX } from "../tables/layout.ts";

const CHAR_UNDERSCORE = 95;
const CHAR_LOWER_A = 97;
const TO_UPPER = 32;
/** The 31st digit; an extension's characters number 30 cells, so none has it. */
const CHAR_Z = 90;

/** A territory is two or three characters, and as many again behind a hyphen. */
const MIN_TERRITORY_PART = 2;
const MAX_TERRITORY_PART = 3;

/** The territory found last: upper case, a hyphen where an underscore stood. */
export const territoryChars = new Uint8Array(2 * MAX_TERRITORY_PART + 1);

/** The code found last: prefix, dot and suffix in upper case, I as 1 and O as 0. */
export const codeChars = new Uint8Array(MAX_PREFIX + 1 + MAX_SUFFIX);
export const extensionChars = new Uint8Array(MAX_PRECISION);

/** Lengths of what was found last. */
export const found = { territory: 0, prefix: 0, suffix: 0, extension: 0 };

/** Returned in place of a position. */
export const NOT_THERE = -1;

/** Where a text ends that spaces may follow. */
export function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === CHAR_SPACE) end--;
  return end;
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === CHAR_SPACE) at++;
  return at;
}

/**
 * Where a run of letters and digits ends, after `most` of them at the latest. A longer run needs no
 * check of its own, as what must follow a run is no letter or digit.
 */
function endOfRun(text: string, from: number, end: number, most: number): number {
  const limit = Math.min(end, from + most);
  let at = from;
  while (at < limit && CHAR_VALUES[text.charCodeAt(at)] !== NO_VALUE) at++;
  return at;
}

/** As endOfRun, and copies the run as digits to `place`. */
function copyRun(
  text: string,
  from: number,
  end: number,
  most: number,
  chars: Uint8Array,
  place: number,
): number {
  const limit = Math.min(end, from + most);
  let at = from;
  for (; at < limit; at++) {
    const value = CHAR_VALUES[text.charCodeAt(at)] as number;
    if (value === NO_VALUE) break;
    chars[place + at - from] = DIGIT_CHARS[value] as number;
  }
  return at;
}

/**
 * Finds a territory and the spaces behind it.
 * @returns where the text goes on, or NOT_THERE (with `found` unchanged) when it starts otherwise
 */
export function scanTerritory(text: string, from: number, end: number): number {
  let at = endOfRun(text, from, end, MAX_TERRITORY_PART);
  if (at - from < MIN_TERRITORY_PART || at >= end) return NOT_THERE;
  const joint = text.charCodeAt(at);
  if (joint === CHAR_HYPHEN || joint === CHAR_UNDERSCORE) {
    const part = at + 1;
    at = endOfRun(text, part, end, MAX_TERRITORY_PART);
    if (at - part < MIN_TERRITORY_PART || at >= end) return NOT_THERE;
  }
  if (text.charCodeAt(at) !== CHAR_SPACE) return NOT_THERE;
  found.territory = at - from;
  for (let i = 0; i < at - from; i++) {
    const char = text.charCodeAt(from + i);
    const upper = char >= CHAR_LOWER_A ? char - TO_UPPER : char;
    territoryChars[i] = char === CHAR_UNDERSCORE ? CHAR_HYPHEN : upper;
  }
  return skipSpaces(text, at);
}

/** Finds prefix, suffix and extension, from `from` to the very end; @returns whether they are there. */
export function scanCode(text: string, from: number, end: number): boolean {
  const dot = copyRun(text, from, end, MAX_PREFIX, codeChars, 0);
  const prefix = dot - from;
  if (prefix < MIN_PREFIX || dot >= end || text.charCodeAt(dot) !== CHAR_DOT) return false;
  codeChars[prefix] = CHAR_DOT;
  const at = copyRun(text, dot + 1, end, MAX_SUFFIX, codeChars, prefix + 1);
  const suffix = at - dot - 1;
  if (suffix < MIN_SUFFIX) return false;
  found.prefix = prefix;
  found.suffix = suffix;
  found.extension = 0;
  return at === end || scanExtension(text, at, end);
}

function scanExtension(text: string, hyphen: number, end: number): boolean {
  if (text.charCodeAt(hyphen) !== CHAR_HYPHEN) return false;
  const at = copyRun(text, hyphen + 1, end, MAX_PRECISION, extensionChars, 0);
  const count = at - hyphen - 1;
  if (at !== end || count === 0) return false;
  for (let i = 0; i < count; i++) if (extensionChars[i] === CHAR_Z) return false;
  found.extension = count;
  return true;
}
