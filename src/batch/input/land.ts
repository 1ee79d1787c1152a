/** Decides by the borders whether latitudes and longitudes may be swapped. */
import { MAX_CANDIDATES } from "../../borders/layout.ts";
import { territoriesAtInto } from "../../borders/look-up.ts";
import type { Coordinate } from "../../index.ts";
import { NO_TERRITORY, territoryNumber } from "../../into.ts";
import { isInRange } from "../../library/errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { DECIDING_SHARE } from "./sample.ts";

/** Borders say where points are only if rows get local codes by them. */
type LandOptions = Pick<ResolvedBatchOptions, "local">;

/** Fewer points can all be at sea by chance: all must be swapped, and no batch stops for them. */
const MANY_POINTS = 8;

/** Of swapped points, some may be in a country as read, as countries have waters. */
const FEW = 0.25;

/**
 * Or more, if swapping them brings so many to one country: points of Germany lie in Somalia, in Yemen and at sea. This finds
 * swapped points of 109 of 185 countries, and takes 9 of 100 groups of ships, within two degrees off coasts, for swapped.
 */
const MANY = 0.8;

/** Of some points among others on land, fewer may be at sea by chance. */
const MIN_SWAPPED = 0.25;

const candidates = new Int16Array(MAX_CANDIDATES);

/** The country of a point, or NO_TERRITORY. Antarctica does not count: swapped points of America lie there. */
function countryAt(latDeg: number, lonDeg: number): number {
  if (!isInRange(latDeg, lonDeg)) return NO_TERRITORY;
  const count = territoriesAtInto(latDeg, lonDeg, candidates);
  // A country follows its subdivisions.
  const country = count > 0 ? candidates[count - 1] : NO_TERRITORY;
  return country === territoryNumber("ATA") ? NO_TERRITORY : country;
}

/** Which points are in a country: their share, and the greatest share in one country. */
function landOf(countries: readonly number[]) {
  const onLand = countries.filter((country) => country !== NO_TERRITORY);
  const counts = new Map<number, number>();
  for (const country of onLand) counts.set(country, (counts.get(country) ?? 0) + 1);
  const { length } = countries;
  return { share: onLand.length / length, inOne: Math.max(0, ...counts.values()) / length };
}

const asRead = ({ latDeg, lonDeg }: Coordinate) => countryAt(latDeg, lonDeg);
const whenSwapped = ({ latDeg, lonDeg }: Coordinate) => countryAt(lonDeg, latDeg);

/** What the land says about points. It is no proof: ships off a coast can look like swapped points. */
export interface LandEvidence {
  /** Whether they are in countries as read, and not with swapped coordinates. */
  readonly areRight: boolean;
  /** Whether they are so many that a batch may stop for a doubt. */
  readonly isStrong: boolean;
  /** The doubt about points that seem to be swapped. */
  readonly doubt: string | undefined;
}

/** Asks the land about the points of a sample. @param reading how they are read: `the latitude first` */
export function askLand(
  sample: readonly Coordinate[],
  reading: string,
  { local }: LandOptions,
): LandEvidence {
  // 0,0 stands for a missing point.
  const points = sample.filter(({ latDeg, lonDeg }) => latDeg !== 0 || lonDeg !== 0);
  const { length } = points;
  const isStrong = length >= MANY_POINTS;
  if (local !== "borders" || length === 0) return { areRight: false, isStrong, doubt: undefined };
  const [{ share }, swapped] = [asRead, whenSwapped].map((look) => landOf(points.map(look)));
  const isFew = share < FEW || (share < MANY && swapped.inOne >= MANY);
  const areSwapped = isStrong
    ? isFew && swapped.share >= DECIDING_SHARE
    : length > 1 && share === 0 && swapped.share === 1;
  const [lost, lostSwapped] = [share, swapped.share].map((onLand) => {
    return Math.round((1 - onLand) * length);
  });
  const counts = `${lost} of ${length} points are in no country; swapped, ${lostSwapped || "none"}`;
  return {
    areRight: share >= DECIDING_SHARE && swapped.share <= 1 - DECIDING_SHARE,
    isStrong,
    doubt: areSwapped
      ? `Are latitude and longitude swapped? With ${reading}, ${counts}.`
      : undefined,
  };
}

/**
 * Whether some points seem to be swapped among others that are known to be on land.
 * @param known points whose order is known
 * @param others points whose order follows from theirs
 */
export function maySomeBeSwapped(
  known: readonly Coordinate[],
  others: readonly Coordinate[],
  { local }: LandOptions,
): boolean {
  if (local !== "borders" || others.length === 0) return false;
  if (landOf(known.map(asRead)).share < 0.5) return false;
  const swapped = others.filter((point) => {
    return asRead(point) === NO_TERRITORY && whenSwapped(point) !== NO_TERRITORY;
  });
  return swapped.length >= MIN_SWAPPED * others.length;
}
