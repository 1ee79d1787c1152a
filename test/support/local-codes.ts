/** The rules for the local mapcode of a point, written down slowly. */
import type { LocalRuleName } from "../../src/borders/choice.ts";
import { encodeByBorders, territoriesAt } from "../../src/borders/index.ts";
import { type EncodeOptions, encode, getTerritory, type Mapcode } from "../../src/index.ts";

/** Countries whose subdivisions the borders lack. */
const WITHOUT_SUBDIVISIONS = ["BRA", "MEX", "RUS"];

/** The shortest local mapcode, the first on a tie. */
export function shortestLocal(mapcodes: readonly Mapcode[]): Mapcode | undefined {
  const local = mapcodes.filter(({ territory }) => territory !== "AAA");
  const length = Math.min(...local.map(({ code }) => code.length));
  return local.find(({ code }) => code.length === length);
}

/** Whether a mapcode belongs to a territory around its point: its own, or of a subdivision that the borders lack. */
export function isCodeOf(candidate: string, { territory }: Mapcode): boolean {
  if (territory === candidate) return true;
  const parent = getTerritory(territory).parentTerritory;
  return WITHOUT_SUBDIVISIONS.includes(candidate) && parent === candidate;
}

/** The local one of all mapcodes of a point: by borders, of the first territory around the point that has one. */
export function localMapcode(
  rule: LocalRuleName,
  latDeg: number,
  lonDeg: number,
  options: EncodeOptions = {},
): Mapcode | undefined {
  const mapcodes = encode(latDeg, lonDeg, options);
  const around = rule === "borders" ? territoriesAt(latDeg, lonDeg) : [];
  const lists = around.map(({ alphaCode }) => mapcodes.filter((one) => isCodeOf(alphaCode, one)));
  return shortestLocal(lists.find(({ length }) => length > 0) ?? mapcodes);
}

/** The list of all mapcodes in the order of each rule. */
export const ENCODE_BY: Readonly<Record<LocalRuleName, typeof encode>> = {
  borders: encodeByBorders,
  shortest: encode,
};
