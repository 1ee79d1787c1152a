/** Values of options. */
import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";

const MAX_WORKERS = 256;

export function integerUpTo(most: number, least = 0): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected an integer from ${least} to ${most}.`);
  };
}

/** A number of workers; `auto` is one per core. */
export function workersOf(text: string): number {
  if (text === "auto") return availableParallelism();
  const isCount = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WORKERS;
  if (isCount) return Number(text);
  throw new InvalidArgumentError(`Expected auto or an integer from 1 to ${MAX_WORKERS}.`);
}
