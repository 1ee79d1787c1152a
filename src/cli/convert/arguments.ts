/** The arguments of `encode` and `decode`: points or mapcodes, or the inputs of a batch. */
import { existsSync } from "node:fs";
import { parseDegrees } from "../../bytes/decimal-reading.ts";
import { type Coordinate, hasMapcodeForm } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { isInRange } from "../../library/errors.ts";
import { formatNamedBy, STANDARD_STREAM } from "../batch/files.ts";
import { NoAnswerError, UsageError } from "../messages.ts";

/** An argument in an ambiguous form: a number with a decimal comma, or a point of whole degrees. */
const WHOLE_PAIR = /^[-+]?\d+,\d+$/;

/**
 * Splits the points of encode such as `-33.9,151.2` into two arguments: the option parser would read one argument
 * as an option because of the minus. Values of options stay.
 * @param withValue the options that take a value
 * @throws UsageError if the arguments are one point with decimal commas, or two points of whole degrees
 */
export function splitPoints(
  args: readonly string[],
  withValue: readonly string[],
): readonly string[] {
  if (args[0] !== "encode") return args;
  const isValue = (at: number) => withValue.includes(args[at - 1]);
  const at = args.findIndex((arg, index) => {
    const isPair = WHOLE_PAIR.test(arg) && WHOLE_PAIR.test(args[index + 1]);
    return isPair && !isValue(index);
  });
  if (at >= 0) {
    const pairs = `${args[at]} ${args[at + 1]}`;
    const [firstLat, firstLon, secondLat, secondLon] = pairs.split(/[, ]/).map(Number);
    const areInRange = isInRange(firstLat, firstLon) && isInRange(secondLat, secondLon);
    const two = areInRange ? `, or ${pairs.replaceAll(",", ".0,")} for two` : "";
    throw new UsageError(
      `'${pairs}' may be one point with decimal commas, or two points. Write ${pairs.replaceAll(",", ".")} for one${two}.`,
    );
  }
  return args.flatMap((arg, index) => {
    const numbers = isValue(index) ? [arg] : arg.split(/, */);
    const areDegrees = numbers.every((number) => parseDegrees(number) !== undefined);
    return areDegrees && numbers.length === 2 ? numbers : [arg];
  });
}

function isInput(arg: string): boolean {
  return arg === STANDARD_STREAM || existsSync(arg);
}

/** Whether an argument can only be the name of a file. */
function looksLikeFile(arg: string): boolean {
  return arg.includes("/") || formatNamedBy(arg) !== undefined;
}

/** Whether an argument is a name such as `pts.csv`, though `PTS.CSV` has the form of a mapcode. */
function namesFormat(arg: string): boolean {
  return /^\S*\.[a-z]+$/.test(arg) && formatNamedBy(arg) !== undefined;
}

/** Four numbers: whole degrees and minutes with decimals of a latitude, and those of a longitude. */
const DEGREES_AND_MINUTES = /^[-+]?\d+ [0-5]?\d\.\d+ [-+]?\d+ [0-5]?\d\.\d+$/;

/** Reads pairs of numbers, and single arguments with a point in another notation; undefined if any is neither. */
function pointsOf(args: readonly string[], lonFirst: boolean): readonly Coordinate[] | undefined {
  const points: Coordinate[] = [];
  for (let at = 0; at < args.length; at++) {
    const numbers = args.slice(at, at + 2).map(parseDegrees);
    const [latDeg, lonDeg] = lonFirst ? [numbers[1], numbers[0]] : numbers;
    if (latDeg !== undefined && lonDeg !== undefined) {
      points.push({ latDeg, lonDeg });
      at++;
    } else {
      const point = isInput(args[at]) ? undefined : readCoordinates(args[at], lonFirst);
      if (!point || "code" in point) return undefined;
      points.push(point);
    }
  }
  return points.length === 0 ? undefined : points;
}

/**
 * Pairs of numbers are points, and so are points in other notations; everything else names inputs.
 * @param lonFirst whether the longitude is the first number of a point
 * @returns undefined for inputs, and without arguments
 * @throws NoAnswerError if an argument that can only be a file does not exist
 * @throws UsageError if the arguments are neither points nor files
 */
export function pointsIn(
  args: readonly string[],
  lonFirst = false,
): readonly Coordinate[] | undefined {
  const text = args.join(" ");
  const points = DEGREES_AND_MINUTES.test(text) ? undefined : pointsOf(args, lonFirst);
  const missing = args.find((arg) => !isInput(arg));
  if (points || missing === undefined) return points;
  const read = readCoordinates(text, lonFirst);
  if (!("code" in read) && !args.some(isInput)) return [read];
  if (looksLikeFile(missing)) {
    throw new NoAnswerError(`There is no file '${missing}'. Check its name.`);
  }
  const reason = "code" in read ? `${read.message} ` : "";
  throw new UsageError(
    `'${text}' is not a point, and there is no file '${missing}'. ${reason}Or write the names of files.`,
  );
}

/**
 * If all arguments are files, they are inputs. Otherwise, they are mapcodes. A territory may be an argument of its own,
 * even an empty one. The last mapcode may be malformed or empty.
 * @returns undefined for inputs, and without arguments
 * @throws NoAnswerError if the arguments look like files, and one does not exist
 */
export function codesIn(args: readonly string[]): readonly string[] | undefined {
  const missing = args.find((arg) => !isInput(arg));
  if (missing === undefined) return undefined;
  const missingFile = args.find((arg) => namesFormat(arg) && !isInput(arg));
  if (missingFile !== undefined) {
    throw new NoAnswerError(`There is no file '${missingFile}'. Check its name.`);
  }
  const file = args.find(namesFormat);
  if (file !== undefined) {
    throw new UsageError(`'${file}' is a file, and '${missing}' is not. Convert each on its own.`);
  }
  const codes: string[] = [];
  let open: string | undefined;
  for (const arg of args) {
    open = open ? `${open} ${arg}` : arg;
    if (!hasMapcodeForm(open)) continue;
    codes.push(open);
    open = undefined;
  }
  if (open === undefined) return codes;
  if (!args.some(isInput) && !looksLikeFile(missing)) return [...codes, open];
  throw new NoAnswerError(
    `'${args.join(" ")}' is not a mapcode, and there is no file '${missing}'.`,
  );
}
