/**
 * The places of a code in several territories: a code without its territory stands for a place in most of them. The
 * digits are in `parsed`; each territory reads them.
 */
import { FULL_CIRCLE_MICRO_DEG, NO_TERRITORY } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { firstRecords, records } from "../tables/tables.ts";
import { LAT_DEG, LON_DEG, writePointIn } from "./decode.ts";
import { offsetEast } from "./find.ts";
import { limitedLatDeg, wrapDeg } from "./points.ts";

const RADIANS_PER_DEGREE = Math.PI / 180;

/** The mean radius of the Earth. */
const EARTH_METERS = 6_371_008.8;

/** sin² of half an angle in degrees. */
function haversine(degrees: number): number {
  return Math.sin((degrees / 2) * RADIANS_PER_DEGREE) ** 2;
}

function cosine(degrees: number): number {
  return Math.cos(degrees * RADIANS_PER_DEGREE);
}

/** A point to measure distances from. Distances are compared as haversines of their angle: 0, up to 1 for antipodes. */
export interface Origin {
  readonly latDeg: number;
  /** From 0 to 360. */
  readonly lonDeg: number;
  readonly cosLat: number;
}

/** @param latDeg is limited to the poles. @param lonDeg wraps; both are finite */
export function originAt(latDeg: number, lonDeg: number): Origin {
  const limited = limitedLatDeg(latDeg);
  return { latDeg: limited, lonDeg: wrapDeg(lonDeg), cosLat: cosine(limited) };
}

/** The haversine of the great circle from an origin to a point. */
export function haversineTo(origin: Origin, latDeg: number, lonDeg: number): number {
  const east = origin.cosLat * cosine(latDeg) * haversine(lonDeg - origin.lonDeg);
  return haversine(latDeg - origin.latDeg) + east;
}

export function metersOf(haversineOfAngle: number): number {
  return 2 * EARTH_METERS * Math.asin(Math.min(Math.sqrt(haversineOfAngle), 1));
}

/** A lower limit of the haversine to places of a territory, by the gaps between origin and encompassing record. */
function leastHaversine(origin: Origin, territory: number): number {
  const base = (firstRecords[territory + 1] - 1) * layout.RECORD_WORDS;
  const south = records[base + layout.LAT_MIN] / 1e6;
  const north = south + records[base + layout.LAT_HEIGHT] / 1e6;
  const width = records[base + layout.LON_WIDTH];
  const offset = offsetEast(records[base + layout.LON_MIN], origin.lonDeg * 1e6);
  const latGap = Math.max(south - origin.latDeg, origin.latDeg - north);
  const lonGap = Math.min(offset - width, FULL_CIRCLE_MICRO_DEG - offset);
  const alongLat = latGap > 0 ? haversine(latGap) : 0;
  if (lonGap <= 0) return alongLat;
  const cosLat = cosine(Math.max(north, -south));
  return alongLat + origin.cosLat * cosLat * haversine(lonGap / 1e6);
}

/** A factor that is larger than any rounding error of a haversine. */
const ROUNDING_FACTOR = 1.000_001;

const degrees = new Float64Array(2);

/**
 * The territory with the place of the code in `parsed` that is nearest to an origin, the first on a tie. Only
 * territories that may be nearer than the best so far read the code, four on average: a browser derives each at its
 * first use.
 * @returns NO_TERRITORY if the code stands for no place in these territories
 */
export function nearestTerritory(territories: readonly number[], origin: Origin): number {
  const bounds = new Float64Array(territories.length);
  for (let at = 0; at < bounds.length; at++) bounds[at] = leastHaversine(origin, territories[at]);
  // More than the haversine of any angle.
  let leastDistance = 2;
  let nearest = NO_TERRITORY;
  for (;;) {
    let next = 0;
    for (let index = 1; index < bounds.length; index++)
      if (bounds[index] < bounds[next]) next = index;
    // At the end, all are infinite.
    if (!(bounds[next] <= leastDistance * ROUNDING_FACTOR)) return nearest;
    bounds[next] = Number.POSITIVE_INFINITY;
    const territory = territories[next];
    if (writePointIn(territory, true, degrees) !== 0) continue;
    const distance = haversineTo(origin, degrees[LAT_DEG], degrees[LON_DEG]);
    if (distance > leastDistance || (distance === leastDistance && territory > nearest)) continue;
    leastDistance = distance;
    nearest = territory;
  }
}
