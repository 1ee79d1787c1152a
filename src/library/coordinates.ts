/** Coordinates from texts of people and programs. An ambiguous text is an error. */
import { checkText, quoted } from "../messages.ts";
import {
  type Angle,
  type Axis,
  MAX_CHARS,
  NUMBER,
  plainText,
  readAngle,
  singleSpaced,
} from "./angles.ts";
import type { Coordinate } from "./decoding.ts";
import { MAX_LAT_DEG, MAX_LON_DEG, MapcodeError, type Problem } from "./errors.ts";
import { hasSeveralPlaces, nameInMapLink, pointOfMapLink } from "./map-links.ts";

// ---- Problems, as parts of sentences

const ADVICE = {
  coordinates: `Write them as '52.37, 4.9' or as '52°22'35"N 4°54'31"E'.`,
  latitude: `Write it as '52.37' or as '52°22'35"N'.`,
  longitude: `Write it as '4.9' or as '4°54'31"E'.`,
} as const;

type CoordinateProblem = Problem<"malformed-coordinates">;

/** The value of a text, or its problem: `In the latitude '52x', 'x' is not a coordinate. Write it as ...` */
function valueOrProblem<Value extends object | number>(
  subject: keyof typeof ADVICE,
  text: string,
  readText: (text: string) => Value | string,
): Value | CoordinateProblem {
  const { length } = text;
  const value =
    length > MAX_CHARS
      ? `there are ${length} characters, not at most ${MAX_CHARS}`
      : readText(singleSpaced(text));
  if (typeof value !== "string") return value;
  const message = `In the ${subject} ${quoted(text)}, ${value}. ${ADVICE[subject]}`;
  return { code: "malformed-coordinates", message, value: text };
}

/** After a value that is not a point: an area, a line, or a part of one. */
export const SURFACE_POINT_ADVICE =
  "; of a line or an area, ST_PointOnSurface gives one (PostGIS, DuckDB, SpatiaLite)";

/** The other geometries of WKT. */
const OTHER_GEOMETRY = /^(?:SRID=\d+;)?\s*(?:MULTI|LINE|POLYGON|CURVE|GEOMETRY)/i;

export const AMBIGUOUS_O = "O is east in German, and west in French";

const SEVERAL_MEANINGS = "the comma or dot has several meanings";

/** The problem of a text without a complete angle. @param rest the unread part of its plain form */
function restProblem(rest: string, text: string): string {
  if (rest === "") return "there is nothing to read";
  if (OTHER_GEOMETRY.test(rest)) return `the geometry is not a point${SURFACE_POINT_ADVICE}`;
  if (/\d\.\d*\.\d|\d,\d/.test(rest)) return SEVERAL_MEANINGS;
  if (/^ ?O(?!\w)|^O ?\d/i.test(rest)) return AMBIGUOUS_O;
  return `${quoted(rest === plainText(text) ? text : rest)} is not a coordinate`;
}

function rangeProblem(degrees: number, axis: Axis): string | undefined {
  const limit = axis === "latitude" ? MAX_LAT_DEG : MAX_LON_DEG;
  return Math.abs(degrees) <= limit ? undefined : `the ${axis} ${degrees}° is out of range`;
}

/** The degrees of one coordinate, or the problem of its text. */
function readAxis(original: string, axis: Axis): number | string {
  const plain = plainText(original);
  const angle = readAngle(plain, 0);
  const rest = plain.slice(angle?.end ?? 0);
  if (!angle || rest !== "") return restProblem(rest, original);
  const { degrees, axis: foundAxis = axis } = angle;
  if (foundAxis !== axis) return `the hemisphere is one of a ${foundAxis}`;
  return rangeProblem(degrees, axis) ?? degrees;
}

// ---- Two angles

/** A geo URI (RFC 5870): latitude, longitude and perhaps an altitude, then parameters. */
const GEO =
  /^geo:(?<lat>-?\d+(?:\.\d+)?),(?<lon>-?\d+(?:\.\d+)?)(?:,-?\d+(?:\.\d+)?)?(?:;crs=wgs84)?(?:;(?!crs=)[a-z\d-]+(?:=[^;?#\s]*)?)*(?:\?z=\d+(?:\.\d+)?)?$/i;

/** A number of well-known text. Two runs of digits would take quadratic time: the dot belongs to the second. */
const WKT_NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;

/** Well-known text: the longitude comes first. */
const WKT = new RegExp(
  String.raw`^(?:SRID=(?:4326|4979); ?)?POINT ?(?:ZM? ?|M ?)?\( ?(?<lon>${WKT_NUMBER}) (?<lat>${WKT_NUMBER})(?: ${WKT_NUMBER}){0,2} ?\)$`,
  "i",
);

/** The other reference system of well-known text or of a geo URI. */
const OTHER_SYSTEM =
  /^(?:(SRID=(?!4326;|4979;)\d+); ?[a-z]|geo:[^?]*;crs=(?!wgs84(?:[;?]|$))([^;?]+))/i;

/** ISO 6709, as cameras write it: `+52.3765+004.9085/`, also with minutes and seconds, and with a height. */
const ISO_6709 =
  /^([+-])(\d\d(?:[0-5]\d){0,2}(?:\.\d+)?)([+-])(\d{3}(?:[0-5]\d){0,2}(?:\.\d+)?)(?:[+-]\d+(?:\.\d+)?)?(?:CRSWGS_?84)?\/$/i;

/** The angles of a text of ISO 6709, `52 22 12N 004 54 31E`; any other text as it is. */
function isoToAngles(text: string): string {
  return text.replace(ISO_6709, (_, latSign: string, lat: string, lonSign: string, lon: string) => {
    const latAngle = lat.replace(/(?<=^\d\d|^\d{4})\d\d/g, " $&");
    const lonAngle = lon.replace(/(?<=^\d{3}|^\d{5})\d\d/g, " $&");
    return `${latAngle}${latSign === "-" ? "S" : "N"} ${lonAngle}${lonSign === "-" ? "W" : "E"}`;
  });
}

/**
 * A height after a pair, and perhaps its accuracy, are left out. Between blanks, a pair needs decimals: else it may have
 * minutes. Between commas, both are written alike: else one may be a decimal comma, as in `52.37, 4,9`.
 */
const HEIGHT = String.raw`[+-]?\d+(?:\.\d*)?`;
const BEFORE_HEIGHT = new RegExp(
  String.raw`^[+-]?${NUMBER}(?<comma> ?, ?)[+-]?${NUMBER}(?=\k<comma>${HEIGHT}$)|^[+-]?\d+\.\d+ [+-]?\d+\.\d+(?=(?: ${HEIGHT}){1,2}$)`,
);

const BARE_NUMBERS = new RegExp(`^[+-]? ?${NUMBER}(?: [+-]? ?${NUMBER})+$`);

/** Puts a comma into the middle of an even number of numbers without units. */
function withComma(text: string): string {
  const words = text.replace(/([+-]) /g, "$1").split(" ");
  const half = words.length / 2;
  if (!Number.isInteger(half)) return text;
  return `${words.slice(0, half).join(" ")},${words.slice(half).join(" ")}`;
}

const SEPARATOR = / ?([,;/])? ?/y;

/** A hyphen that may be a minus sign, or stand between both coordinates. */
const LOOSE_HYPHEN = /^(?!- ).*[^,;/+-] - /;

/** Whether a hemisphere, a sign or units show the start of the second of two angles without a separator. */
function showsSecondStart(first: Angle, second: Angle): boolean {
  if (first.axis !== undefined) return !first.isInFront || second.isInFront;
  const hasUnits = first.style[0] !== " " || second.style[0] !== " ";
  if (hasUnits) return second.isSigned || first.style[0] === second.style[0];
  return second.isSigned && first.style.length === second.style.length;
}

/**
 * Whether an angle has more numbers than the other one, and no unit says that they are minutes: the first may be the number
 * of a list, as in `7 45.5N 73.5W`, or the decimals of the other angle, as in `52,37 4.9`.
 */
function hasOtherParts({ style }: Angle, other: Angle): boolean {
  return style.length > other.style.length && !style.includes("u");
}

/** The point of two angles, or the problem of the text. */
function readAngles(original: string, lonFirst: boolean): Coordinate | string {
  const plain = plainText(original);
  const inner = plain.startsWith("(") && plain.endsWith(")") ? plain.slice(1, -1).trim() : plain;
  const pair = BEFORE_HEIGHT.exec(inner)?.[0] ?? inner;
  const text = BARE_NUMBERS.test(pair) ? withComma(pair) : pair;
  const first = readAngle(text, 0);
  if (!first) return restProblem(inner, original);
  SEPARATOR.lastIndex = first.end;
  const [between = "", separator] = SEPARATOR.exec(text) ?? [];
  const start = first.end + between.length;
  if (start >= text.length) {
    const reason = /\d,\d/.test(original) ? ", as the comma is a decimal comma" : "";
    return `the second coordinate is missing${reason}`;
  }
  const second = readAngle(text, start);
  const rest = text.slice(second?.end ?? start);
  if (second && /^, ?-?[\d.]+$/.test(rest)) return SEVERAL_MEANINGS;
  if (!second || rest !== "") return restProblem(rest, original);
  if (LOOSE_HYPHEN.test(pair)) return "the hyphen may be a minus sign, or divide the coordinates";
  if (hasOtherParts(first, second) || hasOtherParts(second, first)) {
    return "one coordinate has more numbers than the other one";
  }
  if ((first.axis === undefined) !== (second.axis === undefined)) {
    return "one coordinate has a hemisphere, and the other one has none";
  }
  if (separator === undefined && !showsSecondStart(first, second)) {
    return "it is not clear where the second coordinate starts";
  }
  if (first.axis !== undefined && first.axis === second.axis) return `there are two ${first.axis}s`;
  const isExchanged = first.axis === undefined ? lonFirst : first.axis === "longitude";
  const [lat, lon] = isExchanged ? [second, first] : [first, second];
  const problem = rangeProblem(lat.degrees, "latitude");
  const mayBeExchanged =
    first.axis === undefined && !lonFirst && Math.abs(lat.degrees) <= MAX_LON_DEG;
  if (problem !== undefined && mayBeExchanged)
    return `${problem}. The latitude comes first unless hemispheres say otherwise`;
  return { latDeg: lat.degrees, lonDeg: lon.degrees };
}

/** The name of an axis before its coordinate. */
const NAME = String.raw`["']?(lat|long?|lng)(?:itude)?\.?["']? ?[:=]? ?`;

/** Both coordinates after the names of their axes: `Lat: 52.37, Long: 4.9`, `{lat: 52.37, lng: 4.9}`. No angle has an L. */
const NAMED = new RegExp(`^[({]? ?${NAME}([^l]+?) ?[,;&/]? ?${NAME}([^l)}]+?) ?[)}]?$`, "i");

/** The point of two named coordinates, or the problem of one. */
function readNamed(text: string): Coordinate | string | undefined {
  const [, name, angle, otherName, otherAngle] = NAMED.exec(text) ?? [];
  if (name === undefined) return undefined;
  const [isLatitude, isOtherLatitude] = [name, otherName].map((axis) => /^la/i.test(axis));
  if (isLatitude === isOtherLatitude) return undefined;
  const [lat, lon] = isLatitude ? [angle, otherAngle] : [otherAngle, angle];
  const latDeg = readAxis(lat, "latitude");
  const lonDeg = readAxis(lon, "longitude");
  if (typeof latDeg === "string") return latDeg;
  return typeof lonDeg === "string" ? lonDeg : { latDeg, lonDeg };
}

/** A query of a geo URI other than the zoom z. Apps show the place in q instead of the point. */
const GEO_QUERY = /^geo:[^?]*\?(?:z=[^&]*&)?(?!z=)([^=&]+)/i;

/** The point of a name in a link, or the problem of the link. */
function readNameInLink(text: string): Coordinate | string | undefined {
  const name = nameInMapLink(text);
  if (name === undefined) return undefined;
  const point = readAngles(singleSpaced(name), false);
  if (typeof point !== "string") return point;
  return /\p{L}/u.test(name) ? `the link names ${quoted(name)} without its coordinates` : undefined;
}

function readPoint(text: string, lonFirst: boolean): Coordinate | string {
  const [, query] = GEO_QUERY.exec(text) ?? [];
  if (query !== undefined) return `the query ${quoted(query)} may mean another place`;
  if (hasSeveralPlaces(text)) return "a link with directions or markers has several places";
  const [, srid, crs = srid] = OTHER_SYSTEM.exec(text) ?? [];
  if (crs !== undefined) return `the reference system ${quoted(crs)} is not WGS 84`;
  const { lat, lon } = (GEO.exec(text) ?? WKT.exec(text))?.groups ?? {};
  const point =
    lat === undefined
      ? (pointOfMapLink(text) ??
        readNameInLink(text) ??
        readNamed(text) ??
        readAngles(isoToAngles(text), lonFirst))
      : { latDeg: Number(lat), lonDeg: Number(lon) };
  if (typeof point === "string") return point;
  const { latDeg, lonDeg } = point;
  return rangeProblem(latDeg, "latitude") ?? rangeProblem(lonDeg, "longitude") ?? point;
}

/**
 * As parseCoordinates, but returns the problem: an error's stack trace is nine tenths of the time of a wrong text.
 * @param lonFirst whether the longitude comes first where nothing in the text says which number it is
 */
export function readCoordinates(text: string, lonFirst = false): Coordinate | CoordinateProblem {
  return valueOrProblem("coordinates", text, (original) => readPoint(original, lonFirst));
}

/** One coordinate in degrees, in the forms of parseCoordinates, or the problem of the text. */
export function readDegrees(text: string, axis: Axis): number | CoordinateProblem {
  return valueOrProblem(axis, text, (original) => readAxis(original, axis));
}

/**
 * Reads a latitude and a longitude, in degrees of WGS 84, from a text in one of these forms:
 *
 * - decimal degrees: `52.37, 4.9`, `52.37 4.9`, `52,37 4,9`, `52,37; 4,9`, `(52.37, 4.9)`
 * - degrees and minutes, and seconds: `52°22.2' 4°54'`, `52 22 12 4 54 0`, `52:22:12, 4:54:00`,
 *   `52d22m12s 4d54m00s`, `52 deg 22' 12" / 4 deg 54' 0"`, `52-22-12N 4-54-00E`; all common signs of minutes and
 *   seconds
 * - hemispheres before or after angles, as letters or English words, in either order: `4°54'E 52°22'12"N`,
 *   `N 52.37 E 4.9`
 * - geo URIs (RFC 5870) `geo:52.37,4.9`, also with the zoom level `?z=11`, and well-known text `POINT(4.9 52.37)` with
 *   the longitude first
 * - ISO 6709 `+52.37+004.9/`, and links of maps that have one place
 * - both with their names: `Lat: 52.37, Long: 4.9`, `{lat: 52.37, lng: 4.9}`
 *
 * Without hemispheres the latitude comes first. In a text without a dot, a comma between two digits is a
 * decimal comma. `52,37,4,9` is ambiguous, and so are the hemisphere `O` and `7 45.5N 73.5W`, where a line may begin
 * with its number. A height after both is left out, as in `52.37 4.9 12`.
 * @param text up to 4096 characters, with any white space; invisible marks in it are ignored
 * @returns latitude from -90 to 90 and longitude from -360 to 360, in degrees
 * @throws MapcodeError if the text has none of these forms or is ambiguous, or a coordinate is out of range
 * @throws TypeError if the text is not a string
 * @example
 * ```ts
 * parseCoordinates("52.376514, 4.908543"); // { latDeg: 52.376514, lonDeg: 4.908543 }
 * parseCoordinates("33°51'25\"S 151°12'54\"E").lonDeg; // 151.215
 * parseCoordinates("POINT(4.9 52.37)"); // { latDeg: 52.37, lonDeg: 4.9 }
 * ```
 */
export function parseCoordinates(text: string): Coordinate {
  checkText("text of the coordinates", text);
  const point = readCoordinates(text);
  if ("code" in point) throw new MapcodeError(point);
  return point;
}
