/**
 * The functions that encode a point into the caller's arrays. They check their arguments; point-codes.ts finds
 * the codes. Nothing here allocates, and nothing throws.
 */
import { foundLocal, foundTerritories, inputDegrees, point } from "../scratch.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { INTERNATIONAL_TERRITORY, isTerritory } from "../tables/tables.ts";
import { isCodeList, refuseList } from "./array-checks.ts";
import {
  type CodeList,
  INVALID_COORDINATE,
  INVALID_PRECISION,
  INVALID_TERRITORY,
  NO_CODE,
} from "./code-arrays.ts";
import { writeInternational, writeList } from "./code-writing.ts";
import { ANY_TERRITORY, keepFound, type LocalRule } from "./found-codes.ts";
import { addInternationalCode, findLocalCodes, NO_LIMIT } from "./point-codes.ts";
import { setPoint } from "./points.ts";

/**
 * Writes all mapcodes of a point to a list, the international one last (format 4).
 * @param latDeg latitude in degrees; values beyond ±90 become ±90
 * @param lonDeg longitude in degrees; it wraps at ±180
 * @param precision extra characters, 0 to 8
 * @param list of createCodeList; is overwritten; empty on an error
 * @returns the number of codes, or INVALID_COORDINATE or INVALID_PRECISION; ARRAY_TOO_SMALL if an array of the
 *   list is smaller than createCodeList makes it
 * @throws TypeError if the list has arrays of other types than createCodeList makes
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInto(52.376514, 4.908543, 0, list); // 5
 * codeText(list, 0); // "49.4V"
 * list.territories[0] === territoryNumber("NLD"); // true
 * ```
 */
export function encodeInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  const error = start(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  const count = addInternationalCode(findLocalCodes(ANY_TERRITORY, false, NO_LIMIT));
  return write(list, count, precision);
}

/**
 * As encodeInto, but only the international mapcode. Every point has exactly one.
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInternationalInto(52.376514, 4.908543, 2, list); // 1
 * codeText(list, 0); // "VHXGB.1J9J-RD"
 * ```
 */
export function encodeInternationalInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  const error = start(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  writeInternational(list, precision);
  return 1;
}

/**
 * As encodeInto, but only the mapcodes listed under one territory, shortest first.
 * @param territory number of the territory
 * @returns the number of codes, which may be 0; the errors of encodeInto, or INVALID_TERRITORY
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeTerritoryInto(52.376514, 4.908543, 0, territoryNumber("NLD"), list); // 4
 * ```
 */
export function encodeTerritoryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  territory: number,
  list: CodeList,
): number {
  const error = start(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  return write(list, findWithin(territory, false, NO_LIMIT), precision);
}

/**
 * As encodeTerritoryInto, but the mapcodes of a country and of its subdivisions.
 * @param country number of the country
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeCountryInto(39.7684, -86.1581, 0, countryNumber("US"), list); // 6
 * list.territories[0] === territoryNumber("US-IN"); // true
 * ```
 */
export function encodeCountryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  country: number,
  list: CodeList,
): number {
  const error = start(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  return write(list, findWithin(country, true, NO_LIMIT), precision);
}

/**
 * As encodeTerritoryInto, but only the shortest mapcode, which is the first one.
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeShortestInTerritoryInto(52.376514, 4.908543, 0, territoryNumber("NLD"), list); // 1
 * codeText(list, 0); // "49.4V"
 * ```
 */
export function encodeShortestInTerritoryInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  territory: number,
  list: CodeList,
): number {
  const error = start(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  return write(list, findWithin(territory, false, 1), precision);
}

/** To which codes of a point a filter keeps: codes of a territory, of a country with its subdivisions, or all. */
export interface CodeFilter {
  /** The number of a territory, or NO_TERRITORY. */
  readonly territory: number;
  /** The number of a country, or NO_TERRITORY. */
  readonly country: number;
}

/**
 * As encodeInto, but only the mapcodes within a filter, and behind them the international one, whatever the filter is.
 * @param rule chooses the local mapcode; its index in the list, or NO_CODE, is in `foundLocal` afterwards
 * @param isLocalOnly whether of the codes within the filter only the local one is written. It takes half the time, as the
 *   lengths of codes are known before they are written.
 * @returns the number of codes within the filter, also of codes not written; the errors of encodeInto
 */
export function encodeFilteredInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  filter: CodeFilter,
  rule: LocalRule,
  isLocalOnly: boolean,
  list: CodeList,
): number {
  const error = start(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  const found = findFiltered(filter);
  if (found < 0) return found;
  const local = rule(found, isLocalOnly);
  const kept = isLocalOnly ? keepFound(local) : found;
  foundLocal[0] = isLocalOnly && local !== NO_CODE ? 0 : local;
  // The codes of AAA are the international one.
  const isLast = kept > 0 && foundTerritories[kept - 1] === INTERNATIONAL_TERRITORY;
  writeList(list, isLast ? kept : addInternationalCode(kept), precision);
  return isFilter(filter) ? found : found + 1;
}

/**
 * Checks the list, empties it, and sets `point`. The arguments are copied before any other call, as V8 boxes doubles
 * passed to calls that it does not inline (2 ns). Anything but a number becomes NaN, which is no coordinate; storing it
 * unchecked would convert texts, and throw for symbols.
 * @returns 0 or an error code
 */
export function start(latDeg: number, lonDeg: number, precision: number, list: CodeList): number {
  inputDegrees[0] = typeof latDeg === "number" ? latDeg : Number.NaN;
  inputDegrees[1] = typeof lonDeg === "number" ? lonDeg : Number.NaN;
  if (!isCodeList(list)) return refuseList(list);
  list.count = 0;
  return begin(inputDegrees, 0, precision);
}

/** Writes the found codes. @returns their number, or an error code instead of it */
function write(list: CodeList, count: number, precision: number): number {
  if (count > 0) writeList(list, count, precision);
  return count;
}

/**
 * Finds the codes of `point` that are listed under one territory.
 * @param limit maximum number of codes
 * @returns the number of found codes, or INVALID_TERRITORY
 */
function findWithin(territory: number, withSubdivisions: boolean, limit: number): number {
  if (!isTerritory(territory)) return INVALID_TERRITORY;
  if (territory === INTERNATIONAL_TERRITORY) return addInternationalCode(0);
  return findLocalCodes(territory, withSubdivisions, limit);
}

/** Whether a filter leaves out codes. */
export function isFilter({ territory, country }: CodeFilter): boolean {
  return territory !== NO_TERRITORY || country !== NO_TERRITORY;
}

/**
 * Finds the codes of `point` within a filter; without one, the local codes.
 * @returns the number of found codes, or INVALID_TERRITORY
 */
export function findFiltered({ territory, country }: CodeFilter): number {
  if (country !== NO_TERRITORY) return findWithin(country, true, NO_LIMIT);
  if (territory !== NO_TERRITORY) return findWithin(territory, false, NO_LIMIT);
  return findLocalCodes(ANY_TERRITORY, false, NO_LIMIT);
}

/** Checks the precision and sets `point`. @returns 0 or an error code */
export function begin(degrees: Float64Array, offset: number, precision: number): number {
  if (!isPrecision(precision)) return INVALID_PRECISION;
  return setPoint(point, degrees, offset) ? 0 : INVALID_COORDINATE;
}

/** Whether a value is an integer from 0 to MAX_PRECISION. */
export function isPrecision(precision: number): boolean {
  // An unsigned shift keeps the integers from 0 on, in less bytecode than two comparisons and a remainder.
  return (
    typeof precision === "number" && precision >>> 0 === precision && precision <= MAX_PRECISION
  );
}
