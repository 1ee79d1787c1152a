/** Points and bounds of a mapcode, as objects. */
import { MALFORMED_MAPCODE } from "../codec/arrays.ts";
import * as D from "../codec/decode.ts";
import { quoted } from "../messages.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { alphaCodeOf } from "../text/territories.ts";
import * as P from "./encoding.ts";
import * as E from "./errors.ts";
import { MAPCODE_FORM, type MapcodeInput, textOf } from "./mapcode.ts";
import { suggestCountry, suggestTerritory } from "./names.ts";
import type { TerritoryName } from "./territories.ts";

/** A point. */
export interface Coordinate {
  /** Latitude in degrees, north positive, from -90 to 90. */
  readonly latDeg: number;
  /** Longitude in degrees, east positive. */
  readonly lonDeg: number;
}

/** Bounds, in degrees, of the points that a mapcode covers. */
export interface Rectangle {
  /** The south-west corner. */
  readonly southWest: Coordinate;
  /** The north-east corner. Across the date line, its longitude is less than the longitude of southWest. */
  readonly northEast: Coordinate;
  /** The middle of the rectangle, inside it even across the date line. */
  readonly center: Coordinate;
}

/** Options of decode and decodeRectangle. */
export interface DecodeOptions {
  /** The territory of a code without one: any code or name of it. By default, such a code is international. */
  readonly context?: TerritoryName | undefined;
  /**
   * In place of `context`, a country by its ISO 3166 code: NL is the Netherlands, while the context NL is Nagaland. A
   * code without a territory belongs to the country itself. Other territories are first sought in its subdivisions.
   */
  readonly country?: string | undefined;
}

const degrees = new Float64Array(D.RECTANGLE_NUMBERS);

/** The filter of codes without a territory. @throws MapcodeError or TypeError, as decode, for its options */
export function contextFilter(options: DecodeOptions): P.TerritoryFilter {
  E.checkOptions(options, ["context", "country"]);
  const { context, country } = options;
  if (context !== undefined && country !== undefined) {
    throw E.contradiction({ context, country });
  }
  return P.territoryFilter({ territory: context, country });
}

/** The problem of a mapcode within a filter. @param errorCode MALFORMED_MAPCODE or UNKNOWN_MAPCODE */
export function decodingProblem(
  errorCode: number,
  mapcode: string,
  filter: P.TerritoryFilter,
): E.Problem<"malformed-mapcode" | "unknown-mapcode"> {
  if (errorCode === MALFORMED_MAPCODE) {
    return E.valueProblem("malformed-mapcode", "mapcode", mapcode, MAPCODE_FORM);
  }
  const code = "unknown-mapcode";
  const number = P.contextOfFilter(filter);
  const territory = D.unknownTerritoryIn(mapcode, number);
  if (territory !== undefined) {
    const problem = `${quoted(territory)} is not a territory.${suggestTerritory(territory)}`;
    const message = `In the mapcode ${quoted(mapcode)}, ${problem}`;
    return { code, message, value: mapcode, expected: "the code of a place in a territory" };
  }
  const isBare = number === NO_TERRITORY && !mapcode.trim().includes(" ");
  const expected = isBare
    ? "a worldwide code; others need their territory in front ('NLD 49.4V') or as the context"
    : "the code of a place in its territory";
  const isName = filter.territory !== NO_TERRITORY;
  const hint = isName ? suggestCountry(filter.name, alphaCodeOf(number)) : "";
  return E.valueProblem(code, "mapcode", mapcode, expected, hint);
}

/**
 * The point of a mapcode: the middle of the valid part of its cell (format 7).
 * @param mapcode a text in any alphabet and case, with or without its territory, or an object, such as encode returns
 * @returns latitude from -90 to 90 and longitude from -180 to 180, in degrees
 * @throws MapcodeError if the text does not have the form of a mapcode, the code stands for no place, a territory or
 *   an option is unknown, or both context and country are given
 * @throws TypeError if the mapcode, the options, the context or the country has the wrong type
 * @example
 * ```ts
 * decode("NLD 49.4V"); // { latDeg: 52.37651400000124, lonDeg: 4.908543375 }
 * decode("49.4V", { context: "NLD" }).latDeg; // 52.37651400000124
 * decode(encodeShortest(52.376514, 4.908543)).latDeg; // 52.37651400000124
 * ```
 */
export function decode(mapcode: MapcodeInput, options: DecodeOptions = E.NO_OPTIONS): Coordinate {
  const text = textOf(mapcode);
  const context = contextFilter(options);
  const errorCode = D.decodeInto(text, P.contextOfFilter(context), degrees);
  if (errorCode !== 0) throw new E.MapcodeError(decodingProblem(errorCode, text, context));
  return { latDeg: degrees[D.LAT_DEG], lonDeg: degrees[D.LON_DEG] };
}

/**
 * The bounds, in degrees, of the points that a mapcode covers (format 7). Arguments and errors are as for decode.
 * @example
 * ```ts
 * decodeRectangle("VHXGB.1J9J").southWest; // { latDeg: 52.376483, lonDeg: 4.908505 }
 * ```
 */
export function decodeRectangle(
  mapcode: MapcodeInput,
  options: DecodeOptions = E.NO_OPTIONS,
): Rectangle {
  const text = textOf(mapcode);
  const context = contextFilter(options);
  const errorCode = D.decodeRectangleInto(text, P.contextOfFilter(context), degrees);
  if (errorCode !== 0) throw new E.MapcodeError(decodingProblem(errorCode, text, context));
  return {
    southWest: { latDeg: degrees[D.SOUTH_LAT_DEG], lonDeg: degrees[D.WEST_LON_DEG] },
    northEast: { latDeg: degrees[D.NORTH_LAT_DEG], lonDeg: degrees[D.EAST_LON_DEG] },
    center: { latDeg: degrees[D.CENTER_LAT_DEG], lonDeg: degrees[D.CENTER_LON_DEG] },
  };
}

/**
 * Whether a text has the form of a mapcode, in any alphabet. `parseMapcode` also checks its territory and place.
 * Values other than strings do not have the form.
 * @example
 * ```ts
 * hasMapcodeForm("NLD 49.4V"); // true
 * hasMapcodeForm("NLD ZZZZ.ZZZZ"); // true
 * hasMapcodeForm("Amsterdam"); // false
 * ```
 */
export function hasMapcodeForm(text: string): boolean {
  return typeof text === "string" && D.isMapcodeFormat(text);
}
