/** Checks of arguments that several functions of the library take. */
import { wrongType } from "../messages.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import {
  ContradictoryOptionsError,
  InvalidCoordinateError,
  InvalidOptionError,
  OutOfRangeError,
  PrecisionOutOfRangeError,
} from "./errors.ts";
import { didYouMean } from "./nearest.ts";

/** Whether a value has members by name, so that it may be a point, a mapcode or a row. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws PrecisionOutOfRangeError unless it is an integer from 0 to 8 */
export function checkPrecision(precision: number): void {
  if (Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION) return;
  const expected = `an integer from 0 to ${MAX_PRECISION}`;
  throw new PrecisionOutOfRangeError("precision", precision, expected);
}

/** @throws InvalidCoordinateError unless both are finite numbers of degrees */
export function checkCoordinate(latDeg: number, lonDeg: number): void {
  if (!Number.isFinite(latDeg)) throw invalidCoordinate("latitude", latDeg);
  if (!Number.isFinite(lonDeg)) throw invalidCoordinate("longitude", lonDeg);
}

function invalidCoordinate(subject: string, value: unknown, hint = ""): InvalidCoordinateError {
  const advice =
    typeof value === "string" ? " parseCoordinates reads coordinates from text." : hint;
  return new InvalidCoordinateError(subject, value, "a finite number of degrees", advice);
}

/** The latitude of the poles. */
export const MAX_LAT_DEG = 90;

/** The latitude that is encoded: those beyond a pole become the pole (format 1). */
export function clampedLatDeg(latDeg: number): number {
  return Math.max(-MAX_LAT_DEG, Math.min(MAX_LAT_DEG, latDeg));
}

/** @throws TypeError unless it is an object @throws InvalidCoordinateError unless its degrees are finite */
export function checkPoint(point: { readonly latDeg: number; readonly lonDeg: number }): void {
  if (typeof point !== "object" || point === null) {
    throw wrongType("point", point, "an object with latDeg and lonDeg");
  }
  const { latDeg, lonDeg } = point;
  // Other programs call them lat and lon.
  const hint = " The members of the point must be latDeg and lonDeg.";
  if (latDeg === undefined) throw invalidCoordinate("latitude", latDeg, hint);
  if (lonDeg === undefined) throw invalidCoordinate("longitude", lonDeg, hint);
  checkCoordinate(latDeg, lonDeg);
}

/** @throws ContradictoryOptionsError when both are given */
export function checkArea(territory: string | undefined, country: string | undefined): void {
  if (territory === undefined || country === undefined) return;
  throw new ContradictoryOptionsError({ territory, country });
}

/** @throws OutOfRangeError unless it is an integer from 0 to `max` */
export function checkIndex(subject: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return;
  const expected = max < 0 ? "there, as there are none" : `an integer from 0 to ${max}`;
  throw new OutOfRangeError(subject, value, expected);
}

/** Options that are not given. Shared by all calls: some versions of V8 allocate a literal default in each call. */
export const NO_OPTIONS = Object.freeze({});

/** The options of a function, for checks and messages. */
export interface OptionRules {
  readonly names: readonly string[];
  /** Some of them, as a literal. */
  readonly example: string;
  /** What to do about options that only other functions have, by name: a sentence. */
  readonly advice?: Readonly<Record<string, string>>;
}

/**
 * Checks the names of options; their values are checked where they are used.
 * @throws TypeError unless the options are an object
 * @throws InvalidOptionError if an option is unknown
 */
export function checkOptions(options: object, rules: OptionRules): void {
  if (options === NO_OPTIONS) return;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw wrongType("argument for options", options, `an object such as ${rules.example}`);
  }
  for (const name in options) if (!isOneOf(name, rules.names)) throw unknownOption(name, rules);
}

/** As `includes`, in two thirds of the time. */
function isOneOf(name: string, names: readonly string[]): boolean {
  for (let index = 0; index < names.length; index++) if (names[index] === name) return true;
  return false;
}

function unknownOption(name: string, { names, advice = {} }: OptionRules): InvalidOptionError {
  const hint = Object.hasOwn(advice, name) ? ` ${advice[name]}` : didYouMean(name, names);
  return new InvalidOptionError("option", name, `one of ${names.join(", ")}`, hint);
}

/** The rules of PrecisionOptions. */
export const PRECISION_OPTIONS: OptionRules = {
  names: ["precision"],
  example: "{ precision: 2 }",
};
