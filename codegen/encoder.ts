/** Writes the bits of the compact form; src/tables/compact/coder.ts reads them. */
import { type Coder, Estimates, FULL_RANGE, SMALL_RANGE } from "../src/tables/compact/coder.ts";

export class Encoder implements Coder {
  readonly #bytes: number[] = [];
  readonly #estimates = new Estimates();
  /** The start of the range, of 32 bits. */
  #low = 0;
  #range = FULL_RANGE;
  readonly #plainBits: number[] = [];

  bit(context: number, bit: number): number {
    const part = this.#estimates.partOfOne(context, this.#range);
    if (bit === 1) {
      this.#range = part;
    } else {
      this.#low += part;
      this.#range -= part;
      if (this.#low >= 2 ** 32) this.#carry();
    }
    while (this.#range < SMALL_RANGE) {
      this.#bytes.push(Math.floor(this.#low / 2 ** 24));
      this.#low = (this.#low % 2 ** 24) * 256;
      this.#range *= 256;
    }
    this.#estimates.update(context, bit);
    return bit;
  }

  /** Adds 1 to the number that the bytes are. */
  #carry(): void {
    this.#low -= 2 ** 32;
    let index = this.#bytes.length - 1;
    for (; this.#bytes[index] === 0xff; index--) this.#bytes[index] = 0;
    this.#bytes[index]++;
  }

  plainBits(count: number, value: number): number {
    for (let shift = count - 1; shift >= 0; shift--) this.#plainBits.push((value >> shift) & 1);
    return value;
  }

  /** All bytes: those of coded bits, then those of plain bits in reverse. */
  finish(): Uint8Array {
    // The start of the range will do, whatever bytes follow.
    const last = [24, 16, 8, 0].map((shift) => (this.#low >>> shift) & 0xff);
    const plain: number[] = [];
    for (const [index, bit] of this.#plainBits.entries()) {
      if (index % 8 === 0) plain.push(0);
      plain[plain.length - 1] |= bit << (7 - (index % 8));
    }
    return Uint8Array.from([...this.#bytes, ...last, ...plain.reverse()]);
  }
}
