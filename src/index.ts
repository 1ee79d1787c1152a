/**
 * mapcoded: latitude and longitude to mapcodes and back.
 *
 * The functions with objects and strings are built on those whose names end in `Into`, which
 * neither allocate nor throw: they fill the caller's arrays and return a count, or one of the
 * negative numbers for a refusal. Those of batches return how far they came.
 */
export {
  type CodeSelection,
  decodeBatchInto,
  type EncodeBatchSettings,
  encodeBatchInto,
  type MapcodeStrings,
} from "./codec/batch.ts";
export {
  type CodeBatch,
  codeTextOfBatch,
  createCodeBatch,
  createPointBatch,
  type MapcodeColumn,
  type PointBatch,
} from "./codec/code-batch.ts";
export { type CodeList, codeText, createCodeList, MAX_CODE_CHARS } from "./codec/code-list.ts";
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
export {
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeShortestInTerritoryInto,
  encodeTerritoryInto,
} from "./codec/encode.ts";
export {
  INVALID_COORDINATE,
  INVALID_PRECISION,
  INVALID_TERRITORY,
  MALFORMED_MAPCODE,
  UNKNOWN_MAPCODE,
} from "./codec/error-codes.ts";
export { indexOfShortestLocal, NO_CODE } from "./codec/shortest.ts";
export {
  alphabets,
  findAlphabet,
  mapcodeInAlphabet,
  mapcodeInRoman,
  territoryInAlphabet,
} from "./library/alphabets.ts";
export {
  decodeBatch,
  type EncodeBatchOptions,
  encodeBatch,
  encodeBatchSettings,
  mapcodesOfPoint,
} from "./library/batches.ts";
export { distanceMeters, maxOffsetMeters } from "./library/distance.ts";
export {
  ContradictoryOptionsError,
  InvalidCoordinateError,
  InvalidOptionError,
  InvalidValueError,
  MalformedMapcodeError,
  MapcodeError,
  type MapcodeErrorCode,
  PrecisionOutOfRangeError,
  UnknownAlphabetError,
  UnknownMapcodeError,
  UnknownTerritoryError,
  UnwritableMapcodeError,
} from "./library/errors.ts";
export {
  type Coordinate,
  type DecodeOptions,
  decode,
  decodeRectangle,
  type EncodeOptions,
  encode,
  encodeInternational,
  encodeShortestInTerritory,
  isMapcode,
  type Mapcode,
  type PrecisionOption,
  type Rectangle,
  shortestLocalMapcode,
} from "./library/mapcodes.ts";
export {
  countryNumber,
  findTerritory,
  type Territory,
  territories,
  territoryNumber,
} from "./library/territories.ts";
export { dataVersion } from "./library/version.ts";
export { INTERNATIONAL, MAX_PRECISION } from "./tables/format.ts";
export { NO_TERRITORY } from "./tables/layout/names.ts";
export { MAX_CODES } from "./tables/layout/spatial-index.ts";
