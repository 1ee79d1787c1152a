/**
 * mapcoded: latitude and longitude to mapcodes and back.
 *
 * Functions with plain names take and return objects and strings, and throw a MapcodeError for bad
 * input. Functions whose names end in `Into` fill the caller's arrays, neither allocate nor throw,
 * and return a count or a negative error code.
 *
 * @module
 */

// One point or mapcode without allocation: the functions that fill arrays, and the arrays. They come first, so that the
// codec begins the module that is built: V8's instructions take two bytes more for each use of a variable after the 255th,
// and V8 inlines no more than 920 bytes of them.

export {
  type CodeList,
  createCodeList,
  MAX_CODE_CHARS,
  NO_CODE,
} from "./codec/code-arrays.ts";
export { decodeBytesInto, decodeInto, LAT_DEG, LON_DEG } from "./codec/decode.ts";
export {
  encodeInternationalInto,
  encodeInto,
} from "./codec/encode.ts";
export {
  CENTER_LAT_DEG,
  CENTER_LON_DEG,
  decodeRectangleInto,
  EAST_LON_DEG,
  NORTH_LAT_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  WEST_LON_DEG,
} from "./codec/rectangle.ts";
export { codeText, indexOfShortestLocal } from "./library/arrays.ts";

// Encoding and decoding with objects and strings.

export {
  type DecodeOptions,
  decode,
  decodeRectangle,
  hasMapcodeForm,
  type Rectangle,
} from "./library/decoding.ts";
export {
  type EncodeOptions,
  encode,
  encodeInternational,
  encodeShortest,
  encodeShortestInTerritory,
  type MapcodeOptions,
  type PrecisionOptions,
  shortestLocalMapcode,
} from "./library/encoding.ts";
export type { MapcodeInput } from "./library/mapcode.ts";
export {
  type FormatOptions,
  formatMapcode,
  type TerritoryFormat,
} from "./library/mapcode-formatting.ts";
export {
  type IncompleteMapcode,
  type MapcodeContinuation,
  type MapcodeParse,
  type ParsedText,
  parseMapcode,
  type ValidMapcode,
  type WrongMapcode,
} from "./library/mapcode-parsing.ts";

export type { Coordinate, Mapcode } from "./library/results.ts";

// Coordinates from text.

export { parseCoordinates, parseLatitude, parseLongitude } from "./library/coordinates-text.ts";

// The names in the tables, as types.

export type { AlphabetName, TerritoryCode } from "./generated/names.ts";

// Territories by name, number and country, with what is known of each.

export {
  countryNumber,
  findTerritory,
  getTerritory,
  type Territory,
  type TerritoryName,
  territories,
  territoryNumber,
} from "./library/territories.ts";

export { type SearchOptions, searchTerritories, subdivisions } from "./library/territory-search.ts";

// Mapcodes and territory codes in 28 alphabets.

export {
  type AnyAlphabetName,
  alphabets,
  findAlphabet,
  getAlphabet,
  mapcodeInAlphabet,
  mapcodeInRoman,
  territoryInAlphabet,
} from "./library/alphabets.ts";

// How far a mapcode is from the point that it was made for, and whether a border is between them.

export { isNearBorder } from "./library/borders.ts";
export { distanceMeters, maxErrorMeters } from "./library/distance.ts";

// Rectangles on maps.

export {
  type MultiPolygonGeometry,
  type PolygonGeometry,
  rectangleToGeoJson,
} from "./library/geojson.ts";

// Many points or mapcodes at once, in typed arrays.

export type { CodeSelection, MapcodeStrings, ResolvedEncodeBatchOptions } from "./codec/batch.ts";
export type { CodeBatch, MapcodeColumn, PointBatch } from "./codec/code-arrays.ts";
export {
  codeTextOfBatch,
  createCodeBatch,
  createPointBatch,
  decodeBatchInto,
  encodeBatchInto,
} from "./library/arrays.ts";
export {
  decodeBatch,
  type EncodeBatchOptions,
  encodeBatch,
  mapcodesOfPoint,
  resolveEncodeBatchOptions,
} from "./library/batches.ts";
export type { GeoJsonPoint, PointInput } from "./library/point-forms.ts";
export type { MapcodesInput, PointsInput } from "./library/point-inputs.ts";

// Errors: the class that is thrown, and the error codes that the `Into` functions return.

export {
  INVALID_COORDINATE,
  INVALID_PRECISION,
  INVALID_TERRITORY,
  MALFORMED_MAPCODE,
  UNKNOWN_MAPCODE,
} from "./codec/code-arrays.ts";
export { MapcodeError, type MapcodeErrorCode, type Problem } from "./library/errors.ts";

// The version of the tables, and limits of the format.

export { dataVersion } from "./library/version.ts";
export { INTERNATIONAL, MAX_PRECISION } from "./tables/format.ts";
export { MAX_CODES } from "./tables/layout/grid.ts";
export { NO_TERRITORY } from "./tables/layout/names.ts";
