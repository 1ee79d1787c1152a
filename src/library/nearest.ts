/** The nearest of several names to one that is probably misspelt, for suggestions in messages. */

/** Names with more mistakes than one in three characters are not suggested. */
const CHARS_PER_MISTAKE = 3;

/**
 * The number of mistakes between two texts: characters added, missing, replaced, or swapped with the next
 * one (the restricted Damerau-Levenshtein distance).
 * @param limit results above it may be too low
 */
function countMistakes(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
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
      current.push(mistakes);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length];
}

/**
 * The name with the fewest mistakes, the first on a tie; upper and lower case are the same.
 * @returns undefined if no name is near enough to be meant
 */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  const wanted = text.toUpperCase();
  let best: string | undefined;
  let limit = Math.ceil(wanted.length / CHARS_PER_MISTAKE);
  for (const name of names) {
    const mistakes = countMistakes(wanted, name.toUpperCase(), limit);
    if (mistakes > limit) continue;
    best = name;
    // Only a nearer name replaces it.
    limit = mistakes - 1;
  }
  return best;
}

/** A sentence that suggests the nearest name, with a space in front; empty if there is none. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = nearestName(text, names);
  return name === undefined ? "" : ` Did you mean ${name}?`;
}
