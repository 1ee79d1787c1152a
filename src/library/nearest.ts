/** The nearest of several names to one that is probably misspelled, for suggestions in messages. */

/** Names with more mistakes than one in three characters are not suggested. */
const CHARS_PER_MISTAKE = 3;

/** Longer texts are not names. Comparing them with all territories took milliseconds. */
export const MAX_NAME_CHARS = 60;

/** A name to compare others with. */
interface SearchName {
  readonly name: string;
  /** Its characters in upper case. */
  readonly chars: readonly number[];
  /** The letters that it has, and those that it has at least twice. */
  readonly letters: number;
  readonly twice: number;
  /** The letters among its first characters. */
  readonly start: number;
}

/** One mistake at the start of a name leaves one of its first two letters among the first two. */
const START_CHARS = 2;

const LETTERS = 26;

/** The bit of a letter in a word; all other characters share one. */
function letterOf(char: number): number {
  const letter = char - 65;
  return 1 << (letter >= 0 && letter < LETTERS ? letter : LETTERS);
}

/** The first characters of a name. */
function searchName(name: string, maxChars: number): SearchName {
  const upper = name.toUpperCase();
  const chars: number[] = [];
  let letters = 0;
  let twice = 0;
  let start = 0;
  for (let at = 0; at < upper.length && at < maxChars; at++) {
    const char = upper.charCodeAt(at);
    const letter = letterOf(char);
    chars.push(char);
    twice |= letters & letter;
    letters |= letter;
    if (at < START_CHARS) start = letters;
  }
  return { name, chars, letters, twice, start };
}

/** The number of ones in a word of 32 bits, which are added in pairs, fours and bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** What isFar needs of names, in arrays: it reads a hundred names for each text. */
class NameBounds {
  readonly names: readonly SearchName[];
  readonly #lengths: Int32Array;
  readonly #letters: Int32Array;
  readonly #twice: Int32Array;

  constructor(names: readonly SearchName[]) {
    this.names = names;
    this.#lengths = Int32Array.from(names, ({ chars }) => chars.length);
    this.#letters = Int32Array.from(names, ({ letters }) => letters);
    this.#twice = Int32Array.from(names, ({ twice }) => twice);
  }

  /**
   * Whether there are certainly more mistakes than the limit: each adds one character and removes one at most. This
   * settles 19 in 20 names without a comparison.
   */
  isFar(from: SearchName, index: number, limit: number): boolean {
    const longer = this.#lengths[index] - from.chars.length;
    if (longer > limit || -longer > limit) return true;
    const letters = this.#letters[index];
    const twice = this.#twice[index];
    const missing = countBits(from.letters & ~letters);
    if (missing > limit) return true;
    const removed = missing + countBits(from.twice & ~twice);
    // A name that is longer by three characters has three more that are added than are removed.
    if (removed > limit || removed + longer > limit) return true;
    const added = countBits(letters & ~from.letters) + countBits(twice & ~from.twice);
    return added > limit || added - longer > limit;
  }
}

/** Rows of the table of distances, reused: the one before the last, the last, and the current one. */
const rows = [
  new Int32Array(MAX_NAME_CHARS + 2),
  new Int32Array(MAX_NAME_CHARS + 2),
  new Int32Array(MAX_NAME_CHARS + 2),
];

/**
 * The number of mistakes between two texts: characters added, missing, replaced, or swapped with the next one (the
 * restricted Damerau-Levenshtein distance). It is for texts that WordPattern cannot compare. It computes only the cells
 * of the table near its diagonal, as no others can be within the limit.
 * @param to at most MAX_NAME_CHARS characters
 * @param limit results above it may be too low
 */
function countMistakes(from: readonly number[], to: readonly number[], limit: number): number {
  let [beforePrevious, previous, current] = rows;
  for (let column = 0; column <= to.length; column++) previous[column] = column;
  for (let row = 1; row <= from.length; row++) {
    const start = Math.max(1, row - limit);
    const end = Math.min(to.length, row + limit);
    current[start - 1] = start === 1 ? row : limit + 1;
    let least = current[start - 1];
    for (let column = start; column <= end; column++) {
      const isEqual = from[row - 1] === to[column - 1];
      let mistakes = previous[column - 1] + (isEqual ? 0 : 1);
      if (previous[column] < mistakes) mistakes = previous[column] + 1;
      if (current[column - 1] < mistakes) mistakes = current[column - 1] + 1;
      const isSwapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (isSwapped) mistakes = Math.min(mistakes, beforePrevious[column - 2] + 1);
      current[column] = mistakes;
      if (mistakes < least) least = mistakes;
    }
    // Later rows have no fewer.
    if (least > limit) return least;
    current[end + 1] = limit + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[to.length];
}

/** Characters that are compared a word of 32 bits at a time. */
const WORD_CHARS = 32;

/** For each character of a text in WordPattern, its places in the text: one bit each. */
const places = new Int32Array(1 << 16);

/**
 * Counts mistakes between one text of up to 32 characters and others: all cells of a column of the table at once,
 * as one bit each for differences to the cells above (Hyyrö 2003). A comparison takes a quarter of the time.
 */
class WordPattern {
  readonly #chars: readonly number[];

  constructor(chars: readonly number[]) {
    this.#chars = chars;
    chars.forEach((char, at) => {
      places[char] |= 1 << at;
    });
  }

  /** As countMistakes. */
  countMistakes(to: readonly number[], limit: number): number {
    const last = 1 << (this.#chars.length - 1);
    let mistakes = this.#chars.length;
    let rises = -1;
    let falls = 0;
    let equal = 0;
    let previousPlaces = 0;
    for (let at = 0; at < to.length; at++) {
      const own = places[to[at]];
      const swapped = ((~equal & own) << 1) & previousPlaces;
      equal = (((own & rises) + rises) ^ rises) | own | falls | swapped;
      const rowRises = falls | ~(equal | rises);
      const rowFalls = equal & rises;
      if ((rowRises & last) !== 0) mistakes++;
      else if ((rowFalls & last) !== 0) mistakes--;
      // Each character that is left can make it one less.
      if (mistakes - (to.length - at - 1) > limit) return limit + 1;
      const nextRises = (rowRises << 1) | 1;
      rises = (rowFalls << 1) | ~(equal | nextRises);
      falls = nextRises & equal;
      previousPlaces = own;
    }
    return mistakes;
  }

  /** Must be called before the next pattern is made. */
  clear(): void {
    for (const char of this.#chars) places[char] = 0;
  }
}

/** Names that texts are compared with more than once. */
export class NameList {
  readonly #names: readonly SearchName[];
  /** The names that begin with one of some letters: a fifth of all. */
  readonly #byStart = new Map<number, NameBounds>();

  constructor(names: Iterable<string>) {
    this.#names = Array.from(names, (name) => searchName(name, MAX_NAME_CHARS));
  }

  #namesFrom(start: number): NameBounds {
    const known = this.#byStart.get(start);
    if (known) return known;
    const names = new NameBounds(this.#names.filter((name) => (name.start & start) !== 0));
    this.#byStart.set(start, names);
    return names;
  }

  /**
   * The name with the fewest mistakes, the first on a tie; upper and lower case are the same. Names that share
   * none of the first two letters are not compared.
   * @returns undefined if no name is near enough to be meant
   */
  nearest(text: string): string | undefined {
    const wanted = searchName(text, MAX_NAME_CHARS + 1);
    const { chars, start } = wanted;
    if (chars.length > MAX_NAME_CHARS) return undefined;
    const pattern = chars.length <= WORD_CHARS ? new WordPattern(chars) : undefined;
    let best: string | undefined;
    let limit = Math.max(1, Math.floor(chars.length / CHARS_PER_MISTAKE));
    const bounds = this.#namesFrom(start);
    const { names } = bounds;
    for (let index = 0; index < names.length; index++) {
      if (bounds.isFar(wanted, index, limit)) continue;
      const name = names[index];
      const mistakes =
        pattern?.countMistakes(name.chars, limit) ?? countMistakes(chars, name.chars, limit);
      if (mistakes > limit) continue;
      best = name.name;
      // Only a nearer name replaces it.
      limit = mistakes - 1;
    }
    pattern?.clear();
    return best;
  }

  /** A sentence that suggests the nearest name, with a space in front; empty if there is none. */
  didYouMean(text: string): string {
    const name = this.nearest(text);
    return name === undefined ? "" : ` Did you mean ${name}?`;
  }
}

/** As NameList, for names that are compared once. */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  return new NameList(names).nearest(text);
}

/** As NameList, for names that are compared once. */
export function didYouMean(text: string, names: Iterable<string>): string {
  return new NameList(names).didYouMean(text);
}
