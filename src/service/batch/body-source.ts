/** Where the conversion of a batch gets its bytes: from the queue of the body, decompressed if necessary. */
import type { Gunzip } from "node:zlib";
import { loadZlib } from "../../http/rare-modules.ts";
import type { BodyQueue } from "./body-queue.ts";

/** Compressed bytes that are decompressed at a time. */
const COMPRESSED_STEP_BYTES = 16_384;

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

/** A body that is not compressed. */
export class PlainSource implements BodySource {
  readonly #queue: BodyQueue;

  constructor(queue: BodyQueue) {
    this.#queue = queue;
  }

  get availableBytes(): number {
    return this.#queue.bytes;
  }

  get isAtEnd(): boolean {
    return this.#queue.isEnded && this.#queue.bytes === 0;
  }

  take(maxBytes: number): Uint8Array {
    return this.#queue.take(maxBytes);
  }

  onQueued(): void {}

  close(): void {}
}

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
