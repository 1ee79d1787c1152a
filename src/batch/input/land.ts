/** Decides by the borders whether latitudes and longitudes may be exchanged. */
import { MAX_CANDIDATES } from "../../borders/layout.ts";
import { territoriesAtInto } from "../../borders/look-up.ts";
import type { Coordinate } from "../../index.ts";
import { territoryNumber } from "../../into.ts";
import { isInRange } from "../../library/errors.ts";
import { MOST } from "./pair.ts";

/** Fewer points may be at sea by chance. */
const MIN_POINTS = 8;

const found = new Int16Array(MAX_CANDIDATES);

/** Whether a point is on land, Antarctica not counted: much of what is exchanged by mistake lies there. */
function isOnLand(latDeg: number, lonDeg: number): boolean {
  if (!isInRange(latDeg, lonDeg)) return false;
  const count = territoriesAtInto(latDeg, lonDeg, found);
  return count > 0 && found[0] !== territoryNumber("ATA");
}

/**
 * Whether nearly no points are on land, and nearly all would be with latitude and longitude exchanged. That does not
 * prove it: ships off a coast can look the same.
 */
export function mayBeExchanged(points: readonly Coordinate[]): boolean {
  if (points.length < MIN_POINTS) return false;
  const share = (isThere: (point: Coordinate) => boolean) => {
    return points.filter(isThere).length / points.length;
  };
  const asRead = share(({ latDeg, lonDeg }) => isOnLand(latDeg, lonDeg));
  if (asRead >= 1 - MOST) return false;
  return share(({ latDeg, lonDeg }) => isOnLand(lonDeg, latDeg)) >= MOST;
}
