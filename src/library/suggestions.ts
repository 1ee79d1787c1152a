/** Suggestions of names in messages about wrong ones. */

/** Names with more mistakes than one in three characters are not suggested. */
const MIN_CHARS_PER_MISTAKE = 3;

/** No name is longer. Comparing a longer text with all territories took milliseconds. */
export const MAX_NAME_CHARS = 60;

/** The number of characters added, missing, replaced, or swapped with the next one (Damerau-Levenshtein distance). */
function countMistakes(from: string, to: string): number {
  const counts = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    counts.push([row]);
    for (let column = 1; column <= to.length; column++) {
      const replaced = counts[row - 1][column - 1] + (from[row - 1] === to[column - 1] ? 0 : 1);
      const fewest = Math.min(replaced, counts[row - 1][column] + 1, counts[row][column - 1] + 1);
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      counts[row].push(isSwapped ? Math.min(fewest, counts[row - 2][column - 2] + 1) : fewest);
    }
  }
  return counts[from.length][to.length];
}

/**
 * Finds the name that differs from a text by the fewest mistakes. Case does not count. The two share one of their first
 * two characters. The first of several names wins; undefined if no name is near enough.
 */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  if (text.length > MAX_NAME_CHARS) return undefined;
  const typed = text.toUpperCase();
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(typed.length / MIN_CHARS_PER_MISTAKE));
  for (const name of names) {
    const upper = name.toUpperCase();
    const isNear = Array.from(typed.slice(0, 2)).some((char) => upper.slice(0, 2).includes(char));
    if (!isNear || Math.abs(upper.length - typed.length) > limit) continue;
    const mistakes = countMistakes(typed, upper);
    if (mistakes > limit) continue;
    [best, limit] = [name, mistakes - 1];
  }
  return best;
}

/** A suggestion of the nearest name, or an empty text. */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = nearestName(text, names);
  return name === undefined ? "" : ` Did you mean ${name}?`;
}
