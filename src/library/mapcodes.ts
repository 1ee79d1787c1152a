/** Points to mapcodes and back, with objects and strings; built on the `Into` functions. */
import { type CodeList, codeText, createCodeList } from "../codec/code-list.ts";
import {
  CENTER_LAT_DEG,
  CENTER_LON_DEG,
  decodeInto,
  decodeRectangleInto,
  EAST_LON_DEG,
  isMapcodeFormat,
  LAT_DEG,
  LON_DEG,
  NORTH_LAT_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  WEST_LON_DEG,
} from "../codec/decode.ts";
import {
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeShortestInTerritoryInto,
  encodeTerritoryInto,
} from "../codec/encode.ts";
import { MALFORMED_MAPCODE } from "../codec/error-codes.ts";
import { INTERNATIONAL } from "../tables/format.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { alphaCodeOf } from "../territories/lookup.ts";
import { checkArea, checkCoordinate, checkPrecision } from "./arguments.ts";
import { MalformedMapcodeError, UnknownMapcodeError } from "./errors.ts";
import { countryNumber, territoryNumber } from "./territories.ts";

/** Decimal degrees, north and east positive. */
export interface Coordinate {
  readonly latDeg: number;
  readonly lonDeg: number;
}

export interface Mapcode {
  /** Alpha code of the territory the code belongs to; AAA for the international one. */
  readonly territory: string;
  /** The code in Roman letters, without its territory. */
  readonly code: string;
}

/** What a mapcode stands for. Where it crosses the date line, its east is less than its west. */
export interface Rectangle {
  readonly southWest: Coordinate;
  readonly northEast: Coordinate;
  /** Middle of the rectangle, in it also across the date line. */
  readonly center: Coordinate;
}

export interface PrecisionOption {
  /** Extra characters, 0 (the default) to 8. */
  readonly precision?: number | undefined;
}

export interface EncodeOptions extends PrecisionOption {
  /** Only the codes listed under this territory: any code or name of it. */
  readonly territory?: string | undefined;
  /** Only the codes of this country and its subdivisions: an ISO 3166 code. Not with territory. */
  readonly country?: string | undefined;
}

export interface DecodeOptions {
  /** Territory of a code that comes without one: any code or name. Without it, such a code is AAA's. */
  readonly context?: string | undefined;
}

/** One for all calls: some versions of V8 make a literal default anew in each. */
const NO_OPTIONS = {};

const list = createCodeList();
const degrees = new Float64Array(RECTANGLE_NUMBERS);

function mapcodeAt(codes: CodeList, index: number): Mapcode {
  return {
    territory: alphaCodeOf(codes.territories[index]),
    code: codeText(codes, index),
  };
}

/**
 * All mapcodes of a point, in the published order: territory by territory, shortest first within
 * each, the international one last.
 * @param latDeg degrees, limited to [-90, 90]
 * @param lonDeg degrees, wrapped into [-180, 180)
 * @throws InvalidCoordinateError, PrecisionOutOfRangeError, UnknownTerritoryError, ContradictoryOptionsError when
 *   both territory and country are given
 */
export function encode(
  latDeg: number,
  lonDeg: number,
  options: EncodeOptions = NO_OPTIONS,
): Mapcode[] {
  const { precision = 0, territory, country } = options;
  checkCoordinate(latDeg, lonDeg);
  checkPrecision(precision);
  checkArea(territory, country);
  if (territory !== undefined) {
    encodeTerritoryInto(latDeg, lonDeg, precision, territoryNumber(territory), list);
  } else if (country !== undefined) {
    encodeCountryInto(latDeg, lonDeg, precision, countryNumber(country), list);
  } else {
    encodeInto(latDeg, lonDeg, precision, list);
  }
  // Array.from with a length took most of the time of this function.
  const mapcodes: Mapcode[] = [];
  for (let index = 0; index < list.count; index++) mapcodes.push(mapcodeAt(list, index));
  return mapcodes;
}

/**
 * The shortest mapcode a territory has for a point; undefined outside it.
 * @throws as encode
 */
export function encodeShortestInTerritory(
  latDeg: number,
  lonDeg: number,
  territory: string,
  { precision = 0 }: PrecisionOption = NO_OPTIONS,
): Mapcode | undefined {
  checkCoordinate(latDeg, lonDeg);
  checkPrecision(precision);
  const count = encodeShortestInTerritoryInto(
    latDeg,
    lonDeg,
    precision,
    territoryNumber(territory),
    list,
  );
  return count > 0 ? mapcodeAt(list, 0) : undefined;
}

/**
 * The local one of the fewest characters, the first in answer order of equals: as encodeBatch chooses
 * it; undefined when none is local.
 */
export function shortestLocalMapcode(mapcodes: readonly Mapcode[]): Mapcode | undefined {
  let best: Mapcode | undefined;
  for (const mapcode of mapcodes) {
    if (mapcode.territory === INTERNATIONAL) continue;
    if (!best || mapcode.code.length < best.code.length) best = mapcode;
  }
  return best;
}

/** The international mapcode of a point: every point has exactly one. */
export function encodeInternational(
  latDeg: number,
  lonDeg: number,
  { precision = 0 }: PrecisionOption = NO_OPTIONS,
): Mapcode {
  checkCoordinate(latDeg, lonDeg);
  checkPrecision(precision);
  encodeInternationalInto(latDeg, lonDeg, precision, list);
  return mapcodeAt(list, 0);
}

/** @throws UnknownTerritoryError */
export function contextNumber({ context }: DecodeOptions): number {
  return context === undefined ? NO_TERRITORY : territoryNumber(context);
}

function refuse(refusal: number, mapcode: string, { context }: DecodeOptions): never {
  if (refusal === MALFORMED_MAPCODE) {
    const expected = "of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'";
    throw new MalformedMapcodeError("mapcode", mapcode, expected);
  }
  const isBare = context === undefined && !mapcode.trim().includes(" ");
  const expected = isBare
    ? "a worldwide code; others need their territory in front ('NLD 49.4V') or as the context"
    : "the code of a place in its territory";
  throw new UnknownMapcodeError("mapcode", mapcode, expected);
}

/**
 * The point a mapcode stands for: the middle of its cell.
 * @param mapcode in any alphabet and case, with or without its territory in front
 * @throws MalformedMapcodeError, UnknownMapcodeError, UnknownTerritoryError for a bad context
 */
export function decode(mapcode: string, options: DecodeOptions = NO_OPTIONS): Coordinate {
  const refusal = decodeInto(mapcode, contextNumber(options), degrees);
  if (refusal !== 0) refuse(refusal, mapcode, options);
  return { latDeg: degrees[LAT_DEG], lonDeg: degrees[LON_DEG] };
}

/** The rectangle of all points that have a mapcode; arguments and errors as for decode. */
export function decodeRectangle(mapcode: string, options: DecodeOptions = NO_OPTIONS): Rectangle {
  const refusal = decodeRectangleInto(mapcode, contextNumber(options), degrees);
  if (refusal !== 0) refuse(refusal, mapcode, options);
  const at = (lat: number, lon: number): Coordinate => ({
    latDeg: degrees[lat],
    lonDeg: degrees[lon],
  });
  return {
    southWest: at(SOUTH_LAT_DEG, WEST_LON_DEG),
    northEast: at(NORTH_LAT_DEG, EAST_LON_DEG),
    center: at(CENTER_LAT_DEG, CENTER_LON_DEG),
  };
}

/** Whether a text has the form of a mapcode, in any alphabet; it may still stand for no place. */
export function isMapcode(text: string): boolean {
  return isMapcodeFormat(text);
}
