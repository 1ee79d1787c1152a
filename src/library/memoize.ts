/** Memoized functions. */

/** The default limit of the cache. It needs one, as inputs choose the keys. */
const MAX_ENTRIES = 10_000;

/** No real table or client has longer keys, and 10,000 of them would fill the memory. */
const MAX_KEY_CHARS = 1000;

/** Memoizes a function that never returns undefined. A full cache is emptied; long texts bypass it. */
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
