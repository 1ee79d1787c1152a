/** The nearest of several names to one that is probably misspelled, for suggestions in messages. */

/** Names with more mistakes than one in three characters are not suggested. */
const CHARS_PER_MISTAKE = 3;

/** Longer texts are not names. Comparing them with all territories took milliseconds. */
export const MAX_NAME_CHARS = 60;

/** One mistake at the start of a name leaves one of its first two letters among the first two. */
const START_CHARS = 2;

/** The letters of a text, one bit each; all other characters share one. */
function lettersOf(upper: string): number {
  let letters = 0;
  for (let at = 0; at < upper.length; at++) {
    const letter = upper.charCodeAt(at) - 65;
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return letters;
}

/** The number of ones in a word of 32 bits, which are added in pairs, fours and bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Rows of the table of distances, reused: the one before the last, the last, and the current one. */
const rows = Array.from({ length: 3 }, () => new Uint8Array(MAX_NAME_CHARS + 2));

/**
 * The number of mistakes between two texts: characters added, missing, replaced, or swapped with the next one (the
 * restricted Damerau-Levenshtein distance). It computes only the cells of the table near its diagonal, as no others can
 * be within the limit.
 * @param to at most MAX_NAME_CHARS characters
 * @param limit results above it may be too low
 */
function countMistakes(from: string, to: string, limit: number): number {
  let [beforePrevious, previous, current] = rows;
  for (let column = 0; column <= to.length; column++) previous[column] = column;
  for (let row = 1; row <= from.length; row++) {
    const char = from.charCodeAt(row - 1);
    const start = Math.max(1, row - limit);
    const end = Math.min(to.length, row + limit);
    let left = start === 1 ? row : limit + 1;
    let least = left;
    current[start - 1] = left;
    for (let column = start; column <= end; column++) {
      const replaced = previous[column - 1] + (char === to.charCodeAt(column - 1) ? 0 : 1);
      left = Math.min(replaced, previous[column] + 1, left + 1);
      const isSwapped =
        column > 1 &&
        row > 1 &&
        char === to.charCodeAt(column - 2) &&
        from.charCodeAt(row - 2) === to.charCodeAt(column - 1);
      if (isSwapped) left = Math.min(left, beforePrevious[column - 2] + 1);
      current[column] = left;
      if (left < least) least = left;
    }
    // Later rows have no fewer.
    if (least > limit) return least;
    current[end + 1] = limit + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[to.length];
}

/** A name as it is compared. */
interface ComparedName {
  readonly name: string;
  readonly upper: string;
  readonly letters: number;
  /** The letters among its first characters. */
  readonly start: number;
}

function comparedName(name: string): ComparedName {
  const upper = name.toUpperCase().slice(0, MAX_NAME_CHARS);
  return { name, upper, letters: lettersOf(upper), start: lettersOf(upper.slice(0, START_CHARS)) };
}

/** Whether there are certainly more mistakes than the limit: each adds one character and removes one at most. */
function isFar(from: ComparedName, to: ComparedName, limit: number): boolean {
  const longer = to.upper.length - from.upper.length;
  return (
    longer > limit ||
    -longer > limit ||
    countBits(from.letters & ~to.letters) > Math.min(limit, limit - longer) ||
    countBits(to.letters & ~from.letters) > Math.min(limit, limit + longer)
  );
}

/** Names that texts are compared with more than once. */
export class NameList {
  readonly #names: readonly ComparedName[];
  /** The names that begin with one of some letters: a fifth of all. */
  readonly #byStart = new Map<number, readonly ComparedName[]>();

  constructor(names: Iterable<string>) {
    this.#names = Array.from(names, comparedName);
  }

  #namesFrom(start: number): readonly ComparedName[] {
    const names =
      this.#byStart.get(start) ?? this.#names.filter((name) => (name.start & start) !== 0);
    this.#byStart.set(start, names);
    return names;
  }

  /**
   * The name with the fewest mistakes, the first on a tie; upper and lower case are the same. Names that share
   * none of the first two letters are not compared.
   * @returns undefined if no name is near enough to be meant
   */
  nearest(text: string): string | undefined {
    const compared = comparedName(text);
    const { upper, start } = compared;
    if (text.length > MAX_NAME_CHARS) return undefined;
    let best: string | undefined;
    let limit = Math.max(1, Math.floor(upper.length / CHARS_PER_MISTAKE));
    for (const other of this.#namesFrom(start)) {
      if (isFar(compared, other, limit)) continue;
      const mistakes = countMistakes(upper, other.upper, limit);
      if (mistakes > limit) continue;
      best = other.name;
      // Only a nearer name replaces it.
      limit = mistakes - 1;
    }
    return best;
  }
}

/** As NameList, for names that are compared once. */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  return new NameList(names).nearest(text);
}

/** A sentence that suggests the nearest name, with a space in front; empty if there is none. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = nearestName(text, names);
  return name === undefined ? "" : ` Did you mean ${name}?`;
}
