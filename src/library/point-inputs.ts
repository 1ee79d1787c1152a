/** The forms in which callers have many points or mapcodes, as what the engine takes. */
import type { MapcodeStrings } from "../codec/batch.ts";
import type { MapcodeColumn } from "../codec/code-arrays.ts";
import { wrongType } from "../messages.ts";
import { isObject } from "./arguments.ts";
import { MapcodeError, valueProblem } from "./errors.ts";
import { type MapcodeInput, mapcodeText } from "./mapcode.ts";
import { type PointInput, writeDegreesOf, wrongPoint } from "./point-forms.ts";

/**
 * Many points in degrees: numbers, latitude and longitude of each point in turn, or objects. Pairs in arrays are
 * not accepted, as programs disagree on their order.
 */
export type PointsInput = Float64Array | Float32Array | readonly number[] | readonly PointInput[];

/** Many mapcodes: strings, objects with territory and code, or texts in bytes with their ends. */
export type MapcodesInput = readonly (MapcodeInput | null | undefined)[] | MapcodeColumn;

function degreesOfObjects(points: readonly unknown[]): Float64Array {
  const degrees = new Float64Array(2 * points.length);
  for (const [index, point] of points.entries()) {
    if (!writeDegreesOf(point, degrees, 2 * index)) throw wrongPoint(`point ${index}`, point);
  }
  return degrees;
}

/**
 * Latitude and longitude of each point in turn. A Float64Array is passed on, anything else is copied.
 * @throws TypeError if the points are in none of the known forms
 * @throws MapcodeError if the last latitude has no longitude
 */
export function degreesOfPoints(points: PointsInput): Float64Array {
  const isArray = Array.isArray(points);
  if (isArray && typeof points[0] !== "number") return degreesOfObjects(points);
  if (!isArray && !(points instanceof Float64Array || points instanceof Float32Array)) {
    throw wrongType("argument for points", points, "an array of degrees or of points");
  }
  if (points.length % 2 !== 0) {
    const expected = "even: a latitude and a longitude for each point";
    throw new MapcodeError(
      valueProblem("out-of-range", "number of degrees", points.length, expected),
    );
  }
  if (points instanceof Float64Array) return points;
  return Float64Array.from<unknown>(points, (value) =>
    typeof value === "number" ? value : Number.NaN,
  );
}

function isColumn(mapcodes: MapcodesInput): mapcodes is MapcodeColumn {
  return !Array.isArray(mapcodes);
}

/** Mapcodes as the engine takes them: objects as texts. An array of texts is passed on. */
export function textsOfMapcodes(mapcodes: MapcodesInput): MapcodeStrings | MapcodeColumn {
  if (isColumn(mapcodes)) return mapcodes;
  return mapcodes.some(isObject) ? mapcodes.map(mapcodeText) : (mapcodes as MapcodeStrings);
}
