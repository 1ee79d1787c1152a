/** The rules for the local mapcode of a point: simple and slow. */
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

/** Whether a mapcode belongs to the candidate territory, or to a subdivision of it that the borders lack. */
export function isCodeOf(candidate: string, { territory }: Mapcode): boolean {
  if (territory === candidate) return true;
  const parent = getTerritory(territory).parentTerritory;
  return WITHOUT_SUBDIVISIONS.includes(candidate) && parent === candidate;
}

/** The local mapcode by a rule. By borders, it is of the first territory around the point that has one. */
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

/** For each rule, an `encode` that returns all mapcodes in its order. */
export const ENCODE_BY: Readonly<Record<LocalRuleName, typeof encode>> = {
  borders: encodeByBorders,
  shortest: encode,
};
