/** What numbers look like that are not degrees: other units, missing values, other axes. */
import type { Axis } from "../../library/angles.ts";
import { AMBIGUOUS_O } from "../../library/coordinates.ts";
import { isInRange, MAX_LAT_DEG } from "../../library/errors.ts";

/** Degrees and minutes in one number with a hemisphere, as in APRS: `5222.59N`. */
const DEGREES_AND_MINUTES = /^[NSEW]\s*\d{1,3}[0-5]\d\.\d*$|^\d{1,3}[0-5]\d\.\d*\s*[NSEW]$/i;
/** The same with a leading zero, as in NMEA: `0032.638`. Degrees never have so many digits before the dot. */
const NMEA_WITH_ZERO = /^[NSEW]?\s*[-+]?0\d{1,2}[0-5]\d(?:\.\d*)?\s*[NSEW]?$/i;

/** Numbers without a unit or hemisphere. They are more often two values than degrees and minutes. */
export const NUMBERS_ONLY = /^[\d.,+-]+(?:\s+[\d.,+-]+)+$/;

/** Degrees, minutes and seconds in other forms: `52-12-34`, `52.12.34`, `521234N`, `N521234`. */
const PARTS =
  /^\d{1,3}([-.])\d{1,2}\1\d{1,2}(?:\.\d+)?\s*[NSEW]?$|^\d{6,7}(?:\.\d+)?\s*[NSEW]$|^[NSEW]\s*\d{6,7}(?:\.\d+)?$/i;

/** Separators of thousands: spreadsheets write them if a point got lost. */
const THOUSANDS = /^[-+−]?\d{1,3}([.,'’])\d{3}(?:\1\d{3})+$/;

/** The hint about degrees and minutes in one number. */
const MINUTES_HINT =
  " It looks like degrees and minutes in one number (NMEA): 5222.591 is 52°22.591'.";

/** Whether a text is degrees and minutes of NMEA, with a leading zero. */
export function isNmea(text: string): boolean {
  return NMEA_WITH_ZERO.test(text);
}

/** Hemispheres of the other axis. */
const OTHER_HEMISPHERE = { latitude: /^[EW] ?\d|\d\W*[EW]$/i, longitude: /^[NS] ?\d|\d\W*[NS]$/i };

/** The hint about a text that is not degrees; empty if nothing is known. */
export function textHint(text: string, axis: Axis): string {
  if (OTHER_HEMISPHERE[axis].test(text)) return " Are latitude and longitude swapped?";
  if (/^O\s*[\d.]|\d\W*O$/i.test(text)) return ` ${AMBIGUOUS_O}: write E or W.`;
  if (THOUSANDS.test(text))
    return " It has separators of thousands. Degrees have one decimal point.";
  if (NUMBERS_ONLY.test(text) || PARTS.test(text))
    return " Write degrees and minutes with ° and ', or with a hemisphere: 52°22' or 52 22 N.";
  return DEGREES_AND_MINUTES.test(text) || isNmea(text) ? MINUTES_HINT : "";
}

/** Sensors and models fill gaps with nines; data sets of climate with 1e20 and more. */
function isFill(degrees: number): boolean {
  return /^-?(?:9{3,}\.?|99\.999)9*$/.test(`${degrees}`) || Math.abs(degrees) >= 1e19;
}

/** Whether a number beyond the range is degrees and minutes: 5222.591. */
function hasMinutes(degrees: number, maxDeg: number): boolean {
  const size = Math.abs(degrees);
  return size <= 100 * maxDeg && size % 100 < 60;
}

/** Whether a number is degrees, minutes and seconds in one: 404245. Whole hundreds are more often meters. */
function hasSeconds(degrees: number, maxDeg: number): boolean {
  const size = Math.abs(degrees);
  const hasParts = size % 10_000 < 6000 && size % 100 > 0 && size % 100 < 60;
  return Number.isInteger(degrees) && size >= 10_000 && size <= maxDeg * 10_000 && hasParts;
}

/** The greatest coordinates in meters are those of Web Mercator. */
const MAX_PROJECTED = 20_100_000;
const SEMICIRCLES_PER_DEGREE = 2 ** 31 / 180;

/** The units that whole numbers from a million on may have. */
function scaledUnits(latDeg: number, lonDeg: number): readonly string[] {
  const size = Math.max(Math.abs(latDeg), Math.abs(lonDeg));
  if (!Number.isInteger(latDeg) || !Number.isInteger(lonDeg) || size < 1e6) return [];
  const fits = (perDegree: number) =>
    Math.abs(latDeg) <= 90 * perDegree && Math.abs(lonDeg) <= 180 * perDegree;
  if (fits(1e5)) return ["degrees times 100,000 or 1,000,000"];
  const ofShips = fits(6e5)
    ? ["ten-thousandths of minutes, as in AIS (degrees times 600,000)"]
    : [];
  if (fits(1e6)) return ["microdegrees (degrees times 1,000,000)", ...ofShips];
  const units = fits(1e7) ? ["E7 (degrees times 10,000,000)"] : [];
  return fits(SEMICIRCLES_PER_DEGREE) ? [...units, "semicircles (degrees times 2^31/180)"] : units;
}

const SECONDS = "degrees, minutes and seconds in one number (404245 is 40°42'45\")";
const PROJECTED =
  "projected coordinates: ogr2ogr converts them with -s_srs and -t_srs EPSG:4326, geopandas with set_crs and to_crs";

/** The hint about a point out of range; empty if nothing is known. */
export function rangeHint(latDeg: number, lonDeg: number): string {
  if (isInRange(latDeg, lonDeg)) return "";
  // AIS has the latitude 91 where a ship does not know its place.
  const isMissing = isFill(latDeg) || isFill(lonDeg) || latDeg === 91;
  if (isMissing) return " It looks like a missing value.";
  if (isInRange(lonDeg, latDeg)) return " Are latitude and longitude swapped?";
  const isLatRight = isInRange(latDeg, 0);
  const wrong = isLatRight ? lonDeg : latDeg;
  const haveMinutes = hasMinutes(latDeg, MAX_LAT_DEG) && hasMinutes(lonDeg, 180);
  // NMEA always writes decimals of minutes.
  if (haveMinutes && !Number.isInteger(wrong)) return MINUTES_HINT;
  if (isLatRight || isInRange(0, lonDeg)) {
    const hasLostPoint = Number.isInteger(wrong) && Math.abs(wrong) > 1000;
    return hasLostPoint ? " Is its decimal point missing?" : "";
  }
  if (Math.abs(latDeg) <= 180) return "";
  const units = [...scaledUnits(latDeg, lonDeg)];
  const size = Math.max(Math.abs(latDeg), Math.abs(lonDeg));
  if (hasSeconds(latDeg, MAX_LAT_DEG) && hasSeconds(lonDeg, 180)) units.push(SECONDS);
  const all = size < MAX_PROJECTED ? [...units, PROJECTED] : units;
  return all.length === 0 ? "" : ` The point looks like ${all.join(", or ")}.`;
}
