/** The bytes of an input in blocks that depend on the bytes alone, not on how they arrive. */
import { setImmediate } from "node:timers/promises";
import { release } from "./memory.ts";

/**
 * A block becomes a piece of work: long enough that handing it over costs little, short enough that
 * some for each thread take little memory.
 */
export const BLOCK_BYTES = 1 << 19;

/** What has arrived is read within one turn of the event loop; two are on the safe side. */
const TURNS = 2;

async function isSoon(next: Promise<unknown>): Promise<boolean> {
  let hasCome = false;
  const note = () => {
    hasCome = true;
  };
  next.then(note, note);
  for (let turn = 0; turn < TURNS && !hasCome; turn++) await setImmediate();
  return hasCome;
}

class Parts {
  #parts: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.length += bytes.length;
  }

  /** Takes what is there, up to a block; never as a Buffer, whose `slice` is no copy. */
  take(): Uint8Array {
    const [first] = this.#parts;
    const isOne = first !== undefined && this.#parts.length === 1;
    const all = isOne ? first : Buffer.concat(this.#parts);
    if (!isOne) for (const part of this.#parts) release(part);
    this.#parts = [];
    this.length = 0;
    if (all.length <= BLOCK_BYTES) return new Uint8Array(all.buffer, all.byteOffset, all.length);
    // Copies, as a block's memory is given back when it has done its work.
    this.add(new Uint8Array(all.subarray(BLOCK_BYTES)));
    return new Uint8Array(all.subarray(0, BLOCK_BYTES));
  }
}

/**
 * @param isLive whether what has arrived goes on as a shorter block when the input pauses: somebody
 *   may wait for its answers before sending more
 */
export async function* blocksOf(
  input: AsyncIterable<Uint8Array>,
  isLive: boolean,
): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]();
  const parts = new Parts();
  for (;;) {
    const next = iterator.next();
    // It is awaited below; a failure that comes before that is not one that nobody handles.
    next.catch(() => {});
    if (isLive && parts.length > 0 && !(await isSoon(next))) yield parts.take();
    const { done, value } = await next;
    if (done) break;
    parts.add(value);
    while (parts.length >= BLOCK_BYTES) yield parts.take();
  }
  if (parts.length > 0) yield parts.take();
}
