/** Why points are not encoded, for messages of the fast path: values are not degrees, out of range or not in the area. */
import { OPENING_BRACE, OPENING_BRACKET, SPACE } from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../index.ts";
import { MAX_DECIMAL_BYTES, MAX_QUOTED_CHARS, writeDecimal } from "../../internal.ts";
import { isInRange } from "../options/conversion.ts";
import { degreesOfText } from "../rows/row-input.ts";
import { shortAsciiText } from "../text.ts";
import {
  type Failure,
  LATITUDE_RANGE,
  LATITUDE_TEXT,
  LONGITUDE_RANGE,
  LONGITUDE_TEXT,
  NO_MAPCODE,
  SWAPPED_RANGE,
} from "./failures.ts";

/**
 * Explains a value that `readDecimalWords` does not read, if the general path does not read it either.
 * @param bytes the value from `from` to `to`: a field, the content of a JSON string, or any other JSON value
 * @returns false if it does, or if it may quote the value in another form: an array, an object or an infinite number
 */
export function explainText(
  axis: "latitude" | "longitude",
  bytes: Uint8Array,
  from: number,
  to: number,
  failure: Failure,
): boolean {
  if (to - from > MAX_QUOTED_CHARS) return false;
  if (bytes[from] === OPENING_BRACE || bytes[from] === OPENING_BRACKET) return false;
  const text = shortAsciiText(bytes, from, to).trim();
  if (degreesOfText(axis, text, false) !== undefined) return false;
  if (Math.abs(Number(text)) === Number.POSITIVE_INFINITY) return false;
  failure.group = axis === "latitude" ? LATITUDE_TEXT : LONGITUDE_TEXT;
  failure.bytes = bytes;
  failure.valueFrom = from;
  failure.valueTo = to;
  return true;
}

const digits = new Uint8Array(2 * MAX_DECIMAL_BYTES + 1);

/** Explains a point that is out of range. Its message has the number as String() writes it, not the text of the row. */
export function explainRange(degrees: Float64Array, failure: Failure): boolean {
  const latDeg = degrees[LAT_DEG];
  const lonDeg = degrees[LON_DEG];
  const isLongitude = isInRange(latDeg, 0);
  const ofLatitude = isInRange(lonDeg, latDeg) ? SWAPPED_RANGE : LATITUDE_RANGE;
  failure.group = isLongitude ? LONGITUDE_RANGE : ofLatitude;
  failure.bytes = digits;
  failure.valueFrom = 0;
  failure.valueTo = writeDecimal(isLongitude ? lonDeg : latDeg, digits, 0);
  return true;
}

/** Explains a point that has no mapcode in the area of the options. Its message has both numbers. */
export function explainPoint(degrees: Float64Array, failure: Failure): boolean {
  const latEnd = writeDecimal(degrees[LAT_DEG], digits, 0);
  digits[latEnd] = SPACE;
  failure.group = NO_MAPCODE;
  failure.isQuoted = false;
  failure.bytes = digits;
  failure.valueFrom = 0;
  failure.valueTo = writeDecimal(degrees[LON_DEG], digits, latEnd + 1);
  return true;
}
