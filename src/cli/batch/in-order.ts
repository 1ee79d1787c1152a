/** Work that goes on at several places at once and comes out in order. */

/** The place of a result until it is its turn. */
type Slot<R> = { isDone: boolean; result?: R; failure?: { readonly error: unknown } };

/**
 * Results of items, in the order of the items. What fails comes out in its turn as well, so that
 * nothing before it is lost.
 * @param maxAtOnce items are not asked for while so many wait for their result, or for whoever
 *   takes the results
 * @param stop ends it at once, with the signal's reason as error
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  maxAtOnce: number,
  convert: (item: T) => Promise<R>,
  stop: AbortSignal,
): AsyncGenerator<R> {
  const iterator = items[Symbol.asyncIterator]();
  const slots: Slot<R>[] = [];
  let isAsking = false;
  let isEnded = false;
  // Not Promise.race: what races with a promise that stays open is never forgotten.
  let wake = () => {};
  const onAbort = () => wake();

  function fill(slot: Slot<R>, result: Promise<R>): void {
    result
      .then((value) => {
        slot.result = value;
      })
      .catch((error: unknown) => {
        slot.failure = { error };
      })
      .finally(() => {
        slot.isDone = true;
        wake();
      });
  }

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      const { done, value } = await iterator.next();
      const slot = { isDone: false };
      if (!done) slots.push(slot);
      if (!done) fill(slot, convert(value));
      isEnded = done === true;
    } catch (error) {
      slots.push({ isDone: true, failure: { error } });
      isEnded = true;
    }
    isAsking = false;
    wake();
  }

  stop.addEventListener("abort", onAbort);
  try {
    while (!isEnded || slots.length > 0) {
      if (stop.aborted) throw stop.reason;
      if (!isEnded && !isAsking && slots.length < maxAtOnce) void ask();
      const [first] = slots;
      if (first?.isDone) {
        slots.shift();
        if (first.failure) throw first.failure.error;
        yield first.result as R;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stop.removeEventListener("abort", onAbort);
  }
}
