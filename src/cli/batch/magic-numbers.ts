/** Recognizes the kind of an input by its first bytes. */
import type { Compression, UnsupportedKind } from "./file-names.ts";

/** The first bytes of a kind of file; undefined stands for any byte. */
type Magic = readonly (number | undefined)[];

export const GZIP_MAGIC = [0x1f, 0x8b];
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

function beginsWith(bytes: Uint8Array, magic: Magic): boolean {
  const isSame = (byte: number | undefined, at: number) => byte === undefined || bytes[at] === byte;
  return bytes.length >= magic.length && magic.every(isSame);
}

function mayBeginWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return bytes.length < magic.length && bytes.every((byte, at) => byte === magic[at]);
}

/**
 * The compression of bytes by their magic number, which no text begins with: its bytes are not UTF-8.
 * @param start the first bytes
 * @returns undefined for none; "unknown" if there are too few bytes to tell
 */
export function compressionOf(start: Uint8Array): Compression | "unknown" | undefined {
  if (beginsWith(start, GZIP_MAGIC)) return "gzip";
  if (beginsWith(start, ZSTD_MAGIC)) return "zstd";
  const isUnknown = mayBeginWith(start, GZIP_MAGIC) || mayBeginWith(start, ZSTD_MAGIC);
  return isUnknown ? "unknown" : undefined;
}

/** How files of kinds that are not read begin. No text begins like one of them. */
const UNREAD_MAGICS: readonly (readonly [kind: UnsupportedKind, magic: Magic])[] = [
  ["bzip2", [0x42, 0x5a, 0x68, undefined, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ["ZIP", [0x50, 0x4b, 3, 4]],
  ["7-Zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["LZ4", [4, 0x22, 0x4d, 0x18]],
  ["XML", [0x3c, 0x3f, 0x78, 0x6d, 0x6c, 0x20]],
  ["Excel", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ["Parquet", [0x50, 0x41, 0x52, 0x31, 0x15]],
];

/** The kind of a file that is not read, by its first bytes. */
export function unreadKindOf(start: Uint8Array): UnsupportedKind | undefined {
  return UNREAD_MAGICS.find(([, magic]) => beginsWith(start, magic))?.[0];
}
