/** The arguments of `encode` and `decode`: points or mapcodes, or the inputs of a batch. */
import { existsSync } from "node:fs";
import { parseDegrees, parsePair } from "../../bytes/decimal-reading.ts";
import { type Coordinate, hasMapcodeForm } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { isInRange } from "../../library/errors.ts";
import { hasKnownExtension, STANDARD_STREAM } from "../batch/files.ts";
import { RunError, UsageError } from "../messages.ts";

/**
 * Puts a blank before points of encode and mapcodes of decode such as `-33.9,151.2`: the option parser would read them
 * as options because of the minus. Values of options stay.
 * @param withValue the options that take a value
 */
export function markNegativeArguments(
  args: readonly string[],
  withValue: readonly string[],
): readonly string[] {
  if (args[0] !== "encode" && args[0] !== "decode") return args;
  return args.map((arg, at) => {
    const isNegative = /^-[.\d]/.test(arg) && !withValue.includes(args[at - 1]);
    return isNegative ? ` ${arg}` : arg;
  });
}

/** An argument as it was before markNegativeArguments. */
export function unmarked(arg: string): string {
  return arg.replace(/^ (?=-[.\d])/, "");
}

/** A number with a decimal comma, or a point of whole degrees. */
const WITH_COMMA = /^[-+]?\d+,\d+$/;

function isInput(arg: string): boolean {
  return arg === STANDARD_STREAM || existsSync(arg);
}

function isLink(arg: string): boolean {
  return /^https?:\/\//i.test(arg);
}

/** Whether an argument can only be the name of a file. */
function looksLikeFile(arg: string): boolean {
  return (arg.includes("/") && !isLink(arg)) || hasKnownExtension(arg);
}

/**
 * Whether an argument is a name such as `pts.csv`, though `PTS.CSV` has the form of a mapcode. Many mapcodes end as
 * `4b.xz` does.
 */
function namesFile(arg: string): boolean {
  const isName = /^\S*\.[a-z\d]{3,}$/.test(arg) || !hasMapcodeForm(arg);
  return isName && hasKnownExtension(arg);
}

/** Refuses what may be one point with decimal commas, or two points of whole degrees. */
function checkCommas(args: readonly string[]): void {
  const at = args.findIndex((arg, at) => WITH_COMMA.test(arg) && WITH_COMMA.test(args[at + 1]));
  if (at < 0) return;
  const pairs = `${args[at]} ${args[at + 1]}`;
  const [firstLat, firstLon, secondLat, secondLon] = pairs.split(/[, ]/).map(Number);
  const areInRange = isInRange(firstLat, firstLon) && isInRange(secondLat, secondLon);
  const two = areInRange ? `, or ${pairs.replaceAll(",", ".0,")} for two` : "";
  throw new UsageError(
    `'${pairs}' may be one point with decimal commas, or two points. Write ${pairs.replaceAll(",", ".")} for one${two}.`,
  );
}

/** Degrees and minutes, perhaps with seconds, of a latitude and a longitude. */
const WITH_MINUTES = /^(?:[-+]?\d+(?: [0-5]?\d)? [0-5]?\d(?:\.\d*)?(?: |$)){2}$/;

/** The same with decimals of both minutes: not two points. */
const DECIMAL_MINUTES = /^[-+]?\d+ [0-5]?\d\.\d+ [-+]?\d+ [0-5]?\d\.\d+$/;

/** The point of separate numbers that may be degrees with minutes; undefined if they are only points. */
function pointWithMinutes(
  args: readonly string[],
  points: readonly Coordinate[],
  lonFirst: boolean,
): Coordinate | undefined {
  const text = args.join(" ");
  const areSplit = args.length === 2 || args.every((arg) => parseDegrees(arg) !== undefined);
  if (points.length < 2 || !areSplit || !WITH_MINUTES.test(text)) return undefined;
  const point = readCoordinates(text, lonFirst);
  if ("code" in point) return undefined;
  const areInRange = points.every(({ latDeg, lonDeg }) => isInRange(latDeg, lonDeg));
  if (!areInRange || DECIMAL_MINUTES.test(text)) return point;
  // With a dot, the comma is not a decimal comma.
  const pairs = text.replace(/(\S+) (\S+)/g, (_, first, second) => {
    return `${first.includes(".") ? first : `${first}.0`},${second}`;
  });
  const count = points.length === 2 ? "two" : "three";
  throw new UsageError(
    `'${text}' may be one point with minutes, or ${count} points. Write "${text}" for one, or ${pairs} for ${count}.`,
  );
}

/**
 * Reads pairs of numbers, each in one argument or two, and single arguments with a point in another notation;
 * undefined if any is neither.
 */
function pointsOf(args: readonly string[], lonFirst: boolean): readonly Coordinate[] | undefined {
  const points: Coordinate[] = [];
  for (let at = 0; at < args.length; at++) {
    const inOne = parsePair(args[at]);
    const pair = inOne ?? parsePair(`${args[at]},${args[at + 1]}`);
    if (!pair && isInput(args[at])) return undefined;
    const point = pair ?? readCoordinates(args[at], lonFirst);
    if ("code" in point) return undefined;
    points.push(pair && lonFirst ? { latDeg: pair.lonDeg, lonDeg: pair.latDeg } : point);
    if (pair && !inOne) at++;
  }
  return points.length === 0 ? undefined : points;
}

/**
 * Pairs of numbers are points, and so are points in other notations; everything else names inputs.
 * @param lonFirst whether the longitude is the first number of a point
 * @returns undefined for inputs, and without arguments
 */
export function pointsIn(
  args: readonly string[],
  lonFirst = false,
): readonly Coordinate[] | undefined {
  checkCommas(args);
  const points = pointsOf(args, lonFirst);
  const point = points && pointWithMinutes(args, points, lonFirst);
  if (point) return [point];
  const missing = args.find((arg) => !isInput(arg));
  if (points || missing === undefined) return points;
  const text = args.join(" ");
  const read = readCoordinates(text, lonFirst);
  if (!("code" in read) && !args.some(isInput)) return [read];
  if (looksLikeFile(missing)) {
    throw new RunError(`There is no file '${missing}'. Check its name.`);
  }
  const reason = "code" in read ? `${read.message} ` : "";
  if (isLink(text)) throw new UsageError(reason.trim());
  throw new UsageError(
    `'${text}' is not a point, and there is no file '${missing}'. ${reason}Or name files.`,
  );
}

/**
 * If all arguments are files, they are inputs. Otherwise, they are mapcodes. A territory may be an argument of its own,
 * even an empty one. The last mapcode may be malformed or empty.
 * @returns undefined for inputs, and without arguments
 */
export function codesIn(args: readonly string[]): readonly string[] | undefined {
  const missing = args.find((arg) => !isInput(arg));
  if (missing === undefined) return undefined;
  const missingFile = args.find((arg) => namesFile(arg) && !isInput(arg));
  if (missingFile !== undefined) {
    throw new RunError(`There is no file '${missingFile}'. Check its name.`);
  }
  const file = args.find(namesFile);
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
  throw new RunError(`'${args.join(" ")}' is not a mapcode, and there is no file '${missing}'.`);
}
