/** Decides by the borders whether latitudes and longitudes may be swapped, or radians. */
import { MAX_CANDIDATES } from "../../borders/layout.ts";
import { territoriesAtInto } from "../../borders/look-up.ts";
import type { Coordinate } from "../../index.ts";
import { NO_TERRITORY, territoryNumber } from "../../into.ts";
import { isInRange } from "../../library/errors.ts";
import { countryOf } from "../../text/territories.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type Message, sentence, type Warning } from "../sentences.ts";
import { SIGN_ADVICE } from "./names.ts";
import { doubtOfPoints, isMeasured } from "./point-doubts.ts";
import { DECIDING_SHARE, type Warnings, warningsOf } from "./sample.ts";

/**
 * From this number of points on, the shares below decide, and a batch may stop. Fewer may all be at sea by chance: all of
 * them must be.
 */
const MANY_POINTS = 8;

/** Points seem swapped if fewer than this share is on land as read, and DECIDING_SHARE when swapped. */
const FEW = 0.25;

/**
 * They also seem so with up to this share on land as read, if at least this share is in one country when swapped: points of
 * Germany lie in Somalia, in Yemen and at sea.
 */
const MANY = 0.8;

/** But not if this share is in one country as read: yachts off Madeira are, and would be in Mozambique. */
const MOST = 0.7;

/** This share of points tells where most are, and what is wrong with those apart from these. */
const HALF = 0.5;

const candidates = new Int16Array(MAX_CANDIDATES);

/** The territories of a point, in an array that the next call changes. A country follows its subdivisions. */
function territoriesAt(latDeg: number, lonDeg: number): Int16Array {
  const isPoint = isInRange(latDeg, lonDeg);
  return candidates.subarray(0, isPoint ? territoriesAtInto(latDeg, lonDeg, candidates) : 0);
}

/** The country of a point, or NO_TERRITORY. Antarctica does not count: swapped points of America lie there. */
function countryAt(latDeg: number, lonDeg: number): number {
  const country = territoriesAt(latDeg, lonDeg).at(-1) ?? NO_TERRITORY;
  return country === territoryNumber("ATA") ? NO_TERRITORY : country;
}

/** Where points are: the country of each, the share in any, the one with most of them, and its share. */
function sharesOf(points: readonly Coordinate[]) {
  const countries = points.map(({ latDeg, lonDeg }) => countryAt(latDeg, lonDeg));
  const onLand = countries.filter((country) => country !== NO_TERRITORY);
  const counts = new Map<number, number>();
  for (const country of onLand) counts.set(country, (counts.get(country) ?? 0) + 1);
  const [[most, count] = [NO_TERRITORY, 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  const { length } = countries;
  return { countries, share: onLand.length / length, most, inOne: count / length };
}

type Shares = ReturnType<typeof sharesOf>;

/** Whether points are in countries if their numbers are radians. */
function areRadians(points: readonly Coordinate[]): boolean {
  const degrees = points.map(({ latDeg, lonDeg }) => ({
    latDeg: (latDeg * 180) / Math.PI,
    lonDeg: (lonDeg * 180) / Math.PI,
  }));
  const areDegrees = degrees.every(({ latDeg, lonDeg }) => {
    return isInRange(latDeg, lonDeg) && Math.abs(lonDeg) <= 180;
  });
  return areDegrees && sharesOf(degrees).share >= DECIDING_SHARE;
}

// Points apart from the others

/** The signs of degrees: as they are, or on the other side of the equator, of Greenwich, or of both. */
const SIGNS: readonly (readonly [latSign: number, lonSign: number])[] = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
];

function swappedPoint({ latDeg, lonDeg }: Coordinate): Coordinate {
  return { latDeg: lonDeg, lonDeg: latDeg };
}

/** The places of a point with each sign. The first is its own. */
function signedPoints({ latDeg, lonDeg }: Coordinate): readonly Coordinate[] {
  return SIGNS.map(([latSign, lonSign]) => ({
    latDeg: latSign * latDeg,
    lonDeg: lonSign * lonDeg,
  }));
}

/** A wider area has places of all kinds: swapped and with other signs, points may be there by chance. */
const MAX_WIDTH_DEG = 60;
/** This far from an area, a point is still among its points: off a coast, or in a suburb. */
const NEAR_AREA_DEG = 2;

/** Fewer points have no area. */
const MIN_POINTS = 3;

/** The area of most numbers, with its width once more on both sides; undefined if it is too wide. */
function rangeOf(numbers: readonly number[]) {
  const sorted = numbers.toSorted((first, second) => first - second);
  const cut = Math.floor((1 - DECIDING_SHARE) * sorted.length);
  const [from, to] = [sorted[cut], sorted[sorted.length - 1 - cut]];
  const beyond = to - from + NEAR_AREA_DEG;
  return to - from > MAX_WIDTH_DEG ? undefined : { from: from - beyond, to: to + beyond };
}

/** Whether points are in the area of most others: of their most frequent country, or else of those on land. */
function areaTest(points: readonly Coordinate[], { countries, most, inOne, share }: Shares) {
  const others = points.filter((_, at) =>
    inOne < HALF ? countries[at] !== NO_TERRITORY : countries[at] === most,
  );
  const lats = rangeOf(others.map(({ latDeg }) => latDeg));
  const lons = rangeOf(others.map(({ lonDeg }) => lonDeg));
  if (!lats || !lons || share < HALF || points.length < MIN_POINTS) return undefined;
  return ({ latDeg, lonDeg }: Coordinate) =>
    latDeg > lats.from && latDeg < lats.to && lonDeg > lons.from && lonDeg < lons.to;
}

/**
 * The doubt about points at sea, far from most others, that would be on land among these if they were swapped, or had
 * other signs; or that have one 0. Of 1,000 lists of 3 to 200 towns of one country, it finds a swapped one in 280 to 350, and
 * one without a sign in 420 to 840. In 40,000 lists of towns without mistakes, it finds none.
 */
function doubtOfStrays(points: readonly Coordinate[], asRead: Shares): string | undefined {
  const isAmong = areaTest(points, asRead);
  if (!isAmong) return undefined;
  const apart = points.filter((point) => isInRange(point.latDeg, point.lonDeg) && !isAmong(point));
  const example = ([{ latDeg, lonDeg }]: readonly Coordinate[]) => `${latDeg},${lonDeg}`;
  const lacking = apart.filter(({ latDeg, lonDeg }) => {
    return (latDeg === 0 && isMeasured(lonDeg)) || (lonDeg === 0 && isMeasured(latDeg));
  });
  if (lacking.length > 0) {
    return `Do points such as ${example(lacking)} lack a value? They are far from most others.`;
  }
  const atSea = apart.filter(({ latDeg, lonDeg }) => countryAt(latDeg, lonDeg) === NO_TERRITORY);
  const isLikely = (place: Coordinate) =>
    isAmong(place) && countryAt(place.latDeg, place.lonDeg) !== NO_TERRITORY;
  const areMost = (found: readonly Coordinate[]) =>
    found.length > 0 && found.length >= HALF * atSea.length;
  const swapped = atSea.filter((point) => isLikely(swappedPoint(point)));
  const signed = atSea.filter((point) => signedPoints(point).some(isLikely));
  const [found, question, turned, advice] = areMost(swapped)
    ? [swapped, "Are latitude and longitude swapped in some rows?", "swapped", "If so, swap these."]
    : [signed, "Do some points lack their sign?", "with another sign", SIGN_ADVICE];
  if (!areMost(found)) return undefined;
  return `${question} Points such as ${example(found)} are at sea, far from most others; ${turned}, they are among these. ${advice}`;
}

/** A doubt about points that do not seem to be swapped as a whole, with its advice. */
function otherDoubtAbout(points: readonly Coordinate[], asRead: Shares): string | undefined {
  const areMany = points.length >= MANY_POINTS;
  const mayBeRadians = areMany && asRead.share < FEW && areRadians(points);
  if (!mayBeRadians) return doubtOfStrays(points, asRead);
  return "Are these radians? As degrees, the points are at sea; as radians, they are in countries. Write degrees of WGS 84.";
}

/** Whether a row has a point. 0,0 stands for a missing one. */
export function isPresent({ latDeg, lonDeg }: Coordinate): boolean {
  return !Number.isNaN(latDeg + lonDeg) && (latDeg !== 0 || lonDeg !== 0);
}

/** What the borders say about points. It is no proof: ships off a coast can look like swapped points. */
interface BorderEvidence {
  /** Whether they are in countries as read, and not with swapped coordinates. */
  readonly areRight: boolean;
  readonly areSwapped: boolean;
  /** Whether they are so many that a batch may stop. */
  readonly areMany: boolean;
  /** What may be wrong, if anything. */
  readonly warnings: Warnings;
}

/**
 * Asks the borders about the points of a sample, if rows get local codes by them.
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
  const nothing = { areRight: false, areSwapped: false, areMany, warnings: warningsOf([doubtful]) };
  if (local !== "borders" || length === 0) return nothing;
  const asRead = sharesOf(points);
  const swapped = sharesOf(points.map(swappedPoint));
  const isFew =
    asRead.share < FEW || (asRead.share < MANY && asRead.inOne < MOST && swapped.inOne >= MANY);
  const areSwapped = areMany
    ? isFew && swapped.share >= DECIDING_SHARE
    : length > 1 && asRead.share === 0 && swapped.share === 1;
  const areRight = asRead.share >= DECIDING_SHARE && swapped.share <= 1 - DECIDING_SHARE;
  const found = { areRight, areSwapped, areMany };
  if (!areSwapped) {
    const doubt = otherDoubtAbout(points, asRead) ?? doubtful;
    return { ...found, warnings: warningsOf([doubt]) };
  }
  const [lost, lostSwapped] = [asRead, swapped].map(({ share }) => {
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
const NEAR_DEG = 0.25;
const STEPS = [0, -NEAR_DEG, NEAR_DEG];

function isIn(latDeg: number, lonDeg: number, territories: readonly number[]): boolean {
  const found = territoriesAt(latDeg, lonDeg);
  // The states of Brazil, among others, have no borders here.
  const isUndivided = found.length === 1 && territories.map(countryOf).includes(found[0]);
  return isUndivided || found.some((territory) => territories.includes(territory));
}

function isNear(latDeg: number, lonDeg: number, territories: readonly number[]): boolean {
  return STEPS.some((latStep) =>
    STEPS.some((lonStep) => isIn(latDeg + latStep, lonDeg + lonStep, territories)),
  );
}

/** Whether a point would be in its territory with some signs. */
function isThere(point: Coordinate, territories: readonly number[]): boolean {
  return signedPoints(point).some(({ latDeg, lonDeg }) => isNear(latDeg, lonDeg, territories));
}

/**
 * Finds the points that are not in the country of their territory, but would be in the territory with other signs, or
 * swapped. None if the points have other reasons to be elsewhere: ships have the country of their flag.
 */
export function misplacedPoints<Point extends NamedPoint>(points: readonly Point[]) {
  const elsewhere = points.filter(({ latDeg, lonDeg, territories }) => {
    return !isNear(latDeg, lonDeg, [...territories, ...territories.map(countryOf)]);
  });
  const turned = elsewhere.filter((point) => isThere(point, point.territories));
  const swapped = elsewhere.filter((point) => {
    return !turned.includes(point) && isThere(swappedPoint(point), point.territories);
  });
  const unexplained = elsewhere.length - turned.length - swapped.length;
  const areKnown = points.length > 1 && unexplained <= (1 - DECIDING_SHARE) * points.length;
  return areKnown ? { turned, swapped } : { turned: [], swapped: [] };
}
