/** From the text of a mapcode to its rectangle. */
import * as S from "../digits/scratch.ts";
import { isDegreesArray, MALFORMED_MAPCODE, UNKNOWN_MAPCODE, wrongDegrees } from "./arrays.ts";
import { writeCellCenter, writeCellCorners } from "./cell.ts";
import { LAT_DEG, readBytes, readText, writeZoneMiddle } from "./decode.ts";
import { setPoint, writeDegrees, writePointDegrees } from "./points.ts";

// Indices of the degrees that decodeRectangleInto writes after LAT_DEG and LON_DEG.

/** Index of the southern edge of the rectangle of a mapcode. */
export const SOUTH_LAT_DEG = 2;
/** Index of the western edge of the rectangle of a mapcode. */
export const WEST_LON_DEG = 3;
/** Index of the northern edge of the rectangle of a mapcode. */
export const NORTH_LAT_DEG = 4;
/** Index of the eastern edge of the rectangle of a mapcode. */
export const EAST_LON_DEG = 5;
/** Index of the latitude of the center of that rectangle. */
export const CENTER_LAT_DEG = 6;
/** Index of the longitude of the center of that rectangle. */
export const CENTER_LON_DEG = 7;
/** Number of degrees that decodeRectangleInto writes. */
export const RECTANGLE_NUMBERS = 8;

/**
 * As decodeInto, and writes the rectangle of the code, SOUTH_LAT_DEG to EAST_LON_DEG, and its center,
 * CENTER_LAT_DEG and CENTER_LON_DEG. If the rectangle crosses the date line, its east is less than its west.
 * @param degrees at least RECTANGLE_NUMBERS numbers
 * @throws TypeError if the degrees are not a Float64Array of so many numbers
 * @example
 * ```ts
 * const degrees = new Float64Array(RECTANGLE_NUMBERS);
 * decodeRectangleInto("VHXGB.1J9J", NO_TERRITORY, degrees); // 0
 * [degrees[SOUTH_LAT_DEG], degrees[NORTH_LAT_DEG]]; // [52.376483, 52.376525]
 * ```
 */
export function decodeRectangleInto(text: string, context: number, degrees: Float64Array): number {
  if (!isDegreesArray(degrees, RECTANGLE_NUMBERS)) throw wrongDegrees(degrees, RECTANGLE_NUMBERS);
  if (typeof text !== "string") return MALFORMED_MAPCODE;
  return writeRectangle(readText(text, context), degrees);
}

/** As decodeRectangleInto, for a text in bytes; see decodeBytesInto. Nothing is checked. */
export function decodeRectangleBytesInto(
  bytes: Uint8Array,
  from: number,
  to: number,
  context: number,
  degrees: Float64Array,
): number {
  return writeRectangle(readBytes(bytes, from, to, context), degrees);
}

/** @param entry decode entry of the code whose cell is in `codeCell`, or an error code */
function writeRectangle(entry: number, degrees: Float64Array): number {
  if (entry < 0) return entry;
  if (S.parsed.extensionLength === 0 && writeCellCenter(entry, degrees, LAT_DEG)) {
    writeCellCorners(degrees, SOUTH_LAT_DEG, NORTH_LAT_DEG);
  } else {
    if (writeZoneMiddle(entry, degrees) !== 0) return UNKNOWN_MAPCODE;
    writeDegrees(S.zone, S.ZONE_LAT_MIN, S.ZONE_LON_MIN, degrees, SOUTH_LAT_DEG);
    writeDegrees(S.zone, S.ZONE_LAT_MAX, S.ZONE_LON_MAX, degrees, NORTH_LAT_DEG);
  }
  const south = degrees[SOUTH_LAT_DEG];
  const north = degrees[NORTH_LAT_DEG];
  const west = degrees[WEST_LON_DEG];
  const east = degrees[EAST_LON_DEG];
  degrees[CENTER_LAT_DEG] = (south + north) / 2;
  degrees[CENTER_LON_DEG] = (west + (east < west ? east + 360 : east)) / 2;
  setPoint(S.point, degrees, CENTER_LAT_DEG);
  writePointDegrees(S.point, degrees, CENTER_LAT_DEG);
  return 0;
}
