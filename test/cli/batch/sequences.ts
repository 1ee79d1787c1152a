/** Asynchronous sequences, for tests. */
import { setImmediate } from "node:timers/promises";

/** Yields the items one after the other. */
export async function* listed<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield item;
}

/** Collects the items of a sequence. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = [];
  for await (const item of items) result.push(item);
  return result;
}

/** Resolves after this many turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}
