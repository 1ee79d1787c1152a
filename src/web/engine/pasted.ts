/** Reads pasted texts: with quotes and dashes, or links to this page on any host and to other maps. */
import type { Coordinate } from "../../index.ts";
import { parseLink, parsePoint } from "../link.ts";

const NUMBER = "([-+]?\\d[\\d.]*)";
const LABELED = new RegExp(
  `^(?:lat|latitude)[\\s:=]+${NUMBER}[\\s,;]+(?:lon|lng|long|longitude)[\\s:=]+${NUMBER}$`,
  "i",
);
const QUOTED = /^["'“”„«»‘’]+(.*?)["'“”„«»‘’]+$/;
/** A full stop after a text with another dot or comma: the earlier one belongs to a code or a number. */
const FULL_STOP = /^(.*[.,].*)\.$/;

/** A text without outer quotes and final full stop, in any order. */
function bareText(text: string): string {
  const bare = text.trim().replace(FULL_STOP, "$1").replace(QUOTED, "$1");
  return bare === text ? bare : bareText(bare);
}

/** A text without full-width characters, dashes for hyphens, outer quotes, final full stop and coordinate labels. */
export function plainText(text: string): string {
  const plain = text
    .replaceAll(/[\u3000\uff01-\uff5e]/g, (sign) => sign.normalize("NFKC"))
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-");
  return bareText(plain).replace(LABELED, "$1, $2");
}

/** Forms of a place in links, the most exact first: a link may have both a marker and the middle of the map. */
const FORMS: readonly RegExp[] = [
  // Google Maps: the place, then the middle of the map.
  /!3d(-?\d[\d.]*)!4d(-?\d[\d.]*)/,
  /[?&](?:q|ll|query|center|destination)=(-?\d[\d.]*),(-?\d[\d.]*)/,
  /@(-?\d[\d.]*),(-?\d[\d.]*)/,
  // OpenStreetMap: the marker, then zoom and middle of the map.
  /[?&]mlat=(-?\d[\d.]*)&mlon=(-?\d[\d.]*)/,
  /#map=[\d.]+\/(-?\d[\d.]*)\/(-?\d[\d.]*)/,
];

/** Whether a text is an http or https URL. */
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
