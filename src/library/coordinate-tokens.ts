/**
 * Splits a text of coordinates into numbers, signs, units, hemispheres and separators. Each token keeps its
 * place in the text for messages. coordinates-text.ts makes angles of the tokens.
 */
import { quoted } from "../messages.ts";
import type { Problem } from "./errors.ts";

/** What an angle is measured along. */
export type Axis = "latitude" | "longitude";

/** What a text is to contain: both coordinates, or one of them. */
export type CoordinateSubject = "coordinates" | Axis;

/** Units by rank: degrees, minutes, seconds. */
export type UnitRank = 0 | 1 | 2;

interface Placed {
  /** Index of the first character in the text. */
  readonly index: number;
}

export interface NumberToken extends Placed {
  readonly kind: "number";
  readonly value: number;
  readonly isWhole: boolean;
}

export interface UnitToken extends Placed {
  readonly kind: "unit";
  readonly rank: UnitRank;
  readonly sign: string;
}

export interface HemisphereToken extends Placed {
  readonly kind: "hemisphere";
  readonly axis: Axis;
  readonly isNegative: boolean;
}

export interface SignToken extends Placed {
  readonly kind: "sign";
  readonly isNegative: boolean;
}

export interface SeparatorToken extends Placed {
  readonly kind: "separator";
}

export type Token = NumberToken | UnitToken | HemisphereToken | SignToken | SeparatorToken;

const ADVICE: Readonly<Record<CoordinateSubject, string>> = {
  coordinates: `Write them as '52.37, 4.9' or as '52°22'35"N 4°54'31"E'.`,
  latitude: `Write it as '52.37' or as '52°22'35"N'.`,
  longitude: `Write it as '4.9' or as '4°54'31"E'.`,
};

/**
 * Longer texts are not read. A coordinate that is written with all digits of its double has up to 1,077 characters:
 * two of them, with units and spaces, have less than half of this.
 */
export const MAX_COORDINATE_CHARS = 4096;

/** A text with what it is to contain. */
export interface CoordinateText {
  readonly text: string;
  readonly subject: CoordinateSubject;
}

/**
 * Why a text is not read. The functions that read coordinates throw it and the ones that users call make an error
 * of it: a stack trace would take nine tenths of the time of reading a wrong text.
 */
export class CoordinateProblem {
  readonly source: CoordinateText;
  readonly index: number;
  readonly problem: string;
  readonly advice: string;

  /**
   * @param index where reading failed
   * @param problem what is wrong there, as a clause
   * @param advice a whole sentence
   */
  constructor(source: CoordinateText, index: number, problem: string, advice: string) {
    this.source = source;
    this.index = index;
    this.problem = problem;
    this.advice = advice;
  }

  /** `In the latitude '52x', 'x' is neither a unit nor a hemisphere (character 3). Write it as ...` */
  described(): Problem<"malformed-coordinates"> {
    const { subject, text } = this.source;
    const place = `character ${this.index + 1}`;
    const message = `In the ${subject} ${quoted(text)}, ${this.problem} (${place}). ${this.advice}`;
    return { code: "malformed-coordinates", message, value: text };
  }
}

/** @throws CoordinateProblem always */
export function failAt(
  source: CoordinateText,
  index: number,
  problem: string,
  advice: string = ADVICE[source.subject],
): never {
  throw new CoordinateProblem(source, index, problem, advice);
}

/** @throws CoordinateProblem for a text that is longer than all coordinates */
export function checkLength(source: CoordinateText): void {
  const { length } = source.text;
  if (length > MAX_COORDINATE_CHARS) {
    const problem = `there are ${length} characters, not at most ${MAX_COORDINATE_CHARS}`;
    failAt(source, MAX_COORDINATE_CHARS, problem);
  }
}

/** @throws CoordinateProblem always */
export function failAtComma(source: CoordinateText, index: number): never {
  const problem = "the comma may separate numbers or be a decimal comma";
  const advice = "Put a space after a comma that separates, or write decimals with a dot.";
  return failAt(source, index, problem, advice);
}

// ---- Characters and words

/** Invisible marks of direction and width come along when texts are copied. */
const SPACE = /[\s\u0085\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/;
const SPACES = new RegExp(`${SPACE.source}+`, "y");

/** The text without spaces and invisible marks around it, and where it starts. A pattern would take quadratic time. */
export function withoutOuterSpaces(text: string): {
  readonly inner: string;
  readonly start: number;
} {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text[start])) start++;
  while (end > start && SPACE.test(text[end - 1])) end--;
  return { inner: text.slice(start, end), start };
}

/** An exponent has a sign; without one, the E is east. */
const NUMBER_WITH_DOT = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]\d+(?!\d|\.\d))?/iy;
const NUMBER_WITH_COMMA = /\d+(?:,\d+)?(?:e[+-]\d+(?!\d|,\d))?/iy;
const SIGN = /[+\-\u2010\u2011\u2212\ufe63\uff0b\uff0d]/y;
const PLUS_SIGNS = "+\uff0b";
const SEPARATOR = /[,;/]/y;
/** As many letters as tell a word from others. Matching all of them for each word of "NNN..." took quadratic time. */
const WORD_LETTERS = /\p{L}{1,8}/uy;
const LETTERS = /\p{L}+/uy;
const BEFORE_HEMISPHERE = /\s*[nsew]/iy;

/** Two signs of minutes are a sign of seconds, so seconds come first. */
const UNIT_SIGNS: readonly (readonly [RegExp, UnitRank])[] = [
  [/["\u2033\u201c\u201d\u02ba\uff02]|(?:['\u2032\u2018\u2019\u02b9\u02bc\u00b4]){2}/y, 2],
  [/['\u2032\u2018\u2019\u02b9\u02bc\u00b4\uff07]/y, 1],
  [/[\u00b0\u00ba\u02da\u2218]/y, 0],
];

const UNIT_WORDS: Readonly<Record<string, UnitRank>> = {
  d: 0,
  deg: 0,
  degs: 0,
  degree: 0,
  degrees: 0,
  m: 1,
  min: 1,
  mins: 1,
  minute: 1,
  minutes: 1,
  sec: 2,
  secs: 2,
  second: 2,
  seconds: 2,
};

type Hemisphere = Pick<HemisphereToken, "axis" | "isNegative">;

const NORTH: Hemisphere = { axis: "latitude", isNegative: false };
const SOUTH: Hemisphere = { axis: "latitude", isNegative: true };
const EAST: Hemisphere = { axis: "longitude", isNegative: false };
const WEST: Hemisphere = { axis: "longitude", isNegative: true };

/** Words of languages in which the same word has no other meaning; NB, ZB, OL and WL are Dutch. */
const HEMISPHERES: Readonly<Record<string, Hemisphere>> = {
  ...{ n: NORTH, north: NORTH, nord: NORTH, noord: NORTH, norte: NORTH, nb: NORTH },
  ...{ s: SOUTH, south: SOUTH, sud: SOUTH, süd: SOUTH, zuid: SOUTH, sur: SOUTH, zb: SOUTH },
  ...{ e: EAST, east: EAST, ost: EAST, oost: EAST, est: EAST, este: EAST, ol: EAST },
  ...{ w: WEST, west: WEST, ouest: WEST, oeste: WEST, ovest: WEST, wl: WEST },
};

/** Letters for which languages disagree. */
const AMBIGUOUS_LETTERS: ReadonlyMap<string, string> = new Map([
  ["o", "'O' is east in Dutch and German, but west in French and Spanish"],
  ["z", "'Z' is south in Dutch, but west in Czech and Polish"],
]);
const ENGLISH_LETTERS = "Write the hemispheres as N, S, E and W.";

const WORDS = [...Object.keys(UNIT_WORDS), ...Object.keys(HEMISPHERES)];

/** The longest word that letters start with: the letters of "25sN" are two words. */
function firstWord(letters: string): string {
  let best = "";
  for (const word of WORDS) {
    if (word.length > best.length && letters.startsWith(word)) best = word;
  }
  return best;
}

/** Characters of degrees that decimal numbers have not. */
const OTHER_CHARACTER = /[^\d\s.+-]/;

/** Two numbers, or a sign and a number. */
const SPACED_NUMBERS = /[\d.+-]\s+[\d.]/;

/** The start of a word that is neither a unit nor a hemisphere. */
const OTHER_WORD = /(?<!\p{L})(?![dmsnezow])\p{L}/iu;

/**
 * Whether a text that is not a decimal number may be degrees, minutes and seconds, or have a hemisphere. Reading
 * tokens up to a wrong word takes as long as converting three rows.
 */
export function mayBeAngle(text: string): boolean {
  if (text.length > MAX_COORDINATE_CHARS) return false;
  const isOther = (/\d/.test(text) && OTHER_CHARACTER.test(text)) || SPACED_NUMBERS.test(text);
  return isOther && !OTHER_WORD.test(text);
}

// ---- Tokens

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

/** Reads the tokens of one text, from left to right. */
class Tokenizer {
  readonly #source: CoordinateText;
  readonly #tokens: Token[] = [];
  /** Without a dot in any number, a comma between two digits is a decimal comma. */
  readonly #hasDecimalCommas: boolean;
  readonly #end: number;
  #index: number;
  /** Which token the angle that is being read starts with, after its hemisphere and sign. */
  #angleStart = 0;

  constructor(source: CoordinateText) {
    this.#source = source;
    const { text } = source;
    const isEnclosed = /^\s*\(.*\)\s*$/s.test(text);
    this.#index = isEnclosed ? text.indexOf("(") + 1 : 0;
    this.#end = isEnclosed ? text.lastIndexOf(")") : text.length;
    this.#hasDecimalCommas = !/\d\.|\.\d/.test(source.text);
  }

  run(): readonly Token[] {
    for (this.#take(SPACES); this.#index < this.#end; this.#take(SPACES)) {
      this.#add(this.#next());
    }
    return this.#tokens;
  }

  #add(token: Token): void {
    const count = this.#tokens.push(token);
    if (token.kind !== "number" && token.kind !== "unit") this.#angleStart = count;
    // The number before a unit of degrees starts another angle.
    else if (token.kind === "unit" && token.rank === 0) {
      this.#angleStart = Math.max(this.#angleStart, count - 2);
    }
  }

  /** Takes what a pattern matches here; undefined, without moving, if it does not match. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#index;
    const found = pattern.exec(this.#source.text)?.[0];
    if (found !== undefined) this.#index += found.length;
    return found;
  }

  #next(): Token {
    const index = this.#index;
    const digits = this.#take(this.#hasDecimalCommas ? NUMBER_WITH_COMMA : NUMBER_WITH_DOT);
    if (digits !== undefined) return this.#number(digits, index);
    const sign = this.#take(SIGN);
    if (sign !== undefined) return { kind: "sign", index, isNegative: !PLUS_SIGNS.includes(sign) };
    for (const [pattern, rank] of UNIT_SIGNS) {
      const unit = this.#take(pattern);
      if (unit !== undefined) return { kind: "unit", index, rank, sign: unit };
    }
    if (this.#source.text[index] === ":") return this.#colon(index);
    const separator = this.#take(SEPARATOR);
    if (separator !== undefined) return this.#separator(separator, index);
    const letters = this.#take(WORD_LETTERS);
    if (letters !== undefined) return this.#word(letters, index);
    const found = quoted(String.fromCodePoint(this.#source.text.codePointAt(index) ?? 0));
    return failAt(this.#source, index, `${found} belongs to no coordinate`);
  }

  #number(digits: string, index: number): NumberToken {
    const value = Number(digits.replace(",", "."));
    return { kind: "number", index, value, isWhole: /^\d+$/.test(digits) };
  }

  /** In 52:22:35 the first colon follows degrees, and the second one minutes. */
  #colon(index: number): UnitToken {
    this.#index++;
    const before = this.#tokens.at(-2);
    const isSecond = before?.kind === "unit" && before.sign === ":";
    return { kind: "unit", index, rank: isSecond ? 1 : 0, sign: ":" };
  }

  #separator(char: string, index: number): SeparatorToken {
    const { text } = this.#source;
    const isBetweenDigits = isDigit(text[index - 1]) && isDigit(text[index + 1]);
    if (char === "," && this.#hasDecimalCommas && isBetweenDigits) {
      failAtComma(this.#source, index);
    }
    return { kind: "separator", index };
  }

  #word(letters: string, index: number): Token {
    const lower = letters.toLowerCase();
    const ambiguity = AMBIGUOUS_LETTERS.get(lower);
    if (ambiguity !== undefined) failAt(this.#source, index, ambiguity, ENGLISH_LETTERS);
    const word = firstWord(lower);
    this.#index = index + word.length;
    if (word === "") {
      const all = this.#take(LETTERS) ?? letters;
      failAt(this.#source, index, `${quoted(all)} is neither a unit nor a hemisphere`);
    }
    const sign = letters.slice(0, word.length);
    const rank = word === "s" && this.#isSeconds(sign) ? 2 : UNIT_WORDS[word];
    if (rank === undefined) return { kind: "hemisphere", index, ...HEMISPHERES[word] };
    this.#take(/\.(?!\d)/y);
    return { kind: "unit", index, rank, sign };
  }

  /**
   * Whether a letter S after a number means seconds, not south.
   * @throws CoordinateProblem if it may mean both
   */
  #isSeconds(letter: string): boolean {
    const angle = this.#tokens.slice(this.#angleStart, this.#angleStart + 5);
    const [degrees, degreeUnit, minutes, minuteUnit, seconds] = angle;
    const hasUnits = minuteUnit?.kind === "unit" && minuteUnit.rank === 1;
    const isBare = [degrees, degreeUnit, minutes].every((token) => token?.kind === "number");
    const isThirdNumber = hasUnits ? seconds?.kind === "number" : isBare && !minuteUnit;
    if (!isThirdNumber) return false;
    BEFORE_HEMISPHERE.lastIndex = this.#index;
    const isBeforeHemisphere = BEFORE_HEMISPHERE.test(this.#source.text);
    if (isBeforeHemisphere || this.#tokens[0].kind === "hemisphere") return true;
    const minuteSign = hasUnits ? minuteUnit.sign : "";
    const isLower = letter === "s";
    if (/^[a-z]/.test(minuteSign)) return isLower;
    if (!isLower && !/^[A-Z]/.test(minuteSign)) return false;
    const advice = `Write seconds as ", and south as S.`;
    return failAt(this.#source, this.#index - 1, `'${letter}' may mean seconds or south`, advice);
  }
}

/**
 * The tokens of a text of coordinates, which takes linear time.
 * @throws CoordinateProblem for characters and words without a meaning, or with several
 */
export function coordinateTokens(source: CoordinateText): readonly Token[] {
  return new Tokenizer(source).run();
}
