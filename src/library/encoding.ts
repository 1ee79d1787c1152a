/** Mapcodes of a point as objects and strings. */
import { type CodeList, isCodeList, wrongList } from "../codec/code-list.ts";
import { PointCodes } from "../codec/encode.ts";
import { asciiText } from "../digits/digits.ts";
import { wrongType } from "../messages.ts";
import { alphaCodeOf } from "../text/territories.ts";
import * as errors from "./errors.ts";
import { territoryFilter } from "./filters.ts";
import { Mapcode } from "./mapcode.ts";
import { namesOf, type TerritoryName } from "./territories.ts";

/** Options of the functions that return mapcodes. */
export interface MapcodeOptions {
  /** The number of extra characters, 0 (the default) to 8. Each pair divides the cell 30 x 30. */
  readonly precision?: number | undefined;
  /** Whether mapcodes have the full names of their territory and its country; false by default. */
  readonly names?: boolean | undefined;
}

/** Options of encode. */
export interface EncodeOptions extends MapcodeOptions {
  /**
   * Only the codes listed under this territory: any code or name of it. Two letters mean a subdivision if one has this
   * code: NL is Nagaland (IN-NL). For the Netherlands, give NLD, or the option `country`.
   */
  readonly territory?: TerritoryName | undefined;
  /** Only the codes of this country and its subdivisions: an ISO 3166 code. Not with `territory`. */
  readonly country?: string | undefined;
}

export const MAPCODE_OPTIONS: readonly string[] = ["precision", "names"];
export const ENCODE_OPTIONS: readonly string[] = [...MAPCODE_OPTIONS, "territory", "country"];

/**
 * The text of a code, without its territory.
 * @param index position of the code, from 0 to the count of the list - 1
 * @throws MapcodeError if the list has no such code
 * @throws TypeError if the list was not made by createCodeList
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInto(52.376514, 4.908543, 0, list); // 5
 * codeText(list, 4); // "VHXGB.1J9J"
 * ```
 */
export function codeText(list: CodeList, index: number): string {
  if (!isCodeList(list)) throw wrongList(list);
  if (typeof index !== "number") throw wrongType("index of the code", index, "a number");
  if (!Number.isInteger(index) || index < 0 || !(index < list.count)) {
    const expected =
      list.count > 0 ? `an integer from 0 to ${list.count - 1}` : "there, as there are none";
    throw errors.valueError("out-of-range", "index of the code", index, expected);
  }
  return asciiText(list.chars, list.starts[index], list.ends[index]);
}

// ---- Objects

/** Finds the codes of an encoding function. @returns the count of PointCodes.find @throws as `encode` */
export function findCodes(
  codes: PointCodes,
  latDeg: number,
  lonDeg: number,
  options: EncodeOptions,
  allowed: readonly string[],
): number {
  errors.checkOptionNames(options, allowed);
  const { precision = 0, names = false } = options;
  if (typeof names !== "boolean") throw wrongType("option names", names, "true or false");
  const count = codes.find(latDeg, lonDeg, precision, territoryFilter(options));
  if (count < 0) {
    errors.checkCoordinate(latDeg, lonDeg);
    errors.checkPrecision(precision);
  }
  return count;
}

export function mapcodeAt(codes: CodeList, index: number, { names }: MapcodeOptions): Mapcode {
  const number = codes.territories[index];
  const code = asciiText(codes.chars, codes.starts[index], codes.ends[index]);
  return new Mapcode(alphaCodeOf(number), code, names ? namesOf(number) : undefined);
}

export function mapcodesOf(codes: CodeList, count: number, options: MapcodeOptions): Mapcode[] {
  // Array.from with a length took most of the time of `encode`.
  const mapcodes: Mapcode[] = [];
  for (let index = 0; index < count; index++) mapcodes.push(mapcodeAt(codes, index, options));
  return mapcodes;
}

const all = new PointCodes("all");
const shortest = new PointCodes("local");
const international = new PointCodes("international");

/**
 * All mapcodes of a point in the published order (format 4): territory by territory, within each
 * the shortest first, and the international code last.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @returns an empty list if the given territory or country has no code there
 * @throws MapcodeError if a coordinate is not a finite number, the precision is not an integer from 0 to 8, the
 *   territory, the country or an option is unknown, or both territory and country are given
 * @throws TypeError if the options, the territory, the country or `names` has the wrong type
 * @example
 * ```ts
 * encode(52.376514, 4.908543).length; // 5
 * encode(52.376514, 4.908543)[0]; // { territory: "NLD", code: "49.4V" }
 * `${encode(52.376514, 4.908543)[0]}`; // "NLD 49.4V"
 * encode(52.376514, 4.908543, { precision: 2, territory: "NLD" })[1].code; // "G9.VWG-XG"
 * encode(39.7684, -86.1581, { names: true })[0].parentName; // "USA"
 * ```
 */
export function encode(
  latDeg: number,
  lonDeg: number,
  options: EncodeOptions = errors.NO_OPTIONS,
): Mapcode[] {
  const count = findCodes(all, latDeg, lonDeg, options, ENCODE_OPTIONS);
  return mapcodesOf(all.list, count, options);
}

/**
 * The shortest local mapcode of a point, the first on a tie; the international one where no territory has a code.
 * Arguments and errors are as for encode, without a filter.
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
  options: MapcodeOptions = errors.NO_OPTIONS,
): Mapcode {
  findCodes(shortest, latDeg, lonDeg, options, MAPCODE_OPTIONS);
  return mapcodeAt(shortest.list, 0, options);
}

/**
 * The one international mapcode of a point. Arguments and errors are as for encode, without a filter.
 * @example
 * ```ts
 * encodeInternational(52.376514, 4.908543); // { territory: "AAA", code: "VHXGB.1J9J" }
 * ```
 */
export function encodeInternational(
  latDeg: number,
  lonDeg: number,
  options: MapcodeOptions = errors.NO_OPTIONS,
): Mapcode {
  findCodes(international, latDeg, lonDeg, options, MAPCODE_OPTIONS);
  return mapcodeAt(international.list, 0, options);
}
