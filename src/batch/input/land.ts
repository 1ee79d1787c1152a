/** Decides by the borders whether latitudes and longitudes may be exchanged. */
import { MAX_CANDIDATES } from "../../borders/layout.ts";
import { territoriesAtInto } from "../../borders/look-up.ts";
import type { Coordinate } from "../../index.ts";
import { territoryNumber } from "../../into.ts";
import { isInRange } from "../../library/errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { MOST } from "./sample.ts";

/** Fewer points may be at sea by chance. */
const MIN_POINTS = 8;

/** Fewer points among others on land may be at sea by chance. */
const MIN_ON_LAND = 0.5;
const MIN_EXCHANGED = 0.25;

type LandOptions = Pick<ResolvedBatchOptions, "local">;

/** Whether borders say where points are: they are at hand when rows get local codes by them. */
function knowsLand({ local }: LandOptions): boolean {
  return local === "borders";
}

const found = new Int16Array(MAX_CANDIDATES);

/** Whether a point is on land. Antarctica does not count: exchanged points of America lie there. */
function isOnLand(latDeg: number, lonDeg: number): boolean {
  if (!isInRange(latDeg, lonDeg)) return false;
  const count = territoriesAtInto(latDeg, lonDeg, found);
  return count > 0 && found[0] !== territoryNumber("ATA");
}

/** The share of points that a test holds for. */
function shareOf(points: readonly Coordinate[], isThere: (point: Coordinate) => boolean): number {
  return points.filter(isThere).length / points.length;
}

const isThere = ({ latDeg, lonDeg }: Coordinate) => isOnLand(latDeg, lonDeg);
const isThereExchanged = ({ latDeg, lonDeg }: Coordinate) => isOnLand(lonDeg, latDeg);

/**
 * Whether some points are at sea, and nearly all would be on land with latitude and longitude exchanged. That does not prove it:
 * ships off a coast can look the same.
 */
export function mayBeExchanged(points: readonly Coordinate[], options: LandOptions): boolean {
  if (!knowsLand(options) || points.length < MIN_POINTS) return false;
  // As borders have waters, half of the towns of Germany or Spain are in a territory when exchanged.
  if (shareOf(points, isThere) >= MOST) return false;
  return shareOf(points, isThereExchanged) >= MOST;
}

/**
 * Whether some points seem to be exchanged among others that are known to be on land.
 * @param known points whose order is known
 * @param others points whose order follows from theirs
 */
export function maySomeBeExchanged(
  known: readonly Coordinate[],
  others: readonly Coordinate[],
  options: LandOptions,
): boolean {
  if (!knowsLand(options) || others.length === 0 || shareOf(known, isThere) < MIN_ON_LAND)
    return false;
  const share = shareOf(others, (point) => !isThere(point) && isThereExchanged(point));
  return share >= MIN_EXCHANGED;
}
