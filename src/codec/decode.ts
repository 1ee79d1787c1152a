/** Decodes mapcodes to points and rectangles: texts in the common form (see fast-scan.ts) without allocation. */

import { utf8Text } from "../characters.ts";
import { checkArray, wrongType } from "../messages.ts";
import { NO_TERRITORY } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import * as tables from "../tables/tables.ts";
import * as scan from "../text/fast-scan.ts";
import { parseParts, splitMapcode } from "../text/grammar.ts";
import * as territories from "../text/territories.ts";
import { writeCellCenter, writeCellCorners } from "./code-cell.ts";
import { MALFORMED_MAPCODE, UNKNOWN_MAPCODE, UNKNOWN_TERRITORY } from "./error-codes.ts";
import { readExtension } from "./extension.ts";
import { fractionsToDegrees, setPoint, writePointDegrees } from "./points.ts";
import { readAutoHeader, readGrid, readNameless } from "./record-kinds.ts";
import { CELL_STEP_LAT, CELL_STEP_LON_QUARTERS, codeCell, point, zone } from "./scratch.ts";
import { cutToEarlier, cutZone, middleOf, setZoneFromCell } from "./zone.ts";

// Indices of degrees. decodeInto writes the first two, decodeRectangleInto all.

/** Index of the latitude that a mapcode decodes to. */
export const LAT_DEG = 0;
/** Index of the longitude that a mapcode decodes to. */
export const LON_DEG = 1;
/** Index of the southern edge of the rectangle of a mapcode. */
export const SOUTH_LAT_DEG = 2;
/** Index of the western edge of the rectangle of a mapcode. */
export const WEST_LON_DEG = 3;
/** Index of the northern edge of the rectangle of a mapcode. */
export const NORTH_LAT_DEG = 4;
/** Index of the eastern edge of the rectangle of a mapcode. */
export const EAST_LON_DEG = 5;
/** Index of the latitude of the center of that rectangle. */
export const CENTER_LAT_DEG = 6;
/** Index of the longitude of the center of that rectangle. */
export const CENTER_LON_DEG = 7;
/** Number of degrees that decodeRectangleInto writes. */
export const RECTANGLE_NUMBERS = 8;

/**
 * Writes the point of a mapcode, the middle of its zone (format 7), in degrees: LAT_DEG and LON_DEG.
 * @param text a mapcode in any alphabet and case, with or without its territory
 * @param context number of the territory of codes without one, or NO_TERRITORY for AAA. If a territory in
 *   the text has several candidate territories, the one in the context's country is preferred.
 * @param degrees at least two numbers; unchanged on an error
 * @returns 0; or MALFORMED_MAPCODE, UNKNOWN_MAPCODE or, for a bad context, UNKNOWN_TERRITORY
 * @throws TypeError if the degrees are not a Float64Array of two numbers or more
 * @example
 * ```ts
 * const degrees = new Float64Array(2);
 * decodeInto("49.4V", territoryNumber("NLD"), degrees); // 0
 * degrees[LAT_DEG]; // 52.37651400000124
 * ```
 */
export function decodeInto(text: string, context: number, degrees: Float64Array): number {
  checkArray("degrees", degrees, Float64Array, 2);
  if (typeof text !== "string") return MALFORMED_MAPCODE;
  return writePoint(readText(text, context), degrees);
}

/**
 * As decodeInto, for a text in bytes: 25% faster. It converts texts in other alphabets, or in a rare form, to
 * strings first.
 * @param bytes UTF-8; the text is from index `from` up to `to` (excluded)
 * @returns as decodeInto; MALFORMED_MAPCODE if the array does not have both indices
 * @throws TypeError if the bytes are not a Uint8Array, the degrees not such an array, or an index not a number
 * @example
 * ```ts
 * const bytes = new TextEncoder().encode("Dam,NLD 49.4V,1012");
 * const degrees = new Float64Array(2);
 * decodeBytesInto(bytes, 4, 13, NO_TERRITORY, degrees); // 0
 * degrees[LON_DEG]; // 4.908543375
 * ```
 */
export function decodeBytesInto(
  bytes: Uint8Array,
  from: number,
  to: number,
  context: number,
  degrees: Float64Array,
): number {
  checkArray("degrees", degrees, Float64Array, 2);
  const isText = bytes instanceof Uint8Array && typeof from === "number" && typeof to === "number";
  if (!isText) throw wrongBytes(bytes, from, to);
  return writePoint(readBytes(bytes, from, to, context), degrees);
}

/**
 * As decodeInto, and writes the rectangle of the code, SOUTH_LAT_DEG to EAST_LON_DEG, and its center,
 * CENTER_LAT_DEG and CENTER_LON_DEG. If the rectangle crosses the date line, its east is less than its west.
 * @param degrees at least RECTANGLE_NUMBERS numbers
 * @throws TypeError if the degrees are not a Float64Array of so many numbers
 * @example
 * ```ts
 * const degrees = new Float64Array(RECTANGLE_NUMBERS);
 * decodeRectangleInto("VHXGB.1J9J", NO_TERRITORY, degrees); // 0
 * [degrees[SOUTH_LAT_DEG], degrees[NORTH_LAT_DEG]]; // [52.376483, 52.376525]
 * ```
 */
export function decodeRectangleInto(text: string, context: number, degrees: Float64Array): number {
  checkArray("degrees", degrees, Float64Array, RECTANGLE_NUMBERS);
  if (typeof text !== "string") return MALFORMED_MAPCODE;
  return writeRectangle(readText(text, context), degrees);
}

/** The error for a wrong text of decodeBytesInto: a function of its own, so that V8 inlines its caller. */
function wrongBytes(bytes: Uint8Array, from: number, to: number): TypeError {
  if (!(bytes instanceof Uint8Array)) return wrongType("array of bytes", bytes, "a Uint8Array");
  if (typeof from !== "number") return wrongType("start of the text", from, "an index");
  return wrongType("end of the text", to, "an index");
}

/**
 * Writes the point of the code in `parsed` in a territory.
 * @param withoutCountryCodes whether a code that only the country has is unknown in its subdivision
 * @returns 0 or UNKNOWN_MAPCODE
 */
export function writePointIn(
  territory: number,
  withoutCountryCodes: boolean,
  degrees: Float64Array,
): number {
  const entry = readParsed(territory);
  if (entry < 0) return entry;
  const record = (entry >> layout.ENTRY_RECORD_SHIFT) * layout.RECORD_WORDS;
  const encompassing = tables.records[record + layout.ENCOMPASSING];
  const isOfCountry = encompassing !== tables.firstRecords[territory + 1] - 1;
  return withoutCountryCodes && isOfCountry ? UNKNOWN_MAPCODE : writePoint(entry, degrees);
}

/** @param entry decode entry of the code whose cell is in `codeCell`, or an error code */
function writePoint(entry: number, degrees: Float64Array): number {
  if (entry < 0) return entry;
  if (scan.parsed.extensionLength === 0 && writeCellCenter(entry, degrees, LAT_DEG)) return 0;
  return writeZoneMiddle(entry, degrees);
}

/** Sets `zone` to the zone of a code, and writes its middle. */
function writeZoneMiddle(entry: number, degrees: Float64Array): number {
  if (!setZoneOfCode(entry)) return UNKNOWN_MAPCODE;
  degrees[LAT_DEG] = middleOf(zone.latMin, zone.latMax);
  degrees[LON_DEG] = middleOf(zone.lonMin, zone.lonMax);
  fractionsToDegrees(degrees, LAT_DEG);
  return 0;
}

/** @param entry decode entry of the code whose cell is in `codeCell`, or an error code */
function writeRectangle(entry: number, degrees: Float64Array): number {
  if (entry < 0) return entry;
  if (scan.parsed.extensionLength === 0 && writeCellCenter(entry, degrees, LAT_DEG)) {
    writeCellCorners(degrees, SOUTH_LAT_DEG, NORTH_LAT_DEG);
  } else {
    if (writeZoneMiddle(entry, degrees) !== 0) return UNKNOWN_MAPCODE;
    degrees[SOUTH_LAT_DEG] = zone.latMin;
    degrees[WEST_LON_DEG] = zone.lonMin;
    fractionsToDegrees(degrees, SOUTH_LAT_DEG);
    degrees[NORTH_LAT_DEG] = zone.latMax;
    degrees[EAST_LON_DEG] = zone.lonMax;
    fractionsToDegrees(degrees, NORTH_LAT_DEG);
  }
  const south = degrees[SOUTH_LAT_DEG];
  const north = degrees[NORTH_LAT_DEG];
  const west = degrees[WEST_LON_DEG];
  const east = degrees[EAST_LON_DEG];
  degrees[CENTER_LAT_DEG] = (south + north) / 2;
  degrees[CENTER_LON_DEG] = (west + (east < west ? east + 360 : east)) / 2;
  setPoint(point, degrees, CENTER_LAT_DEG);
  writePointDegrees(point, degrees, CENTER_LAT_DEG);
  return 0;
}

/** The text of bytes, with the character U+FFFD for bytes that are not UTF-8; empty unless the array has both indices. */
function textOfBytes(bytes: Uint8Array, from: number, to: number): string {
  return from >= 0 && to <= bytes.length ? utf8Text(bytes, from, to) : "";
}

// The read functions below write the cell of a code to `codeCell`. They return the decode entry of the
// code, or an error code, which is negative. Rare cases are separate functions, because V8 limits the size
// of the code that it inlines into a caller.

/** In place of an error code: the fast scan cannot decide about the text. */
const NEEDS_GRAMMAR = -0x80;

function readText(text: string, context: number): number {
  if (context !== NO_TERRITORY && !tables.isTerritory(context)) return UNKNOWN_TERRITORY;
  const entry = scan.fastScanText(text) ? readFast(context) : NEEDS_GRAMMAR;
  return entry === NEEDS_GRAMMAR ? readByGrammar(text, context) : entry;
}

function readBytes(bytes: Uint8Array, from: number, to: number, context: number): number {
  if (context !== NO_TERRITORY && !tables.isTerritory(context)) return UNKNOWN_TERRITORY;
  const isInRange =
    from >= scan.BYTES_BEFORE_TEXT && from <= to && to <= bytes.length && to <= scan.MAX_INDEX;
  if (!isInRange) return readText(textOfBytes(bytes, from, to), context);
  const entry = scan.fastScanBytes(bytes, from, to) ? readFast(context) : NEEDS_GRAMMAR;
  return entry === NEEDS_GRAMMAR ? readByGrammar(textOfBytes(bytes, from, to), context) : entry;
}

/** Reads the code that the fast scan parsed. */
function readFast(context: number): number {
  const territory =
    scan.parsed.territoryKey === 0
      ? territoryOfContext(context)
      : territories.findByKey(scan.parsed.territoryKey, context);
  return territory === NO_TERRITORY ? NEEDS_GRAMMAR : readParsed(territory);
}

function readByGrammar(text: string, context: number): number {
  const parts = splitMapcode(text);
  if (parts === undefined) return MALFORMED_MAPCODE;
  const territory = territoryOf(parts.territory, context);
  return territory !== NO_TERRITORY && parseParts(parts) ? readParsed(territory) : UNKNOWN_MAPCODE;
}

function territoryOfContext(context: number): number {
  return context === NO_TERRITORY ? tables.INTERNATIONAL_TERRITORY : context;
}

/** The territory of a mapcode, or of its context; its candidate in the country of the context is preferred. */
export function territoryOf(territory: string | undefined, context: number): number {
  if (territory === undefined) return territoryOfContext(context);
  if (context !== NO_TERRITORY) {
    const inCountry = territories.findByNameWithin(territory, territories.countryOf(context));
    if (inCountry !== NO_TERRITORY) return inCountry;
  }
  return territories.findByName(territory);
}

/** Reads the code in `parsed` as a code of a territory. */
function readParsed(territory: number): number {
  const start = tables.decodeEntryStarts[layout.entryStartIndex(territory, scan.parsed.lengths)];
  const firstDigit = scan.parsed.firstDigit & start & layout.BY_FIRST_DIGIT;
  const entry = tables.decodeEntries[(start >> layout.ENTRY_START_SHIFT) + firstDigit];
  return entry === 0 ? deriveAndRetry(territory) : readCode(entry);
}

/**
 * Writes the cell of the digits in `parsed` to `codeCell`, as the read functions of the kinds do. Needs a decode entry.
 * @returns the decode entry of the record that reads the code, or UNKNOWN_MAPCODE
 */
function readCode(entry: number): number {
  if ((entry & layout.KIND_MASK) === layout.KIND_GRID) return readGrid(entry);
  return (entry & layout.KIND_MASK) === layout.KIND_AUTO_HEADER
    ? readAutoHeader(entry)
    : readNameless(entry);
}

/** Derives the territory, if it is not derived yet, and reads again. */
function deriveAndRetry(territory: number): number {
  return tables.deriver.deriveTerritory(territory) ? readParsed(territory) : UNKNOWN_MAPCODE;
}

/** Sets `zone` to the zone of the code whose cell is in `codeCell`. @returns false if nothing remains of it */
function setZoneOfCode(entry: number): boolean {
  const stepLon = codeCell[CELL_STEP_LON_QUARTERS];
  const stepLat = codeCell[CELL_STEP_LAT];
  readExtension(scan.extensionDigits, scan.parsed.extensionLength, stepLon, stepLat);
  if (!setZoneFromCell(zone)) return false;
  const record = entry >> layout.ENTRY_RECORD_SHIFT;
  const encompassing =
    tables.records[record * layout.RECORD_WORDS + layout.ENCOMPASSING] * layout.RECORD_WORDS;
  if ((entry & layout.WITHIN_ENCOMPASSING) === 0 && !cutZone(zone, tables.records, encompassing))
    return false;
  return (entry & layout.VALID_WITHIN_EARLIER) === 0 || cutToEarlier(zone, record);
}
