/**
 * Decompresses inputs. Streams of node:zlib drop what they have decompressed when an error follows, so a pipeline
 * would lose the rows before it. Here, bytes are written part by part, and all output of a part is read first.
 */
import type { Transform } from "node:stream";
import zlib from "node:zlib";
import { requireZstd, ZstdFrames } from "./compression.ts";
import { COMPRESSIONS, type Compression } from "./file-names.ts";

/** A stream of node:zlib that is written part by part. */
class ZlibParts {
  readonly #stream: Transform;
  /** Whether the compressed data have ended, whatever may follow them. */
  hasEnded = false;
  #error: Error | undefined;
  #onChange = () => {};

  constructor(stream: Transform) {
    this.#stream = stream;
    stream.on("readable", () => this.#onChange());
    stream.on("end", () => {
      this.hasEnded = true;
      this.#onChange();
    });
    stream.on("error", (error) => this.#fail(error));
  }

  #fail(error: Error): void {
    this.#error ??= error;
    this.#onChange();
  }

  /** @returns everything that the bytes decompress to @throws the error of node:zlib, after what precedes it */
  async *write(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    let isWritten = false;
    this.#stream.write(bytes, (error) => {
      isWritten = true;
      if (error) this.#fail(error);
      else this.#onChange();
    });
    for (;;) {
      const part: Uint8Array | null = this.#stream.read();
      if (part) {
        yield part;
        continue;
      }
      if (this.#error) throw this.#error;
      if (isWritten || this.hasEnded) return;
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }
}

/** Reads bytes of a sequence by number. */
class ByteReader {
  readonly #iterator: AsyncIterator<Uint8Array>;
  /** The bytes that have arrived and were not taken. */
  rest: Uint8Array = new Uint8Array(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#iterator = bytes[Symbol.asyncIterator]();
  }

  /** Waits for bytes if there are none. @returns false at the end */
  async fill(): Promise<boolean> {
    while (this.rest.length === 0) {
      const { done, value } = await this.#iterator.next();
      if (done) return false;
      this.rest = value;
    }
    return true;
  }

  /** @throws Error when the input ends before */
  async take(count: number): Promise<Buffer> {
    const taken = Buffer.alloc(count);
    for (let at = 0; at < count; ) {
      if (!(await this.fill())) throw endedEarly();
      const part = this.rest.subarray(0, count - at);
      taken.set(part, at);
      at += part.length;
      this.rest = this.rest.subarray(part.length);
    }
    return taken;
  }

  /** Skips bytes up to and including the next zero. */
  async skipText(): Promise<void> {
    while ((await this.take(1))[0] !== 0);
  }
}

function endedEarly(): Error {
  return new Error("unexpected end of file");
}

// Layout of gzip: RFC 1952, section 2.3.
const FIXED_HEADER_BYTES = 8;
const TRAILER_BYTES = 8;
const DEFLATE = 8;
const FLAG_CHECKSUM = 2;
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FLAG_COMMENT = 16;
const RESERVED_FLAGS = 0xe0;

async function skipGzipHeader(input: ByteReader): Promise<void> {
  for (const byte of COMPRESSIONS.gzip.magic) {
    if ((await input.take(1)).toString("latin1") === byte) continue;
    throw new Error("other bytes follow the gzip data");
  }
  const [method, flags] = await input.take(FIXED_HEADER_BYTES);
  if (method !== DEFLATE || (flags & RESERVED_FLAGS) !== 0) {
    throw new Error("unknown kind of gzip data");
  }
  if (flags & FLAG_EXTRA) await input.take((await input.take(2)).readUInt16LE());
  if (flags & FLAG_NAME) await input.skipText();
  if (flags & FLAG_COMMENT) await input.skipText();
  if (flags & FLAG_CHECKSUM) await input.take(2);
}

const CRC_POLYNOMIAL = 0xedb88320;

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++)
    crc = (crc & 1) !== 0 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  return crc;
});

/** As `zlib.crc32`, which Node has since 20.15. */
export function crc32InJavaScript(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

const { crc32: nativeCrc32 }: Partial<typeof zlib> = zlib;
/** The CRC-32 of bytes that follow others. @param before the CRC-32 of the others; 0 if there are none */
export const crc32: typeof crc32InJavaScript = nativeCrc32 ?? crc32InJavaScript;

/** Decompresses one member of gzip data, from after its header to its end. */
async function* inflateMember(input: ByteReader, chunkSize: number): AsyncGenerator<Uint8Array> {
  const raw = zlib.createInflateRaw({ chunkSize });
  const parts = new ZlibParts(raw);
  let checksum = 0;
  let length = 0;
  try {
    while (!parts.hasEnded) {
      if (!(await input.fill())) throw endedEarly();
      const { rest } = input;
      const readBefore = raw.bytesWritten;
      for await (const bytes of parts.write(rest)) {
        checksum = crc32(bytes, checksum);
        length += bytes.length;
        yield bytes;
      }
      input.rest = rest.subarray(raw.bytesWritten - readBefore);
    }
  } finally {
    raw.destroy();
  }
  const trailer = await input.take(TRAILER_BYTES);
  const isIntact = trailer.readUInt32LE(0) === checksum && trailer.readUInt32LE(4) === length >>> 0;
  if (!isIntact) throw new Error("incorrect checksum");
}

/** Skips zeros, which some programs fill the last block of a tape or disk with. */
async function skipZeros(input: ByteReader): Promise<void> {
  while (await input.fill()) {
    const end = input.rest.findIndex((byte) => byte !== 0);
    input.rest = end < 0 ? input.rest.subarray(input.rest.length) : input.rest.subarray(end);
    if (end >= 0) return;
  }
}

async function* gunzip(
  compressed: AsyncIterable<Uint8Array>,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  const input = new ByteReader(compressed);
  do {
    await skipGzipHeader(input);
    yield* inflateMember(input, chunkSize);
    await skipZeros(input);
  } while (await input.fill());
}

async function* decompressZstd(
  compressed: AsyncIterable<Uint8Array>,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames();
  const stream = requireZstd().createZstdDecompress({ chunkSize });
  const parts = new ZlibParts(stream);
  try {
    for await (const bytes of compressed) {
      for (const part of frames.cut(bytes)) yield* parts.write(part);
    }
  } finally {
    stream.destroy();
  }
  if (!frames.isComplete) throw endedEarly();
}

/**
 * Decompresses the bytes of an input.
 * @param chunkSize the greatest size of the decompressed parts, in bytes
 * @throws Error, after everything that can be decompressed, when the data end early, are damaged, or are
 *   followed by other bytes
 * @throws NoAnswerError if this version of Node does not support the compression
 */
export function decompress(
  compressed: AsyncIterable<Uint8Array>,
  compression: Compression,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  return compression === "gzip"
    ? gunzip(compressed, chunkSize)
    : decompressZstd(compressed, chunkSize);
}
