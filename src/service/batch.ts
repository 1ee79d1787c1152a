/**
 * The bodies of batch requests. A body arrives whole before its first row is converted, and the reply leaves when it is
 * complete, so that every error has a status; both are in memory until then, within one budget of all threads.
 */
import { totalmem } from "node:os";
import { brokenCoding, busyError, tooLarge, tooLargeForMemory } from "../http/batch/errors.ts";
import type { BatchRequest, Reply } from "../http/requests.ts";
import type { BodyReader } from "./transports/transport.ts";

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
  readonly #maxBytes: number;
  /** KiB in use: one number in memory that all threads share. */
  readonly #used: Int32Array;

  constructor(maxBytes: number, used: Int32Array = new Int32Array(new SharedArrayBuffer(4))) {
    this.#maxBytes = maxBytes;
    this.#used = used;
  }

  get usedBytes(): number {
    return Atomics.load(this.#used, 0) * 1024;
  }

  /**
   * Gives a batch what it needs for so many bytes.
   * @param kib what it has @returns what it has now
   * @throws HttpError 413 if it needs more than the whole budget, 503 if others have the rest
   */
  cover(kib: number, bytes: number): number {
    if (BATCH_BYTES + bytes > this.#maxBytes) throw tooLargeForMemory(this.#maxBytes);
    const more = Math.ceil((BATCH_BYTES + bytes) / 1024) - kib;
    const used = Atomics.add(this.#used, 0, more) + more;
    if (more > 0 && used * 1024 > this.#maxBytes) {
      this.release(more);
      throw busyError();
    }
    return kib + more;
  }

  release(kib: number): void {
    Atomics.sub(this.#used, 0, kib);
  }
}

/**
 * Blocks that are free. All are kept, which the budget limits: V8 frees memory late, and the C library keeps it even
 * then, so new blocks would come on top of old ones.
 */
const freeBlocks: Uint8Array[] = [];

/** The bytes of a body, in reused blocks. Bodies may arrive in pieces of one byte, which as objects took 200 bytes each. */
class BodyBlocks {
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
  parts(): Uint8Array[] {
    return this.#blocks.map((block, index) =>
      index === this.#blocks.length - 1 ? block.subarray(0, this.#end) : block,
    );
  }

  /** Takes the bytes out in steps. Each is valid until the next one. */
  *steps(): Generator<Uint8Array> {
    for (const part of this.parts()) {
      for (let at = 0; at < part.length; at += STEP_BYTES) {
        const step = part.subarray(at, at + STEP_BYTES);
        this.bytes -= step.length;
        yield step;
      }
      freeBlocks.push(...this.#blocks.splice(0, 1));
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

/** Decompresses a body. @param check called with each new length @throws HttpError 400 if it is broken, or what `check` throws */
async function decompressed(body: BodyBlocks, check: (bytes: number) => void): Promise<BodyBlocks> {
  // Loaded for the first body that is compressed: it takes 0.3 MB.
  const { createGunzip } = process.getBuiltinModule("node:zlib");
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  for (const part of body.parts()) gunzip.write(part);
  gunzip.end();
  const plain = new BodyBlocks();
  try {
    for await (const bytes of gunzip) {
      plain.add(bytes);
      check(plain.bytes);
    }
    return plain;
  } catch (error) {
    plain.clear();
    throw (error as NodeJS.ErrnoException).code?.startsWith("Z_") ? brokenCoding() : error;
  }
}

/**
 * Takes memory for a batch before its body arrives, collects the body, and converts it.
 * @param maxBytes of the body, compressed or not
 * @param onClose called once, with the reply if there is one
 * @returns a reply if there is no memory: 413 or 503
 */
export function receiveBatch(
  request: BatchRequest,
  budget: BatchBudget,
  maxBytes: number,
  onClose: (reply: Reply | undefined) => void,
): BodyReader | Reply {
  let kib = 0;
  let body = new BodyBlocks();
  let reply: Reply | undefined;
  let isClosed = false;

  /** @throws HttpError 413 or 503; also if the client has left, when nobody gets it */
  function cover(bytes: number): void {
    if (isClosed) throw busyError();
    kib = budget.cover(kib, bytes);
  }

  /** The error ends the request. */
  function failed(error: unknown): Reply {
    reply = request.errorReply(error);
    return reply;
  }

  function checkLength(bytes: number): void {
    if (bytes > maxBytes) throw tooLarge("body", maxBytes);
  }

  async function convert(): Promise<readonly Uint8Array[]> {
    const output: Uint8Array[] = [];
    let outputBytes = 0;
    const keep = (converted: Iterable<Uint8Array>) => {
      for (const bytes of converted) {
        output.push(bytes);
        outputBytes += bytes.length;
      }
      cover(body.bytes + outputBytes);
    };
    const session = request.start(body.parts()[0] ?? new Uint8Array(0));
    for (const bytes of body.steps()) {
      keep(session.push(bytes));
      if (body.bytes > 0) await turn();
      if (isClosed) return [];
    }
    keep(session.end());
    return output;
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    body.clear();
    budget.release(kib);
    onClose(reply);
  }

  try {
    cover(request.bodyBytes);
  } catch (error) {
    const rejection = failed(error);
    close();
    return rejection;
  }
  return {
    close,
    add(bytes) {
      const length = body.bytes + bytes.length;
      try {
        checkLength(length);
        if (length > request.bodyBytes) cover(length);
        body.add(bytes);
        return undefined;
      } catch (error) {
        return failed(error);
      }
    },
    async finish() {
      try {
        if (request.coding === "gzip") {
          const compressed = body;
          body = await decompressed(compressed, (bytes) => {
            checkLength(bytes);
            cover(compressed.bytes + bytes);
          });
          compressed.clear();
        }
        reply = request.reply(await convert());
        return reply;
      } catch (error) {
        return failed(error);
      } finally {
        if (isClosed) body.clear();
      }
    },
  };
}
