/**
 * Adaptive arithmetic coding of bits, and of numbers and bytes that consist of them. Each bit is coded in a
 * context, which estimates its probability from the bits that were coded there before.
 *
 * One description of the compact form (form.ts) serves both directions: a decoder returns the value that
 * it reads, an encoder (codegen/encoder.ts) returns the value that it was given.
 */

export interface Coder {
  /** Codes one bit in a context, a number below CONTEXTS. */
  bit(context: number, bit: number): number;
  /** Codes up to 30 bits, the highest first, that are as often 0 as 1. */
  plainBits(count: number, value: number): number;
}

const CONTEXT_BITS = 19;
export const CONTEXTS = 1 << CONTEXT_BITS;

/** A certain bit, as a probability. Estimates stay away from certainty, so that every bit can be coded. */
const CERTAIN_BITS = 15;
const CERTAIN = 1 << CERTAIN_BITS;
const DOUBT = 16;
/** A context forgets what was more bits ago than this. */
const MEMORY = 255;

/** The share of a bit in the estimate of its context, of 2^16, by how many bits there were before. */
const SHARES = Int32Array.from({ length: MEMORY + 1 }, (_, count) => 2 ** 16 / (count + 1.6));

/** The estimates of all contexts: the probability of a 1. All numbers fit into 31 bits. */
export class Estimates {
  readonly #ones = new Uint16Array(CONTEXTS).fill(CERTAIN / 2);
  readonly #counts = new Uint8Array(CONTEXTS);

  /** The part of a range that stands for a 1. */
  partOfOne(context: number, range: number): number {
    return (range >>> CERTAIN_BITS) * this.#ones[context];
  }

  /** Takes note of a bit. */
  update(context: number, bit: number): void {
    const count = this.#counts[context];
    const ones = this.#ones[context];
    const goal = bit === 0 ? DOUBT : CERTAIN - DOUBT;
    this.#ones[context] = ones + (((goal - ones) * SHARES[count]) >> 16);
    if (count < MEMORY) this.#counts[context] = count + 1;
  }
}

/** The size of a range before the first bit, and the size below which a byte is complete. */
export const FULL_RANGE = 1 << 30;
export const SMALL_RANGE = 1 << 22;

/**
 * Reads what the encoder has written: coded bits from the first byte on, plain bits from the last byte back. Half
 * of all bits are plain, and take a tenth of the time of coded ones.
 */
export class Decoder implements Coder {
  readonly #bytes: Uint8Array;
  readonly #estimates = new Estimates();
  #next = 4;
  #range = FULL_RANGE;
  /** Where in the range the code is. */
  #code: number;
  /** Where the last byte of plain bits was, and the bits of it that are left. */
  #plainNext: number;
  #plain = 0;
  #plainCount = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#plainNext = bytes.length;
    this.#code = (bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3];
  }

  bit(context: number): number {
    const part = this.#estimates.partOfOne(context, this.#range);
    let bit = 1;
    if (this.#code < part) {
      this.#range = part;
    } else {
      bit = 0;
      this.#code -= part;
      this.#range -= part;
    }
    while (this.#range < SMALL_RANGE) {
      this.#range <<= 8;
      this.#code = (this.#code << 8) | this.#bytes[this.#next++];
    }
    this.#estimates.update(context, bit);
    return bit;
  }

  plainBits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; ) {
      if (this.#plainCount === 0) {
        this.#plain = this.#bytes[--this.#plainNext];
        this.#plainCount = 8;
      }
      const taken = Math.min(left, this.#plainCount);
      this.#plainCount -= taken;
      left -= taken;
      value = (value << taken) | ((this.#plain >> this.#plainCount) & ((1 << taken) - 1));
    }
    return value;
  }
}

// ---- Numbers and bytes

/** Contexts of a number: its length (a tree of 5 bits), its sign by length, its first bits by length. */
const LENGTH_BITS = 5;
const LENGTHS = 1 << LENGTH_BITS;
const FIRST_BITS = 3;
export const NUMBER_CONTEXTS = 2 * LENGTHS + (LENGTHS << FIRST_BITS);

/** Codes a whole number from -(2^31 - 2) to 2^31 - 2. Small ones take few bits, frequent lengths as well. */
export function codeNumber(coder: Coder, context: number, value: number): number {
  const positive = Math.abs(value) + 1;
  const length = codeTree(coder, context, LENGTH_BITS, 31 - Math.clz32(positive));
  if (length === 0) return 0;
  const isNegative = coder.bit(context + LENGTHS + length, value < 0 ? 1 : 0);
  const firstCount = Math.min(length, FIRST_BITS);
  const restCount = length - firstCount;
  const firstContext = context + 2 * LENGTHS + (length << FIRST_BITS);
  const firstMask = (1 << firstCount) - 1;
  const firsts = codeTree(coder, firstContext, firstCount, (positive >> restCount) & firstMask);
  const rest = coder.plainBits(restCount, positive & ((1 << restCount) - 1));
  const decoded = (((1 << firstCount) | firsts) << restCount) + rest - 1;
  return isNegative === 1 ? -decoded : decoded;
}

/** Codes bits from the highest on, each in the context of those before it: 2^count contexts. */
function codeTree(coder: Coder, context: number, count: number, value: number): number {
  let node = 1;
  for (let shift = count - 1; shift >= 0; shift--) {
    node = 2 * node + coder.bit(context + node, (value >> shift) & 1);
  }
  return node - (1 << count);
}

/** The first contexts are those of texts, in a hash table. */
const TEXT_CONTEXT_BITS = CONTEXT_BITS - 1;
export const TEXT_CONTEXTS = 1 << TEXT_CONTEXT_BITS;

/** Codes a byte of a text in the context of the bytes before it. */
export function codeByte(coder: Coder, before: number, byte: number): number {
  let node = 1;
  for (let shift = 7; shift >= 0; shift--) {
    const hash = Math.imul((before << 8) | node, 0x9e3779b1) >>> (32 - TEXT_CONTEXT_BITS);
    node = 2 * node + coder.bit(hash, (byte >> shift) & 1);
  }
  return node & 0xff;
}
