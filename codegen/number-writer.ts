/** Writes the numbers and texts of the compact form; src/tables/compact/numbers.ts reads them. */
import { DIGIT_CHARS, FURTHER_DIGITS, LAST_DIGITS } from "../src/tables/compact/numbers.ts";

export class NumberWriter {
  readonly #parts: string[] = [];

  /** A whole number from 0 to 2^32 - 1. */
  count(count: number): void {
    let text = DIGIT_CHARS[count % LAST_DIGITS];
    let rest = Math.floor(count / LAST_DIGITS);
    for (; rest > 0; rest = Math.floor(rest / FURTHER_DIGITS)) {
      rest--;
      text = DIGIT_CHARS[LAST_DIGITS + (rest % FURTHER_DIGITS)] + text;
    }
    this.#parts.push(text);
  }

  /** A column of integers of 32 bits. */
  column(column: ArrayLike<number>): void {
    for (let index = 0; index < column.length; ) {
      const value = column[index++];
      this.count(value < 0 ? -2 * value - 1 : 2 * value);
      if (value !== 0) continue;
      const first = index;
      while (index < column.length && column[index] === 0) index++;
      this.count(index - first);
    }
  }

  /** A text of ASCII characters. */
  text(text: string): void {
    this.count(text.length);
    this.#parts.push(text);
  }

  /** The bytes of all that is written. */
  bytes(): Uint8Array {
    return new TextEncoder().encode(this.#parts.join(""));
  }
}
