/** The rules for the local mapcode of a point, written down slowly. */
import type { LocalRuleName } from "../../src/borders/choice.ts";
import { encodeByBorders, territoriesAt } from "../../src/borders/index.ts";
import { type EncodeOptions, encode, getTerritory, type Mapcode } from "../../src/index.ts";

/** Countries whose subdivisions the borders lack. */
const WITHOUT_SUBDIVISIONS = ["BRA", "MEX", "RUS"];

/** The shortest local mapcode, the first on a tie. */
export function shortestLocal(mapcodes: readonly Mapcode[]): Mapcode | undefined {
  let best: Mapcode | undefined;
  for (const mapcode of mapcodes) {
    if (mapcode.territory === "AAA") continue;
    if (best === undefined || mapcode.code.length < best.code.length) best = mapcode;
  }
  return best;
}

/** Whether a mapcode belongs to a territory around its point: its own, or of a subdivision that the borders lack. */
export function isCodeOf(candidate: string, { territory }: Mapcode): boolean {
  if (territory === candidate) return true;
  const parent = getTerritory(territory).parentTerritory;
  return WITHOUT_SUBDIVISIONS.includes(candidate) && parent === candidate;
}

/** The local mapcode by borders: the first territory around the point that has one, and its shortest one. */
function localByBorders(
  mapcodes: readonly Mapcode[],
  latDeg: number,
  lonDeg: number,
): Mapcode | undefined {
  for (const { alphaCode } of territoriesAt(latDeg, lonDeg)) {
    const own = mapcodes.filter((mapcode) => isCodeOf(alphaCode, mapcode));
    if (own.length > 0) return shortestLocal(own);
  }
  return shortestLocal(mapcodes);
}

/** The local one of all mapcodes of a point, by a rule. */
export function localMapcode(
  rule: LocalRuleName,
  latDeg: number,
  lonDeg: number,
  options: EncodeOptions = {},
): Mapcode | undefined {
  const mapcodes = encode(latDeg, lonDeg, options);
  if (rule === "shortest") return shortestLocal(mapcodes);
  return localByBorders(mapcodes, latDeg, lonDeg);
}

/** The list of all mapcodes in the order of each rule. */
export const ENCODE_BY: Readonly<Record<LocalRuleName, typeof encode>> = {
  borders: encodeByBorders,
  shortest: encode,
};
