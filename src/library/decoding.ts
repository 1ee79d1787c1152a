/** Points and bounds of a mapcode, as objects. */
import * as decoder from "../codec/decode.ts";
import { splitMapcode } from "../text/grammar.ts";
import { decodingProblem } from "./decoding-problem.ts";
import * as errors from "./errors.ts";
import { contextFilter, contextOfFilter, type DecodeOptions } from "./filters.ts";
import { type MapcodeInput, textOf } from "./mapcode.ts";
import { meantText } from "./places.ts";

/** A point. */
export interface Coordinate {
  /** Latitude in degrees, north positive, from -90 to 90. */
  readonly latDeg: number;
  /** Longitude in degrees, east positive. */
  readonly lonDeg: number;
}

/** Bounds, in degrees, of the points that a mapcode covers. */
export interface Rectangle {
  /** The south-west corner. */
  readonly southWest: Coordinate;
  /** The north-east corner. Across the date line, its longitude is less than the longitude of southWest. */
  readonly northEast: Coordinate;
  /** The middle of the rectangle, inside it even across the date line. */
  readonly center: Coordinate;
}

const degrees = new Float64Array(decoder.RECTANGLE_NUMBERS);

/**
 * The point of a mapcode: the middle of the valid part of its cell (format 7).
 * @param mapcode a text in any alphabet, in upper or lower case, with or without its territory, or an object, such as
 *   encode returns
 * @returns latitude from -90 to 90 and longitude from -180 to 180, in degrees
 * @throws MapcodeError if the text does not have the form of a mapcode, the code stands for no place, a territory or
 *   an option is unknown, a coordinate of `near` is not a finite number, or the context is given with another option
 * @throws TypeError if the mapcode, the options or the value of an option has the wrong type
 * @example
 * ```ts
 * decode("NLD 49.4V"); // { latDeg: 52.37651400000124, lonDeg: 4.908543375 }
 * decode("49.4V", { context: "NLD" }).latDeg; // 52.37651400000124
 * decode("49.4V", { near: { latDeg: 52, lonDeg: 5 } }).latDeg; // 52.37651400000124
 * decode(encodeShortest(52.376514, 4.908543)).latDeg; // 52.37651400000124
 * ```
 */
export function decode(
  mapcode: MapcodeInput,
  options: DecodeOptions = errors.NO_OPTIONS,
): Coordinate {
  const filter = contextFilter(options);
  const text = meantText(textOf(mapcode), filter);
  const errorCode = decoder.decodeInto(text, contextOfFilter(filter), degrees);
  if (errorCode !== 0) throw new errors.MapcodeError(decodingProblem(errorCode, text, filter));
  return { latDeg: degrees[decoder.LAT_DEG], lonDeg: degrees[decoder.LON_DEG] };
}

/**
 * The bounds, in degrees, of the points that a mapcode covers (format 7). Arguments and errors are as for decode.
 * @example
 * ```ts
 * decodeRectangle("VHXGB.1J9J").southWest; // { latDeg: 52.376483, lonDeg: 4.908505 }
 * ```
 */
export function decodeRectangle(
  mapcode: MapcodeInput,
  options: DecodeOptions = errors.NO_OPTIONS,
): Rectangle {
  const filter = contextFilter(options);
  const text = meantText(textOf(mapcode), filter);
  const errorCode = decoder.decodeRectangleInto(text, contextOfFilter(filter), degrees);
  if (errorCode !== 0) throw new errors.MapcodeError(decodingProblem(errorCode, text, filter));
  return {
    southWest: { latDeg: degrees[decoder.SOUTH_LAT_DEG], lonDeg: degrees[decoder.WEST_LON_DEG] },
    northEast: { latDeg: degrees[decoder.NORTH_LAT_DEG], lonDeg: degrees[decoder.EAST_LON_DEG] },
    center: { latDeg: degrees[decoder.CENTER_LAT_DEG], lonDeg: degrees[decoder.CENTER_LON_DEG] },
  };
}

/**
 * Whether a text has the form of a mapcode, in any alphabet. It may stand for no place: whether it is the mapcode of
 * one is `parseMapcode(text).status === "valid"`. Values other than strings do not have the form.
 * @example
 * ```ts
 * hasMapcodeForm("NLD 49.4V"); // true
 * hasMapcodeForm("NLD ZZZZ.ZZZZ"); // true
 * hasMapcodeForm("Amsterdam"); // false
 * ```
 */
export function hasMapcodeForm(text: string): boolean {
  return typeof text === "string" && splitMapcode(text) !== undefined;
}
