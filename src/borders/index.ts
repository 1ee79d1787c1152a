/**
 * mapcoded/borders: the territory that a point is really in, by the borders of OpenStreetMap.
 *
 * Mapcode territories are sets of rectangles, so most places near a border have mapcodes of both sides. The borders are
 * © OpenStreetMap contributors, under the Open Database License.
 */
import { NO_CODE } from "../codec/code-list.ts";
import { PointCodes } from "../codec/encode.ts";
import * as encoding from "../library/encoding.ts";
import { checkCoordinate, NO_OPTIONS } from "../library/errors.ts";
import type { Mapcode } from "../library/mapcode.ts";
import { type Territory, territories } from "../library/territories.ts";
import { encodeLocalInto, LOCAL_RULES } from "./choice.ts";
import { MAX_CANDIDATES } from "./layout.ts";
import { territoriesAtInto } from "./look-up.ts";

export { encodeLocalInto, MAX_CANDIDATES, territoriesAtInto };

const candidates = new Int16Array(MAX_CANDIDATES);
const local = new PointCodes("local", LOCAL_RULES.borders);
const all = new PointCodes("all", LOCAL_RULES.borders);

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
  return Array.from(candidates.subarray(0, count), (number) => territories()[number]);
}

/**
 * The local mapcode of a point by borders: the shortest one of the first territory of `territoriesAt` that has a
 * mapcode there. `encodeShortest` returns the shortest one of any territory. The borders lack the subdivisions of some
 * countries (BRA, MEX and most of RUS): there, it is the shortest mapcode of the country and its subdivisions. If no
 * territory around the point has a mapcode, as at sea, it is the shortest local one. Arguments and errors are as for
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
  options: encoding.MapcodeOptions = NO_OPTIONS,
): Mapcode | undefined {
  encoding.findCodes(local, latDeg, lonDeg, options, encoding.MAPCODE_OPTIONS);
  return local.localIndex === NO_CODE ? undefined : encoding.mapcodeAt(local.list, 0, options);
}

/**
 * The mapcodes of `encode` in the order of the territories around the point: the mapcodes of the first one of
 * `territoriesAt`, then the mapcodes of the next. Others follow in their order. If a territory around the point has a
 * mapcode, `encodeLocal` returns the first one. Arguments and errors are as for `encode`.
 * @example
 * ```ts
 * encode(22.543, 114.058)[0].territory; // "HKG"
 * encodeByBorders(22.543, 114.058)[0].territory; // "CN-GD"
 * ```
 */
export function encodeByBorders(
  latDeg: number,
  lonDeg: number,
  options: encoding.EncodeOptions = NO_OPTIONS,
): Mapcode[] {
  const count = encoding.findCodes(all, latDeg, lonDeg, options, encoding.ENCODE_OPTIONS);
  return encoding.mapcodesOf(all.list, count, options);
}
