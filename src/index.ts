/**
 * mapcoded: latitude and longitude to mapcodes and back.
 *
 * The functions with objects and strings are built on those whose names end in `Into`, which
 * neither allocate nor throw: they fill the caller's arrays and return a count, or one of the
 * negative numbers for a refusal. Those of batches return how far they came.
 */
export {
  decodeBatchInto,
  type EncodeRequest,
  encodeBatchInto,
  type MapcodeStrings,
  type WhichCodes,
} from "./codec/batch.ts";
export {
  batchCodeText,
  type CodeBatch,
  createCodeBatch,
  createPointBatch,
  type MapcodeTexts,
  type PointBatch,
} from "./codec/code-batch.ts";
export { type CodeList, codeText, createCodeList, MAX_CODE_CHARS } from "./codec/code-list.ts";
export {
  AREA_NUMBERS,
  CENTER_LAT_DEG,
  CENTER_LON_DEG,
  decodeAreaInto,
  decodeBytesInto,
  decodeInto,
  EAST_LON_DEG,
  LAT_DEG,
  LON_DEG,
  NORTH_LAT_DEG,
  SOUTH_LAT_DEG,
  WEST_LON_DEG,
} from "./codec/decode.ts";
export {
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeShortestInto,
  encodeTerritoryInto,
} from "./codec/encode.ts";
export {
  INVALID_COORDINATE,
  INVALID_PRECISION,
  INVALID_TERRITORY,
  MALFORMED_MAPCODE,
  UNKNOWN_MAPCODE,
} from "./codec/refusals.ts";
export { NO_CODE, shortestLocal } from "./codec/shortest.ts";
export {
  alphabets,
  findAlphabet,
  mapcodeInAlphabet,
  mapcodeInRoman,
  territoryInAlphabet,
} from "./library/alphabets.ts";
export { parseDegrees } from "./library/arguments.ts";
export {
  decodeBatch,
  type EncodeBatchOptions,
  encodeBatch,
  encodeRequest,
  mapcodesAt,
} from "./library/batches.ts";
export { distanceMeters, worstOffsetMeters } from "./library/distance.ts";
export {
  InvalidCoordinateError,
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
  encodeShortest,
  isMapcode,
  type Mapcode,
  type PrecisionOption,
  type Rectangle,
  shortestLocalOf,
} from "./library/mapcodes.ts";
export { readDecimal, readDecimalText } from "./library/read-decimal.ts";
export {
  countryNumber,
  findTerritory,
  type Territory,
  territories,
  territoryNumber,
} from "./library/territories.ts";
export { dataVersion, packageVersion } from "./library/version.ts";
export { MOST_DECIMAL_BYTES, writeDecimal } from "./library/write-decimal.ts";
export { INTERNATIONAL, MAX_PRECISION } from "./tables/format.ts";
export { MAX_CODES, NO_TERRITORY } from "./tables/layout.ts";
export { PARENT_CODES } from "./territories/codes.ts";
