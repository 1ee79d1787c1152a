/** The arguments of `encode` and `decode`: points or mapcodes, or the inputs of a batch. */
import { existsSync } from "node:fs";
import { type Coordinate, hasMapcodeForm, MapcodeError, parseCoordinates } from "../../index.ts";
import { parseDegrees } from "../../library/decimal-reading.ts";
import { formatNamedBy, STANDARD_INPUT } from "../batch/files.ts";
import { NoAnswerError, UsageError } from "../command-errors.ts";

export type ConversionArguments<Single> =
  | { readonly kind: "singles"; readonly singles: readonly Single[] }
  | { readonly kind: "inputs"; readonly paths: readonly string[] };

/** A number with a decimal comma, or a point of whole degrees. */
const WHOLE_PAIR = /^[-+]?\d+,\d+$/;

/** @throws UsageError if the arguments are one point with decimal commas, or two points of whole degrees */
function checkDecimalCommas(args: readonly string[]): void {
  const at = args.findIndex((arg, index) => {
    return WHOLE_PAIR.test(arg) && WHOLE_PAIR.test(args[index + 1] ?? "");
  });
  if (at < 0) return;
  const [first, second] = args.slice(at, at + 2);
  const decimal = `${first} ${second}`.replaceAll(",", ".");
  throw new UsageError(
    `'${first} ${second}' may be one point with decimal commas, or two points. Write ${decimal} with decimal points for one.`,
  );
}

/**
 * Splits the points of `encode -33.9,151.2` into two arguments each: the option parser would read a single
 * one as an option because of the minus.
 * @throws UsageError if it is unclear what the commas separate
 */
export function splitPoints(args: readonly string[]): readonly string[] {
  if (args[0] !== "encode") return args;
  checkDecimalCommas(args);
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
  return arg.includes("/") || formatNamedBy(arg) !== undefined;
}

function inputsOf(args: readonly string[]): ConversionArguments<never> {
  return { kind: "inputs", paths: args.length === 0 ? [STANDARD_INPUT] : args };
}

/** Reads a point in any notation; undefined if the text is not a point. */
function pointIn(text: string): Coordinate | undefined {
  try {
    return parseCoordinates(text);
  } catch (error) {
    if (error instanceof MapcodeError) return undefined;
    throw error;
  }
}

/** The points of arguments that are pairs of numbers or, in one argument each, points in other notations. */
function pointsOf(args: readonly string[]): readonly Coordinate[] | undefined {
  const points: Coordinate[] = [];
  for (let at = 0; at < args.length; at++) {
    const [latDeg, lonDeg] = [args[at], args[at + 1] ?? ""].map(parseDegrees);
    if (latDeg !== undefined && lonDeg !== undefined) {
      points.push({ latDeg, lonDeg });
      at++;
      continue;
    }
    const point = isInput(args[at]) ? undefined : pointIn(args[at]);
    if (!point) return undefined;
    points.push(point);
  }
  return points.length === 0 ? undefined : points;
}

/**
 * Pairs of numbers are points, and so are points in other notations; everything else names inputs. No
 * arguments mean standard input.
 * @throws NoAnswerError if an argument that can only be a file does not exist
 * @throws UsageError if the arguments are neither points nor files
 */
export function parseEncodeArguments(args: readonly string[]): ConversionArguments<Coordinate> {
  const points = pointsOf(args);
  if (points) return { kind: "singles", singles: points };
  const missing = args.find((arg) => !isInput(arg));
  if (missing === undefined) return inputsOf(args);
  const point = args.some(isInput) ? undefined : pointIn(args.join(" "));
  if (point) return { kind: "singles", singles: [point] };
  if (looksLikeFile(missing))
    throw new NoAnswerError(`There is no file '${missing}'. Check its name.`);
  throw new UsageError(
    `'${args.join(" ")}' is not a point, and there is no file '${missing}'. Write a latitude and a longitude in degrees (mapcoded encode 52.376514 4.908543), or the names of files.`,
  );
}

/**
 * The mapcodes of arguments, whose territories may be arguments of their own, even empty ones; the last may be
 * malformed or empty.
 */
function codesOf(args: readonly string[]): readonly string[] {
  const codes: string[] = [];
  let open: string | undefined;
  for (const arg of args) {
    open = open ? `${open} ${arg}` : arg;
    if (!hasMapcodeForm(open)) continue;
    codes.push(open);
    open = undefined;
  }
  return open === undefined ? codes : [...codes, open];
}

/**
 * Arguments that are all files are inputs, and no arguments mean standard input; everything else is
 * mapcodes, whose territories may be arguments of their own.
 * @throws NoAnswerError if the arguments look like files, and one does not exist
 */
export function parseDecodeArguments(args: readonly string[]): ConversionArguments<string> {
  const missing = args.find((arg) => !isInput(arg));
  if (missing === undefined) return inputsOf(args);
  const codes = codesOf(args);
  const hasFiles = args.some(isInput) || looksLikeFile(missing);
  if (!hasFiles || codes.every(hasMapcodeForm)) return { kind: "singles", singles: codes };
  throw new NoAnswerError(
    `'${args.join(" ")}' is not a mapcode, and there is no file '${missing}'.`,
  );
}
