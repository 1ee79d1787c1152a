/** What the two operations have in common on the straight way. */
import type { Output } from "../output.ts";

/** The values of a row, as places of their bytes; the second is empty where there is none. */
export interface Places {
  firstFrom: number;
  firstTo: number;
  secondFrom: number;
  secondTo: number;
}

export function createPlaces(): Places {
  return { firstFrom: 0, firstTo: 0, secondFrom: 0, secondTo: 0 };
}

export interface Conversion {
  /** Converts a row's values. @returns false when they are of an unusual kind or have no answer */
  convert(bytes: Buffer, places: Places): boolean;
  /** Writes the answer, each value behind the delimiter; it takes at most MAX_ANSWER_BYTES. */
  write(output: Output, delimiter: number): void;
}

export const MAX_ANSWER_BYTES = 256;

export const SPACE = 32;

/** Passes over spaces. */
export function afterSpaces(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] === SPACE) at++;
  return at;
}
