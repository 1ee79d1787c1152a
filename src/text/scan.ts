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
const VALUE_Z = 30;

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

function valueAt(text: string, at: number, end: number): number {
  return at < end ? (CHAR_VALUES[text.charCodeAt(at)] as number) : NO_VALUE;
}

/** Where a run of letters and digits ends, or NOT_THERE unless it has `least` to `most` of them. */
function endOfRun(text: string, from: number, end: number, least: number, most: number): number {
  let at = from;
  while (at - from <= most && valueAt(text, at, end) !== NO_VALUE) at++;
  return at - from >= least && at - from <= most ? at : NOT_THERE;
}

/**
 * Finds a territory and the spaces behind it.
 * @returns where the text goes on, or NOT_THERE (with `found` unchanged) when it starts otherwise
 */
export function scanTerritory(text: string, from: number, end: number): number {
  let at = endOfRun(text, from, end, MIN_TERRITORY_PART, MAX_TERRITORY_PART);
  if (at === NOT_THERE) return NOT_THERE;
  const joint = text.charCodeAt(at);
  if (joint === CHAR_HYPHEN || joint === CHAR_UNDERSCORE) {
    at = endOfRun(text, at + 1, end, MIN_TERRITORY_PART, MAX_TERRITORY_PART);
  }
  if (at === NOT_THERE || at >= end || text.charCodeAt(at) !== CHAR_SPACE) return NOT_THERE;
  found.territory = at - from;
  for (let i = 0; i < at - from; i++) {
    const char = text.charCodeAt(from + i);
    const upper = char >= CHAR_LOWER_A ? char - TO_UPPER : char;
    territoryChars[i] = char === CHAR_UNDERSCORE ? CHAR_HYPHEN : upper;
  }
  return skipSpaces(text, at);
}

/** Copies a run as digits; @returns where it ends, or NOT_THERE. */
function copyRun(
  text: string,
  from: number,
  end: number,
  least: number,
  most: number,
  chars: Uint8Array,
  place: number,
): number {
  const runEnd = endOfRun(text, from, end, least, most);
  for (let at = from; at < runEnd; at++) {
    const value = CHAR_VALUES[text.charCodeAt(at)] as number;
    chars[place + at - from] = DIGIT_CHARS[value] as number;
  }
  return runEnd;
}

/** Finds prefix, suffix and extension, from `from` to the very end; @returns whether they are there. */
export function scanCode(text: string, from: number, end: number): boolean {
  const dot = copyRun(text, from, end, MIN_PREFIX, MAX_PREFIX, codeChars, 0);
  if (dot === NOT_THERE || dot >= end || text.charCodeAt(dot) !== CHAR_DOT) return false;
  const prefix = dot - from;
  codeChars[prefix] = CHAR_DOT;
  const at = copyRun(text, dot + 1, end, MIN_SUFFIX, MAX_SUFFIX, codeChars, prefix + 1);
  if (at === NOT_THERE) return false;
  found.prefix = prefix;
  found.suffix = at - dot - 1;
  found.extension = 0;
  if (at === end) return true;
  if (text.charCodeAt(at) !== CHAR_HYPHEN) return false;
  const extensionEnd = copyRun(text, at + 1, end, 1, MAX_PRECISION, extensionChars, 0);
  if (extensionEnd !== end) return false;
  found.extension = end - at - 1;
  for (let i = 0; i < found.extension; i++) {
    if (extensionChars[i] === DIGIT_CHARS[VALUE_Z]) return false;
  }
  return true;
}
