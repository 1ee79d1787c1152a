/**
 * Coding of symbols, and of numbers that consist of a symbol and plain bits. Each symbol is coded in a context:
 * frequent symbols of a context take fewer bits, by a canonical Huffman code. The codes of all contexts and the sizes of
 * all parts precede the first symbol. A part begins with a byte.
 *
 * One description of the compact form (form.ts) serves both directions: a decoder returns the value that
 * it reads, an encoder (codegen/encoder.ts) returns the value that it was given.
 */

export interface Coder {
  /** Begins a part, which can be read without those before it. An encoder is given all parts in rising order. */
  part(index: number): void;
  /** Codes a whole number from -(2^31 - 2) to 2^31 - 2. Small ones take few bits, frequent lengths as well. */
  number(context: number, value: number): number;
  /** Codes bytes, each in the context of the byte before it; in context 0, the first one. */
  text(bytes: Uint8Array): void;
  /**
   * Codes a column of numbers, whose contexts are consecutive.
   * @param context that of kind 0
   * @param kinds the kind of each number
   */
  column(context: number, kinds: Uint16Array): Column;
}

/** A column of numbers. Each is given once, in rising order of indexes. */
export interface Column {
  /** Codes a value by its difference from a base. */
  number(index: number, value: number, base: number): number;
  /** Codes a value as the first of three guesses that equals it, or else by its difference from a base. */
  guessed(
    index: number,
    value: number,
    base: number,
    first: number,
    second: number,
    third: number,
  ): number;
}

export const CONTEXT_BITS = 14;
const MAX_CONTEXTS = 1 << CONTEXT_BITS;

// ---- Codes

/** The longest code of a symbol. A code is sent as its longest length, the counts of each length, and its symbols. */
export const MAX_CODE_BITS = 15;
export const LENGTH_BITS = 4;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
export const COUNT_BITS = 8;
export const SYMBOL_BITS = 8;

/** The number of parts, and how many bytes each of them has. */
export const PARTS_BITS = 10;
export const PART_BYTES_BITS = 15;

/** How a decoder knows the number of bits of all contexts that can start with a code: in units, and rounded up. */
export const SIZE_BITS = 12;
export const SIZE_SHIFT = 6;

/**
 * The symbol of a number is twice the length of its plain bits, plus 1 if it is negative. The plain bits are those of
 * its magnitude + 1 without the first. No number has these symbols: each stands for a guess.
 */
export const GUESS_SYMBOLS = [1, 62, 63] as const;
const [FIRST, SECOND, THIRD] = GUESS_SYMBOLS;

/** A column that has been read. */
class ReadColumn implements Column {
  readonly #symbols: Uint8Array;
  /** The numbers without guesses. */
  readonly #numbers: Int32Array;

  constructor(symbols: Uint8Array, numbers: Int32Array) {
    this.#symbols = symbols;
    this.#numbers = numbers;
  }

  number(index: number, _value: number, base: number): number {
    return base + this.#numbers[index];
  }

  guessed(
    index: number,
    _value: number,
    base: number,
    first: number,
    second: number,
    third: number,
  ): number {
    const symbol = this.#symbols[index];
    if (symbol === FIRST) return first;
    if (symbol === SECOND) return second;
    if (symbol === THIRD) return third;
    return base + this.#numbers[index];
  }
}

/**
 * Reads what the encoder has written. V8 takes more time to compile this than to run it, so that little code should
 * run often. Two loops read nearly all symbols. They took more time to compile when codes came between the symbols, and
 * when the loop over each column of the tables read its symbols.
 */
export class Decoder implements Coder {
  readonly #bytes: Uint8Array;
  /** How many bits have been read. */
  #position = 0;
  /** By context, where its codes start in #codes and, in LENGTH_BITS below, the longest length. */
  readonly #contexts = new Int32Array(MAX_CONTEXTS);
  /** For all bits of the longest length: the symbol that they start with and, in LENGTH_BITS below, its length. */
  readonly #codes: Uint16Array;
  /** The first byte of each part. */
  readonly #parts: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#codes = new Uint16Array(this.#fewBits(SIZE_BITS) << SIZE_SHIFT);
    let context = -1;
    let end = 0;
    for (let left = this.#fewBits(CONTEXT_BITS); left > 0; left--) {
      context += this.#fewBits(CONTEXT_BITS);
      end = this.#readCode(context, end);
    }
    const sizes: number[] = [];
    for (let left = this.#fewBits(PARTS_BITS); left > 0; left--) {
      sizes.push(this.#fewBits(PART_BYTES_BITS));
    }
    let start = (this.#position + 7) >> 3;
    for (const size of sizes) {
      this.#parts.push(start);
      start += size;
    }
  }

  part(index: number): void {
    this.#position = this.#parts[index] << 3;
  }

  number(context: number): number {
    return this.#numberOf(this.#symbol(context));
  }

  text(bytes: Uint8Array): void {
    let before = 0;
    for (let index = 0; index < bytes.length; index++) {
      before = this.#symbol(before);
      bytes[index] = before;
    }
  }

  column(context: number, kinds: Uint16Array): Column {
    const symbols = new Uint8Array(kinds.length);
    const numbers = new Int32Array(kinds.length);
    for (let index = 0; index < kinds.length; index++) {
      const symbol = this.#symbol(context + kinds[index]);
      symbols[index] = symbol;
      if (symbol > FIRST && symbol < SECOND) numbers[index] = this.#numberOf(symbol);
    }
    return new ReadColumn(symbols, numbers);
  }

  #symbol(context: number): number {
    const code = this.#contexts[context];
    const longest = code & LENGTH_MASK;
    const position = this.#position;
    const bytes = this.#bytes;
    const byte = position >> 3;
    const word = (bytes[byte] << 16) | (bytes[byte + 1] << 8) | bytes[byte + 2];
    const bits = (word >> (24 - longest - (position & 7))) & ((1 << longest) - 1);
    const found = this.#codes[(code >> LENGTH_BITS) + bits];
    this.#position = position + (found & LENGTH_MASK);
    return found >> LENGTH_BITS;
  }

  /** The number that begins with a symbol. */
  #numberOf(symbol: number): number {
    const length = symbol >> 1;
    if (length === 0) return 0;
    // A small integer of V8, unlike a power: with it, reading took a third longer.
    let magnitude = 1;
    for (let left = length; left > 0; left -= MAX_CODE_BITS) {
      const count = Math.min(left, MAX_CODE_BITS);
      magnitude = (magnitude << count) | this.#fewBits(count);
    }
    return (symbol & 1) === 1 ? 1 - magnitude : magnitude - 1;
  }

  /**
   * Codes are consecutive, from short ones to long ones, and so are all bits that start with them.
   * @returns the end of what is written to #codes
   */
  #readCode(context: number, start: number): number {
    const longest = this.#fewBits(LENGTH_BITS);
    this.#contexts[context] = (start << LENGTH_BITS) | longest;
    const counts: number[] = [];
    for (let length = 1; length <= longest; length++) counts.push(this.#fewBits(COUNT_BITS));
    // The only symbol of its context takes no bits.
    if (longest === 0) this.#codes[start] = this.#fewBits(SYMBOL_BITS) << LENGTH_BITS;
    let next = start;
    for (let length = 1; length <= longest; length++) {
      const repeated = 1 << (longest - length);
      for (let left = counts[length - 1]; left > 0; left--) {
        const found = (this.#fewBits(SYMBOL_BITS) << LENGTH_BITS) | length;
        this.#codes.fill(found, next, next + repeated);
        next += repeated;
      }
    }
    return start + (1 << longest);
  }

  /** Up to MAX_CODE_BITS bits. */
  #fewBits(count: number): number {
    const position = this.#position;
    const bytes = this.#bytes;
    const byte = position >> 3;
    this.#position = position + count;
    const word = (bytes[byte] << 16) | (bytes[byte + 1] << 8) | bytes[byte + 2];
    return (word >> (24 - count - (position & 7))) & ((1 << count) - 1);
  }
}
