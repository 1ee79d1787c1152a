/** Writes the bits of the compact form; src/tables/compact/coder.ts reads them. */
import { CERTAIN, type Coder, Estimates, endOfOnes } from "../src/tables/compact/coder.ts";

export class Encoder implements Coder {
  readonly #bytes: number[] = [];
  readonly #estimates = new Estimates();
  #low = 0;
  #high = 0xffffffff;

  bit(context: number, bit: number): number {
    this.#narrow(this.#estimates.ofOne(context), bit);
    this.#estimates.update(context, bit);
    return bit;
  }

  plainBits(count: number, value: number): number {
    for (let shift = count - 1; shift >= 0; shift--) {
      this.#narrow(CERTAIN / 2, (value >> shift) & 1);
    }
    return value;
  }

  /** All bytes, of which the last is not 0: the decoder adds zeros. */
  finish(): Uint8Array {
    // The shortest number in the range: its first byte, rounded up.
    const bytes = [...this.#bytes, Math.ceil(this.#low / 2 ** 24) & 0xff];
    while (bytes.at(-1) === 0) bytes.pop();
    return Uint8Array.from(bytes);
  }

  #narrow(ones: number, bit: number): void {
    const end = endOfOnes(this.#low, this.#high, ones);
    if (bit === 1) this.#high = end;
    else this.#low = end + 1;
    while (((this.#low ^ this.#high) & 0xff000000) === 0) {
      this.#bytes.push(this.#high >>> 24);
      this.#low = (this.#low << 8) >>> 0;
      this.#high = ((this.#high << 8) | 0xff) >>> 0;
    }
  }
}
