/** Functions that keep their results in memory. */

/** How many results are remembered by default. Inputs choose the keys, so the memory has a limit. */
const MAX_ENTRIES = 10_000;

/** Longer texts are keys of no real table or client, and 10,000 of them would fill the memory. */
const MAX_KEY_CHARS = 1000;

/** A function that computes each value, never undefined, once, until there are too many; for long texts each time. */
export function memoize<Key, Value>(
  compute: (key: Key) => Value,
  maxEntries: number = MAX_ENTRIES,
): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    if (typeof key === "string" && key.length > MAX_KEY_CHARS) return compute(key);
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (values.size >= maxEntries) values.clear();
    values.set(key, value);
    return value;
  };
}
