/** Decides by the borders whether latitudes and longitudes may be swapped, or radians. */
import type { Coordinate } from "../../index.ts";
import { isInRange } from "../../library/errors.ts";
import { countryOf } from "../../text/territories.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type Message, sentence, type Warning } from "../sentences.ts";
import { type Area, areaOf } from "./area.ts";
import { sharesOf, signedPoints, swappedPoint, territoriesAt } from "./land.ts";
import { doubtOfPoints } from "./point-doubts.ts";
import { asWarnings, DECIDING_SHARE, type Warnings } from "./sample.ts";

/**
 * From this number of points on, the shares below decide, and a batch may stop. Fewer may all be at sea by chance: all of
 * them must be.
 */
const MANY_POINTS = 8;

/** Points seem swapped if fewer than this share is on land as read, and DECIDING_SHARE when swapped. */
const FEW_ON_LAND_SHARE = 0.25;

/**
 * They also seem so with up to this share on land as read, if at least this share is in one country when swapped: points of
 * Germany lie in Somalia, in Yemen and at sea.
 */
const SWAPPED_IN_MAIN_SHARE = 0.8;

/** But not if this share is in one country as read: yachts off Madeira are, and would be in Mozambique. */
const READ_IN_MAIN_SHARE = 0.7;

/** Whether points are in countries if their numbers are radians. */
function areRadians(points: readonly Coordinate[]): boolean {
  const degrees = points.map(({ latDeg, lonDeg }) => ({
    latDeg: (latDeg * 180) / Math.PI,
    lonDeg: (lonDeg * 180) / Math.PI,
  }));
  const areDegrees = degrees.every(({ latDeg, lonDeg }) => {
    return isInRange(latDeg, lonDeg) && Math.abs(lonDeg) <= 180;
  });
  return areDegrees && sharesOf(degrees).shareOnLand >= DECIDING_SHARE;
}

/** Whether a row has a point. 0,0 stands for a missing one. */
export function isPresent({ latDeg, lonDeg }: Coordinate): boolean {
  return !Number.isNaN(latDeg + lonDeg) && (latDeg !== 0 || lonDeg !== 0);
}

/** What the borders say about points. It is not a proof: ships off a coast can look like swapped points. */
export interface BorderEvidence {
  /** Whether they are in countries as read, and not with swapped coordinates. */
  readonly areRight: boolean;
  readonly areSwapped: boolean;
  /** Whether they are so many that a batch may stop. */
  readonly areMany: boolean;
  /** What may be wrong, if anything. */
  readonly warnings: Warnings;
  /** Where most points are, for a look at those elsewhere; undefined if that tells nothing. */
  readonly area?: Area | undefined;
}

const RADIANS =
  "Are these radians? As degrees, the points are at sea; as radians, they are in countries. Write degrees of WGS 84.";

/**
 * What the borders say about the points of a sample, if rows get local codes by borders.
 * @param all also points without numbers
 * @param reading how the points are read: `the latitude first`
 * @param advice what to do if they seem to be swapped
 */
export function borderEvidence(
  all: readonly Coordinate[],
  reading: string,
  { local }: Pick<ResolvedBatchOptions, "local">,
  advice?: Warning<Message>,
): BorderEvidence {
  const points = all.filter(isPresent);
  const { length } = points;
  const areMany = length >= MANY_POINTS;
  const inRange = points.filter(({ latDeg, lonDeg }) => isInRange(latDeg, lonDeg));
  const doubtful = doubtOfPoints(inRange);
  const nothing = { areRight: false, areSwapped: false, areMany, warnings: asWarnings([doubtful]) };
  if (local !== "borders" || length === 0) return nothing;
  const asRead = sharesOf(points);
  const swapped = sharesOf(points.map(swappedPoint));
  const { shareOnLand, shareInMain } = asRead;
  const isMainWrong =
    shareInMain < READ_IN_MAIN_SHARE && swapped.shareInMain >= SWAPPED_IN_MAIN_SHARE;
  const isFew =
    shareOnLand < FEW_ON_LAND_SHARE || (shareOnLand < SWAPPED_IN_MAIN_SHARE && isMainWrong);
  const areSwapped = areMany
    ? isFew && swapped.shareOnLand >= DECIDING_SHARE
    : length > 1 && shareOnLand === 0 && swapped.shareOnLand === 1;
  const areRight = shareOnLand >= DECIDING_SHARE && swapped.shareOnLand <= 1 - DECIDING_SHARE;
  const found = { areRight, areSwapped, areMany };
  if (areMany && shareOnLand < FEW_ON_LAND_SHARE && areRadians(points)) {
    return { ...found, warnings: asWarnings([RADIANS]) };
  }
  if (!areSwapped) {
    return { ...found, warnings: asWarnings([doubtful]), area: areaOf(points, asRead) };
  }
  const [lost, lostSwapped] = [shareOnLand, swapped.shareOnLand].map((share) => {
    return Math.round((1 - share) * length);
  });
  const doubt = `Are latitude and longitude swapped? With ${reading}, ${lost} of ${length} points are in no country; swapped, ${lostSwapped || "none"}.`;
  const message = advice ? sentence`${doubt} ${advice.message}` : doubt;
  return { ...found, warnings: [{ ...advice, message }] };
}

// Points in the countries of their rows

/** A point with the territories that its row may mean. */
type NamedPoint = Coordinate & { readonly territories: readonly number[] };

/** Points so near to a territory may be off its coast, or beyond a border that others draw otherwise. */
const STEPS_DEG = [0, -0.25, 0.25];

function isIn(point: Coordinate, territories: readonly number[]): boolean {
  const found = territoriesAt(point);
  // The states of Brazil, among others, have no borders here.
  const isUndivided = found.length === 1 && territories.map(countryOf).includes(found[0]);
  return isUndivided || found.some((territory) => territories.includes(territory));
}

function isNear({ latDeg, lonDeg }: Coordinate, territories: readonly number[]): boolean {
  const lons = STEPS_DEG.map((step) => lonDeg + step);
  return STEPS_DEG.some((step) =>
    lons.some((lon) => isIn({ latDeg: latDeg + step, lonDeg: lon }, territories)),
  );
}

/** Whether a point would be in its territory with some signs. */
function isThereWithSomeSigns(point: Coordinate, territories: readonly number[]): boolean {
  return signedPoints(point).some((signed) => isNear(signed, territories));
}

/**
 * Finds the points that are not in the country of their territory, but would be in the territory with other signs, or
 * swapped. None if the points have other reasons to be elsewhere: ships have the country of their flag.
 */
export function misplacedPoints<Point extends NamedPoint>(points: readonly Point[]) {
  const elsewhere = points.filter((point) => {
    const { territories } = point;
    return !isNear(point, [...territories, ...territories.map(countryOf)]);
  });
  const withWrongSign = elsewhere.filter((point) => isThereWithSomeSigns(point, point.territories));
  const swapped = elsewhere.filter((point) => {
    return (
      !withWrongSign.includes(point) && isThereWithSomeSigns(swappedPoint(point), point.territories)
    );
  });
  const unexplained = elsewhere.length - withWrongSign.length - swapped.length;
  const areKnown = points.length > 1 && unexplained <= (1 - DECIDING_SHARE) * points.length;
  return areKnown ? { withWrongSign, swapped } : { withWrongSign: [], swapped: [] };
}
