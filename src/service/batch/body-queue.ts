/** The bytes of a body that have arrived and are not converted yet, in blocks of memory. */
import { type BatchMemory, BLOCK_BYTES } from "./batch-memory.ts";

/** The first block of a body, which is often the only one. */
const FIRST_BLOCK_BYTES = 16 * 1024;

/** Gives the bytes of a body to its conversion. */
export interface BodySource {
  /** Bytes that can be taken now. */
  readonly availableBytes: number;
  /** Whether all bytes have been taken, and no more will come. */
  readonly isAtEnd: boolean;
  /** Takes up to `maxBytes`; none if none are available. They are valid until the next call. */
  take(maxBytes: number): Uint8Array;
  /** The queue has more bytes, or the body has ended. */
  onQueued(): void;
  /** Frees what the source holds. */
  close(): void;
}

interface Block {
  readonly bytes: Uint8Array;
  /** Where the bytes that are not taken begin. */
  start: number;
  /** Where they end. */
  end: number;
}

/**
 * Takes bytes in at one end and gives them out at the other, to the conversion of a body that is not compressed. It copies them, because a body can arrive
 * in pieces of one byte, each of which would be an object of 200 bytes.
 */
export class BodyQueue implements BodySource {
  /** Whether the body has ended. */
  isEnded = false;
  readonly #memory: BatchMemory;
  readonly #blocks: Block[] = [];
  #bytes = 0;
  /** A block whose last bytes were given out by the latest `take`. */
  #spent: Block | undefined;

  constructor(memory: BatchMemory) {
    this.#memory = memory;
  }

  get availableBytes(): number {
    return this.#bytes;
  }

  get isAtEnd(): boolean {
    return this.isEnded && this.#bytes === 0;
  }

  /** The last bytes of the queue; fewer if it has fewer. @param count up to FIRST_BLOCK_BYTES */
  lastBytes(count: number): Uint8Array {
    const ends = this.#blocks
      .slice(-2)
      .map(({ bytes, start, end }) => bytes.subarray(Math.max(start, end - count), end));
    return Buffer.concat(ends).subarray(-count);
  }

  /** All bytes of the queue, which stay in it. They are valid until it is closed. */
  *parts(): Generator<Uint8Array> {
    for (const { bytes, start, end } of this.#blocks) yield bytes.subarray(start, end);
  }

  /** Copies bytes to the end of the queue. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const block = this.#lastBlock(bytes.length - at);
      const length = Math.min(bytes.length - at, block.bytes.length - block.end);
      block.bytes.set(bytes.subarray(at, at + length), block.end);
      block.end += length;
      at += length;
    }
    this.#bytes += bytes.length;
  }

  /** Takes bytes from the front. */
  take(maxBytes: number): Uint8Array {
    this.#giveBack(this.#spent);
    this.#spent = undefined;
    const [block] = this.#blocks;
    if (block === undefined) return new Uint8Array(0);
    const start = block.start;
    block.start = Math.min(block.end, start + maxBytes);
    this.#bytes -= block.start - start;
    const isLast = this.#blocks.length === 1;
    // A last block with room takes what arrives next.
    if (block.start === block.end && !(isLast && block.end < block.bytes.length)) {
      this.#spent = this.#blocks.shift();
    }
    return block.bytes.subarray(start, block.start);
  }

  onQueued(): void {}

  /** Empties the queue. */
  close(): void {
    for (const block of this.#blocks) this.#giveBack(block);
    this.#giveBack(this.#spent);
    this.#blocks.length = 0;
    this.#spent = undefined;
    this.#bytes = 0;
  }

  /** Returns a block with room. @param needed bytes that are about to be added */
  #lastBlock(needed: number): Block {
    const last = this.#blocks.at(-1);
    if (last && last.end < last.bytes.length) return last;
    const isFirst = last === undefined && needed <= FIRST_BLOCK_BYTES;
    const bytes = isFirst ? Buffer.allocUnsafeSlow(FIRST_BLOCK_BYTES) : this.#memory.takeBlock();
    const block = { bytes, start: 0, end: 0 };
    this.#blocks.push(block);
    return block;
  }

  #giveBack(block: Block | undefined): void {
    if (block?.bytes.length === BLOCK_BYTES) this.#memory.giveBlock(block.bytes);
  }
}
