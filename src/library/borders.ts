/** Points so close to a border that a mapcode of them names a place beyond it. */
import { type CodeList, createCodeList } from "../codec/code-arrays.ts";
import { decodeBytesInto, LAT_DEG, LON_DEG } from "../codec/decode.ts";
import { encodeInto } from "../codec/encode.ts";
import { PRECISION_OPTIONS } from "./arguments.ts";
import { checkEncoding, type PrecisionOptions } from "./encoding.ts";
import { type PointInput, pointDegrees } from "./point-forms.ts";

const codes = createCodeList();
const codesThere = createCodeList();
const degrees = new Float64Array(2);

/** The index of the first code of the next territory. Codes of a territory follow each other. */
function nextTerritory({ territories, count }: CodeList, index: number): number {
  let next = index + 1;
  while (next < count && territories[next] === territories[index]) next++;
  return next;
}

function haveSameTerritories(one: CodeList, other: CodeList): boolean {
  let otherIndex = 0;
  for (let index = 0; index < one.count; index = nextTerritory(one, index)) {
    const isSame =
      otherIndex < other.count && one.territories[index] === other.territories[otherIndex];
    if (!isSame) return false;
    otherIndex = nextTerritory(other, otherIndex);
  }
  return otherIndex === other.count;
}

/**
 * Whether a mapcode of a point names a place across a border: some mapcode of the point decodes to a place
 * whose mapcodes are not of the same territories. At precision 0 such points are at most 7.49 m from the edge of
 * a territory, where `decode` may lead to the neighbor's side (the published libraries say "near multiple
 * borders"). More precision makes such points rarer.
 *
 * Edges are edges in the published tables. A territory there is a set of rectangles, which reaches beyond its
 * real border: most places near a real border have mapcodes of both sides and do not count.
 * @param latDeg latitude in degrees; values beyond a pole count as the pole
 * @param lonDeg longitude in degrees, wrapped into [-180, 180)
 * @param options the precision of the mapcodes
 * @throws MapcodeError if a coordinate is not a finite number
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if an option is unknown
 * @throws TypeError if the options are not an object
 * @example
 * ```ts
 * isNearBorder(51.10001, 3.35954); // true
 * isNearBorder(51.10001, 3.35954, { precision: 2 }); // false
 * encode(51.10001, 3.35954, { territory: "FRA" }); // []
 * const { latDeg, lonDeg } = decode("BEL 2CP.MM9");
 * encode(latDeg, lonDeg, { territory: "FRA" }).length; // 1
 * ```
 */
export function isNearBorder(latDeg: number, lonDeg: number, options?: PrecisionOptions): boolean;
/**
 * As above, for a point in any of the forms of PointInput.
 * @example
 * ```ts
 * isNearBorder({ lat: 51.10001, lng: 3.35954 }); // true
 * ```
 */
export function isNearBorder(point: PointInput, options?: PrecisionOptions): boolean;
export function isNearBorder(
  latDeg: number | PointInput,
  second?: number | PrecisionOptions,
  last?: PrecisionOptions,
): boolean {
  const { precision = 0 } = checkEncoding(latDeg, second, last, PRECISION_OPTIONS);
  encodeInto(pointDegrees[0], pointDegrees[1], precision, codes);
  const { chars, starts, ends, territories } = codes;
  for (let index = 0; index < codes.count; index++) {
    decodeBytesInto(chars, starts[index], ends[index], territories[index], degrees);
    encodeInto(degrees[LAT_DEG], degrees[LON_DEG], precision, codesThere);
    if (!haveSameTerritories(codes, codesThere)) return true;
  }
  return false;
}
