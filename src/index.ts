/**
 * mapcoded: latitude and longitude to mapcodes and back.
 *
 * Functions with plain names take and return objects and strings, and throw a MapcodeError for bad
 * input. Functions whose names end in `Into` fill the caller's arrays, neither allocate nor throw,
 * and return a count or a negative error code.
 *
 * @module
 */

// The functions that fill arrays, and the arrays. They come first, so that the codec begins the built module: V8's
// instructions take two bytes more for each use of a variable after the 255th, and V8 inlines at most 920 bytes.

export {
  type CodeList,
  createCodeList,
  INVALID_COORDINATE,
  INVALID_PRECISION,
  INVALID_TERRITORY,
  MALFORMED_MAPCODE,
  UNKNOWN_MAPCODE,
} from "./codec/arrays.ts";
export {
  CENTER_LAT_DEG,
  CENTER_LON_DEG,
  decodeBytesInto,
  decodeInto,
  decodeRectangleInto,
  EAST_LON_DEG,
  LAT_DEG,
  LON_DEG,
  NORTH_LAT_DEG,
  RECTANGLE_NUMBERS,
  SOUTH_LAT_DEG,
  WEST_LON_DEG,
} from "./codec/decode.ts";
export { type CodeFilter, encodeInternationalInto, encodeInto } from "./codec/encode.ts";

// Names in the tables, as types.

export type { AlphabetName, TerritoryCode } from "./generated/names.ts";

// Objects and strings.

export { parseCoordinates } from "./library/coordinates.ts";
export {
  type Coordinate,
  type DecodeOptions,
  decode,
  decodeRectangle,
  hasMapcodeForm,
  type Rectangle,
} from "./library/decoding.ts";
export { distanceMeters, maxErrorMeters } from "./library/distance.ts";
export {
  codeText,
  type EncodeOptions,
  encode,
  encodeInternational,
  encodeShortest,
  type MapcodeOptions,
} from "./library/encoding.ts";
export { MapcodeError, type MapcodeErrorCode, type Problem } from "./library/errors.ts";
export type { Mapcode, MapcodeInput } from "./library/mapcode.ts";
export {
  type AnyAlphabetName,
  alphabets,
  type FormatOptions,
  formatMapcode,
  getAlphabet,
  type MapcodeParse,
  mapcodeInAlphabet,
  parseMapcode,
  type TerritoryFormat,
  territoryInAlphabet,
  type ValidMapcode,
} from "./library/mapcode-text.ts";
export {
  countryNumber,
  dataVersion,
  findTerritory,
  getTerritory,
  type SearchOptions,
  searchTerritories,
  subdivisions,
  type Territory,
  type TerritoryName,
  territories,
  territoryNumber,
} from "./library/territories.ts";

// Limits of the format.

export { INTERNATIONAL, MAX_PRECISION } from "./tables/format.ts";
export { MAX_CODES } from "./tables/layout/grid.ts";
export { NO_TERRITORY } from "./tables/layout/names.ts";
