/** Random numbers that are the same on every machine: Math.random takes no seed. */

/** Next number in [0, 1). */
export type Random = () => number;

/** Mulberry32: small, quick and even enough for points to measure with. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function between(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/**
 * Normal distribution around 0, nearly: the sum of twelve even ones. It adds and subtracts only,
 * because logarithm and cosine may differ in their last digit between machines.
 */
export function normal(random: Random, sigma: number): number {
  let sum = -6;
  for (let count = 0; count < 12; count++) sum += random();
  return sum * sigma;
}
