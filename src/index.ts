/**
 * mapcoded: latitude and longitude to mapcodes and back, as objects and strings. Bad input throws a MapcodeError.
 *
 * @module
 */
export type { AlphabetName, TerritoryCode } from "./generated/name-types.ts";
export { parseCoordinates } from "./library/coordinates.ts";
export * from "./library/decoding.ts";
export { distanceMeters, maxErrorMeters } from "./library/distance.ts";
export {
  type EncodeOptions,
  encode,
  encodeInternational,
  encodeShortest,
  type MapcodeOptions,
} from "./library/encoding.ts";
export { MapcodeError, type MapcodeErrorCode, type Problem } from "./library/errors.ts";
export type { DecodeOptions } from "./library/filters.ts";
export type { Mapcode, MapcodeInput } from "./library/mapcode.ts";
export {
  type AnyAlphabetName,
  alphabets,
  type FormatOptions,
  formatMapcode,
  type MapcodeParse,
  parseMapcode,
  type TerritoryFormat,
  territoryInAlphabet,
  type ValidMapcode,
} from "./library/mapcode-text.ts";
export { type Place, type PlacesOptions, placesOf } from "./library/places.ts";
export {
  dataVersion,
  findTerritory,
  getCountry,
  getTerritory,
  type SearchOptions,
  searchTerritories,
  subdivisions,
  type Territory,
  type TerritoryName,
  territories,
} from "./library/territories.ts";
export { INTERNATIONAL, MAX_PRECISION } from "./tables/format.ts";
