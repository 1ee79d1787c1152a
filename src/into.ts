/**
 * mapcoded/into: the functions that fill the caller's arrays, their lists, indices and numbers.
 *
 * Functions whose names end in Into do not throw for bad values: they return a negative error code.
 *
 * @module
 */
export { type CodeList, createCodeList } from "./codec/code-list.ts";
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
export * from "./codec/error-codes.ts";
export { codeText } from "./library/encoding.ts";
export { countryNumber, territoryNumber } from "./library/territories.ts";
export { NO_TERRITORY } from "./tables/format.ts";
export { MAX_CODES } from "./tables/layout/point-index.ts";
