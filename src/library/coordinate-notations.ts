/**
 * The standard notations of a point: geo URIs (RFC 5870), ISO 6709 and well-known text. Each of them
 * fixes the order of the coordinates and the characters, so a pattern reads them.
 */
import { shortened } from "../messages.ts";
import { type CoordinateText, failAt, withoutOuterSpaces } from "./coordinate-tokens.ts";

/** Degrees with the places in the text where they are written. */
export interface PlacedPoint {
  readonly latDeg: number;
  readonly latIndex: number;
  readonly lonDeg: number;
  readonly lonIndex: number;
}

function placed(lat: number, latIndex: number, lon: number, lonIndex: number): PlacedPoint {
  return { latDeg: lat, latIndex, lonDeg: lon, lonIndex };
}

// ---- geo URIs: geo:52.37,4.9

const GEO_NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const GEO_POINT = new RegExp(`^(geo:)(${GEO_NUMBER}),(${GEO_NUMBER})(?:,${GEO_NUMBER})?`, "i");
const GEO_PARAMETERS = /^(?:;crs=([^;]*))?(?:;[a-z\d-]+(?:=[^;?#\s]*)?)*$/i;
const GEO_ADVICE = "Write it as geo:52.37,4.9 (RFC 5870).";

/** A geo URI: latitude, longitude and perhaps altitude, then parameters. */
function parseGeoUri(source: CoordinateText, text: string, start: number): PlacedPoint {
  const point = GEO_POINT.exec(text);
  if (!point) return failAt(source, start + 4, "the URI has no two numbers", GEO_ADVICE);
  const [all, scheme, lat, lon] = point;
  const end = start + all.length;
  const parameters = GEO_PARAMETERS.exec(text.slice(all.length));
  if (!parameters) {
    return failAt(source, end, "a geo URI has no such continuation", GEO_ADVICE);
  }
  const [, system = "wgs84"] = parameters;
  if (system.toLowerCase() !== "wgs84") {
    const index = end + ";crs=".length;
    failAt(
      source,
      index,
      `the coordinate system ${shortened(system)} is not known`,
      "Convert it to wgs84.",
    );
  }
  const latIndex = start + scheme.length;
  return placed(Number(lat), latIndex, Number(lon), latIndex + lat.length + 1);
}

// ---- ISO 6709: +52.37+004.90/ and +522212.0+0045400.0/

const ISO_POINT =
  /^([+-])((?:\d\d){1,3})([.,]\d+)?([+-])(\d(?:\d\d){1,3})([.,]\d+)?(?:[+-]\d+(?:[.,]\d+)?)?(CRS[^/\s]*)?\/?$/;
const ISO_SYSTEM = "CRSWGS_84";

/** Degrees of digits that are two or three of degrees and two each of minutes and seconds. */
function isoDegrees(sign: string, digits: string, decimals: string, width: number): number {
  const parts = [digits.slice(0, width)];
  for (let index = width; index < digits.length; index += 2) {
    parts.push(digits.slice(index, index + 2));
  }
  parts[parts.length - 1] += decimals.replace(",", ".");
  const degrees = degreesOf(parts.map(Number));
  return sign === "-" && degrees > 0 ? -degrees : degrees;
}

/** Minutes and seconds of 60 and more are impossible, however they are written. */
function hasSixty(digits: string, width: number): boolean {
  return /^(?:\d\d)?[6-9]/.test(digits.slice(width));
}

function parseIso6709(source: CoordinateText, found: RegExpExecArray, start: number): PlacedPoint {
  const [, latSign, lat, latDecimals = "", lonSign, lon, lonDecimals = "", system = ISO_SYSTEM] =
    found;
  const lonIndex = start + 1 + lat.length + latDecimals.length;
  if (hasSixty(lat, 2)) failAt(source, start, "minutes and seconds are not below 60");
  if (hasSixty(lon, 3)) failAt(source, lonIndex, "minutes and seconds are not below 60");
  if (system !== ISO_SYSTEM) {
    const index = start + found[0].indexOf("CRS");
    failAt(
      source,
      index,
      `the coordinate system ${shortened(system)} is not known`,
      `Convert it to WGS 84.`,
    );
  }
  const latDeg = isoDegrees(latSign, lat, latDecimals, 2);
  return placed(latDeg, start, isoDegrees(lonSign, lon, lonDecimals, 3), lonIndex);
}

// ---- Well-known text: POINT(4.9 52.37), the longitude first

/** The dot belongs to the digits after it: four numbers with two runs of digits each took time by the fifth power. */
const WKT_NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;
const WKT_START = /^(?:SRID=(\d+);\s*)?POINT\s*(?:(?:Z|M|ZM)\b\s*)?/i;
const WKT_POINT = new RegExp(
  String.raw`^(\(\s*)(${WKT_NUMBER})(\s+)(${WKT_NUMBER})(?:\s+${WKT_NUMBER}){0,2}\s*\)$`,
  "i",
);
const WGS84_SRID = "4326";

function parseWktPoint(
  source: CoordinateText,
  text: string,
  found: RegExpExecArray,
  start: number,
): PlacedPoint {
  const [head, srid = WGS84_SRID] = found;
  if (srid !== WGS84_SRID) {
    failAt(
      source,
      start,
      `the SRID ${shortened(srid)} is not known`,
      `Convert it to ${WGS84_SRID} (WGS 84).`,
    );
  }
  const bodyIndex = start + head.length;
  const body = WKT_POINT.exec(text.slice(head.length));
  if (!body) {
    const problem = "the point has no longitude and latitude in brackets";
    return failAt(source, bodyIndex, problem, "Write it as POINT(4.9 52.37), the longitude first.");
  }
  const [, bracket, lon, space, lat] = body;
  const lonIndex = bodyIndex + bracket.length;
  return placed(Number(lat), lonIndex + lon.length + space.length, Number(lon), lonIndex);
}

// ---- All of them

/**
 * Degrees of degrees, minutes and seconds. Whole numbers are divided once, so that the result is the
 * closest double.
 */
export function degreesOf([degrees, minutes, seconds]: readonly number[]): number {
  if (minutes === undefined) return degrees;
  if (seconds === undefined) return (degrees * 60 + minutes) / 60;
  return (degrees * 3600 + minutes * 60 + seconds) / 3600;
}

/**
 * Reads a text in one of these notations.
 * @returns undefined if the text is in none of them
 * @throws CoordinateProblem if the text starts as one of them and goes on otherwise
 */
export function parseNotation(source: CoordinateText): PlacedPoint | undefined {
  const { inner: text, start } = withoutOuterSpaces(source.text);
  if (/^geo:/i.test(text)) return parseGeoUri(source, text, start);
  const wkt = WKT_START.exec(text);
  if (wkt) return parseWktPoint(source, text, wkt, start);
  const iso = ISO_POINT.exec(text);
  return iso ? parseIso6709(source, iso, start) : undefined;
}
