/** An array of ranges, each of which is stored once. Leaves and nodes of the spatial index are such ranges. */

export class UniqueRanges {
  /** The end of what is written. */
  end: number;
  readonly #words: Int32Array | Uint16Array;
  /** Hash table: the start of a range + 1, or 0. */
  readonly #slots: Int32Array;

  /**
   * @param words with room for all ranges; no more is needed, in whatever order they are added
   * @param start where the first range will be
   * @param slots a power of two, at least twice as many as there will be ranges
   */
  constructor(words: Int32Array | Uint16Array, start: number, slots: number) {
    this.#words = words;
    this.end = start;
    this.#slots = new Int32Array(slots);
  }

  /**
   * Adds a range unless an equal one is there.
   * @param range which no other one may begin with, unless all have the same length
   * @returns the start of the range
   */
  add(range: Int32Array | Uint16Array, length: number): number {
    let hash = 0;
    for (let index = 0; index < length; index++) {
      hash = Math.imul(hash ^ range[index], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] - 1;
      if (this.#isAt(known, range, length)) return known;
    }
    const start = this.end;
    this.#slots[slot] = start + 1;
    for (let index = 0; index < length; index++) this.#words[start + index] = range[index];
    this.end += length;
    return start;
  }

  #isAt(start: number, range: Int32Array | Uint16Array, length: number): boolean {
    for (let index = 0; index < length; index++) {
      if (this.#words[start + index] !== range[index]) return false;
    }
    return true;
  }
}
