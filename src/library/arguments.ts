/** Checks of arguments that several functions of the library take. */
import { MAX_PRECISION } from "../tables/format.ts";
import {
  ContradictoryOptionsError,
  InvalidCoordinateError,
  PrecisionOutOfRangeError,
} from "./errors.ts";

/** @throws PrecisionOutOfRangeError unless it is an integer from 0 to 8 */
export function checkPrecision(precision: number): void {
  if (Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION) return;
  const expected = `an integer from 0 to ${MAX_PRECISION}`;
  throw new PrecisionOutOfRangeError("precision", precision, expected);
}

/** @throws InvalidCoordinateError unless both are finite numbers of degrees */
export function checkCoordinate(latDeg: number, lonDeg: number): void {
  const expected = "a finite number of degrees";
  if (!Number.isFinite(latDeg)) throw new InvalidCoordinateError("latitude", latDeg, expected);
  if (!Number.isFinite(lonDeg)) throw new InvalidCoordinateError("longitude", lonDeg, expected);
}

/** @throws ContradictoryOptionsError when both are given */
export function checkArea(territory: string | undefined, country: string | undefined): void {
  if (territory === undefined || country === undefined) return;
  throw new ContradictoryOptionsError({ territory, country });
}
