/** Decides by the borders whether latitudes and longitudes may be exchanged. */
import { MAX_CANDIDATES } from "../../borders/layout.ts";
import { territoriesAtInto } from "../../borders/look-up.ts";
import type { Coordinate } from "../../index.ts";
import { NO_TERRITORY, territoryNumber } from "../../into.ts";
import { isInRange } from "../../library/errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { MOST } from "./sample.ts";

type LandOptions = Pick<ResolvedBatchOptions, "local">;

/** Whether borders say where points are: they are at hand when rows get local codes by them. */
function knowsLand({ local }: LandOptions): boolean {
  return local === "borders";
}

/** Fewer points may be at sea by chance: all must be, and no batch stops for them. */
const MANY_POINTS = 8;

/** Of exchanged points, some may be in a country as read, as countries have waters. */
const FEW = 0.25;

/**
 * Or more, if exchanging them brings so many to one country: points of Germany lie in Somalia, in Yemen and at sea. This finds
 * exchanged points of 109 of 185 countries, and takes 9 of 100 groups of ships, within two degrees off coasts, for exchanged.
 */
const MANY = 0.8;

/** Of some points among others on land, fewer may be at sea by chance. */
const MIN_EXCHANGED = 0.25;

const found = new Int16Array(MAX_CANDIDATES);

/** The country of a point, or NO_TERRITORY. Antarctica does not count: exchanged points of America lie there. */
function countryAt(latDeg: number, lonDeg: number): number {
  if (!isInRange(latDeg, lonDeg)) return NO_TERRITORY;
  const count = territoriesAtInto(latDeg, lonDeg, found);
  // A country follows its subdivisions.
  const country = count > 0 ? found[count - 1] : NO_TERRITORY;
  return country === territoryNumber("ATA") ? NO_TERRITORY : country;
}

const countryOf = ({ latDeg, lonDeg }: Coordinate) => countryAt(latDeg, lonDeg);
const countryOfExchanged = ({ latDeg, lonDeg }: Coordinate) => countryAt(lonDeg, latDeg);

const isLand = (country: number) => country !== NO_TERRITORY;

/** The share of countries that a test holds for. */
function shareOf(countries: readonly number[], holds: (country: number) => boolean): number {
  return countries.filter(holds).length / countries.length;
}

/** The greatest share of points in one country. */
function shareOfOneCountry(countries: readonly number[]): number {
  const shares = [...new Set(countries)]
    .filter(isLand)
    .map((one) => shareOf(countries, (country) => country === one));
  return Math.max(0, ...shares);
}

/** What the land says about points. It is no proof: ships off a coast can look like exchanged points. */
export interface LandEvidence {
  /** Whether they are in countries as read, and not with exchanged coordinates. */
  readonly areRight: boolean;
  /** Whether they seem to be exchanged; and whether by so many points that a batch may stop for it. */
  readonly areExchanged: boolean;
  readonly isStrong: boolean;
  /** The number of points that are in no country, with their number, and with exchanged coordinates. */
  readonly text: string;
}

/** Asks the land about the points of a sample. */
export function askLand(sample: readonly Coordinate[], options: LandOptions): LandEvidence {
  // 0,0 stands for a missing point.
  const points = sample.filter(({ latDeg, lonDeg }) => latDeg !== 0 || lonDeg !== 0);
  const { length } = points;
  if (!knowsLand(options) || length === 0) {
    return { areRight: false, areExchanged: false, isStrong: false, text: "" };
  }
  const [asRead, exchanged] = [points.map(countryOf), points.map(countryOfExchanged)];
  const [onLand, onLandExchanged] = [shareOf(asRead, isLand), shareOf(exchanged, isLand)];
  const isStrong = length >= MANY_POINTS;
  const isFew = onLand < FEW || (onLand < MANY && shareOfOneCountry(exchanged) >= MANY);
  const areAll = length > 1 && onLand === 0 && onLandExchanged === 1;
  const [lost, lostExchanged] = [onLand, onLandExchanged].map((share) =>
    Math.round((1 - share) * length),
  );
  return {
    areRight: onLand >= MOST && onLandExchanged <= 1 - MOST,
    areExchanged: isStrong ? isFew && onLandExchanged >= MOST : areAll,
    isStrong,
    text: `${lost} of ${length} points are in no country; exchanged, ${lostExchanged || "none"}`,
  };
}

/** The doubt about points that seem to be exchanged; undefined if they do not. @param reading `the latitude first` */
export function doubtOfLand({ areExchanged, text }: LandEvidence, reading: string) {
  if (!areExchanged) return undefined;
  return `Are latitude and longitude swapped? With ${reading}, ${text}.`;
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
  if (!knowsLand(options) || others.length === 0) return false;
  if (shareOf(known.map(countryOf), isLand) < 0.5) return false;
  const share = shareOf(
    others.map((point) => (isLand(countryOf(point)) ? NO_TERRITORY : countryOfExchanged(point))),
    isLand,
  );
  return share >= MIN_EXCHANGED;
}
