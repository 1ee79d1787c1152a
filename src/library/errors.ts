/** The error for bad input, and checks of arguments. Arguments of the wrong JavaScript type cause a TypeError. */
import { shown, wrongType } from "../messages.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import type { Coordinate } from "./decoding.ts";
import { didYouMean } from "./suggestions.ts";

/** The kind of bad input. The codes are stable; messages may change. */
export type MapcodeErrorCode =
  | "invalid-coordinate"
  | "malformed-coordinates"
  | "precision-out-of-range"
  | "out-of-range"
  | "malformed-mapcode"
  | "unknown-mapcode"
  | "unknown-territory"
  | "unknown-alphabet"
  | "unwritable-mapcode"
  | "invalid-option"
  | "contradictory-options"
  | "invalid-batch"
  | "no-row-converted"
  | "batch-limit-exceeded";

/**
 * The problem with a value. The library throws it as a MapcodeError. Batches write its message into a row: the stack
 * trace of an Error takes longer than the conversion of several rows.
 */
export interface Problem<Code extends MapcodeErrorCode = MapcodeErrorCode> {
  /** The kind of problem, for programs to compare. */
  readonly code: Code;
  /** Whole sentences: the given value, then the expected one or the remedy. */
  readonly message: string;
  /** The rejected value, unshortened; of a contradiction, the options by name; else undefined. */
  readonly value: unknown;
  /** A phrase after "is not", mostly the accepted values; undefined when the message has a remedy instead. */
  readonly expected?: string | undefined;
}

/**
 * The error that the library and `mapcoded/batch` throw for bad input.
 * @example
 * ```ts
 * try {
 *   decode("nonsense");
 * } catch (error) {
 *   error instanceof MapcodeError; // true
 *   error.code; // "malformed-mapcode"
 *   error.value; // "nonsense"
 * }
 * ```
 */
export class MapcodeError extends Error implements Problem {
  /** The name of the class. Without this member, bundlers would shorten it. */
  override readonly name: string = "MapcodeError";
  readonly code: MapcodeErrorCode;
  readonly value: unknown;
  readonly expected: string | undefined;

  constructor({ code, message, value, expected }: Problem) {
    super(message);
    this.code = code;
    this.value = value;
    this.expected = expected;
  }
}

/**
 * The problem of a value: "The precision 9 is not an integer from 0 to 8."
 * @param subject the role of the value, such as "precision"
 * @param hint a remedy or a suggestion: a sentence after a space
 */
export function valueProblem<Code extends MapcodeErrorCode>(
  code: Code,
  subject: string,
  value: unknown,
  expected: string,
  hint = "",
): Problem<Code> {
  const message = `The ${subject} ${shown(value)} is not ${expected}.${hint}`;
  return { code, message, value, expected };
}

/** The problem of a value as an error. Arguments are as for valueProblem. */
export function valueError(...problem: Parameters<typeof valueProblem>): MapcodeError {
  return new MapcodeError(valueProblem(...problem));
}

/** The error of options that contradict each other. @param options by name */
export function contradiction(options: Readonly<Record<string, string>>): MapcodeError {
  const texts = Object.entries(options).map(([name, value]) => `${name} ${shown(value)}`);
  return new MapcodeError({
    code: "contradictory-options",
    message: `The options ${texts.join(" and ")} contradict each other. Give only one of them.`,
    value: options,
    expected: `only one of ${Object.keys(options).join(" and ")}`,
  });
}

// ---- Checks

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The default of options. All calls share it: some versions of V8 allocate a literal default in each call. */
export const NO_OPTIONS: object = Object.freeze({});

/** Checks the names of options, not their values. @throws TypeError or MapcodeError */
export function checkOptionNames(options: object, names: readonly string[]): void {
  if (options === NO_OPTIONS) return;
  if (!isObject(options)) throw wrongType("argument for options", options, "an object");
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const expected = `one of ${names.join(", ")}`;
    throw valueError("invalid-option", "option", name, expected, didYouMean(name, names));
  }
}

/** @throws TypeError unless it is a number. @throws MapcodeError unless it is an integer from 0 to 8 */
export function checkPrecision(precision: number): void {
  if (Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION) return;
  const expected = `an integer from 0 to ${MAX_PRECISION}`;
  if (typeof precision !== "number") throw wrongType("precision", precision, expected);
  throw valueError("precision-out-of-range", "precision", precision, expected);
}

/** @throws TypeError unless both are numbers. @throws MapcodeError unless they are finite */
export function checkCoordinate(latDeg: number, lonDeg: number): void {
  if (!Number.isFinite(latDeg)) throw invalidCoordinate("latitude", latDeg);
  if (!Number.isFinite(lonDeg)) throw invalidCoordinate("longitude", lonDeg);
}

/** @throws TypeError unless it is an object. @throws MapcodeError unless it has finite numbers of degrees */
export function checkPoint(subject: string, point: Coordinate): void {
  if (!isObject(point)) throw wrongType(subject, point, "an object with latDeg and lonDeg");
  const { latDeg, lonDeg } = point;
  if (!Number.isFinite(latDeg)) throw invalidCoordinate(`member latDeg of the ${subject}`, latDeg);
  if (!Number.isFinite(lonDeg)) throw invalidCoordinate(`member lonDeg of the ${subject}`, lonDeg);
}

function invalidCoordinate(subject: string, value: unknown): Error {
  const expected = "a finite number of degrees";
  if (typeof value === "number") return valueError("invalid-coordinate", subject, value, expected);
  const hint = typeof value === "string" ? ". parseCoordinates reads coordinates from text" : "";
  return wrongType(subject, value, expected + hint);
}

export const MAX_LAT_DEG = 90;

/** Longitudes wrap. Up to a full circle, they are common; beyond it, they are mistakes. */
export const MAX_LON_DEG = 360;

/** Whether a latitude is within the poles, and a longitude within a full circle of 0. */
export function isInRange(latDeg: number, lonDeg: number): boolean {
  return Math.abs(latDeg) <= MAX_LAT_DEG && Math.abs(lonDeg) <= MAX_LON_DEG;
}
