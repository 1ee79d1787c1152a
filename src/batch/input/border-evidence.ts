/** Decides by the borders whether latitudes and longitudes may be swapped. */
import { MAX_CANDIDATES } from "../../borders/layout.ts";
import { territoriesAtInto } from "../../borders/look-up.ts";
import type { Coordinate } from "../../index.ts";
import { NO_TERRITORY, territoryNumber } from "../../into.ts";
import { isInRange } from "../../library/errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { DECIDING_SHARE } from "./sample.ts";

/**
 * From this number of points on, the shares below decide, and a batch may stop. Fewer may all be at sea by chance: all of
 * them must be.
 */
const MANY_POINTS = 8;

/** Points seem swapped if fewer than this share is on land as read, and DECIDING_SHARE when swapped. */
const FEW = 0.25;

/**
 * They also seem so with up to this share on land as read, if at least this share is in one country when swapped: points of
 * Germany lie in Somalia, in Yemen and at sea. This finds swapped points of 109 of 185 countries, and takes 9 of 100 groups
 * of ships, within two degrees off coasts, for swapped.
 */
const MANY = 0.8;

const candidates = new Int16Array(MAX_CANDIDATES);

/** The country of a point, or NO_TERRITORY. Antarctica does not count: swapped points of America lie there. */
function countryAt(latDeg: number, lonDeg: number): number {
  if (!isInRange(latDeg, lonDeg)) return NO_TERRITORY;
  const count = territoriesAtInto(latDeg, lonDeg, candidates);
  // A country follows its subdivisions.
  const country = count > 0 ? candidates[count - 1] : NO_TERRITORY;
  return country === territoryNumber("ATA") ? NO_TERRITORY : country;
}

/** The share of points in a country, and the greatest share in one country. */
function sharesOnLand(countries: readonly number[]) {
  const onLand = countries.filter((country) => country !== NO_TERRITORY);
  const counts = new Map<number, number>();
  for (const country of onLand) counts.set(country, (counts.get(country) ?? 0) + 1);
  const { length } = countries;
  return { share: onLand.length / length, inOne: Math.max(0, ...counts.values()) / length };
}

/** What the borders say about points. It is no proof: ships off a coast can look like swapped points. */
export interface BorderEvidence {
  /** Whether they are in countries as read, and not with swapped coordinates. */
  readonly areRight: boolean;
  /** Whether they are so many that a batch may stop for a doubt. */
  readonly isStrong: boolean;
  /** The doubt about points that seem to be swapped. */
  readonly doubt: string | undefined;
}

/**
 * Asks the borders about the points of a sample, if rows get local codes by them.
 * @param reading how the points are read: `the latitude first`
 */
export function borderEvidence(
  sample: readonly Coordinate[],
  reading: string,
  { local }: Pick<ResolvedBatchOptions, "local">,
): BorderEvidence {
  // 0,0 stands for a missing point.
  const points = sample.filter(({ latDeg, lonDeg }) => latDeg !== 0 || lonDeg !== 0);
  const { length } = points;
  const isStrong = length >= MANY_POINTS;
  if (local !== "borders" || length === 0) return { areRight: false, isStrong, doubt: undefined };
  const asRead = sharesOnLand(points.map(({ latDeg, lonDeg }) => countryAt(latDeg, lonDeg)));
  const swapped = sharesOnLand(points.map(({ latDeg, lonDeg }) => countryAt(lonDeg, latDeg)));
  const isFew = asRead.share < FEW || (asRead.share < MANY && swapped.inOne >= MANY);
  const areSwapped = isStrong
    ? isFew && swapped.share >= DECIDING_SHARE
    : length > 1 && asRead.share === 0 && swapped.share === 1;
  const [lost, lostSwapped] = [asRead, swapped].map(({ share }) => {
    return Math.round((1 - share) * length);
  });
  const counts = `${lost} of ${length} points are in no country; swapped, ${lostSwapped || "none"}`;
  const doubt = `Are latitude and longitude swapped? With ${reading}, ${counts}.`;
  return {
    areRight: asRead.share >= DECIDING_SHARE && swapped.share <= 1 - DECIDING_SHARE,
    isStrong,
    doubt: areSwapped ? doubt : undefined,
  };
}
