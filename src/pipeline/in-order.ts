/** Work that goes on at several places at once and comes out in order. */

type Event<T, R> =
  | { readonly kind: "item"; readonly item: IteratorResult<T> }
  | { readonly kind: "result"; readonly result: R };

/** Rejects when the signal is given; never resolves. */
function aborted(stop: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    if (stop.aborted) reject(stop.reason);
    stop.addEventListener("abort", () => reject(stop.reason), { once: true });
  });
  promise.catch(() => {});
  return promise;
}

/**
 * Results of items, in the order of the items.
 * @param mostAtOnce items are not asked for while so many wait for their result, or for whoever
 *   takes the results
 * @param stop ends it, with the signal's reason as error
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  mostAtOnce: number,
  convert: (item: T) => Promise<R>,
  stop: AbortSignal,
): AsyncGenerator<R> {
  const iterator = items[Symbol.asyncIterator]();
  const stopped = aborted(stop);
  const pending: Promise<Event<T, R>>[] = [];
  let next: Promise<Event<T, R>> | undefined;
  let isEnded = false;
  while (!isEnded || pending.length > 0) {
    if (!isEnded && pending.length < mostAtOnce) {
      next ??= iterator.next().then((item) => ({ kind: "item", item }));
    }
    const [first] = pending;
    const candidates = [next, first].filter((candidate) => candidate !== undefined);
    const event = await Promise.race([stopped, ...candidates]);
    if (event.kind === "result") {
      pending.shift();
      yield event.result;
    } else if (event.item.done) {
      isEnded = true;
      next = undefined;
    } else {
      next = undefined;
      const result = convert(event.item.value).then(
        (result) => ({ kind: "result", result }) as const,
      );
      // It is awaited when it is the first.
      result.catch(() => {});
      pending.push(result);
    }
  }
}
