/** `mapcoded encode` with numbers only, which shells run in loops. It starts without the options of batches and their parser. */
import "../../loaders/disk.ts";
import type { Coordinate } from "../../index.ts";
import { parseDegrees } from "../../internal.ts";
import { writeResult } from "../terminal.ts";
import { encodePoints, printSingles, type SingleOutput } from "./single-conversions.ts";

/** Negative numbers that the parser of options takes for numbers as well. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

function degreesOf(arg: string): number | undefined {
  return arg.startsWith("-") && !NEGATIVE.test(arg) ? undefined : parseDegrees(arg);
}

/** Returns the points of pairs of numbers; undefined if there are other arguments, or none. */
function plainPoints(args: readonly string[]): readonly Coordinate[] | undefined {
  const points: Coordinate[] = [];
  for (let at = 0; at < args.length; at += 2) {
    const [latDeg, lonDeg] = [args[at], args[at + 1] ?? ""].map(degreesOf);
    if (latDeg === undefined || lonDeg === undefined) return undefined;
    points.push({ latDeg, lonDeg });
  }
  return points.length === 0 ? undefined : points;
}

/**
 * Prints the mapcodes of the points that the arguments of `encode` consist of.
 * @returns whether it has; if not, the general path has to read the arguments, or to print why they fail
 */
export function encodePlainPoints(args: readonly string[]): boolean {
  const points = plainPoints(args);
  if (points === undefined) return false;
  let output: SingleOutput;
  try {
    output = encodePoints(points, {});
  } catch {
    return false;
  }
  printSingles(output, {}, writeResult);
  return true;
}
