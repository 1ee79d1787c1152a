/** The memory of batches: one budget of all threads, and bodies in blocks. */
import { totalmem } from "node:os";
import { bodyError } from "../errors.ts";

const BLOCK_BYTES = 64 * 1024;
/** The length of the first block: bodies of clients that send a few bytes and wait take little. */
const FIRST_BLOCK_BYTES = 4 * 1024;

/** In bytes: a quarter of the memory of the process, at least 64 MiB. */
export function defaultBatchMemory(): number {
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.max(Math.floor(Math.min(constrained, totalmem()) / 4), 64 * 2 ** 20);
}

export class BatchBudget {
  readonly #maxBytes: number;
  /** KiB in use: one number in memory that all threads share. */
  readonly #used: Int32Array;

  constructor(maxBytes: number, used: Int32Array) {
    this.#maxBytes = maxBytes;
    this.#used = used;
  }

  /** Changes the memory of a batch. @returns it, in KiB @throws HttpError as check, and 503 if others have the rest */
  reserve(kib: number, bytes: number): number {
    this.check(bytes);
    const more = Math.ceil(bytes / 1024) - kib;
    const used = Atomics.add(this.#used, 0, more) + more;
    if (more > 0 && used * 1024 > this.#maxBytes) {
      this.release(more);
      const problem = "The service is busy with other batches.";
      throw bodyError("service-busy", problem, "the same request again later");
    }
    return kib + more;
  }

  /** @throws HttpError 413 if a batch needs more than the whole budget */
  check(bytes: number): void {
    if (bytes <= this.#maxBytes) return;
    const problem = `The body, or the reply to it, is larger than the memory for batches, ${this.#maxBytes} bytes.`;
    throw bodyError("content-too-large", problem, "fewer rows in each request");
  }

  release(kib: number): void {
    Atomics.sub(this.#used, 0, kib);
  }
}

/** A body or a reply, in blocks: pieces of one byte took 200 bytes each as objects of their own. */
export class Blocks {
  bytes = 0;
  capacity = 0;
  readonly #blocks: Uint8Array[] = [];

  /** The capacity that it needs for more bytes. */
  capacityFor(more: number): number {
    const blocks = Math.ceil((this.bytes + more - FIRST_BLOCK_BYTES) / BLOCK_BYTES);
    return FIRST_BLOCK_BYTES + Math.max(blocks, 0) * BLOCK_BYTES;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.bytes === this.capacity) {
        const block = Buffer.allocUnsafeSlow(this.capacity === 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES);
        this.#blocks.push(block);
        this.capacity += block.length;
      }
      const room = this.capacity - this.bytes;
      const part = bytes.subarray(at, at + room);
      const block = this.#blocks[this.#blocks.length - 1];
      block.set(part, block.length - room);
      this.bytes += part.length;
      at += part.length;
    }
  }

  /** Takes the bytes out, block by block. */
  *take(): Generator<Uint8Array> {
    for (let block = this.#blocks.shift(); block; block = this.#blocks.shift()) {
      const part = block.subarray(0, this.bytes);
      this.bytes -= part.length;
      this.capacity -= block.length;
      yield part;
    }
  }

  /** All bytes, block by block. */
  parts(): readonly Uint8Array[] {
    let left = this.bytes;
    return this.#blocks.map((block) => {
      const part = block.subarray(0, left);
      left -= part.length;
      return part;
    });
  }

  clear(): void {
    this.#blocks.length = 0;
    this.bytes = 0;
    this.capacity = 0;
  }
}
