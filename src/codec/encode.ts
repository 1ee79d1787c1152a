/** The functions that encode a point into the caller's arrays, without allocating. find.ts finds the codes. */

import { wrongType } from "../messages.ts";
import { MAX_PRECISION, NO_TERRITORY } from "../tables/format.ts";
import { INTERNATIONAL_TERRITORY, isTerritory } from "../tables/tables.ts";
import { type CodeList, createCodeList, isCodeList, NO_CODE, wrongList } from "./code-list.ts";
import { INVALID_COORDINATE, PRECISION_OUT_OF_RANGE, UNKNOWN_TERRITORY } from "./error-codes.ts";
import * as find from "./find.ts";
import { setPoint } from "./points.ts";
import { foundTerritories, inputDegrees, point } from "./scratch.ts";
import { writeInternational, writeList } from "./write-codes.ts";

/** The codes to keep: of one territory, of one country, or all. */
export interface CodeFilter {
  /** The number of a territory, or NO_TERRITORY. */
  readonly territory: number;
  /** The number of a country, to keep also codes of its subdivisions, or NO_TERRITORY. */
  readonly country: number;
}

/**
 * Writes all mapcodes of a point to a list, the international one last (format 4).
 * @param latDeg latitude in degrees; values beyond ±90 become ±90
 * @param lonDeg longitude in degrees; it wraps at ±180
 * @param precision extra characters, 0 to 8
 * @param list of createCodeList; is overwritten; empty on an error
 * @param filter only codes that it keeps are listed, perhaps none. The filter of AAA keeps the international one
 * @returns the number of codes; or INVALID_COORDINATE, PRECISION_OUT_OF_RANGE or, for a bad filter, UNKNOWN_TERRITORY
 * @throws TypeError if the arrays of the list are of other types than those of createCodeList, or shorter; if the
 *   filter is not an object, or has both a territory and a country
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInto(52.376514, 4.908543, 0, list); // 5
 * codeText(list, 0); // "49.4V"
 * list.territories[0] === territoryNumber("NLD"); // true
 * encodeInto(39.7684, -86.1581, 0, list, { territory: NO_TERRITORY, country: countryNumber("US") }); // 6
 * ```
 */
export function encodeInto(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
  filter?: CodeFilter,
): number {
  const error = beginEncode(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  const count =
    filter === undefined
      ? find.addInternationalCode(find.findLocalCodes())
      : findWithFilter(filter);
  if (count >= 0) writeList(list, count, precision);
  return count;
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
  const error = beginEncode(latDeg, lonDeg, precision, list);
  if (error !== 0) return error;
  writeInternational(list, precision);
  return 1;
}

/**
 * Checks the list, empties it, and sets `point`. V8 boxes doubles passed to calls that it does not inline (2 ns), so
 * they are copied first. A value of another type becomes NaN: storing it would convert a text, and throw for a symbol.
 * @returns 0 or an error code
 */
export function beginEncode(
  latDeg: number,
  lonDeg: number,
  precision: number,
  list: CodeList,
): number {
  inputDegrees[0] = typeof latDeg === "number" ? latDeg : Number.NaN;
  inputDegrees[1] = typeof lonDeg === "number" ? lonDeg : Number.NaN;
  if (!isCodeList(list)) throw wrongList(list);
  list.count = 0;
  if (!isPrecision(precision)) return PRECISION_OUT_OF_RANGE;
  return setPoint(point, inputDegrees, 0) ? 0 : INVALID_COORDINATE;
}

function leavesOutCodes({ territory, country }: CodeFilter): boolean {
  return territory !== NO_TERRITORY || country !== NO_TERRITORY;
}

/** Finds all codes of `point` within a filter. @returns their number, or UNKNOWN_TERRITORY */
function findWithFilter(filter: CodeFilter): number {
  if (typeof filter !== "object" || filter === null) {
    throw wrongType("filter", filter, "an object with territory and country");
  }
  const missing = filter.territory === undefined ? "territory" : "country";
  if (filter[missing] === undefined) {
    throw new TypeError(`The filter has no ${missing}. Give its number, or NO_TERRITORY.`);
  }
  if (filter.territory !== NO_TERRITORY && filter.country !== NO_TERRITORY) {
    throw new TypeError(
      "The filter has a territory and a country. Give NO_TERRITORY for one of them.",
    );
  }
  const count = findLocalOrFiltered(filter);
  return count < 0 || leavesOutCodes(filter) ? count : find.addInternationalCode(count);
}

/** Finds the codes of `point` within a filter, or the local codes. @returns their number, or UNKNOWN_TERRITORY */
function findLocalOrFiltered({ territory, country }: CodeFilter): number {
  const wanted = country === NO_TERRITORY ? territory : country;
  if (wanted === NO_TERRITORY) return find.findLocalCodes();
  if (!isTerritory(wanted)) return UNKNOWN_TERRITORY;
  if (wanted === INTERNATIONAL_TERRITORY) return find.addInternationalCode(0);
  return find.findLocalCodes(wanted, country !== NO_TERRITORY);
}

function isPrecision(precision: number): boolean {
  // An unsigned shift keeps the integers from 0 on, in less bytecode than two comparisons and a remainder.
  return (
    typeof precision === "number" && precision >>> 0 === precision && precision <= MAX_PRECISION
  );
}

// ---- The codes of one point after the other, with the local one by a rule, in reused arrays

/** The codes to find: local and international (in half the time of all), international only, or all. */
type PointSelection = "local" | "international" | "all";

export class PointCodes {
  /** The found codes. With the selection `all`: in the order of the rule, then the international one if it is not there. */
  readonly list: CodeList = createCodeList();
  /** The number of codes within the filter. With the selection `all`, they come first in the list. */
  count = 0;
  /** Index of the local code in the list, or NO_CODE. */
  localIndex: number = NO_CODE;
  /** Index of the international code in the list. */
  internationalIndex = 0;
  private readonly selection: PointSelection;
  private readonly rule: find.LocalRule;

  /** @param rule chooses the local code: by default the shortest one, the first on a tie */
  constructor(selection: PointSelection, rule: find.LocalRule = find.SHORTEST) {
    this.selection = selection;
    this.rule = rule;
  }

  /** Finds the codes of a point, without allocating. @returns the count, or the errors of encodeInto */
  find(latDeg: number, lonDeg: number, precision: number, filter: CodeFilter): number {
    const { list } = this;
    if (this.selection === "international") {
      this.count = encodeInternationalInto(latDeg, lonDeg, precision, list);
      return this.count;
    }
    const error = beginEncode(latDeg, lonDeg, precision, list);
    if (error !== 0) return error;
    const foundCount = findLocalOrFiltered(filter);
    if (foundCount < 0) return foundCount;
    const isAll = this.selection === "all";
    const preferred = this.rule(foundCount, isAll);
    const keptCount = isAll ? foundCount : find.keepFound(preferred);
    this.localIndex = isAll ? preferred : keptCount - 1;
    // The only code of AAA is the international one.
    const isLast = keptCount > 0 && foundTerritories[keptCount - 1] === INTERNATIONAL_TERRITORY;
    const listedCount = isLast ? keptCount : find.addInternationalCode(keptCount);
    writeList(list, listedCount, precision);
    this.internationalIndex = listedCount - 1;
    this.count = leavesOutCodes(filter) ? foundCount : foundCount + 1;
    return this.count;
  }
}
