/** Checks of arguments that several functions of the library take. */
import { wrongType } from "../messages.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { type MapcodeError, valueError } from "./errors.ts";
import { didYouMean } from "./names.ts";

/** Whether a value has members by name. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Options that are not given. Shared by all calls: some versions of V8 allocate a literal default in each call. */
export const NO_OPTIONS: object = Object.freeze({});

/** Checks the names of options, not their values. @throws TypeError or MapcodeError */
export function checkOptions(options: object, names: readonly string[]): void {
  if (options === NO_OPTIONS) return;
  if (!isObject(options)) throw wrongType("argument for options", options, "an object");
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const expected = `one of ${names.join(", ")}`;
    throw valueError("invalid-option", "option", name, expected, didYouMean(name, names));
  }
}

/** @throws MapcodeError unless it is an integer from 0 to 8 */
export function checkPrecision(precision: number): void {
  if (Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION) return;
  const expected = `an integer from 0 to ${MAX_PRECISION}`;
  throw valueError("precision-out-of-range", "precision", precision, expected);
}

/** @throws MapcodeError unless both are finite numbers of degrees */
export function checkCoordinate(latDeg: number, lonDeg: number): void {
  if (!Number.isFinite(latDeg)) throw invalidCoordinate("latitude", latDeg);
  if (!Number.isFinite(lonDeg)) throw invalidCoordinate("longitude", lonDeg);
}

function invalidCoordinate(subject: string, value: unknown): MapcodeError {
  const expected = "a finite number of degrees";
  const hint = typeof value === "string" ? " parseCoordinates reads coordinates from text." : "";
  return valueError("invalid-coordinate", subject, value, expected, hint);
}

/** The latitude of the poles. */
export const MAX_LAT_DEG = 90;

/** Longitudes wrap. Up to a full circle, that is a common way to write them; beyond it, a mistake. */
export const MAX_LON_DEG = 360;

/** Whether a point is one that users may mean. */
export function isInRange(latDeg: number, lonDeg: number): boolean {
  return Math.abs(latDeg) <= MAX_LAT_DEG && Math.abs(lonDeg) <= MAX_LON_DEG;
}
