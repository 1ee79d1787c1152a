/** Bodies in gzip: their bytes, and how many these are. */
import { Readable } from "node:stream";
import type { Gunzip } from "node:zlib";
import { loadZlib } from "../../http/resources.ts";
import type { BodyQueue, BodySource } from "./body-queue.ts";

/** Compressed bytes that are decompressed at a time. */
const COMPRESSED_STEP_BYTES = 16_384;

/**
 * A body in gzip. It is decompressed no faster than it is converted: of a small body that decompresses to
 * a huge one, only the bytes within the limit are ever decompressed.
 */
export class GunzipSource implements BodySource {
  readonly #queue: BodyQueue;
  readonly #gunzip: Gunzip;
  #isWriting = false;
  #isAtEnd = false;
  #isClosed = false;

  /**
   * @param onAvailable called when there are bytes to take, or the end is reached
   * @param onError called when the body cannot be decompressed
   */
  constructor(queue: BodyQueue, onAvailable: () => void, onError: () => void) {
    this.#queue = queue;
    this.#gunzip = loadZlib().createGunzip();
    this.#gunzip.on("readable", () => {
      if (this.#gunzip.readableLength === 0) this.#gunzip.read(0);
      else onAvailable();
    });
    this.#gunzip.on("end", () => {
      this.#isAtEnd = true;
      onAvailable();
    });
    this.#gunzip.on("error", onError);
  }

  get availableBytes(): number {
    return this.#gunzip.readableLength;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  take(maxBytes: number): Uint8Array {
    const bytes = this.#gunzip.read(Math.min(maxBytes, this.#gunzip.readableLength));
    // The end is only reported to a reader that finds no more.
    if (this.#gunzip.readableLength === 0) this.#gunzip.read(0);
    return bytes ?? new Uint8Array(0);
  }

  /** Decompresses the next bytes of the queue when the latest ones are done. */
  onQueued(): void {
    if (this.#isWriting || this.#isClosed) return;
    const bytes = this.#queue.take(COMPRESSED_STEP_BYTES);
    if (bytes.length === 0) {
      if (this.#queue.isEnded) this.#gunzip.end();
      return;
    }
    this.#isWriting = true;
    this.#gunzip.write(bytes, () => {
      this.#isWriting = false;
      this.onQueued();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#gunzip.destroy();
  }
}

// How large a body in gzip is when it is decompressed, before any of it is converted

/** The length that gzip ends with, modulo 2^32 (RFC 1952, section 2.3.1). */
const LENGTH_BYTES = 4;

/** Decompressed bytes that are counted at a time. */
const COUNTED_BYTES = 65_536;

/** @returns what the end of a body claims: with several members, the length of the last one; 0 if it has no end */
function claimedBytes(body: BodyQueue): number {
  const end = body.lastBytes(LENGTH_BYTES);
  if (end.length < LENGTH_BYTES) return 0;
  return new DataView(end.buffer, end.byteOffset).getUint32(0, true);
}

/**
 * Whether a body claims to exceed the limit. If it does, it is decompressed, and the bytes are discarded, to see
 * whether that is true: the end of a body that was cut off claims anything.
 * @param body a body that has arrived; what it has is not taken
 * @returns a promise only if the body claims to exceed the limit, so that other bodies cost nothing
 */
export function exceedsDecompressed(body: BodyQueue, maxBytes: number): false | Promise<boolean> {
  return claimedBytes(body) > maxBytes && countsBeyond(body, maxBytes);
}

async function countsBeyond(body: BodyQueue, maxBytes: number): Promise<boolean> {
  const gunzip = loadZlib().createGunzip({ chunkSize: COUNTED_BYTES });
  const compressed = Readable.from(body.parts());
  let bytes = 0;
  try {
    for await (const chunk of compressed.pipe(gunzip)) {
      bytes += chunk.length;
      if (bytes > maxBytes) return true;
    }
  } catch {
    // The conversion finds the same error and reports it.
  } finally {
    compressed.destroy();
  }
  return false;
}
