/** Places in links: to this page on any host, and to the maps where people look for their homes. */
import type { Coordinate } from "../../index.ts";
import { parseLink, parsePoint } from "../link.ts";

/** How links write a place, the most exact form first: a link may have a marker and the middle of the map. */
const FORMS: readonly RegExp[] = [
  // Google Maps: the place, then the middle of the map.
  /!3d(-?\d[\d.]*)!4d(-?\d[\d.]*)/,
  /[?&](?:q|ll|query|center|destination)=(-?\d[\d.]*),(-?\d[\d.]*)/,
  /@(-?\d[\d.]*),(-?\d[\d.]*)/,
  // OpenStreetMap: the marker, then zoom and middle of the map.
  /[?&]mlat=(-?\d[\d.]*)&mlon=(-?\d[\d.]*)/,
  /#map=[\d.]+\/(-?\d[\d.]*)\/(-?\d[\d.]*)/,
];

/** Whether a text is a link. */
export function isLink(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** The place in a link; undefined if the text is not a link, or names no place. */
export function pointOfLink(text: string): Coordinate | undefined {
  if (!isLink(text)) return undefined;
  const link = text.replaceAll(/%2C/gi, ",");
  const points = FORMS.map((form) => form.exec(link) ?? []).map(([, lat, lon]) =>
    parsePoint(lat, lon),
  );
  return points.find(Boolean) ?? parseLink(new URL(text).hash, []).point;
}

/** The code in a link by code; undefined for all other texts. */
export function codeOfLink(text: string): string | undefined {
  if (!isLink(text)) return undefined;
  const { hash, pathname } = new URL(text);
  const [, path] = /\/map\/([^/]+\/[^/]+)$/.exec(pathname) ?? [];
  return parseLink(path === undefined ? hash : `#${path}`, []).code;
}
