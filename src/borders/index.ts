/**
 * mapcoded/borders: which territory a point is really in, by the borders of OpenStreetMap.
 *
 * Mapcode territories are sets of rectangles, so most places near a border have mapcodes of both sides. The borders are
 * © OpenStreetMap contributors, under the Open Database License.
 */
import { createCodeList } from "../codec/arrays.ts";
import {
  checkEncoding,
  ENCODE_OPTIONS,
  type EncodeOptions,
  MAPCODE_OPTIONS,
  type MapcodeOptions,
  mapcodeAt,
  mapcodesOf,
} from "../library/encoding.ts";
import type { Mapcode } from "../library/mapcode.ts";
import { checkCoordinate, NO_OPTIONS } from "../library/options.ts";
import { PointCodes, territoryFilter } from "../library/point-codes.ts";
import { type Territory, territories } from "../library/territories.ts";
import { BORDERS, encodeLocalInto } from "./choice.ts";
import { MAX_CANDIDATES } from "./layout.ts";
import { territoriesAtInto } from "./look-up.ts";

export { encodeLocalInto, MAX_CANDIDATES, territoriesAtInto };

const list = createCodeList();
const candidates = new Int16Array(MAX_CANDIDATES);
const codes = new PointCodes("all", BORDERS);

/**
 * The territories whose area contains a point, the smallest area first: a subdivision before its country, and both
 * countries where two claim the land. Only borders on land count.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @returns an empty list at sea
 * @throws MapcodeError if a coordinate is not a finite number
 * @example
 * ```ts
 * territoriesAt(22.543, 114.058).map(({ alphaCode }) => alphaCode); // ["CN-GD", "CHN"]
 * territoriesAt(18.4, -66.1)[0].fullName; // "Puerto Rico"
 * territoriesAt(10, -30); // []
 * ```
 */
export function territoriesAt(latDeg: number, lonDeg: number): Territory[] {
  checkCoordinate(latDeg, lonDeg);
  const count = territoriesAtInto(latDeg, lonDeg, candidates);
  const all = territories();
  return Array.from({ length: count }, (_, index) => all[candidates[index]]);
}

/**
 * The local mapcode of a point by borders: the shortest one of the first territory of `territoriesAt` that has a mapcode
 * there. `encodeShortest` returns the shortest one, whichever territory it is of. The borders lack the subdivisions of
 * some countries (BRA, MEX and most of RUS): there, it is the shortest mapcode of the country and its subdivisions. Where
 * no territory around the point has a mapcode, as at sea, it is the shortest local one. Arguments and errors are those of
 * `encodeShortest`.
 * @returns undefined where no territory has a mapcode
 * @example
 * ```ts
 * encodeLocal(22.543, 114.058)?.territory; // "CN-GD"
 * encodeShortest(22.543, 114.058).territory; // "HKG"
 * encodeLocal(0, -30); // undefined
 * ```
 */
export function encodeLocal(
  latDeg: number,
  lonDeg: number,
  options: MapcodeOptions = NO_OPTIONS,
): Mapcode | undefined {
  checkEncoding(latDeg, lonDeg, options, MAPCODE_OPTIONS);
  const { precision = 0, names } = options;
  const count = encodeLocalInto(latDeg, lonDeg, precision, list);
  return count > 0 ? mapcodeAt(list, 0, names) : undefined;
}

/**
 * The mapcodes of `encode` in the order of the territories around the point: the mapcodes of the first one of
 * `territoriesAt`, then the mapcodes of the next. Others follow in their order. Where a territory around the point has a mapcode,
 * the first mapcode is the one that `encodeLocal` returns. Arguments and errors are those of `encode`.
 * @example
 * ```ts
 * encode(22.543, 114.058)[0].territory; // "HKG"
 * encodeByBorders(22.543, 114.058)[0].territory; // "CN-GD"
 * ```
 */
export function encodeByBorders(
  latDeg: number,
  lonDeg: number,
  options: EncodeOptions = NO_OPTIONS,
): Mapcode[] {
  checkEncoding(latDeg, lonDeg, options, ENCODE_OPTIONS);
  const { precision = 0, names } = options;
  const count = codes.find(latDeg, lonDeg, precision, territoryFilter(options));
  return mapcodesOf(codes.list, count, names);
}
