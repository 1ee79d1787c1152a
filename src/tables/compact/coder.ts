/**
 * Coding of symbols, and of numbers and bytes that consist of them. Each symbol is coded in a context: frequent
 * symbols of a context take fewer bits, by a canonical Huffman code, which precedes the first symbol of its context.
 *
 * One description of the compact form (form.ts) serves both directions: a decoder returns the value that
 * it reads, an encoder (codegen/encoder.ts) returns the value that it was given.
 */

export interface Coder {
  /** Codes a symbol from 0 to 255 in a context, a number below CONTEXTS. */
  symbol(context: number, symbol: number): number;
  /** Codes up to 30 bits, the highest first, that are as often 0 as 1. */
  plainBits(count: number, value: number): number;
}

export const CONTEXTS = 1 << 12;

// ---- Codes

/** The longest code of a symbol. A code is sent as its longest length, the counts of each length, and its symbols. */
export const MAX_CODE_BITS = 15;
export const LENGTH_BITS = 4;
export const COUNT_BITS = 8;
export const SYMBOL_BITS = 8;

/** Where a context has its counts of symbols by length; the first of them is the longest length. */
const COUNTS_WORDS = MAX_CODE_BITS + 1;

/** Reads what the encoder has written. */
export class Decoder implements Coder {
  readonly #bytes: Uint8Array;
  #next = 0;
  /** The byte that was read last, and how many bits of it are left. */
  #byte = 0;
  #left = 0;
  /** The symbols of all contexts that were used, by the length of their codes. */
  readonly #symbols: number[] = [];
  /** Where those of a context start, plus 1; 0 for a context without symbols yet. */
  readonly #starts = new Int32Array(CONTEXTS);
  readonly #counts = new Uint8Array(CONTEXTS * COUNTS_WORDS);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  symbol(context: number): number {
    if (this.#starts[context] === 0) this.#readCode(context);
    const counts = context * COUNTS_WORDS;
    let index = this.#starts[context] - 1;
    const longest = this.#counts[counts];
    // Codes of a length are consecutive numbers, which follow twice the end of those that are one bit shorter.
    let code = 0;
    for (let length = 1; length <= longest; length++) {
      if (this.#left === 0) {
        this.#byte = this.#bytes[this.#next++];
        this.#left = 8;
      }
      code = 2 * code + ((this.#byte >> --this.#left) & 1);
      const count = this.#counts[counts + length];
      if (code < count) return this.#symbols[index + code];
      index += count;
      code -= count;
    }
    // The only symbol of its context takes no bits.
    return this.#symbols[index];
  }

  #readCode(context: number): void {
    this.#starts[context] = this.#symbols.length + 1;
    const longest = this.plainBits(LENGTH_BITS);
    this.#counts[context * COUNTS_WORDS] = longest;
    let symbols = longest === 0 ? 1 : 0;
    for (let length = 1; length <= longest; length++) {
      const count = this.plainBits(COUNT_BITS);
      this.#counts[context * COUNTS_WORDS + length] = count;
      symbols += count;
    }
    for (; symbols > 0; symbols--) this.#symbols.push(this.plainBits(SYMBOL_BITS));
  }

  plainBits(count: number): number {
    let value = 0;
    for (let missing = count; missing > 0; ) {
      if (this.#left === 0) {
        this.#byte = this.#bytes[this.#next++];
        this.#left = 8;
      }
      const taken = Math.min(missing, this.#left);
      this.#left -= taken;
      missing -= taken;
      value = (value << taken) | ((this.#byte >> this.#left) & ((1 << taken) - 1));
    }
    return value;
  }
}

// ---- Numbers and bytes

/** Symbols that no number has. */
export const FREE_SYMBOLS = [1, 62, 63] as const;

/** The symbol of a number: 0, or its length in bits and its sign. */
export function symbolOf(value: number): number {
  const length = 31 - Math.clz32(Math.abs(value) + 1);
  return 2 * length + (value < 0 ? 1 : 0);
}

/** Codes what the symbol of a number leaves open. */
export function codeRest(coder: Coder, symbol: number, value: number): number {
  const length = symbol >> 1;
  if (length === 0) return 0;
  const high = 2 ** length;
  const magnitude = high - 1 + coder.plainBits(length, Math.abs(value) + 1 - high);
  return (symbol & 1) === 1 ? -magnitude : magnitude;
}

/** Codes a whole number from -(2^31 - 2) to 2^31 - 2. Small ones take few bits, frequent lengths as well. */
export function codeNumber(coder: Coder, context: number, value: number): number {
  return codeRest(coder, coder.symbol(context, symbolOf(value)), value);
}
