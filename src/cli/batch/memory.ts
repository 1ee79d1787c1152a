/**
 * Memory that is given back when it has done its work. The collector counts what lies outside its
 * heap late: a large file would take hundreds of megabytes.
 */
import { MessageChannel } from "node:worker_threads";

/** Smaller buffers may be parts of one that Node shares among many. */
const MIN_BYTES = 1 << 14;

// What is transferred to a closed port belongs to nobody any more.
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/** Whether bytes have a buffer of their own, which nobody else can have a part of. */
export function isOwner({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength === buffer.byteLength && byteLength >= MIN_BYTES;
}

/** Gives bytes back unless others may use their buffer; they are empty then. */
export function release(bytes: Uint8Array): void {
  if (isOwner(bytes)) releaseBuffer(bytes.buffer);
}

/** @param buffer that nobody uses any more, views of it neither */
export function releaseBuffer(buffer: ArrayBufferLike): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength < MIN_BYTES) return;
  nowhere.postMessage(null, [buffer]);
}
