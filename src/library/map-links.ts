/** The place in a link to a map. */
import type { Coordinate } from "./decoding.ts";
import { isInRange } from "./errors.ts";

const NUMBER = String.raw`([-+]?\d[\d.]*)`;
/** A comma between the numbers, perhaps with a blank after it, as addresses write them. */
const COMMA = "(?:,|%2C)(?:\\+|%20)*";

/**
 * Directions start somewhere, or lead to several places. `/dir//52.3,4.9` and `/dir/?destination=52.3,4.9` start where
 * the user is. Yandex and Bing separate places by tildes.
 */
const SEVERAL_PLACES = new RegExp(
  `^https?://.*(?:/dir/(?!/${NUMBER}${COMMA}${NUMBER}(?:/?(?:$|[?#])|/@|/data=)|\\?|$)|` +
    "/directions(?:[/?#]|$)|[?&](?:origin|waypoints|saddr|rtext|rtp)=|[?&](?:pt|sp)=[^&#]*~)",
  "i",
);

/** Whether a text is a link with directions or several markers. */
export function hasSeveralPlaces(text: string): boolean {
  return SEVERAL_PLACES.test(text);
}

function patterns(...forms: string[]): readonly RegExp[] {
  return forms.map((form) => new RegExp(form, "i"));
}

/** Forms of a place that links name, the most exact first. */
const PLACES = patterns(
  // Google Maps: the place, then what was searched; Apple Maps.
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&](?:q|query|destination|coordinate)=(?:loc:)?${NUMBER}${COMMA}${NUMBER}`,
  `/(?:search|place|dir)//?${NUMBER}${COMMA}${NUMBER}`,
  // OpenStreetMap: the marker, then what was asked about.
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `[?&]lat=${NUMBER}&lon=${NUMBER}`,
  // Yandex, Waze, Bing.
  `[?&](?:pt|whatshere(?:\\[|%5B)point(?:\\]|%5D))=${NUMBER}${COMMA}${NUMBER}`,
  `[?&]to=ll\\.${NUMBER}${COMMA}${NUMBER}`,
  `[?&]sp=point\\.${NUMBER}_${NUMBER}`,
);

/** Forms of the middle of the map. It is the place of links that name no other. */
const VIEWS = patterns(
  `[?&](?:ll|center)=${NUMBER}${COMMA}${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
  // Bing.
  `[?&]cp=${NUMBER}(?:~|%7E)${NUMBER}`,
);

/** What Google Maps searched, and the name of its place: words, or degrees and minutes. */
const NAME =
  /^https?:\/\/(?:.*\/maps\/(?:place|search)\/|[^/]*\bgoogle\..*[?&](?:q|query)=)([^/?#&@=]+)(?=[/?#&]|$)/i;

/** The name of the place in a link to a map; undefined if it has none. */
export function nameInMapLink(text: string): string | undefined {
  const name = NAME.exec(text)?.[1].replaceAll("+", " ");
  try {
    return name && decodeURIComponent(name);
  } catch {
    return name;
  }
}

const LINK = /^https?:\/\//i;

/** Yandex, ArcGIS and its apps on other hosts, TomTom and Azure write the longitude first. */
const LON_FIRST =
  /^https?:\/\/(?:[^/]*\b(?:yandex|arcgis|tomtom|atlas\.microsoft)\.|.*\/(?:webapp|map)viewer\/)/i;

/** The place in a link that has one place; undefined if a text is not a link, or has no place in numbers. */
export function pointOfMapLink(text: string): Coordinate | undefined {
  if (!LINK.test(text)) return undefined;
  const forms = NAME.test(text) ? PLACES : [...PLACES, ...VIEWS];
  for (const form of forms) {
    const [, first, second] = form.exec(text) ?? [];
    const [lat, lon] = LON_FIRST.test(text) ? [second, first] : [first, second];
    const point = { latDeg: Number(lat), lonDeg: Number(lon) };
    if (isInRange(point.latDeg, point.lonDeg)) return point;
  }
  return undefined;
}
