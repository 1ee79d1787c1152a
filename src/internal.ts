/**
 * Internal exports: functions that batch, http, service and cli need and users do not. This file is not
 * an entry of the package, so its names may change in any version.
 */

export { isFilter } from "./codec/encode.ts";
export { decodeRectangleBytesInto } from "./codec/rectangle.ts";
export {
  alphabetNumber,
  encodedInAlphabet,
  unwritableProblem,
} from "./library/alphabets.ts";
export { mayBeAngle, readCoordinates, readDegrees } from "./library/coordinates.ts";
export { parseDegrees, readDecimalWords } from "./library/decimal-reading.ts";
export { MAX_DECIMAL_BYTES, writeDecimal } from "./library/decimal-writing.ts";
export { decodingProblem } from "./library/decoding.ts";
export { metersBetween } from "./library/distance.ts";
export { memoize } from "./library/memoize.ts";
export { codeOfCommonName, didYouMean, foldedName } from "./library/names.ts";
export {
  checkOptions,
  clampedLatDeg,
  isInRange,
  isObject,
  MAX_LAT_DEG,
  MAX_LON_DEG,
} from "./library/options.ts";
export {
  contextNameOf,
  contextOfFilter,
  NO_FILTER,
  PointCodes,
  type PointSelection,
  type TerritoryFilter,
  territoryFilter,
} from "./library/point-codes.ts";
export {
  countryProblem,
  territoryNamed,
  territoryNamedWithin,
  territoryProblem,
} from "./library/territories.ts";
export * from "./messages.ts";
export { alphaCodeOf, findCountry, PARENT_CODES } from "./territories/lookup.ts";
