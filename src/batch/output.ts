/** The bytes of an answer, in a buffer that grows and is used again. */
import { writeDecimal } from "../internal.ts";

const FIRST_BYTES = 1 << 16;

/** A character of UTF-16 takes at most so many bytes of UTF-8. */
const MAX_CHAR_BYTES = 3;

export class Output {
  bytes: Buffer = Buffer.alloc(FIRST_BYTES);
  end = 0;

  /** Makes room for so many bytes more. */
  reserve(bytes: number): void {
    const needed = this.end + bytes;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.alloc(Math.max(needed, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }

  /** What was written; no Buffer, of which `slice` would be no copy. */
  written(): Uint8Array {
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset, this.end);
  }

  append(bytes: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    this.bytes.set(bytes.subarray(from, to), this.end);
    this.end += to - from;
  }

  appendText(text: string): void {
    this.reserve(MAX_CHAR_BYTES * text.length);
    this.end += this.bytes.write(text, this.end);
  }

  // The following are for the fast way: there has to be room. Loops are faster than `set` with a
  // view, and than an encoder, as there is little to copy.

  appendByte(byte: number): void {
    this.bytes[this.end++] = byte;
  }

  appendFew(bytes: Uint8Array, from: number, to: number): void {
    const target = this.bytes;
    let at = this.end;
    for (let next = from; next < to; next++) target[at++] = bytes[next];
    this.end = at;
  }

  /** Appends a number as String() writes it. */
  appendDecimal(value: number): void {
    this.end = writeDecimal(value, this.bytes, this.end);
  }
}
