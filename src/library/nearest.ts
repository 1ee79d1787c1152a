/** The nearest of several names to one that is probably misspelt, for suggestions in messages. */

/** Names with more mistakes than one in three characters are not suggested. */
const CHARS_PER_MISTAKE = 3;

/** Longer texts are no names. Their comparison with all territories took milliseconds. */
const MAX_CHARS = 60;

/** A name to compare others with. */
interface SearchName {
  readonly name: string;
  readonly upperCase: string;
  readonly letters: number;
}

/** The letters that a text has, a bit each; all other characters share the last bits. */
function lettersOf(upperCase: string): number {
  let letters = 0;
  for (let index = 0; index < upperCase.length; index++) {
    letters |= 1 << (upperCase.charCodeAt(index) - 65);
  }
  return letters;
}

function countBits(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Rows of the table of distances, reused: the one before the last, the last, and the current one. */
const rows = [
  new Int32Array(MAX_CHARS + 1),
  new Int32Array(MAX_CHARS + 1),
  new Int32Array(MAX_CHARS + 1),
];

/**
 * The number of mistakes between two texts: characters added, missing, replaced, or swapped with the next
 * one (the restricted Damerau-Levenshtein distance).
 * @param to at most MAX_CHARS characters
 * @param limit results above it may be too low
 */
function countMistakes(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let [beforePrevious, previous, current] = rows;
  for (let column = 0; column <= to.length; column++) previous[column] = column;
  for (let row = 1; row <= from.length; row++) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= to.length; column++) {
      const isEqual = from[row - 1] === to[column - 1];
      let mistakes = Math.min(
        previous[column] + 1,
        current[column - 1] + 1,
        previous[column - 1] + (isEqual ? 0 : 1),
      );
      const isSwapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (isSwapped) mistakes = Math.min(mistakes, beforePrevious[column - 2] + 1);
      current[column] = mistakes;
      least = Math.min(least, mistakes);
    }
    // Later rows have no fewer.
    if (least > limit) return least;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return previous[to.length];
}

/** Names that texts are compared with more than once. */
export class NameList {
  readonly #names: readonly SearchName[];

  constructor(names: Iterable<string>) {
    this.#names = Array.from(names, (name) => {
      const upperCase = name.toUpperCase().slice(0, MAX_CHARS);
      return { name, upperCase, letters: lettersOf(upperCase) };
    });
  }

  /**
   * The name with the fewest mistakes, the first on a tie; upper and lower case are the same.
   * @returns undefined if no name is near enough to be meant
   */
  nearest(text: string): string | undefined {
    if (text.length > MAX_CHARS) return undefined;
    const wanted = text.toUpperCase();
    const letters = lettersOf(wanted);
    let best: string | undefined;
    let limit = Math.ceil(wanted.length / CHARS_PER_MISTAKE);
    for (const { name, upperCase, letters: own } of this.#names) {
      // Each mistake adds one letter at most. This settles four in five names without a comparison.
      if (countBits(letters & ~own) > limit || countBits(own & ~letters) > limit) continue;
      const mistakes = countMistakes(wanted, upperCase, limit);
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
export function didYouMean(text: string, names: Iterable<string>): string {
  return new NameList(names).didYouMean(text);
}
