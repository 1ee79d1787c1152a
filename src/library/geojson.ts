/** Rectangles of mapcodes as GeoJSON geometries (RFC 7946), for maps. */
import type { Rectangle } from "./decoding.ts";
import { pointOf } from "./point-forms.ts";

/** A GeoJSON polygon. Positions are longitude and latitude, in this order, in degrees. */
export interface PolygonGeometry {
  /** The type of the geometry. */
  type: "Polygon";
  /** One ring of positions, counterclockwise; the last position is the first one again. */
  coordinates: number[][][];
}

/** GeoJSON polygons: the two parts of an area that the date line cuts. */
export interface MultiPolygonGeometry {
  /** The type of the geometry. */
  type: "MultiPolygon";
  /** The part west of the date line, then the part east of it. */
  coordinates: number[][][][];
}

const DATE_LINE_DEG = 180;

function ring(west: number, south: number, east: number, north: number): number[][][] {
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}

/**
 * The rectangle of a mapcode as a GeoJSON geometry (RFC 7946): a polygon whose positions go counterclockwise from
 * the south-west corner, longitude first. A rectangle across the date line becomes two polygons that meet there
 * (RFC 7946, section 3.1.9).
 * @param rectangle what decodeRectangle returns, in degrees
 * @throws MapcodeError if a coordinate of a corner is not a finite number
 * @throws TypeError if the rectangle or a corner is not an object
 * @example
 * ```ts
 * const { type, coordinates } = rectangleToGeoJson(decodeRectangle("VHXGB.1J9J"));
 * type; // "Polygon"
 * coordinates[0][0]; // [4.908505, 52.376483]
 * coordinates[0][2]; // [4.908566, 52.376525]
 * ```
 */
export function rectangleToGeoJson(rectangle: Rectangle): PolygonGeometry | MultiPolygonGeometry {
  const { southWest, northEast } = rectangle ?? {};
  const { latDeg: south, lonDeg: west } = pointOf(southWest, "south-west corner");
  const { latDeg: north, lonDeg: east } = pointOf(northEast, "north-east corner");
  // Degrees of longitude are below 180: an edge on the date line is at -180.
  if (east >= west) return { type: "Polygon", coordinates: ring(west, south, east, north) };
  const western = ring(west, south, DATE_LINE_DEG, north);
  if (east <= -DATE_LINE_DEG) return { type: "Polygon", coordinates: western };
  const eastern = ring(-DATE_LINE_DEG, south, east, north);
  return { type: "MultiPolygon", coordinates: [western, eastern] };
}
