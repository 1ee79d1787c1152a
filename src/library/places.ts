/** All places that the text of a mapcode can stand for, and the nearest one. A code alone is a code of many territories. */

import { writePointIn } from "../codec/decode.ts";
import { MALFORMED_MAPCODE, UNKNOWN_MAPCODE } from "../codec/error-codes.ts";
import { haversineTo, metersOf, nearestTerritory, type Origin } from "../codec/nearest.ts";
import { NO_TERRITORY } from "../tables/format.ts";
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";
import { joinedCode } from "../text/alphabets.ts";
import { isInternational, type MapcodeParts, parseParts, splitMapcode } from "../text/grammar.ts";
import { alphaCodeOf, countryOf, findByName } from "../text/territories.ts";
import type { Coordinate } from "./decoding.ts";
import { decodingProblem } from "./decoding-problem.ts";
import * as errors from "./errors.ts";
import { contextFilter, type DecodeOptions, NO_FILTER, type TerritoryFilter } from "./filters.ts";
import { Mapcode, type MapcodeInput, textOf } from "./mapcode.ts";
import { allMeanings } from "./territories.ts";

/** A place that a text can stand for. */
export interface Place extends Coordinate {
  /** Its mapcode, with the territory. */
  readonly mapcode: Mapcode;
  /** The distance from `near` on a great circle, in meters. */
  readonly distanceMeters?: number;
}

/** All territories but that of international codes. */
const ALL = Array.from({ length: INTERNATIONAL_TERRITORY }, (_, number) => number);

/** Options of placesOf. */
export type PlacesOptions = Pick<DecodeOptions, "country" | "near">;

/** The territories that a text may mean, in the published order. Of several, only those of the country count. */
function territoriesMeant(parts: MapcodeParts, country: number): readonly number[] {
  if (isInternational(parts)) return [INTERNATIONAL_TERRITORY];
  const isInCountry = (number: number) => countryOf(number) === country;
  if (parts.territory === undefined)
    return country === NO_TERRITORY ? ALL : ALL.filter(isInCountry);
  const named = allMeanings(parts.territory);
  return country === NO_TERRITORY || named.length === 1 ? named : named.filter(isInCountry);
}

function mapcodeIn(territory: number, { code, extension }: MapcodeParts): Mapcode {
  return new Mapcode(alphaCodeOf(territory), joinedCode(code, extension));
}

const degrees = new Float64Array(2);

/** The places of parts in territories, by their distance from the origin if there is one. */
function placesIn(
  meant: readonly number[],
  parts: MapcodeParts,
  origin: Origin | undefined,
): Place[] {
  if (!parseParts(parts)) return [];
  const isBare = parts.territory === undefined;
  const places = meant.flatMap((territory) => {
    if (writePointIn(territory, isBare, degrees) !== 0) return [];
    const [latDeg, lonDeg] = degrees;
    const haversine = origin === undefined ? 0 : haversineTo(origin, latDeg, lonDeg);
    return [{ territory, latDeg, lonDeg, haversine }];
  });
  places.sort((first, second) => first.haversine - second.haversine);
  return places.map(({ territory, latDeg, lonDeg, haversine }) => {
    const place = { mapcode: mapcodeIn(territory, parts), latDeg, lonDeg };
    return origin === undefined ? place : { ...place, distanceMeters: metersOf(haversine) };
  });
}

/**
 * The mapcode that a filter makes of an ambiguous text: of the place nearest to its origin, or of its country if the
 * territory in the text means no other one there, as NL does in NLD; undefined if the filter does not decide it.
 */
export function meantMapcode(text: string, filter: TerritoryFilter): Mapcode | undefined {
  const { origin, country, name, territory } = filter;
  if (origin === undefined && country === NO_TERRITORY) return undefined;
  const split = splitMapcode(text);
  if (split === undefined || isInternational(split)) return undefined;
  // Rows may have the name of the territory in another column.
  const parts = {
    ...split,
    territory: split.territory ?? (territory === NO_TERRITORY ? undefined : name),
  };
  if (parts.territory === undefined) {
    if (origin === undefined || !parseParts(parts)) return undefined;
    const nearest = nearestTerritory(territoriesMeant(parts, country), origin);
    return nearest === NO_TERRITORY ? undefined : mapcodeIn(nearest, parts);
  }
  const meant = territoriesMeant(parts, country);
  const [first] = meant;
  if (meant.length === 1) {
    const isUnknownName = findByName(parts.territory) === NO_TERRITORY;
    return (origin && isUnknownName) || first === country ? mapcodeIn(first, parts) : undefined;
  }
  return origin && placesIn(meant, parts, origin)[0]?.mapcode;
}

/** The text of the mapcode that a filter makes of a text, or the text itself. */
export function meantText(text: string, filter: TerritoryFilter): string {
  return filter === NO_FILTER ? text : `${meantMapcode(text, filter) ?? text}`;
}

/**
 * Every place that a text can stand for. A code without its territory stands for one in each territory that has the
 * code; a code of a country is listed under the country, not under its subdivisions. A territory with several meanings,
 * such as IN, is each of them. An international code, and the code of one territory, stand for one place.
 * @param mapcode a text in any alphabet, in upper or lower case, or an object
 * @param options near: a point, to sort places by their distance from it. country: an ISO 3166 code, to list only its
 *   places and those of its subdivisions
 * @returns by distance, or in the published order of territories; an empty list if the code stands for no place
 * @throws MapcodeError if the text does not have the form of a mapcode, its territory, the country or an option is
 *   unknown, or a coordinate of `near` is not a finite number
 * @throws TypeError if the mapcode, the options or the value of an option has the wrong type
 * @example
 * ```ts
 * placesOf("49.4V").length; // 520
 * const [place, second] = placesOf("49.4V", { near: { latDeg: 52.3, lonDeg: 4.9 } });
 * `${place.mapcode}`; // "NLD 49.4V"
 * Math.round(place.distanceMeters); // 8528
 * `${second.mapcode}`; // "BEL 49.4V"
 * placesOf("IN HH.GC").map(({ mapcode }) => mapcode.territory); // ["US-IN", "RU-IN"]
 * ```
 */
export function placesOf(
  mapcode: MapcodeInput,
  options: PlacesOptions = errors.NO_OPTIONS,
): Place[] {
  const text = textOf(mapcode);
  errors.checkOptionNames(options, ["country", "near"]);
  const filter = contextFilter(options);
  const parts = splitMapcode(text);
  const { territory } = parts ?? {};
  if (parts && (territory === undefined || allMeanings(territory).length > 0)) {
    return placesIn(territoriesMeant(parts, filter.country), parts, filter.origin);
  }
  const errorCode = parts ? UNKNOWN_MAPCODE : MALFORMED_MAPCODE;
  throw new errors.MapcodeError(decodingProblem(errorCode, text, filter));
}
