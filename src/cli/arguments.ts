/** The arguments of `encode` and `decode`: a single point or mapcode, or the inputs of a batch. */
import { existsSync } from "node:fs";
import { isMapcode } from "../index.ts";
import { parseDegrees } from "../internal.ts";
import { fileKindOf, STANDARD_INPUT } from "./batch/file-names.ts";
import { NoAnswerError, UsageError } from "./errors.ts";

export type ConversionArguments<Single> =
  | { readonly kind: "single"; readonly single: Single }
  | { readonly kind: "inputs"; readonly paths: readonly string[] };

export type Point = readonly [latDeg: number, lonDeg: number];

/**
 * Splits the point of `encode -33.9,151.2` into two arguments: the option parser would read a single one
 * as an option because of the minus.
 */
export function splitPoint(args: readonly string[]): readonly string[] {
  if (args[0] !== "encode") return args;
  return args.flatMap((arg) => {
    const numbers = arg.split(/, */);
    const isPoint =
      numbers.length === 2 && numbers.every((number) => parseDegrees(number) !== undefined);
    return isPoint ? numbers : [arg];
  });
}

function isInput(arg: string): boolean {
  return arg === STANDARD_INPUT || existsSync(arg);
}

/** Whether an argument can only be the name of a file. */
function looksLikeFile(arg: string): boolean {
  return arg.includes("/") || fileKindOf(arg).format !== undefined;
}

function inputsOf(args: readonly string[]): ConversionArguments<never> {
  return { kind: "inputs", paths: args.length === 0 ? [STANDARD_INPUT] : args };
}

/**
 * Two numbers are a point; everything else names inputs, and no arguments mean standard input.
 * @throws NoAnswerError if an argument that can only be a file does not exist
 * @throws UsageError if the arguments are neither a point nor files
 */
export function parseEncodeArguments(args: readonly string[]): ConversionArguments<Point> {
  const [latDeg, lonDeg] = args.map(parseDegrees);
  if (args.length === 2 && latDeg !== undefined && lonDeg !== undefined) {
    return { kind: "single", single: [latDeg, lonDeg] };
  }
  const missing = args.find((arg) => !isInput(arg));
  if (missing === undefined) return inputsOf(args);
  if (looksLikeFile(missing))
    throw new NoAnswerError(`There is no file '${missing}'. Check its name.`);
  throw new UsageError(
    `'${args.join(" ")}' is not a point, and there is no file '${missing}'. Write a latitude and a longitude in degrees (mapcoded encode 52.376514 4.908543), or the names of files.`,
  );
}

/**
 * Arguments that are all files are inputs, and no arguments mean standard input; everything else is
 * one mapcode, whose territory may be an argument of its own.
 * @throws NoAnswerError if the arguments look like files, and one does not exist
 */
export function parseDecodeArguments(args: readonly string[]): ConversionArguments<string> {
  const missing = args.find((arg) => !isInput(arg));
  if (missing === undefined) return inputsOf(args);
  const single = args.join(" ");
  const hasFiles = args.some(isInput) || looksLikeFile(missing);
  if (!hasFiles || isMapcode(single)) return { kind: "single", single };
  throw new NoAnswerError(`'${single}' is not a mapcode, and there is no file '${missing}'.`);
}
