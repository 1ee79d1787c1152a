/** From the text of a mapcode to its coordinate or area: no exceptions, no allocation for ASCII. */
import { unpack } from "../digits/packing.ts";
import { BASE, DIGIT_POWERS, INTERNATIONAL_LENGTH } from "../tables/format.ts";
import {
  formIndex,
  NO_TERRITORY,
  RECORD_WORDS,
  RESTRICTED,
  TRAITS,
  WITHIN_OUTLINE,
} from "../tables/layout.ts";
import {
  forms,
  INTERNATIONAL_TERRITORY,
  isTerritory,
  letteredRecords,
  parentLengths,
  parents,
  records,
} from "../tables/tables.ts";
import { countryOf, findByKey, findTerritory, findWithin } from "../territories/lookup.ts";
import { takeMapcode } from "../text/read.ts";
import {
  codeChars,
  found,
  NOT_THERE,
  scanCode,
  scanTerritory,
  takeValues,
  territoryChars,
} from "../text/scan.ts";
import { scanUsual, territoryKey } from "../text/usual.ts";
import { POINT_WORDS, setPoint, setUnits, writeDegrees } from "./points.ts";
import { readCode } from "./read-code.ts";
import { INVALID_TERRITORY, MALFORMED_MAPCODE, UNKNOWN_MAPCODE } from "./refusals.ts";
import { applyRestriction } from "./restriction.ts";
import { outlineOf } from "./search.ts";
import {
  intersect,
  setMiddle,
  ZONE_LAT_MAX,
  ZONE_LAT_MIDDLE,
  ZONE_LAT_MIN,
  ZONE_LON_MAX,
  ZONE_LON_MIDDLE,
  ZONE_LON_MIN,
  ZONE_NUMBERS,
} from "./zone.ts";

// Places of what decodeInto and decodeAreaInto write, all in degrees, each longitude behind its
// latitude.
export const LAT_DEG = 0;
export const LON_DEG = 1;
export const SOUTH_LAT_DEG = 2;
export const WEST_LON_DEG = 3;
export const NORTH_LAT_DEG = 4;
export const EAST_LON_DEG = 5;
export const CENTER_LAT_DEG = 6;
export const CENTER_LON_DEG = 7;
/** How many numbers an area is. */
export const AREA_NUMBERS = 8;

const zone = new Float64Array(ZONE_NUMBERS);
const point = new Int32Array(POINT_WORDS);

/**
 * The coordinate a mapcode stands for: LAT_DEG and LON_DEG, the middle of its zone.
 * @param text a mapcode in any alphabet and case, with or without its territory
 * @param context number of the territory for codes without one, or NO_TERRITORY for AAA; for a
 *   territory in the text that stands for several places, those of the context's country go first
 * @param degrees at least two numbers; unchanged when there is no answer
 * @returns 0, or MALFORMED_MAPCODE, UNKNOWN_MAPCODE or INVALID_TERRITORY (of the context)
 */
export function decodeInto(text: string, context: number, degrees: Float64Array): number {
  const refusal = findZone(text, context);
  if (refusal !== 0) return refusal;
  setMiddle(zone);
  writeDegrees(zone, ZONE_LAT_MIDDLE, ZONE_LON_MIDDLE, degrees, LAT_DEG);
  return 0;
}

/**
 * As decodeInto, and the rectangle of the code: SOUTH_LAT_DEG to EAST_LON_DEG, and its own middle.
 * Where it crosses the date line, its east is less than its west.
 * @param degrees at least AREA_NUMBERS numbers
 */
export function decodeAreaInto(text: string, context: number, degrees: Float64Array): number {
  const refusal = decodeInto(text, context, degrees);
  if (refusal !== 0) return refusal;
  writeDegrees(zone, ZONE_LAT_MIN, ZONE_LON_MIN, degrees, SOUTH_LAT_DEG);
  writeDegrees(zone, ZONE_LAT_MAX, ZONE_LON_MAX, degrees, NORTH_LAT_DEG);
  const south = degrees[SOUTH_LAT_DEG] as number;
  const north = degrees[NORTH_LAT_DEG] as number;
  const west = degrees[WEST_LON_DEG] as number;
  const east = degrees[EAST_LON_DEG] as number;
  degrees[CENTER_LAT_DEG] = (south + north) / 2;
  degrees[CENTER_LON_DEG] = (west + (east < west ? east + 360 : east)) / 2;
  setPoint(point, degrees, CENTER_LAT_DEG);
  setUnits(zone, ZONE_LAT_MIDDLE, ZONE_LON_MIDDLE, point);
  writeDegrees(zone, ZONE_LAT_MIDDLE, ZONE_LON_MIDDLE, degrees, CENTER_LAT_DEG);
  return 0;
}

/** Whether a text has the form of a mapcode, whatever it may mean. */
export function isMapcodeFormat(text: string): boolean {
  takeMapcode(text);
  const afterTerritory = scanTerritory(0);
  return scanCode(afterTerritory === NOT_THERE ? 0 : afterTerritory);
}

function findZone(text: string, context: number): number {
  if (context !== NO_TERRITORY && !isTerritory(context)) return INVALID_TERRITORY;
  if (!scanUsual(text)) return findUnusual(text, context);
  let territory = context === NO_TERRITORY ? INTERNATIONAL_TERRITORY : context;
  if (territoryKey !== 0) {
    const country = context === NO_TERRITORY ? NO_TERRITORY : countryOf(context);
    territory = findByKey(territoryKey, country);
    if (territory === NO_TERRITORY) return findUnusual(text, context);
  }
  return readZone(territory) ? 0 : UNKNOWN_MAPCODE;
}

/** As findZone, for all texts. */
function findUnusual(text: string, context: number): number {
  takeMapcode(text);
  let at = 0;
  let territory = context === NO_TERRITORY ? INTERNATIONAL_TERRITORY : context;
  const afterTerritory = scanTerritory(at);
  if (afterTerritory !== NOT_THERE) {
    territory = territoryInText(context);
    if (territory === NO_TERRITORY) return UNKNOWN_MAPCODE;
    at = afterTerritory;
  }
  if (!scanCode(at)) {
    const afterSecond = scanTerritory(at);
    const isElseFine = afterSecond !== NOT_THERE && scanCode(afterSecond);
    return isElseFine ? UNKNOWN_MAPCODE : MALFORMED_MAPCODE;
  }
  if (!unpack(codeChars, 0, found.prefix + 1 + found.suffix)) return UNKNOWN_MAPCODE;
  takeValues();
  return readZone(territory) ? 0 : UNKNOWN_MAPCODE;
}

/** The meaning of the territory that scan.ts found, in the context's country if it has one there. */
function territoryInText(context: number): number {
  if (context !== NO_TERRITORY) {
    const near = findWithin(territoryChars, 0, found.territory, countryOf(context));
    if (near !== NO_TERRITORY) return near;
  }
  return findTerritory(territoryChars, 0, found.territory);
}

/** The zone of the code in `found`, as one of a territory; false when it is unknown. */
function readZone(given: number): boolean {
  const length = found.prefix + found.suffix;
  let territory = given;
  if (length === INTERNATIONAL_LENGTH) territory = INTERNATIONAL_TERRITORY;
  else if (length >= (parentLengths[given] as number)) territory = parents[given] as number;

  const record = recordFor(territory);
  if (record < 0 || !readCode(record, zone)) return false;
  const traits = records[record * RECORD_WORDS + TRAITS] as number;
  if ((traits & WITHIN_OUTLINE) === 0 && !intersect(zone, outlineOf(territory))) return false;
  return (traits & RESTRICTED) === 0 || applyRestriction(zone, record, territory);
}

/** The one record (or first record of the one group) that reads the code; -1 for none. */
function recordFor(territory: number): number {
  const entry = forms[formIndex(territory, found.prefix, found.suffix)] as number;
  if (entry >= 0) return entry - 1;
  const digit = (found.prefixValue / (DIGIT_POWERS[found.prefix - 1] as number)) | 0;
  return (letteredRecords[(-1 - entry) * BASE + digit] as number) - 1;
}
