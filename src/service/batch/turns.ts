/** Whose turn it is, when several want to do work that takes long. */

const waiting: (() => void)[] = [];

function next(): void {
  const work = waiting.shift();
  if (waiting.length > 0) setImmediate(next);
  work?.();
}

/**
 * Does a piece of work soon. There is one such piece between two looks at what else has come in,
 * however many batch requests there are.
 */
export function takeTurn(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(next);
}
