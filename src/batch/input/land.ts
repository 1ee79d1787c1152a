/** Where points are by the borders, as they are read, swapped, or with other signs. */
import { MAX_CANDIDATES } from "../../borders/layout.ts";
import { territoriesAtInto } from "../../borders/look-up.ts";
import type { Coordinate } from "../../index.ts";
import { NO_TERRITORY, territoryNumber } from "../../into.ts";
import { isInRange } from "../../library/errors.ts";

const candidates = new Int16Array(MAX_CANDIDATES);

/** The territories of a point, in an array that the next call changes. A country follows its subdivisions. */
export function territoriesAt({ latDeg, lonDeg }: Coordinate): Int16Array {
  const isPoint = isInRange(latDeg, lonDeg);
  return candidates.subarray(0, isPoint ? territoriesAtInto(latDeg, lonDeg, candidates) : 0);
}

/** The country of a point, or NO_TERRITORY. Antarctica does not count: swapped points of America lie there. */
export function countryAt(point: Coordinate): number {
  const country = territoriesAt(point).at(-1) ?? NO_TERRITORY;
  return country === territoryNumber("ATA") ? NO_TERRITORY : country;
}

/** Where points are: the country of each, the share in any, the country with most of them, and its share. */
export function sharesOf(points: readonly Coordinate[]) {
  const countries = points.map(countryAt);
  const onLand = countries.filter((country) => country !== NO_TERRITORY);
  const counts = new Map<number, number>();
  for (const country of onLand) counts.set(country, (counts.get(country) ?? 0) + 1);
  const [[mainCountry, count] = [NO_TERRITORY, 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  const shareOnLand = onLand.length / countries.length;
  return { countries, shareOnLand, mainCountry, shareInMain: count / countries.length };
}

export type Shares = ReturnType<typeof sharesOf>;

export function swappedPoint({ latDeg, lonDeg }: Coordinate): Coordinate {
  return { latDeg: lonDeg, lonDeg: latDeg };
}

/** The places of a point with each sign: as it is, or on the other side of the equator, of Greenwich, or of both. */
export function signedPoints({ latDeg: lat, lonDeg: lon }: Coordinate): readonly Coordinate[] {
  return [lat, -lat].flatMap((latDeg) => [lon, -lon].map((lonDeg) => ({ latDeg, lonDeg })));
}
