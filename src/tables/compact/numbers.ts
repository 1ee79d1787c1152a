/**
 * Numbers as printable ASCII characters, in which gzip and brotli find what repeats: further digits, from the greatest on, and a
 * last digit. Most differences are small and take one character.
 */

/** The characters of digits, without those that have to be escaped in modules and pages: `"`, `<` and `\`. */
export const DIGIT_CHARS =
  " !#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
/** The first characters stand for last digits, all others for further digits. */
export const LAST_DIGITS = 28;
export const FURTHER_DIGITS = DIGIT_CHARS.length - LAST_DIGITS;

/** Reads numbers and texts, one after another; codegen/compact.ts has written them. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  /** By character. */
  readonly #digits = new Uint8Array(1 << 8);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    for (let digit = 0; digit < DIGIT_CHARS.length; digit++) {
      this.#digits[DIGIT_CHARS.charCodeAt(digit)] = digit;
    }
  }

  /** A whole number from 0 to 2^32 - 1. */
  count(): number {
    let count = 0;
    let digit = this.#digits[this.#bytes[this.#at++]];
    while (digit >= LAST_DIGITS) {
      // Plus 1, as a smaller number is written with fewer digits.
      count = count * FURTHER_DIGITS + digit - LAST_DIGITS + 1;
      digit = this.#digits[this.#bytes[this.#at++]];
    }
    return count * LAST_DIGITS + digit;
  }

  /** A column of integers, whose lowest bit is the sign. After a 0 follows how many more zeros there are. */
  column(length: number): Int32Array {
    const column = new Int32Array(length);
    for (let index = 0; index < length; index++) {
      const doubled = this.count();
      if (doubled === 0) index += this.count();
      else column[index] = (doubled >>> 1) ^ -(doubled & 1);
    }
    return column;
  }

  /** The bytes of a text, after their number. */
  text(): Uint8Array {
    const length = this.count();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
