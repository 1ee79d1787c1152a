/**
 * The bodies of batch requests. A body arrives whole before its first row is converted, and the reply leaves when it is
 * complete, so that every error has a status; both are in memory until then, within one budget of all threads.
 */
import { createRequire } from "node:module";
import { totalmem } from "node:os";
import { Readable } from "node:stream";
import { brokenCoding, busyError, tooLarge, tooLargeForMemory } from "../http/batch/errors.ts";
import type { BatchRequest, Reply } from "../http/requests.ts";
import type { BodyReader } from "./transports/transport.ts";

const require = createRequire(import.meta.url);

/** Counted for every batch besides its bytes: its session, its decompressor. 100 open requests took 130 kB each. */
const BATCH_BYTES = 256 * 1024;
const BLOCK_BYTES = 64 * 1024;
/** Bytes converted in one step, while other requests wait: 600 rows of csv, at about 0.6 microseconds each. */
const STEP_BYTES = 16_384;

const MIN_MEMORY_BYTES = 64 * 1024 * 1024;

/** Returns the memory for batches by default: a quarter of what the process may take, in bytes. */
export function defaultBatchMemory(): number {
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.max(Math.floor(Math.min(constrained, totalmem()) / 4), MIN_MEMORY_BYTES);
}

/** Memory for the batches of all threads. */
export class BatchBudget {
  readonly maxBytes: number;
  /** KiB in use: one number in memory that all threads share. */
  readonly #used: Int32Array;

  constructor(maxBytes: number, used: Int32Array = new Int32Array(new SharedArrayBuffer(4))) {
    this.maxBytes = maxBytes;
    this.#used = used;
  }

  get usedBytes(): number {
    return Atomics.load(this.#used, 0) * 1024;
  }

  /** @param kib may be negative, to give back @returns whether there was room */
  take(kib: number): boolean {
    const before = Atomics.add(this.#used, 0, kib);
    if (kib <= 0 || (before + kib) * 1024 <= this.maxBytes) return true;
    Atomics.sub(this.#used, 0, kib);
    return false;
  }
}

/** The part of the budget that one batch has. */
class Share {
  readonly #budget: BatchBudget;
  #kib = 0;
  #isReleased = false;

  constructor(budget: BatchBudget) {
    this.#budget = budget;
  }

  /**
   * Makes the share as large as a batch with so many bytes needs.
   * @throws HttpError 413 if it needs more than the whole budget, 503 if others have the rest
   */
  cover(bytes: number): void {
    if (this.#isReleased) return;
    if (BATCH_BYTES + bytes > this.#budget.maxBytes) {
      throw tooLargeForMemory(this.#budget.maxBytes);
    }
    const kib = Math.ceil((BATCH_BYTES + bytes) / 1024);
    if (!this.#budget.take(kib - this.#kib)) throw busyError();
    this.#kib = kib;
  }

  release(): void {
    this.#budget.take(-this.#kib);
    this.#kib = 0;
    this.#isReleased = true;
  }
}

/**
 * Blocks that are free. All are kept, which the budget limits: V8 frees memory late, and the C library keeps it even
 * then, so new blocks would come on top of old ones.
 */
const freeBlocks: Uint8Array[] = [];

/** The bytes of a body, in reused blocks. Bodies may arrive in pieces of one byte, which as objects took 200 bytes each. */
export class BodyBlocks {
  bytes = 0;
  readonly #blocks: Uint8Array[] = [];
  /** Bytes of the last block that are in use. */
  #end = BLOCK_BYTES;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#end === BLOCK_BYTES) {
        this.#blocks.push(freeBlocks.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES));
        this.#end = 0;
      }
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#end);
      this.#blocks.at(-1)?.set(part, this.#end);
      this.#end += part.length;
      at += part.length;
    }
    this.bytes += bytes.length;
  }

  /** The bytes block by block; they stay. */
  *parts(): Generator<Uint8Array> {
    for (const [index, block] of this.#blocks.entries()) {
      yield index === this.#blocks.length - 1 ? block.subarray(0, this.#end) : block;
    }
  }

  /** Takes the bytes out in steps. Each is valid until the next one. */
  *steps(): Generator<Uint8Array> {
    while (this.bytes > 0) {
      const [block] = this.#blocks;
      const end = this.#blocks.length === 1 ? this.#end : BLOCK_BYTES;
      for (let at = 0; at < end && this.bytes > 0; at += STEP_BYTES) {
        const step = block.subarray(at, Math.min(at + STEP_BYTES, end));
        this.bytes -= step.length;
        yield step;
      }
      if (this.#blocks[0] === block) freeBlocks.push(...this.#blocks.splice(0, 1));
    }
  }

  clear(): void {
    freeBlocks.push(...this.#blocks.splice(0));
    this.bytes = 0;
    this.#end = BLOCK_BYTES;
  }
}

/** Resolves in a turn of the event loop that no other batch has: a request waits for one step, however many there are. */
let lastTurn: Promise<unknown> = Promise.resolve();
function turn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate));
  return lastTurn;
}

/** Collects the body of a batch, and converts it. */
export class BatchBody implements BodyReader {
  readonly #request: BatchRequest;
  readonly #maxBytes: number;
  readonly #share: Share;
  #body = new BodyBlocks();
  #isClosed = false;

  /**
   * Takes memory for the body before it arrives.
   * @param maxBytes of the body, compressed or not
   * @throws HttpError 413 or 503
   */
  constructor(request: BatchRequest, budget: BatchBudget, maxBytes: number) {
    this.#request = request;
    this.#maxBytes = maxBytes;
    this.#share = new Share(budget);
    this.#share.cover(request.bodyBytes);
  }

  add(bytes: Uint8Array): Reply | undefined {
    const length = this.#body.bytes + bytes.length;
    try {
      if (length > this.#maxBytes) throw tooLarge("body", this.#maxBytes);
      if (length > this.#request.bodyBytes) this.#share.cover(length);
      this.#body.add(bytes);
      return undefined;
    } catch (error) {
      return this.#request.errorReply(error);
    }
  }

  async finish(): Promise<Reply> {
    try {
      if (this.#request.coding === "gzip") await this.#decompress();
      return await this.#convert();
    } catch (error) {
      return this.#request.errorReply(error);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#body.clear();
    this.#share.release();
  }

  /** Replaces the body by what is compressed in it. @throws HttpError 400, 413 or 503 */
  async #decompress(): Promise<void> {
    // Loaded for the first body that is compressed: it takes 0.3 MB.
    const zlib = require("node:zlib") as typeof import("node:zlib");
    const compressed = this.#body;
    const plain = new BodyBlocks();
    const source = Readable.from(compressed.parts());
    try {
      for await (const bytes of source.pipe(zlib.createGunzip({ chunkSize: BLOCK_BYTES }))) {
        if (this.#isClosed) break;
        plain.add(bytes);
        if (plain.bytes > this.#maxBytes) throw tooLarge("body", this.#maxBytes);
        this.#share.cover(compressed.bytes + plain.bytes);
      }
    } catch (error) {
      plain.clear();
      throw (error as NodeJS.ErrnoException).code?.startsWith("Z_") ? brokenCoding() : error;
    } finally {
      source.destroy();
    }
    compressed.clear();
    this.#body = plain;
    if (this.#isClosed) plain.clear();
  }

  async #convert(): Promise<Reply> {
    const body = this.#body;
    const output: Uint8Array[] = [];
    let outputBytes = 0;
    const keep = (bytes: Uint8Array) => {
      output.push(bytes);
      outputBytes += bytes.length;
    };
    const session = this.#request.start();
    for (const bytes of body.steps()) {
      for (const converted of session.push(bytes)) keep(converted);
      this.#share.cover(body.bytes + outputBytes);
      if (body.bytes > 0) await turn();
      // Nobody waits for the reply.
      if (this.#isClosed) return this.#request.reply([]);
    }
    for (const converted of session.end()) keep(converted);
    this.#share.cover(outputBytes);
    return this.#request.reply(output);
  }
}
