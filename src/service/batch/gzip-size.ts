/** How large a body in gzip is when it is decompressed, before any of it is converted. */
import { Readable } from "node:stream";
import { loadZlib } from "../../http/rare-modules.ts";
import type { BodyQueue } from "./body-queue.ts";

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
