/**
 * Cuts Zstandard files where their frames end. Node's decompressor drops, without a word, what
 * stands behind the end of a frame in the same buffer, and what we write has many frames.
 * Layout: RFC 8878, section 3.1.
 */

const MAGIC_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
const SKIPPABLE_HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
/** The type of a block that holds one byte, however often that stands for it. */
const REPEATED = 1;

/** The length of a frame's header, magic number included; its descriptor is the byte behind that. */
function headerBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const contentSize = sizeFlag === 0 && isSingleSegment ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
  const window = isSingleSegment ? 0 : 1;
  return MAGIC_BYTES + 1 + window + (DICTIONARY_BYTES[descriptor & 3] ?? 0) + contentSize;
}

type Part = "frame" | "block" | "skippable";

/** What is read next, byte by byte until its length is known; the rest is passed over at once. */
export class ZstdFrames {
  readonly #head: number[] = [];
  #part: Part = "frame";
  #hasChecksum = false;
  /** Bytes that are passed over without a look. */
  #passing = 0;
  /** Whether the frame ends with the bytes that are passed over. */
  #isLast = false;

  /** Whether all frames so far have ended. */
  get isWhole(): boolean {
    return this.#part === "frame" && this.#head.length === 0 && this.#passing === 0;
  }

  /** @returns the bytes in parts, none of which goes on behind the end of a frame */
  cut(bytes: Uint8Array): readonly Uint8Array[] {
    const parts: Uint8Array[] = [];
    let start = 0;
    for (let at = 0; at < bytes.length; ) {
      if (this.#passing > 0) {
        const passed = Math.min(this.#passing, bytes.length - at);
        this.#passing -= passed;
        at += passed;
      } else {
        this.#head.push(bytes[at]);
        at++;
        this.#readHead();
      }
      if (!this.#isLast || this.#passing > 0) continue;
      this.#isLast = false;
      this.#part = "frame";
      parts.push(bytes.subarray(start, at));
      start = at;
    }
    if (start < bytes.length) parts.push(bytes.subarray(start));
    return parts;
  }

  #readHead(): void {
    const head = this.#head;
    const [first = 0, second = 0, third = 0] = head;
    if (this.#part === "block") {
      if (head.length < BLOCK_HEADER_BYTES) return;
      const header = first | (second << 8) | (third << 16);
      const isLast = (header & 1) !== 0;
      const isRepeated = ((header >> 1) & 3) === REPEATED;
      this.#pass(isRepeated ? 1 : header >> 3, isLast);
      if (isLast && this.#hasChecksum) this.#passing += CHECKSUM_BYTES;
    } else if (this.#part === "skippable") {
      if (head.length < SKIPPABLE_HEADER_BYTES) return;
      this.#pass(Buffer.from(head).readUInt32LE(MAGIC_BYTES), true);
    } else if (head.length > MAGIC_BYTES) {
      // 0x184D2A50 to 0x184D2A5F, little-endian; of what is neither, the decompressor complains.
      if (second === 0x2a && first >> 4 === 5) {
        this.#part = "skippable";
        return;
      }
      const descriptor = head[MAGIC_BYTES];
      this.#hasChecksum = (descriptor & 4) !== 0;
      this.#part = "block";
      this.#pass(headerBytes(descriptor) - head.length, false);
    }
  }

  #pass(bytes: number, isLast: boolean): void {
    this.#head.length = 0;
    this.#passing = bytes;
    this.#isLast = isLast;
  }
}
