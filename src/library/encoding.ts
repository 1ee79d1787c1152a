/** Mapcodes of a point, with objects and strings: built on the `Into` functions of the engine. */
import { type CodeList, codeText, createCodeList } from "../codec/code-arrays.ts";
import {
  encodeCountryInto,
  encodeFilteredInto,
  encodeInternationalInto,
  encodeInto,
  encodeShortestInTerritoryInto,
  encodeTerritoryInto,
} from "../codec/encode.ts";
import { chooseShortest } from "../codec/found-codes.ts";
import { wrongType } from "../messages.ts";
import { INTERNATIONAL } from "../tables/format.ts";
import { alphaCodeOf } from "../territories/lookup.ts";
import {
  checkArea,
  checkCoordinate,
  checkOptions,
  checkPrecision,
  NO_OPTIONS,
  type OptionRules,
  PRECISION_OPTIONS,
} from "./arguments.ts";
import { createMapcode, createNamedMapcode, type Mapcode } from "./mapcode.ts";
import { NO_FILTER } from "./point-codes.ts";
import { countryNumber, namesOf, type TerritoryName, territoryNumber } from "./territories.ts";

/** The option that all encoding functions take. */
export interface PrecisionOptions {
  /** The number of extra characters, 0 (the default) to 8. Each pair divides the cell 30 x 30. */
  readonly precision?: number | undefined;
}

/** Options of the functions that return mapcodes. */
export interface MapcodeOptions extends PrecisionOptions {
  /** Whether mapcodes have the full names of their territory and its country; false by default. */
  readonly names?: boolean | undefined;
}

/** Options of encode. */
export interface EncodeOptions extends MapcodeOptions {
  /** Only the codes listed under this territory: any code or name of it. */
  readonly territory?: TerritoryName | undefined;
  /** Only the codes of this country and its subdivisions: an ISO 3166 code. Not with `territory`. */
  readonly country?: string | undefined;
}

/** The rules of MapcodeOptions. */
export const MAPCODE_OPTIONS: OptionRules = {
  names: [...PRECISION_OPTIONS.names, "names"],
  example: PRECISION_OPTIONS.example,
  advice: {
    territory: "Use encodeShortestInTerritory or encode for one territory.",
    country: "Use encode for one country.",
  },
};
/** The rules of EncodeOptions. */
export const ENCODE_OPTIONS: OptionRules = {
  names: [...MAPCODE_OPTIONS.names, "territory", "country"],
  example: "{ precision: 2 }",
};

const list = createCodeList();

/** A code of a list as an object. */
export function mapcodeAt(codes: CodeList, index: number, names: boolean | undefined): Mapcode {
  const number = codes.territories[index];
  const territory = alphaCodeOf(number);
  const code = codeText(codes, index);
  return names
    ? createNamedMapcode(territory, code, namesOf(number))
    : createMapcode(territory, code);
}

/** The first codes of a list as objects. */
export function mapcodesOf(codes: CodeList, count: number, names: boolean | undefined): Mapcode[] {
  // Array.from with a length took most of the time of `encode`.
  const mapcodes: Mapcode[] = [];
  for (let index = 0; index < count; index++) mapcodes.push(mapcodeAt(codes, index, names));
  return mapcodes;
}

/**
 * Checks what all functions that return mapcodes take.
 * @returns the precision
 */
export function checkEncoding(
  latDeg: number,
  lonDeg: number,
  options: MapcodeOptions,
  rules: OptionRules,
): number {
  checkOptions(options, rules);
  const { precision = 0, names } = options;
  checkCoordinate(latDeg, lonDeg);
  checkPrecision(precision);
  if (names !== undefined && typeof names !== "boolean") {
    throw wrongType("option names", names, "true or false");
  }
  return precision;
}

/**
 * All mapcodes of a point in the published order (format 4): territory by territory, within each
 * the shortest first, and the international code last.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param options precision, the territory or country to keep to, and whether to add full names
 * @returns an empty list if the given territory or country has no code there
 * @throws InvalidCoordinateError if a coordinate is not a finite number
 * @throws PrecisionOutOfRangeError if the precision is not an integer from 0 to 8
 * @throws UnknownTerritoryError if the territory or country does not exist
 * @throws ContradictoryOptionsError if both territory and country are given
 * @throws InvalidOptionError if an option is unknown
 * @throws TypeError if the options are not an object, the territory or country is not a string, or `names` is
 *   not a boolean
 * @example
 * ```ts
 * encode(52.376514, 4.908543).length; // 5
 * encode(52.376514, 4.908543)[0]; // { territory: "NLD", code: "49.4V" }
 * `${encode(52.376514, 4.908543)[0]}`; // "NLD 49.4V"
 * encode(52.376514, 4.908543, { precision: 2, territory: "NLD" })[1].code; // "G9.VWG-XG"
 * encode(52.376514, 4.908543, { country: "BE" }); // []
 * encode(39.7684, -86.1581, { names: true })[0].parentName; // "USA"
 * ```
 */
export function encode(
  latDeg: number,
  lonDeg: number,
  options: EncodeOptions = NO_OPTIONS,
): Mapcode[] {
  const precision = checkEncoding(latDeg, lonDeg, options, ENCODE_OPTIONS);
  const { names, territory, country } = options;
  checkArea(territory, country);
  if (territory !== undefined) {
    encodeTerritoryInto(latDeg, lonDeg, precision, territoryNumber(territory), list);
  } else if (country !== undefined) {
    encodeCountryInto(latDeg, lonDeg, precision, countryNumber(country), list);
  } else {
    encodeInto(latDeg, lonDeg, precision, list);
  }
  return mapcodesOf(list, list.count, names);
}

/**
 * The shortest mapcode of a point, whatever its territory: the shortest local one, the first on a tie, or the
 * international one where no territory has a code.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param options the precision, and whether to add full names
 * @throws InvalidCoordinateError if a coordinate is not a finite number
 * @throws PrecisionOutOfRangeError if the precision is not an integer from 0 to 8
 * @throws InvalidOptionError if an option is unknown
 * @throws TypeError if the options are not an object, or `names` is not a boolean
 * @example
 * ```ts
 * encodeShortest(52.376514, 4.908543); // { territory: "NLD", code: "49.4V" }
 * encodeShortest(52.376514, 4.908543, { names: true }).territoryName; // "Netherlands"
 * encodeShortest(0, -30); // { territory: "AAA", code: "HDX7Y.F0MG" }
 * ```
 */
export function encodeShortest(
  latDeg: number,
  lonDeg: number,
  options: MapcodeOptions = NO_OPTIONS,
): Mapcode {
  const precision = checkEncoding(latDeg, lonDeg, options, MAPCODE_OPTIONS);
  encodeFilteredInto(latDeg, lonDeg, precision, NO_FILTER, chooseShortest, true, list);
  // The local one is the first.
  return mapcodeAt(list, 0, options.names);
}

/**
 * The shortest mapcode that a territory has for a point.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param territory any code or name of the territory
 * @param options the precision, and whether to add full names
 * @returns undefined if the territory has no code there
 * @throws InvalidCoordinateError if a coordinate is not a finite number
 * @throws PrecisionOutOfRangeError if the precision is not an integer from 0 to 8
 * @throws UnknownTerritoryError if no territory has this name
 * @throws InvalidOptionError if an option is unknown
 * @throws TypeError if the territory is not a string, or the options are not an object
 * @example
 * ```ts
 * encodeShortestInTerritory(52.376514, 4.908543, "Netherlands"); // { territory: "NLD", code: "49.4V" }
 * encodeShortestInTerritory(52.376514, 4.908543, "Belgium"); // undefined
 * ```
 */
export function encodeShortestInTerritory(
  latDeg: number,
  lonDeg: number,
  territory: TerritoryName,
  options: MapcodeOptions = NO_OPTIONS,
): Mapcode | undefined {
  const precision = checkEncoding(latDeg, lonDeg, options, MAPCODE_OPTIONS);
  const count = encodeShortestInTerritoryInto(
    latDeg,
    lonDeg,
    precision,
    territoryNumber(territory),
    list,
  );
  return count > 0 ? mapcodeAt(list, 0, options.names) : undefined;
}

/**
 * The shortest local mapcode of a list, the first on a tie. encodeBatch chooses by the same rule.
 * @param mapcodes in the order of encode
 * @returns undefined if all codes are international
 * @throws TypeError if the argument is not an array of mapcodes
 * @example
 * ```ts
 * shortestLocalMapcode(encode(52.376514, 4.908543)); // { territory: "NLD", code: "49.4V" }
 * shortestLocalMapcode(encode(0, -30)); // undefined
 * ```
 */
export function shortestLocalMapcode(mapcodes: readonly Mapcode[]): Mapcode | undefined {
  if (!Array.isArray(mapcodes)) throw wrongType("list of mapcodes", mapcodes, "an array");
  let best: Mapcode | undefined;
  for (const mapcode of mapcodes) {
    if (typeof mapcode?.territory !== "string" || typeof mapcode.code !== "string") {
      throw wrongType("mapcode", mapcode, "an object with territory and code, as from encode");
    }
    if (mapcode.territory === INTERNATIONAL) continue;
    if (!best || mapcode.code.length < best.code.length) best = mapcode;
  }
  return best;
}

/**
 * The international mapcode of a point. Every point has exactly one.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param options the precision, and whether to add full names
 * @throws InvalidCoordinateError if a coordinate is not a finite number
 * @throws PrecisionOutOfRangeError if the precision is not an integer from 0 to 8
 * @throws InvalidOptionError if an option is unknown
 * @throws TypeError if the options are not an object, or `names` is not a boolean
 * @example
 * ```ts
 * encodeInternational(52.376514, 4.908543); // { territory: "AAA", code: "VHXGB.1J9J" }
 * ```
 */
export function encodeInternational(
  latDeg: number,
  lonDeg: number,
  options: MapcodeOptions = NO_OPTIONS,
): Mapcode {
  const precision = checkEncoding(latDeg, lonDeg, options, MAPCODE_OPTIONS);
  encodeInternationalInto(latDeg, lonDeg, precision, list);
  return mapcodeAt(list, 0, options.names);
}
