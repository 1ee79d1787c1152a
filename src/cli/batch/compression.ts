/** Compression of files: gzip in every version of Node, Zstandard in versions that support it. */
import type { Transform } from "node:stream";
import zlib from "node:zlib";
import { NoAnswerError } from "../command-errors.ts";
import { COMPRESSION_NAMES, COMPRESSIONS, type Compression } from "./file-names.ts";

const MAX_MAGIC_BYTES = 4;

/**
 * The compression of bytes.
 * @param start the first bytes
 * @returns undefined for none; "unknown" if there are too few bytes to tell
 */
export function compressionOf(start: Uint8Array): Compression | "unknown" | undefined {
  const text = String.fromCharCode(...start.subarray(0, MAX_MAGIC_BYTES));
  for (const compression of COMPRESSION_NAMES) {
    const { magic } = COMPRESSIONS[compression];
    if (text.startsWith(magic)) return compression;
    if (magic.startsWith(text)) return "unknown";
  }
  return undefined;
}

/** The types of Node 20 lack these. */
interface Zstd {
  createZstdDecompress(settings: { chunkSize: number }): Transform;
  zstdCompressSync(bytes: Uint8Array): Uint8Array;
}

const untypedZlib: object = zlib;

/** @throws NoAnswerError if this version of Node does not support Zstandard */
export function requireZstd(): Zstd {
  const { createZstdDecompress, zstdCompressSync }: Partial<Zstd> = untypedZlib;
  if (createZstdDecompress && zstdCompressSync) return { createZstdDecompress, zstdCompressSync };
  throw new NoAnswerError(
    `Node ${process.version} does not support Zstandard (.zst). Use Node 22.15 or later, or gzip (.gz).`,
  );
}

/** @throws NoAnswerError if this version of Node does not support the compression */
export function checkCompression(compression: Compression | undefined): void {
  if (compression === "zstd") requireZstd();
}

/**
 * Compresses bytes to one gzip member or Zstandard frame. A file may hold any number of them in a row,
 * so tasks are compressed one by one, in any thread.
 */
export function compress(bytes: Uint8Array, compression: Compression | undefined): Uint8Array {
  if (compression === undefined) return bytes;
  return compression === "gzip" ? zlib.gzipSync(bytes) : requireZstd().zstdCompressSync(bytes);
}

// Layout of Zstandard: RFC 8878, section 3.1.
const MAGIC_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
const SKIPPABLE_HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
/** The type of a block that repeats one byte. */
const RLE_BLOCK = 1;

/** The length of a frame header with its magic number; the descriptor is the next byte. */
function frameHeaderBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const contentSize = sizeFlag === 0 && isSingleSegment ? 1 : CONTENT_SIZE_BYTES[sizeFlag];
  const window = isSingleSegment ? 0 : 1;
  return MAGIC_BYTES + 1 + window + DICTIONARY_ID_BYTES[descriptor & 3] + contentSize;
}

/**
 * Finds the ends of Zstandard frames. Node's decompressor silently drops the bytes after the end of a
 * frame in the same buffer, and our own files consist of many frames.
 *
 * Headers are collected byte by byte until their length is known. Everything else is skipped.
 */
export class ZstdFrames {
  readonly #header: number[] = [];
  #state: "frame" | "block" | "skippable" = "frame";
  #hasChecksum = false;
  #bytesToSkip = 0;
  /** Whether the frame ends after the bytes to skip. */
  #isLastBlock = false;

  /** Whether every frame so far is complete. */
  get isComplete(): boolean {
    return this.#state === "frame" && this.#header.length === 0 && this.#bytesToSkip === 0;
  }

  /** @returns views of the bytes, each of which ends where a frame or `bytes` ends */
  cut(bytes: Uint8Array): readonly Uint8Array[] {
    const views: Uint8Array[] = [];
    let start = 0;
    for (let at = 0; at < bytes.length; ) {
      if (this.#bytesToSkip > 0) {
        const skipped = Math.min(this.#bytesToSkip, bytes.length - at);
        this.#bytesToSkip -= skipped;
        at += skipped;
      } else {
        this.#header.push(bytes[at]);
        at++;
        this.#parseHeader();
      }
      if (!this.#isLastBlock || this.#bytesToSkip > 0) continue;
      this.#isLastBlock = false;
      this.#state = "frame";
      views.push(bytes.subarray(start, at));
      start = at;
    }
    if (start < bytes.length) views.push(bytes.subarray(start));
    return views;
  }

  #parseHeader(): void {
    const header = this.#header;
    if (this.#state === "block") {
      if (header.length < BLOCK_HEADER_BYTES) return;
      const bits = header[0] | (header[1] << 8) | (header[2] << 16);
      const isLast = (bits & 1) !== 0;
      const isRepeated = ((bits >> 1) & 3) === RLE_BLOCK;
      this.#skip(isRepeated ? 1 : bits >> 3, isLast);
      if (isLast && this.#hasChecksum) this.#bytesToSkip += CHECKSUM_BYTES;
    } else if (this.#state === "skippable") {
      if (header.length < SKIPPABLE_HEADER_BYTES) return;
      this.#skip(Buffer.from(header).readUInt32LE(MAGIC_BYTES), true);
    } else if (header.length > MAGIC_BYTES) {
      // 0x184D2A50 to 0x184D2A5F in little-endian order. The decompressor reports other magic numbers.
      if (header[1] === 0x2a && header[0] >> 4 === 5) {
        this.#state = "skippable";
        return;
      }
      const descriptor = header[MAGIC_BYTES];
      this.#hasChecksum = (descriptor & 4) !== 0;
      this.#state = "block";
      this.#skip(frameHeaderBytes(descriptor) - header.length, false);
    }
  }

  #skip(bytes: number, isLastBlock: boolean): void {
    this.#header.length = 0;
    this.#bytesToSkip = bytes;
    this.#isLastBlock = isLastBlock;
  }
}
