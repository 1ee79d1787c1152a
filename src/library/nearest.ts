/** The nearest of several names to one that is probably misspelt, for suggestions in messages. */

/** Names with more mistakes than one in three characters are not suggested. */
const CHARS_PER_MISTAKE = 3;

/** Longer texts are no names. Their comparison with all territories took milliseconds. */
const MAX_CHARS = 60;

/** A name to compare others with. */
interface SearchName {
  readonly name: string;
  /** Its characters in upper case. */
  readonly chars: Uint16Array;
  readonly letters: number;
  /** The letters that it begins with. */
  readonly start: number;
}

/** One mistake at the start of a name leaves one of its first two letters among the first two. */
const START_CHARS = 2;

function charsOf(text: string): Uint16Array {
  return Uint16Array.from(text.toUpperCase(), (char) => char.charCodeAt(0));
}

/** The letters that a text has, a bit each; all other characters share the last bits. */
function lettersOf(chars: Uint16Array): number {
  return chars.reduce((letters, char) => letters | (1 << (char - 65)), 0);
}

function startOf(chars: Uint16Array): number {
  return lettersOf(chars.subarray(0, START_CHARS));
}

/** The number of ones in a word of 32 bits, which are added in pairs, fours and bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Rows of the table of distances, reused: the one before the last, the last, and the current one. */
const rows = [
  new Int32Array(MAX_CHARS + 2),
  new Int32Array(MAX_CHARS + 2),
  new Int32Array(MAX_CHARS + 2),
];

/**
 * The number of mistakes between two texts: characters added, missing, replaced, or swapped with the next
 * one (the restricted Damerau-Levenshtein distance). Only the cells near the diagonal of the table can be within
 * the limit.
 * @param to at most MAX_CHARS characters
 * @param limit results above it may be too low
 */
function countMistakes(from: Uint16Array, to: Uint16Array, limit: number): number {
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

/** Names that texts are compared with more than once. */
export class NameList {
  readonly #names: readonly SearchName[];
  /** The names that begin with one of some letters: a fifth of all. */
  readonly #byStart = new Map<number, readonly SearchName[]>();

  constructor(names: Iterable<string>) {
    this.#names = Array.from(names, (name) => {
      const chars = charsOf(name).subarray(0, MAX_CHARS);
      return { name, chars, letters: lettersOf(chars), start: startOf(chars) };
    });
  }

  #namesFrom(start: number): readonly SearchName[] {
    const known = this.#byStart.get(start);
    if (known) return known;
    const names = this.#names.filter((name) => (name.start & start) !== 0);
    this.#byStart.set(start, names);
    return names;
  }

  /**
   * The name with the fewest mistakes, the first on a tie; upper and lower case are the same. Names that share
   * none of the first two letters are not compared.
   * @returns undefined if no name is near enough to be meant
   */
  nearest(text: string): string | undefined {
    const wanted = charsOf(text.slice(0, MAX_CHARS + 1));
    if (wanted.length > MAX_CHARS) return undefined;
    const letters = lettersOf(wanted);
    let best: string | undefined;
    let limit = Math.ceil(wanted.length / CHARS_PER_MISTAKE);
    for (const { name, chars, letters: own } of this.#namesFrom(startOf(wanted))) {
      // Each mistake adds one character and one letter at most. This settles four in five names without a comparison.
      if (Math.abs(chars.length - wanted.length) > limit) continue;
      if (countBits(letters & ~own) > limit || countBits(own & ~letters) > limit) continue;
      const mistakes = countMistakes(wanted, chars, limit);
      if (mistakes > limit) continue;
      best = name;
      // Only a nearer name replaces it.
      limit = mistakes - 1;
    }
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
