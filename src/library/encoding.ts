/** Mapcodes of a point, with objects and strings: built on the `Into` functions of the engine. */
import { type CodeList, codeText, createCodeList } from "../codec/code-arrays.ts";
import { encodeFilteredInto, encodeInternationalInto, encodeInto } from "../codec/encode.ts";
import { chooseShortest } from "../codec/found-codes.ts";
import { wrongType } from "../messages.ts";
import { INTERNATIONAL } from "../tables/format.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { alphaCodeOf } from "../territories/lookup.ts";
import {
  checkArea,
  checkOptions,
  checkPrecision,
  checkRange,
  NO_OPTIONS,
  type OptionRules,
  PRECISION_OPTIONS,
} from "./arguments.ts";
import { createMapcode, createNamedMapcode } from "./mapcode.ts";
import { NO_FILTER, territoryFilter } from "./point-codes.ts";
import { type PointInput, pointDegrees, readPoint } from "./point-forms.ts";
import type { Mapcode } from "./results.ts";
import { namesOf, type TerritoryName, territoryNumber } from "./territories.ts";

/** The options that all encoding functions take. */
export interface PrecisionOptions {
  /** The number of extra characters, 0 (the default) to 8. Each pair divides the cell 30 x 30. */
  readonly precision?: number | undefined;
}

/** Options of the functions that return mapcodes. */
export interface MapcodeOptions extends PrecisionOptions {
  /** Whether mapcodes have the full names of their territory and its country; false by default. */
  readonly names?: boolean | undefined;
  /**
   * Whether points out of range are errors: latitudes beyond a pole, which count as the pole otherwise, and longitudes
   * beyond a full circle of 360 degrees. False by default.
   */
  readonly strictRange?: boolean | undefined;
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
  names: [...PRECISION_OPTIONS.names, "names", "strictRange"],
  example: PRECISION_OPTIONS.example,
  instead: PRECISION_OPTIONS.instead ?? {},
  advice: {
    territory: "Use encodeShortestInTerritory or encode for one territory.",
    country: "Use encode for one country.",
  },
};
/** The rules of EncodeOptions. */
export const ENCODE_OPTIONS: OptionRules = {
  names: [...MAPCODE_OPTIONS.names, "territory", "country"],
  example: "{ precision: 2 }",
  instead: { number: "precision", string: "territory" },
  advice: { context: "Use the option territory for one territory." },
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

function checkBoolean(name: string, value: unknown): void {
  if (value === undefined || typeof value === "boolean") return;
  throw wrongType(`option ${name}`, value, "true or false");
}

/**
 * Checks what all functions that return mapcodes take, and reads the point to `pointDegrees`.
 * @param latDeg a point, or its latitude
 * @param last the options: the second argument behind a point, the third behind two degrees
 * @returns the options
 */
export function checkEncoding<Options extends MapcodeOptions>(
  latDeg: number | PointInput,
  second: unknown,
  last: Options | undefined,
  rules: OptionRules,
): Options {
  const isPoint = readPoint(latDeg, second);
  const given = (isPoint ? second : last) as Options | undefined;
  const options = checkOptions(given ?? (NO_OPTIONS as Options), rules);
  const { precision, names, strictRange } = options;
  if (precision !== undefined) checkPrecision(precision);
  checkBoolean("names", names);
  checkBoolean("strictRange", strictRange);
  if (strictRange) checkRange(pointDegrees[0], pointDegrees[1]);
  return options;
}

/**
 * All mapcodes of a point in the published order (format 4): territory by territory, within each
 * the shortest first, and the international code last.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param options precision, the territory or country to keep to, and whether to add full names
 * @returns an empty list if the given territory or country has no code there
 * @throws MapcodeError if a coordinate is not a finite number
 * @throws MapcodeError if the point is out of range, with the option `strictRange`
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if the territory or country does not exist
 * @throws MapcodeError if both territory and country are given
 * @throws MapcodeError if an option is unknown
 * @throws TypeError if the options are not an object, the territory or country is not a string, or `names` is
 *   not a boolean; if a point has none of the known forms
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
export function encode(latDeg: number, lonDeg: number, options?: EncodeOptions): Mapcode[];
/**
 * As above, for a point in any of the forms of PointInput.
 * @example
 * ```ts
 * encode({ lat: 52.376514, lng: 4.908543 }).length; // 5
 * ```
 */
export function encode(point: PointInput, options?: EncodeOptions): Mapcode[];
export function encode(
  latDeg: number | PointInput,
  second?: number | EncodeOptions,
  last?: EncodeOptions,
): Mapcode[] {
  const {
    precision = 0,
    names,
    territory,
    country,
  } = checkEncoding(latDeg, second, last, ENCODE_OPTIONS);
  checkArea(territory, country);
  const [lat, lon] = pointDegrees;
  if (territory === undefined && country === undefined) {
    encodeInto(lat, lon, precision, list);
  } else {
    encodeInto(lat, lon, precision, list, territoryFilter({ territory, country }));
  }
  return mapcodesOf(list, list.count, names);
}

/**
 * The shortest mapcode of a point, whatever its territory: the shortest local one, the first on a tie, or the
 * international one where no territory has a code.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param options the precision, and whether to add full names
 * @throws MapcodeError if a coordinate is not a finite number
 * @throws MapcodeError if the point is out of range, with the option `strictRange`
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if an option is unknown
 * @throws TypeError if the options are not an object, or `names` is not a boolean
 * @example
 * ```ts
 * encodeShortest(52.376514, 4.908543); // { territory: "NLD", code: "49.4V" }
 * encodeShortest(52.376514, 4.908543, { names: true }).territoryName; // "Netherlands"
 * encodeShortest(0, -30); // { territory: "AAA", code: "HDX7Y.F0MG" }
 * ```
 */
export function encodeShortest(latDeg: number, lonDeg: number, options?: MapcodeOptions): Mapcode;
/**
 * As above, for a point in any of the forms of PointInput.
 * @example
 * ```ts
 * encodeShortest({ lat: 52.376514, lng: 4.908543 }).code; // "49.4V"
 * ```
 */
export function encodeShortest(point: PointInput, options?: MapcodeOptions): Mapcode;
export function encodeShortest(
  latDeg: number | PointInput,
  second?: number | MapcodeOptions,
  last?: MapcodeOptions,
): Mapcode {
  const { precision = 0, names } = checkEncoding(latDeg, second, last, MAPCODE_OPTIONS);
  const [lat, lon] = pointDegrees;
  encodeFilteredInto(lat, lon, precision, NO_FILTER, chooseShortest, true, list);
  // The local one is the first.
  return mapcodeAt(list, 0, names);
}

/**
 * The shortest mapcode that a territory has for a point.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param territory any code or name of the territory
 * @param options the precision, and whether to add full names
 * @returns undefined if the territory has no code there
 * @throws MapcodeError if a coordinate is not a finite number
 * @throws MapcodeError if the point is out of range, with the option `strictRange`
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if no territory has this name
 * @throws MapcodeError if an option is unknown
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
  options?: MapcodeOptions,
): Mapcode | undefined;
/**
 * As above, for a point in any of the forms of PointInput.
 * @example
 * ```ts
 * encodeShortestInTerritory({ lat: 52.376514, lng: 4.908543 }, "NLD")?.code; // "49.4V"
 * ```
 */
export function encodeShortestInTerritory(
  point: PointInput,
  territory: TerritoryName,
  options?: MapcodeOptions,
): Mapcode | undefined;
export function encodeShortestInTerritory(
  latDeg: number | PointInput,
  second: number | TerritoryName,
  third?: TerritoryName | MapcodeOptions,
  last?: MapcodeOptions,
): Mapcode | undefined {
  const isPoint = typeof latDeg === "object";
  const [territory, given] = isPoint ? [second, third] : [third, last];
  const { precision = 0, names } = checkEncoding(
    latDeg,
    isPoint ? given : second,
    given as MapcodeOptions | undefined,
    MAPCODE_OPTIONS,
  );
  const number = territoryNumber(territory as TerritoryName);
  const [lat, lon] = pointDegrees;
  const filter = { territory: number, country: NO_TERRITORY };
  const count = encodeInto(lat, lon, precision, list, filter);
  return count > 0 ? mapcodeAt(list, 0, names) : undefined;
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
 * @throws MapcodeError if a coordinate is not a finite number
 * @throws MapcodeError if the point is out of range, with the option `strictRange`
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if an option is unknown
 * @throws TypeError if the options are not an object, or `names` is not a boolean
 * @example
 * ```ts
 * encodeInternational(52.376514, 4.908543); // { territory: "AAA", code: "VHXGB.1J9J" }
 * ```
 */
export function encodeInternational(
  latDeg: number,
  lonDeg: number,
  options?: MapcodeOptions,
): Mapcode;
/**
 * As above, for a point in any of the forms of PointInput.
 * @example
 * ```ts
 * encodeInternational({ lat: 52.376514, lng: 4.908543 }).code; // "VHXGB.1J9J"
 * ```
 */
export function encodeInternational(point: PointInput, options?: MapcodeOptions): Mapcode;
export function encodeInternational(
  latDeg: number | PointInput,
  second?: number | MapcodeOptions,
  last?: MapcodeOptions,
): Mapcode {
  const { precision = 0, names } = checkEncoding(latDeg, second, last, MAPCODE_OPTIONS);
  encodeInternationalInto(pointDegrees[0], pointDegrees[1], precision, list);
  return mapcodeAt(list, 0, names);
}
