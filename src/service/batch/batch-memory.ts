/**
 * The memory of all batch requests of a process: one budget that every request draws from, and blocks
 * of memory that they reuse.
 */
import type { Shortage } from "../../http/batch/exchange.ts";

/**
 * Counted for every batch request besides its body: its session, its decompressor, and the reply that
 * waits for the client. 100 open requests were measured to take 130 kB each.
 */
export const BATCH_BYTES = 256 * 1024;

/** The size of all blocks. */
export const BLOCK_BYTES = 64 * 1024;

/** The share of one batch request. */
export class BatchShare {
  readonly memory: BatchMemory;
  #bytes: number;
  #isReleased = false;

  constructor(memory: BatchMemory, bytes: number) {
    this.memory = memory;
    this.#bytes = bytes;
  }

  /**
   * Makes room for a body of this many bytes, unless the share is large enough.
   * @returns undefined if there is room
   */
  cover(bodyBytes: number): Shortage | undefined {
    const more = BATCH_BYTES + bodyBytes - this.#bytes;
    if (more <= 0) return undefined;
    if (bodyBytes > this.memory.maxBodyBytes) return "too-large";
    if (!this.memory.take(more)) return "busy";
    this.#bytes += more;
    return undefined;
  }

  /** Gives back all but the memory for the rest of a body. */
  shrink(bodyBytes: number): void {
    const less = this.#bytes - BATCH_BYTES - bodyBytes;
    if (less <= 0 || this.#isReleased) return;
    this.#bytes -= less;
    this.memory.give(less);
  }

  /** Ends the batch request; later calls do nothing. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.memory.end(this.#bytes);
  }
}

/** The budget of one process. */
export class BatchMemory {
  /** The largest body that fits when no other batch request runs. */
  readonly maxBodyBytes: number;
  /** Memory for all batch requests together. */
  readonly maxBytes: number;
  /** Number of batch requests at the same time. */
  readonly maxRequests: number;
  /**
   * All of them are kept, which the budget limits: V8 frees memory late, and the C library keeps it even then, so new
   * blocks would come on top of old ones.
   */
  readonly #freeBlocks: Uint8Array[] = [];
  #usedBytes = 0;
  #requests = 0;

  constructor(maxBytes: number, maxRequests: number) {
    this.maxBytes = maxBytes;
    this.maxRequests = maxRequests;
    this.maxBodyBytes = Math.max(maxBytes - BATCH_BYTES, 0);
  }

  /** Bytes that batch requests have taken. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Batch requests that are running. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * Starts a batch request.
   * @param bodyBytes memory to reserve for its body, so that it cannot run out of it later
   */
  start(bodyBytes: number): BatchShare | Shortage {
    if (bodyBytes > this.maxBodyBytes) return "too-large";
    const bytes = BATCH_BYTES + bodyBytes;
    if (this.#requests >= this.maxRequests || !this.take(bytes)) return "busy";
    this.#requests++;
    return new BatchShare(this, bytes);
  }

  /** @returns whether there was room */
  take(bytes: number): boolean {
    if (this.#usedBytes + bytes > this.maxBytes) return false;
    this.#usedBytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#usedBytes -= bytes;
  }

  /** A batch request has ended and gives back its bytes. */
  end(bytes: number): void {
    this.give(bytes);
    this.#requests--;
  }

  /** Returns a block of BLOCK_BYTES, whose contents are undefined. */
  takeBlock(): Uint8Array {
    return this.#freeBlocks.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  giveBlock(block: Uint8Array): void {
    this.#freeBlocks.push(block);
  }
}
