/**
 * The bodies of batch requests. A body arrives whole before its first row is converted, and the reply leaves when it is
 * complete, so that every error has a status; both are in memory until then, within one budget of all threads.
 */
import { totalmem } from "node:os";
import { bodyError, tooLarge } from "../http/errors.ts";
import type { BatchRequest, Reply } from "../http/requests.ts";
import { type BodyReader, lengthOf } from "./transports/transport.ts";

/** Counted for every batch besides its bytes: its session, its decompressor. 100 open requests took 130 kB each. */
const BATCH_BYTES = 256 * 1024;
const BLOCK_BYTES = 64 * 1024;
/** Bytes converted in one step, while other requests wait: 600 rows of csv, at about 0.6 microseconds each. */
const STEP_BYTES = 16_384;

const MIN_MEMORY_BYTES = 64 * 1024 * 1024;

/** Returns the default memory for batches, in bytes: a quarter of the memory of the process. */
export function defaultBatchMemory(): number {
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.max(Math.floor(Math.min(constrained, totalmem()) / 4), MIN_MEMORY_BYTES);
}

/** Memory for the batches of all threads, and the free blocks of this one. */
export class BatchBudget {
  readonly #maxBytes: number;
  /** KiB in use: one number in memory that all threads share. */
  readonly #used: Int32Array;
  /**
   * Blocks that are free are kept, at most this thread's share of the budget: V8 frees memory late, and the C library keeps
   * it even then, so new blocks would come on top of old ones.
   */
  readonly #free: Uint8Array[] = [];
  readonly #maxFree: number;

  constructor(maxBytes: number, used: Int32Array, threads: number) {
    this.#maxBytes = maxBytes;
    this.#used = used;
    this.#maxFree = Math.floor(maxBytes / threads / BLOCK_BYTES);
  }

  takeBlock(): Uint8Array {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  keepBlocks(blocks: readonly Uint8Array[]): void {
    this.#free.push(...blocks.slice(0, this.#maxFree - this.#free.length));
  }

  /**
   * Reserves the memory for a number of bytes of a batch.
   * @param kib its present memory @returns its new memory
   * @throws HttpError 413 if it needs more than the whole budget, 503 if others have the rest
   */
  cover(kib: number, bytes: number): number {
    if (BATCH_BYTES + bytes > this.#maxBytes) {
      const problem = `The body, or the reply to it, is larger than the memory for batches, ${this.#maxBytes} bytes.`;
      throw bodyError("content-too-large", problem, "fewer rows in each request");
    }
    const more = Math.ceil((BATCH_BYTES + bytes) / 1024) - kib;
    const used = Atomics.add(this.#used, 0, more) + more;
    if (more > 0 && used * 1024 > this.#maxBytes) {
      this.release(more);
      const problem = "The service is busy with other batches.";
      throw bodyError("service-busy", problem, "the same request again later");
    }
    return kib + more;
  }

  release(kib: number): void {
    Atomics.sub(this.#used, 0, kib);
  }
}

/** The bytes of a body, in reused blocks. Bodies may arrive in pieces of one byte, which as objects took 200 bytes each. */
class Body {
  bytes = 0;
  readonly #budget: BatchBudget;
  readonly #blocks: Uint8Array[] = [];

  constructor(budget: BatchBudget) {
    this.#budget = budget;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const end = this.bytes % BLOCK_BYTES;
      if (end === 0) this.#blocks.push(this.#budget.takeBlock());
      const part = bytes.subarray(at, at + BLOCK_BYTES - end);
      this.#blocks.at(-1)?.set(part, end);
      this.bytes += part.length;
      at += part.length;
    }
  }

  /** Takes the bytes out, block by block. Each is valid until the next one. */
  *take(): Generator<Uint8Array> {
    while (this.#blocks.length > 0) {
      const part = this.#blocks[0].subarray(0, this.bytes);
      yield part;
      this.#budget.keepBlocks(this.#blocks.splice(0, 1));
      this.bytes = Math.max(this.bytes - part.length, 0);
    }
  }

  clear(): void {
    this.#budget.keepBlocks(this.#blocks.splice(0));
    this.bytes = 0;
  }
}

/** Decompresses a body. @throws HttpError if it is malformed */
async function* decompressed(body: Body): AsyncGenerator<Uint8Array> {
  // Loaded for the first body that is compressed: it takes 0.3 MB.
  const { createGunzip } = process.getBuiltinModule("node:zlib");
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  const feed = async () => {
    for (const part of body.take()) await new Promise((taken) => gunzip.write(part, taken));
    gunzip.end();
  };
  void feed();
  try {
    yield* gunzip;
  } catch {
    const advice = ", or leave out Content-Encoding";
    const problem = "The body is broken or cut off.";
    throw bodyError("malformed-request", problem, "a complete body in gzip", advice);
  }
}

/** Resolves in a turn of the event loop that no other batch has: a request waits for one step, however many there are. */
let lastTurn: Promise<unknown> = Promise.resolve();
function turn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate));
  return lastTurn;
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
  const body = new Body(budget);
  let kib = 0;
  let reply: Reply | undefined;
  let isClosed = false;

  function cover(bytes: number): void {
    if (!isClosed) kib = budget.cover(kib, bytes);
  }

  /** @returns the reply to an error of the work, which ends the request */
  function errorOf(work: () => void): Reply | undefined {
    try {
      if (!reply) work();
    } catch (error) {
      reply = request.errorReply(error);
    }
    return reply;
  }

  /** Converts in steps, with the turns of others between them, until the client has left. */
  async function convert(): Promise<readonly Uint8Array[]> {
    const output: Uint8Array[] = [];
    const keep = (converted: Iterable<Uint8Array>) => {
      output.push(...converted);
      cover(body.bytes + lengthOf(output));
    };
    let session: ReturnType<BatchRequest["start"]> | undefined;
    let bytes = 0;
    for await (const part of request.coding === "gzip" ? decompressed(body) : body.take()) {
      if (bytes + part.length > maxBytes) throw tooLarge("body", maxBytes);
      session ??= request.start(part);
      for (let at = 0; at < part.length; at += STEP_BYTES) {
        if (bytes > 0) await turn();
        if (isClosed) return [];
        const step = part.subarray(at, at + STEP_BYTES);
        bytes += step.length;
        keep(session.push(step));
      }
    }
    session ??= request.start(new Uint8Array(0));
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

  const rejection = errorOf(() => cover(request.bodyBytes));
  if (rejection) {
    close();
    return rejection;
  }
  return {
    close,
    add: (bytes) =>
      errorOf(() => {
        const length = body.bytes + bytes.length;
        if (length > maxBytes) throw tooLarge("body", maxBytes);
        if (length > request.bodyBytes) cover(length);
        body.add(bytes);
      }),
    async finish() {
      try {
        reply ??= request.reply(await convert());
      } catch (error) {
        reply = request.errorReply(error);
      }
      return reply;
    },
  };
}
