/** What the words behind `encode` and `decode` are: one point or mapcode, or the inputs of a batch. */
import { existsSync } from "node:fs";
import { isMapcode } from "../index.ts";
import { parseDegrees } from "../internal.ts";
import { kindOf, STANDARD_INPUT } from "./batch/file-names.ts";
import { NoAnswerError, UsageError } from "./convert.ts";

export type Meant<Single> =
  | { readonly kind: "one"; readonly one: Single }
  | { readonly kind: "inputs"; readonly paths: readonly string[] };

export type Point = readonly [latDeg: number, lonDeg: number];

function isInput(word: string): boolean {
  return word === STANDARD_INPUT || existsSync(word);
}

/** Whether a word can only be the name of a file. */
function isPath(word: string): boolean {
  return word.includes("/") || kindOf(word).format !== undefined;
}

function inputs<Single>(words: readonly string[]): Meant<Single> {
  return { kind: "inputs", paths: words.length === 0 ? [STANDARD_INPUT] : words };
}

/**
 * Two numbers are a point, all else names inputs.
 * @throws NoAnswerError when a file is not there; UsageError when it could also be meant as a point
 */
export function meantByEncode(words: readonly string[]): Meant<Point> {
  const degrees = words.map(parseDegrees).filter((value) => value !== undefined);
  const [latDeg, lonDeg] = degrees;
  if (words.length === 2 && latDeg !== undefined && lonDeg !== undefined) {
    return { kind: "one", one: [latDeg, lonDeg] };
  }
  const absent = words.find((word) => !isInput(word));
  if (absent === undefined) return inputs(words);
  if (isPath(absent)) throw new NoAnswerError(`There is no file '${absent}'.`);
  throw new UsageError(
    `'${words.join(" ")}' is not a latitude and a longitude in degrees (mapcoded encode 52.376514 4.908543), and there is no file '${absent}'.`,
  );
}

/**
 * Words that are files are inputs, all else is one mapcode.
 * @throws NoAnswerError when a file is not there
 */
export function meantByDecode(words: readonly string[]): Meant<string> {
  const absent = words.find((word) => !isInput(word));
  if (absent === undefined) return inputs(words);
  const one = words.join(" ");
  const isFiles = words.some(isInput) || isPath(absent);
  if (!isFiles || isMapcode(one)) return { kind: "one", one };
  throw new NoAnswerError(`'${one}' is not a mapcode, and there is no file '${absent}'.`);
}
