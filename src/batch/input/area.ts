/** The area of most points of an input, and what may be wrong with points that are not in it. */
import type { Coordinate } from "../../index.ts";
import { NO_TERRITORY } from "../../into.ts";
import { countryAt, type Shares, signedPoints, swappedPoint } from "./land.ts";
import { isMeasured } from "./point-doubts.ts";
import { DECIDING_SHARE } from "./sample.ts";

/** In degrees. Longitudes may be beyond 180. */
export interface Area {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** This share of points tells where most are. */
const HALF = 0.5;

/** Fewer points have no area. */
const MIN_POINTS = 3;

/** A wider area has places of all kinds: swapped and with other signs, points may be there by chance. */
const MAX_WIDTH_DEG = 60;

/** This far from others, a point is still among them: off a coast, or in a suburb. */
const NEAR_DEG = 2;

/** This far from the row before, a point may be the next one of a track: half an hour of a flight. */
export const STEP_DEG = 5;

/** The range of most numbers, with its width once more on both sides; undefined if it is too wide. */
function rangeOf(numbers: readonly number[]) {
  const sorted = numbers.toSorted((first, second) => first - second);
  const cut = Math.floor((1 - DECIDING_SHARE) * sorted.length);
  const [from, to] = [sorted[cut], sorted[sorted.length - 1 - cut]];
  const beyond = to - from + NEAR_DEG;
  return to - from > MAX_WIDTH_DEG ? undefined : { from: from - beyond, to: to + beyond };
}

/** The area of most points: of those in their most frequent country, or else of those on land. */
export function areaOf(
  points: readonly Coordinate[],
  { countries, mainCountry, shareInMain, shareOnLand }: Shares,
): Area | undefined {
  const others = points.filter((_, at) =>
    shareInMain < HALF ? countries[at] !== NO_TERRITORY : countries[at] === mainCountry,
  );
  const lats = rangeOf(others.map(({ latDeg }) => latDeg));
  const lons = rangeOf(others.map(({ lonDeg }) => lonDeg));
  if (!lats || !lons || shareOnLand < HALF || points.length < MIN_POINTS) return undefined;
  return { south: lats.from, west: lons.from, north: lats.to, east: lons.to };
}

/** Whether a point is in an area, also beyond the date line. */
export function isInArea(latDeg: number, lonDeg: number, area: Area): boolean {
  const { south, west, north, east } = area;
  if (latDeg <= south || latDeg >= north) return false;
  return (lonDeg > west && lonDeg < east) || lonDeg + 360 < east || lonDeg - 360 > west;
}

/**
 * What may be wrong with a point far from most others. Swapped, or with another sign, it is on land among these. With
 * `zero`, it lacks a value. With `none`, it is at sea, and nothing explains that: it may be a ship.
 */
export type Mistake = "swapped" | "sign" | "zero" | "none";

/**
 * The mistake of a point that is not in an area; undefined if it is on land, or missing. In lists
 * of 200 towns of one country, a third of swapped points are found, and half of those without the sign of the longitude.
 * In 7,600 lists without mistakes, no point seems to be swapped or to lack a sign.
 */
export function mistakeOf(point: Coordinate, area: Area): Mistake | undefined {
  const { latDeg, lonDeg } = point;
  const isLacking = (latDeg === 0 && isMeasured(lonDeg)) || (lonDeg === 0 && isMeasured(latDeg));
  if (isLacking) return "zero";
  // A missing point has a warning of its own.
  const isMissing = latDeg === 0 && lonDeg === 0;
  if (isMissing || countryAt(point) !== NO_TERRITORY) return undefined;
  const isLikely = (place: Coordinate) =>
    isInArea(place.latDeg, place.lonDeg, area) && countryAt(place) !== NO_TERRITORY;
  if (isLikely(swappedPoint(point))) return "swapped";
  return signedPoints(point).some(isLikely) ? "sign" : "none";
}
