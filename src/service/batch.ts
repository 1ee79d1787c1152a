/**
 * The bodies of batch requests. A body arrives whole before its first row is converted, and the reply leaves when it is
 * complete, so that every error has a status; both are in memory until then, within one budget of all threads.
 */
import { totalmem } from "node:os";
import { bodyError, type HttpError, tooLarge } from "../http/errors.ts";
import type { BatchRequest, Reply } from "../http/requests.ts";
import { lengthOf, type ReadBody } from "./transports/transport.ts";

/** Counted for a batch that waits for its body. */
const WAITING_BYTES = 8 * 1024;
/** Counted for a batch that is converted, besides its bytes: its session, its decompressor. 100 of them took 130 kB each. */
const SESSION_BYTES = 256 * 1024;
const BLOCK_BYTES = 64 * 1024;
/** Until a body is longer: those that send a few bytes and wait take little. */
const FIRST_BLOCK_BYTES = 4 * 1024;

/** After each of these intervals, a body must have as many more bytes, or be complete. */
const CHECK_SECONDS = 8;
const MIN_BYTES_PER_CHECK = CHECK_SECONDS * 16 * 1024;
const MAX_BODY_SECONDS = 120;
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
    const whole = blocks.filter(({ length }) => length === BLOCK_BYTES);
    this.#free.push(...whole.slice(0, this.#maxFree - this.#free.length));
  }

  /**
   * Reserves the memory for a number of bytes of a batch.
   * @param kib its present memory @returns its new memory
   * @throws HttpError 413 if it needs more than the whole budget, 503 if others have the rest
   */
  cover(kib: number, bytes: number): number {
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

/** The bytes of a body, in reused blocks. Bodies may arrive in pieces of one byte, which as objects took 200 bytes each. */
class Body {
  bytes = 0;
  /** The bytes that its blocks have room for. */
  capacity = 0;
  readonly #budget: BatchBudget;
  readonly #blocks: Uint8Array[] = [];

  constructor(budget: BatchBudget) {
    this.#budget = budget;
  }

  /** The capacity that it needs for more bytes. */
  capacityFor(more: number): number {
    const bytes = this.bytes + more;
    if (bytes <= FIRST_BLOCK_BYTES) return FIRST_BLOCK_BYTES;
    return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.bytes === this.capacity) this.#grow(bytes.length - at);
      const part = bytes.subarray(at, at + this.capacity - this.bytes);
      const block = this.#blocks.at(-1) as Uint8Array;
      block.set(part, block.length - (this.capacity - this.bytes));
      this.bytes += part.length;
      at += part.length;
    }
  }

  /** Adds a block, or replaces a short one by it. */
  #grow(more: number): void {
    const isShort = this.capacityFor(more) === FIRST_BLOCK_BYTES;
    const block = isShort ? new Uint8Array(FIRST_BLOCK_BYTES) : this.#budget.takeBlock();
    if (this.capacity === FIRST_BLOCK_BYTES) {
      block.set(this.#blocks[0]);
      this.#blocks.length = 0;
      this.capacity = 0;
    }
    this.#blocks.push(block);
    this.capacity += block.length;
  }

  /** Takes the bytes out, block by block. Each is valid until the next one. */
  *take(): Generator<Uint8Array> {
    while (this.#blocks.length > 0) {
      const part = this.#blocks[0].subarray(0, this.bytes);
      yield part;
      this.#budget.keepBlocks(this.#blocks.splice(0, 1));
      this.bytes = Math.max(this.bytes - part.length, 0);
      this.capacity = this.#blocks.length * BLOCK_BYTES;
    }
  }

  clear(): void {
    this.#budget.keepBlocks(this.#blocks.splice(0));
    this.bytes = 0;
    this.capacity = 0;
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
 * Collects the body of a batch, and converts it. Memory is taken as bytes arrive, not as they are announced: clients that
 * announce a body and do not send it would have all of it.
 * @param maxBytes of the body, compressed or not
 * @param onClose called once, with the reply if there is one
 * @returns a reply if the body is too large for all memory: 413
 */
export function receiveBatch(
  request: BatchRequest,
  budget: BatchBudget,
  maxBytes: number,
  onClose: (reply: Reply | undefined) => void,
): ReadBody | Reply {
  const body = new Body(budget);
  let kib = 0;
  let reply: Reply | undefined;
  let isClosed = false;
  let answer: (reply: Reply) => void = () => {};

  function cover(bytes: number): void {
    if (reply === undefined && !isClosed) kib = budget.cover(kib, bytes);
  }

  function freeMemory(): void {
    clearInterval(timer);
    body.clear();
    budget.release(kib);
    kib = 0;
  }

  /** Ends the request with an error. */
  function fail(error: unknown): void {
    if (reply !== undefined || isClosed) return;
    reply = request.errorReply(error);
    freeMemory();
    answer(reply);
  }

  /** Converts in steps, with the turns of others between them, until the client has left. */
  async function convert(): Promise<readonly Uint8Array[]> {
    const output: Uint8Array[] = [];
    let outputBytes = 0;
    const keep = (converted: Uint8Array[]) => {
      output.push(...converted);
      outputBytes += lengthOf(converted);
      cover(SESSION_BYTES + body.capacity + outputBytes);
    };
    let session: ReturnType<BatchRequest["start"]> | undefined;
    let bytes = 0;
    keep([]);
    for await (const part of request.coding === "gzip" ? decompressed(body) : body.take()) {
      if (bytes + part.length > maxBytes) throw tooLarge("body", maxBytes);
      session ??= request.start(part);
      for (let at = 0; at < part.length; at += STEP_BYTES) {
        if (bytes > 0) await turn();
        if (isClosed) return [];
        const step = part.subarray(at, at + STEP_BYTES);
        bytes += step.length;
        keep([...session.push(step)]);
      }
    }
    session ??= request.start(new Uint8Array(0));
    keep([...session.end()]);
    return output;
  }

  let received = 0;
  let checked = 0;
  let checks = 0;
  function checkTime(): void {
    checks++;
    const isLate = checks * CHECK_SECONDS >= MAX_BODY_SECONDS;
    if (isLate || received - checked < MIN_BYTES_PER_CHECK) fail(tooSlow());
    checked = received;
  }

  try {
    if (request.bodyBytes > 0) budget.check(SESSION_BYTES + request.bodyBytes);
    cover(WAITING_BYTES);
  } catch (error) {
    reply = request.errorReply(error);
    onClose(reply);
    return reply;
  }
  const timer = setInterval(checkTime, CHECK_SECONDS * 1000);
  return (reader) => {
    answer = reader;
    return {
      add(bytes) {
        if (reply !== undefined || isClosed) return;
        received += bytes.length;
        try {
          if (received > maxBytes) throw tooLarge("body", maxBytes);
          cover(WAITING_BYTES + body.capacityFor(bytes.length));
          body.add(bytes);
        } catch (error) {
          fail(error);
        }
      },
      async finish() {
        clearInterval(timer);
        if (reply !== undefined) return;
        try {
          const output = await convert();
          reply = request.reply(output);
          answer(reply);
        } catch (error) {
          fail(error);
        }
      },
      close() {
        if (isClosed) return;
        freeMemory();
        isClosed = true;
        onClose(reply);
      },
    };
  };
}

function tooSlow(): HttpError {
  const rate = `${MIN_BYTES_PER_CHECK} bytes in ${CHECK_SECONDS} seconds`;
  const expected = `at least ${rate}, and all of it within ${MAX_BODY_SECONDS} seconds`;
  return bodyError("request-timeout", "The body arrives too slowly.", expected);
}
