/** The place in a link to a map. */
import type { Coordinate } from "./decoding.ts";
import { isInRange } from "./errors.ts";

const NUMBER = String.raw`([-+]?\d[\d.]*)`;
/** A comma between the numbers, perhaps with a blank after it, as addresses write them. */
const COMMA = "(?:,|%2C)(?:\\+|%20)*";

/**
 * Directions start somewhere, or lead to several places. `/dir//52.3,4.9` and `/dir/?destination=52.3,4.9` start where
 * the user is.
 */
const DIRECTIONS = new RegExp(
  `^https?://.*(?:/dir/(?!/${NUMBER}${COMMA}${NUMBER}(?:/?(?:$|[?#])|/@|/data=)|\\?|$)|` +
    "/directions(?:[/?#]|$)|[?&](?:origin|waypoints|saddr)=)",
  "i",
);

/** Whether a text is a link with directions, which has several places. */
export function hasDirections(text: string): boolean {
  return DIRECTIONS.test(text);
}

/** Forms of a place in links, the most exact first: a link may have both a marker and the middle of the map. */
const FORMS: readonly RegExp[] = [
  // Google Maps: the place, what was searched, then the middle of the map.
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&](?:q|ll|query|center|destination)=${NUMBER}${COMMA}${NUMBER}`,
  `/(?:search|place|dir)//?${NUMBER}${COMMA}${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  // OpenStreetMap: the marker, then zoom and middle of the map.
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((form) => new RegExp(form, "i"));

const LINK = /^https?:\/\//i;

/** Yandex and ArcGIS write the longitude first. */
const LON_FIRST_HOST = /^https?:\/\/[^/]*\b(?:yandex|arcgis)\./i;

/** The place in a link to a map; undefined if a text is not a link, its form is unknown, or it has directions. */
export function pointOfMapLink(text: string): Coordinate | undefined {
  if (!LINK.test(text) || hasDirections(text)) return undefined;
  for (const form of FORMS) {
    const [, first, second] = form.exec(text) ?? [];
    const [lat, lon] = LON_FIRST_HOST.test(text) ? [second, first] : [first, second];
    const point = { latDeg: Number(lat), lonDeg: Number(lon) };
    if (isInRange(point.latDeg, point.lonDeg)) return point;
  }
  return undefined;
}
