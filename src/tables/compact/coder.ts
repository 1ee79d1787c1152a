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
  /** Codes bits that are as often 0 as 1, the highest first: 24 at most. */
  plainBits(count: number, value: number): number;
}

const CONTEXT_BITS = 19;
export const CONTEXTS = 1 << CONTEXT_BITS;

/** A probability of 1 as the coder has it; estimates stay between the limits. */
export const CERTAIN = 1 << 16;
const LIMIT = 32;
/** A context forgets what was more bits ago than this. */
const MEMORY = 255;

/** The share of a bit in the estimate of its context, by how many bits there were before. */
const SHARES = Int32Array.from({ length: MEMORY + 1 }, (_, count) =>
  Math.trunc(CERTAIN / (count + 1.6)),
);

/** The estimates of all contexts. */
export class Estimates {
  readonly #ones = new Uint16Array(CONTEXTS).fill(CERTAIN / 2);
  readonly #counts = new Uint8Array(CONTEXTS);

  /** The probability of a 1, as a part of CERTAIN. */
  ofOne(context: number): number {
    return this.#ones[context];
  }

  /** Takes note of a bit. */
  update(context: number, bit: number): void {
    const count = this.#counts[context];
    const ones = this.#ones[context];
    const goal = bit === 0 ? LIMIT : CERTAIN - LIMIT;
    this.#ones[context] = ones + ((goal - ones) * SHARES[count]) / CERTAIN;
    if (count < MEMORY) this.#counts[context] = count + 1;
  }
}

/**
 * Where in a range of numbers a range for a bit of 1 ends: it starts at `low` and has the share `ones` of the
 * whole, which ends at `high`. Both limits are 32-bit numbers and belong to the range.
 */
export function endOfOnes(low: number, high: number, ones: number): number {
  return low + Math.floor(((high - low) * ones) / CERTAIN);
}

/** Reads what the encoder has written. */
export class Decoder implements Coder {
  readonly #bytes: Uint8Array;
  readonly #estimates = new Estimates();
  #next = 0;
  #low = 0;
  #high = 0xffffffff;
  #code = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let count = 0; count < 4; count++) this.#code = this.#code * 256 + this.#nextByte();
  }

  bit(context: number): number {
    const end = endOfOnes(this.#low, this.#high, this.#estimates.ofOne(context));
    const bit = this.#split(end);
    this.#estimates.update(context, bit);
    return bit;
  }

  plainBits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--) {
      value = 2 * value + this.#split(endOfOnes(this.#low, this.#high, CERTAIN / 2));
    }
    return value;
  }

  /** Continues with the part of the range that contains the code. */
  #split(end: number): number {
    const bit = this.#code <= end ? 1 : 0;
    if (bit === 1) this.#high = end;
    else this.#low = end + 1;
    while (((this.#low ^ this.#high) & 0xff000000) === 0) {
      this.#low = (this.#low << 8) >>> 0;
      this.#high = ((this.#high << 8) | 0xff) >>> 0;
      this.#code = ((this.#code << 8) | this.#nextByte()) >>> 0;
    }
    return bit;
  }

  /** The encoder leaves out zeros at the end. */
  #nextByte(): number {
    return this.#next < this.#bytes.length ? this.#bytes[this.#next++] : 0;
  }
}

// ---- Numbers and bytes

/** Contexts of a number: its length in bits (a tree of 6 bits), and its first bits by length. */
const LENGTH_BITS = 6;
const FIRST_BITS = 3;
export const NUMBER_CONTEXTS = (1 << LENGTH_BITS) + (33 << FIRST_BITS);

/** Codes a whole number of 31 bits and a sign. Small ones take few bits, frequent lengths as well. */
export function codeNumber(coder: Coder, context: number, value: number): number {
  const positive = 1 + (value < 0 ? -2 * value - 1 : 2 * value);
  const length = codeTree(coder, context, LENGTH_BITS, Math.floor(Math.log2(positive)));
  const firstCount = Math.min(length, FIRST_BITS);
  const restCount = length - firstCount;
  const rest = 2 ** restCount;
  const firsts = Math.floor(positive / rest) - 2 ** firstCount;
  const firstContext = context + (1 << LENGTH_BITS) + (length << FIRST_BITS);
  let decoded = 2 ** firstCount + codeTree(coder, firstContext, firstCount, firsts);
  // Plain bits come in two parts, as a length may be more than 24.
  const highCount = Math.max(restCount - 16, 0);
  const lowCount = restCount - highCount;
  const low = 2 ** lowCount;
  decoded =
    decoded * 2 ** highCount +
    coder.plainBits(highCount, Math.floor(positive / low) % 2 ** highCount);
  decoded = decoded * low + coder.plainBits(lowCount, positive % low);
  return decoded % 2 === 1 ? (decoded - 1) / 2 : -decoded / 2;
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
