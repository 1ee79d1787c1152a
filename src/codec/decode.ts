/**
 * From the text of a mapcode to its coordinate or area: no exceptions, and no allocation for what is
 * ASCII in a string, or of the usual form in bytes.
 */
import { asciiText } from "../digits/digits.ts";
import { unpack } from "../digits/packing.ts";
import {
  BY_FIRST_DIGIT,
  ENTRY_RECORD_SHIFT,
  ENTRY_START_SHIFT,
  entryStartIndex,
} from "../tables/layout/codes.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import {
  OUTLINE,
  RECORD_WORDS,
  VALID_WITHIN_EARLIER,
  WITHIN_OUTLINE,
} from "../tables/layout/records.ts";
import { offHeap } from "../tables/off-heap.ts";
import {
  decodeEntries,
  decodeEntryStarts,
  INTERNATIONAL_TERRITORY,
  isTerritory,
  records,
} from "../tables/tables.ts";
import {
  countryOf,
  findByKey,
  findByKeyWithin,
  findByName,
  findByNameWithin,
} from "../territories/lookup.ts";
import { fastScan, fastScanText, MAX_PLACE, ROOM } from "../text/fast-scan.ts";
import { takeMapcode } from "../text/read.ts";
import {
  codeChars,
  extensionValues,
  found,
  NOT_THERE,
  scanCode,
  scanTerritory,
  takeValues,
  territoryChars,
} from "../text/scan.ts";
import { INVALID_TERRITORY, MALFORMED_MAPCODE, UNKNOWN_MAPCODE } from "./error-codes.ts";
import { readExtension } from "./extension.ts";
import { POINT_WORDS, setPoint, setUnits, writeDegrees } from "./points.ts";
import { readCode } from "./read-code.ts";
import { applyRestriction } from "./restriction.ts";
import { writeWholeCell } from "./whole-cell.ts";
import {
  CELL_STEP_LAT,
  CELL_STEP_LON_QUARTERS,
  codeCell,
  intersect,
  setMiddle,
  setZone,
  ZONE_LAT_MAX,
  ZONE_LAT_MIDDLE,
  ZONE_LAT_MIN,
  ZONE_LON_MAX,
  ZONE_LON_MIDDLE,
  ZONE_LON_MIN,
  ZONE_NUMBERS,
} from "./zone.ts";

// Places of what decodeInto and decodeRectangleInto write, all in degrees, each longitude behind its
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
export const RECTANGLE_NUMBERS = 8;

const zone = offHeap(Float64Array, ZONE_NUMBERS);
const point = offHeap(Int32Array, POINT_WORDS);
const decoder = new TextDecoder();

/**
 * The coordinate a mapcode stands for: LAT_DEG and LON_DEG, the middle of its zone.
 * @param text a mapcode in any alphabet and case, with or without its territory
 * @param context number of the territory for codes without one, or NO_TERRITORY for AAA; for a
 *   territory in the text that stands for several places, those of the context's country go first
 * @param degrees at least two numbers; unchanged when there is no answer
 * @returns 0, or MALFORMED_MAPCODE, UNKNOWN_MAPCODE or INVALID_TERRITORY (of the context)
 */
export function decodeInto(text: string, context: number, degrees: Float64Array): number {
  return decodeAt(text, context, degrees, LAT_DEG);
}

/**
 * As decodeInto, of a text in bytes, which takes three quarters of the time and needs no string. Texts
 * of other alphabets and of unusual forms become strings on the way.
 * @param bytes UTF-8, in which the text stands from `from` up to `to` (excluded); what lies outside of
 *   the array is not read
 */
export function decodeBytesInto(
  bytes: Uint8Array,
  from: number,
  to: number,
  context: number,
  degrees: Float64Array,
): number {
  return decodeBytesAt(bytes, from, to, context, degrees, LAT_DEG);
}

// The same with the latitude at `place`, and the longitude behind it.

export function decodeAt(
  text: string,
  context: number,
  degrees: Float64Array,
  place: number,
): number {
  return writePoint(readText(text, context), degrees, place);
}

export function decodeBytesAt(
  bytes: Uint8Array,
  from: number,
  to: number,
  context: number,
  degrees: Float64Array,
  place: number,
): number {
  if (context !== NO_TERRITORY && !isTerritory(context)) return INVALID_TERRITORY;
  const isTaken = from >= ROOM && to <= Math.min(bytes.length, MAX_PLACE);
  let reader = NOT_USUAL;
  if (isTaken && fastScan(bytes, from, to)) reader = readUsual(context);
  if (reader === NOT_USUAL) reader = readText(textOf(bytes, from, to), context);
  return writePoint(reader, degrees, place);
}

/**
 * As decodeInto, and the rectangle of the code: SOUTH_LAT_DEG to EAST_LON_DEG, and its own middle.
 * Where it crosses the date line, its east is less than its west.
 * @param degrees at least RECTANGLE_NUMBERS numbers
 */
export function decodeRectangleInto(text: string, context: number, degrees: Float64Array): number {
  const reader = readText(text, context);
  if (reader < 0) return reader;
  if (writeMiddle(reader, degrees, LAT_DEG) !== 0) return UNKNOWN_MAPCODE;
  writeDegrees(zone, ZONE_LAT_MIN, ZONE_LON_MIN, degrees, SOUTH_LAT_DEG);
  writeDegrees(zone, ZONE_LAT_MAX, ZONE_LON_MAX, degrees, NORTH_LAT_DEG);
  const south = degrees[SOUTH_LAT_DEG];
  const north = degrees[NORTH_LAT_DEG];
  const west = degrees[WEST_LON_DEG];
  const east = degrees[EAST_LON_DEG];
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

/** @param reader of the code whose cell is in codeCell, or a refusal */
function writePoint(reader: number, degrees: Float64Array, place: number): number {
  if (reader < 0) return reader;
  if (found.extension === 0 && writeWholeCell(reader, degrees, place)) return 0;
  return writeMiddle(reader, degrees, place);
}

function writeMiddle(reader: number, degrees: Float64Array, place: number): number {
  if (!findZone(reader)) return UNKNOWN_MAPCODE;
  setMiddle(zone);
  writeDegrees(zone, ZONE_LAT_MIDDLE, ZONE_LON_MIDDLE, degrees, place);
  return 0;
}

/** As bytes that are no UTF-8 become characters that no mapcode has, such texts mean nothing. */
function textOf(bytes: Uint8Array, from: number, to: number): string {
  const start = Math.max(from, 0);
  const end = Math.min(to, bytes.length);
  let all = 0;
  for (let at = start; at < end; at++) all |= bytes[at];
  return all < 0x80 ? asciiText(bytes, start, end) : decoder.decode(bytes.subarray(start, end));
}

// What follows returns the reader of a code, whose cell is in codeCell then, or a refusal.

/** In place of these: the text is to be read as any other. */
const NOT_USUAL = -0x80;

function readText(text: string, context: number): number {
  if (context !== NO_TERRITORY && !isTerritory(context)) return INVALID_TERRITORY;
  const reader = fastScanText(text) ? readUsual(context) : NOT_USUAL;
  return reader === NOT_USUAL ? readUnusual(text, context) : reader;
}

// What is rare is in functions of its own, as V8 puts only so much code into that of a caller.

function readUsual(context: number): number {
  const isOfItsOwn = found.territoryKey !== 0 && context === NO_TERRITORY;
  const territory = isOfItsOwn ? findByKey(found.territoryKey) : territoryNear(context);
  return territory === NO_TERRITORY ? NOT_USUAL : readFound(territory);
}

/** The territory that usual.ts found, or the context where it found none. */
function territoryNear(context: number): number {
  if (found.territoryKey === 0) return contextOf(context);
  return findByKeyWithin(found.territoryKey, countryOf(context));
}

function readUnusual(text: string, context: number): number {
  takeMapcode(text);
  let at = 0;
  let territory = contextOf(context);
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
  return readFound(territory);
}

function contextOf(context: number): number {
  return context === NO_TERRITORY ? INTERNATIONAL_TERRITORY : context;
}

/** The meaning of the territory that scan.ts found, in the context's country if it has one there. */
function territoryInText(context: number): number {
  if (context !== NO_TERRITORY) {
    const near = findByNameWithin(territoryChars, 0, found.territory, countryOf(context));
    if (near !== NO_TERRITORY) return near;
  }
  return findByName(territoryChars, 0, found.territory);
}

/** Reads the code in `found` as one of a territory. */
function readFound(territory: number): number {
  const form = decodeEntryStarts[entryStartIndex(territory, found.form)];
  const reader =
    decodeEntries[(form >> ENTRY_START_SHIFT) + (found.firstDigit & form & BY_FIRST_DIGIT)];
  return reader === 0 ? UNKNOWN_MAPCODE : readCode(reader);
}

/** The zone of the code whose cell is in codeCell; false when nothing is left of it. */
function findZone(reader: number): boolean {
  const stepLon = codeCell[CELL_STEP_LON_QUARTERS];
  const stepLat = codeCell[CELL_STEP_LAT];
  if (!readExtension(extensionValues, found.extension, stepLon, stepLat)) return false;
  if (!setZone(zone)) return false;
  const record = reader >> ENTRY_RECORD_SHIFT;
  const outline = records[record * RECORD_WORDS + OUTLINE] * RECORD_WORDS;
  if ((reader & WITHIN_OUTLINE) === 0 && !intersect(zone, records, outline)) return false;
  return (reader & VALID_WITHIN_EARLIER) === 0 || applyRestriction(zone, record);
}
