/** Compressed files: gzip with any Node, Zstandard with those that have it. */
import { Transform } from "node:stream";
import zlib from "node:zlib";
import { BatchRunError } from "./errors.ts";
import { ZstdFrames } from "./zstd-frames.ts";

export type Compression = "gzip" | "zstd";

/** Not in the types of Node 20. */
interface Zstd {
  createZstdDecompress(settings: { chunkSize: number }): Transform;
  zstdCompressSync(bytes: Uint8Array): Uint8Array;
}

const zstd = zlib as unknown as Partial<Zstd>;

function zstdOfNode(): Zstd {
  if (zstd.createZstdDecompress && zstd.zstdCompressSync) return zstd as Zstd;
  throw new BatchRunError(
    `Node ${process.version} has no Zstandard (.zst); Node 22.15 and later have it, and any has gzip (.gz).`,
  );
}

/** @throws BatchRunError when this Node does not have it */
export function checkCompression(compression: Compression | undefined): void {
  if (compression === "zstd") zstdOfNode();
}

/** Compressed bytes that stand for themselves: files may have any number of them in a row. */
export function compress(bytes: Uint8Array, compression: Compression | undefined): Uint8Array {
  if (compression === undefined) return bytes;
  return compression === "gzip" ? zlib.gzipSync(bytes) : zstdOfNode().zstdCompressSync(bytes);
}

/** Gives the bytes of Zstandard on so that its decompressor sees the ends of all frames. */
function createFrameCutter(): Transform {
  const frames = new ZstdFrames();
  return new Transform({
    // Parts may not be joined again on their way.
    readableObjectMode: true,
    writableObjectMode: true,
    transform(bytes: Uint8Array, _, done) {
      for (const part of frames.cut(bytes)) this.push(part);
      done();
    },
    flush(done) {
      done(frames.isWhole ? null : new Error("unexpected end of file"));
    },
  });
}

/**
 * Streams through which compressed bytes become others.
 * @param chunkSize of what comes out, in bytes
 */
export function decompressors(compression: Compression, chunkSize: number): readonly Transform[] {
  if (compression === "gzip") return [zlib.createGunzip({ chunkSize })];
  return [createFrameCutter(), zstdOfNode().createZstdDecompress({ chunkSize })];
}
