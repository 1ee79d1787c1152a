/** Values of options. */
import { InvalidArgumentError } from "commander";

export function integerUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value <= most) return value;
    throw new InvalidArgumentError(`Expected an integer from 0 to ${most}.`);
  };
}
