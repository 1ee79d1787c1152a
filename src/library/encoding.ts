/** Mapcodes of a point, with objects and strings. */
import { type CodeList, createCodeList, isCodeList, wrongList } from "../codec/arrays.ts";
import { encodeFilteredInto, encodeInternationalInto, encodeInto } from "../codec/encode.ts";
import { SHORTEST } from "../codec/find.ts";
import { asciiText } from "../digits/digits.ts";
import { wrongType } from "../messages.ts";
import { alphaCodeOf } from "../text/territories.ts";
import { valueError } from "./errors.ts";
import { Mapcode } from "./mapcode.ts";
import { checkCoordinate, checkOptions, checkPrecision, NO_OPTIONS } from "./options.ts";
import { NO_FILTER, territoryFilter } from "./point-codes.ts";
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
  /** Only the codes listed under this territory: any code or name of it. */
  readonly territory?: TerritoryName | undefined;
  /** Only the codes of this country and its subdivisions: an ISO 3166 code. Not with `territory`. */
  readonly country?: string | undefined;
}

export const MAPCODE_OPTIONS: readonly string[] = ["precision", "names"];
export const ENCODE_OPTIONS: readonly string[] = [...MAPCODE_OPTIONS, "territory", "country"];

const list = createCodeList();
const shortest = { list, local: 0 };

/**
 * The text of a code, without its territory.
 * @param index of the code in the list, from 0 up to its count (excluded)
 * @throws MapcodeError if the list has no such code
 * @throws TypeError if the list is not one of createCodeList
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInto(52.376514, 4.908543, 0, list); // 5
 * codeText(list, 4); // "VHXGB.1J9J"
 * ```
 */
export function codeText(list: CodeList, index: number): string {
  if (!isCodeList(list)) throw wrongList(list);
  if (!Number.isInteger(index) || index < 0 || !(index < list.count)) {
    const expected =
      list.count > 0 ? `an integer from 0 to ${list.count - 1}` : "there, as there are none";
    throw valueError("out-of-range", "index of the code", index, expected);
  }
  return asciiText(list.chars, list.starts[index], list.ends[index]);
}

/** A code of a list as an object. */
export function mapcodeAt(codes: CodeList, index: number, names: boolean | undefined): Mapcode {
  const number = codes.territories[index];
  const code = asciiText(codes.chars, codes.starts[index], codes.ends[index]);
  return new Mapcode(alphaCodeOf(number), code, names ? namesOf(number) : undefined);
}

/** The first codes of a list as objects. */
export function mapcodesOf(codes: CodeList, count: number, names: boolean | undefined): Mapcode[] {
  // Array.from with a length took most of the time of `encode`.
  const mapcodes: Mapcode[] = [];
  for (let index = 0; index < count; index++) mapcodes.push(mapcodeAt(codes, index, names));
  return mapcodes;
}

/** Checks what all functions that return mapcodes take. */
export function checkEncoding(
  latDeg: number,
  lonDeg: number,
  options: MapcodeOptions,
  allowed: readonly string[],
): void {
  checkCoordinate(latDeg, lonDeg);
  checkOptions(options, allowed);
  const { precision, names } = options;
  if (precision !== undefined) checkPrecision(precision);
  if (names === undefined || typeof names === "boolean") return;
  throw wrongType("option names", names, "true or false");
}

/**
 * All mapcodes of a point in the published order (format 4): territory by territory, within each
 * the shortest first, and the international code last.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param options precision, the territory or country to keep to, and whether to add full names
 * @returns an empty list if the given territory or country has no code there
 * @throws MapcodeError if a coordinate is not a finite number, the precision not an integer from 0 to 8, the territory or country
 *   unknown, both are given, or an option is unknown
 * @throws TypeError if the options are not an object, the territory or country is not a string, or `names` is
 *   not a boolean
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
  options: EncodeOptions = NO_OPTIONS,
): Mapcode[] {
  checkEncoding(latDeg, lonDeg, options, ENCODE_OPTIONS);
  const { precision = 0, names } = options;
  const count = encodeInto(latDeg, lonDeg, precision, list, territoryFilter(options));
  return mapcodesOf(list, count, names);
}

/**
 * The shortest mapcode of a point, whatever its territory: the shortest local one, the first on a tie, or the
 * international one where no territory has a code. Arguments and errors are those of encode, without a filter.
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
  checkEncoding(latDeg, lonDeg, options, MAPCODE_OPTIONS);
  const { precision = 0, names } = options;
  encodeFilteredInto(latDeg, lonDeg, precision, NO_FILTER, SHORTEST, true, shortest);
  // The local one is the first.
  return mapcodeAt(list, 0, names);
}

/**
 * The international mapcode of a point. Every point has exactly one. Arguments and errors are those of encode, without a filter.
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
  checkEncoding(latDeg, lonDeg, options, MAPCODE_OPTIONS);
  const { precision = 0, names } = options;
  encodeInternationalInto(latDeg, lonDeg, precision, list);
  return mapcodeAt(list, 0, names);
}
