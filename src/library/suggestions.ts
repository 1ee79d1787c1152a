/** Suggestions of names in messages about wrong ones. */

/** Names with more mistakes than one in three characters are not suggested. */
const MIN_CHARS_PER_MISTAKE = 3;

/** No name is longer. Comparing a longer text with all territories took milliseconds. */
export const MAX_NAME_CHARS = 60;

/** The counts of the present row and of the two before it. New ones for each name took three quarters of the time. */
let [beforeLast, last, counts] = [0, 0, 0].map(() => new Uint8Array(2 * MAX_NAME_CHARS));

/**
 * The number of characters added, missing, replaced, or swapped with the next one (Damerau-Levenshtein distance). Above the
 * limit, any number above it: most names are known to be too different after a few characters.
 */
function countMistakes(from: string, to: string, limit: number): number {
  for (let column = 0; column <= to.length; column++) last[column] = column;
  for (let row = 1; row <= from.length; row++) {
    const typed = from.charCodeAt(row - 1);
    let fewestOfRow = row;
    counts[0] = row;
    for (let column = 1; column <= to.length; column++) {
      const isSame = typed === to.charCodeAt(column - 1);
      const replaced = last[column - 1] + (isSame ? 0 : 1);
      let fewest = Math.min(replaced, last[column] + 1, counts[column - 1] + 1);
      const isSwapped = row > 1 && column > 1 && typed === to.charCodeAt(column - 2);
      if (isSwapped && from.charCodeAt(row - 2) === to.charCodeAt(column - 1)) {
        fewest = Math.min(fewest, beforeLast[column - 2] + 1);
      }
      counts[column] = fewest;
      fewestOfRow = Math.min(fewestOfRow, fewest);
    }
    if (fewestOfRow > limit) return fewestOfRow;
    [beforeLast, last, counts] = [last, counts, beforeLast];
  }
  return last[to.length];
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
    if (Math.abs(name.length - typed.length) > limit) continue;
    const upper = name.toUpperCase();
    const start = upper.slice(0, 2);
    if (!start.includes(typed[0]) && !start.includes(typed[1])) continue;
    const mistakes = countMistakes(typed, upper, limit);
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
