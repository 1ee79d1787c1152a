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

/** Where a context has what belongs to codes of each length, from 0 on. */
const LENGTHS = MAX_CODE_BITS + 1;
/** More than any MAX_CODE_BITS bits. */
const NO_LIMIT = 1 << MAX_CODE_BITS;

/** Reads what the encoder has written. */
export class Decoder implements Coder {
  readonly #bytes: Uint8Array;
  /** How many bits have been read. */
  #position = 0;
  /** The symbols of all contexts that were used, by the length of their codes. */
  readonly #symbols: number[] = [];
  readonly #isUsed = new Uint8Array(CONTEXTS);
  /**
   * By context and length: codes of this length, followed by zeros up to MAX_CODE_BITS, are below the limit; and
   * what leads from a code to the index of its symbol.
   */
  readonly #limits = new Int32Array(CONTEXTS * LENGTHS);
  readonly #offsets = new Int32Array(CONTEXTS * LENGTHS);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  symbol(context: number): number {
    if (this.#isUsed[context] === 0) this.#readCode(context);
    const bits = this.#nextBits();
    let index = context * LENGTHS;
    while (bits >= this.#limits[index]) index++;
    const length = index - context * LENGTHS;
    this.#position += length;
    return this.#symbols[this.#offsets[index] + (bits >> (MAX_CODE_BITS - length))];
  }

  /** Codes of a length are consecutive numbers, which follow twice the end of those that are one bit shorter. */
  #readCode(context: number): void {
    this.#isUsed[context] = 1;
    const longest = this.plainBits(LENGTH_BITS);
    const first = this.#symbols.length;
    let index = context * LENGTHS;
    this.#offsets[index] = first;
    // The only symbol of its context takes no bits.
    this.#limits[index] = longest === 0 ? NO_LIMIT : 0;
    let code = 0;
    let symbols = longest === 0 ? 1 : 0;
    for (let length = 1; length <= longest; length++) {
      code *= 2;
      this.#offsets[++index] = first + symbols - code;
      const count = this.plainBits(COUNT_BITS);
      symbols += count;
      code += count;
      this.#limits[index] = code << (MAX_CODE_BITS - length);
    }
    for (; symbols > 0; symbols--) this.#symbols.push(this.plainBits(SYMBOL_BITS));
  }

  plainBits(count: number): number {
    let value = 0;
    let missing = count;
    for (; missing > MAX_CODE_BITS; missing -= MAX_CODE_BITS) {
      value = this.#nextBits();
      this.#position += MAX_CODE_BITS;
    }
    const bits = this.#nextBits() >> (MAX_CODE_BITS - missing);
    this.#position += missing;
    return (value << missing) | bits;
  }

  /** MAX_CODE_BITS bits, which are not read yet; zeros follow the last byte. */
  #nextBits(): number {
    const byte = this.#position >> 3;
    const bytes = this.#bytes;
    const word = (bytes[byte] << 16) | (bytes[byte + 1] << 8) | bytes[byte + 2];
    return (word >> (24 - MAX_CODE_BITS - (this.#position & 7))) & (NO_LIMIT - 1);
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
