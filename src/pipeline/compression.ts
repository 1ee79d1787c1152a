/** Compressed files: gzip with any Node, Zstandard with those that have it. */
import type { Transform } from "node:stream";
import zlib from "node:zlib";
import { PipelineFailure } from "./failure.ts";

export type Compression = "gzip" | "zstd";

/** Not in the types of Node 20. */
interface Zstd {
  createZstdDecompress(settings: { chunkSize: number }): Transform;
  zstdCompressSync(bytes: Uint8Array): Uint8Array;
}

const zstd = zlib as unknown as Partial<Zstd>;

function zstdOfNode(): Zstd {
  if (zstd.createZstdDecompress && zstd.zstdCompressSync) return zstd as Zstd;
  throw new PipelineFailure(
    `Node ${process.version} has no Zstandard (.zst); Node 22.15 and later have it, and any has gzip (.gz).`,
  );
}

/** @throws PipelineFailure when this Node does not have it */
export function checkCompression(compression: Compression | undefined): void {
  if (compression === "zstd") zstdOfNode();
}

/** Compressed bytes that stand for themselves: files may have any number of them in a row. */
export function compress(bytes: Uint8Array, compression: Compression | undefined): Uint8Array {
  if (compression === undefined) return bytes;
  return compression === "gzip" ? zlib.gzipSync(bytes) : zstdOfNode().zstdCompressSync(bytes);
}

export function createDecompressor(compression: Compression, chunkSize: number): Transform {
  if (compression === "zstd") return zstdOfNode().createZstdDecompress({ chunkSize });
  return zlib.createGunzip({ chunkSize });
}
