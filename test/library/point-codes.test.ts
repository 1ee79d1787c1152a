import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CodeList,
  codeText,
  createCodeList,
  encodeCountryInto,
  encodeInternational,
  encodeInto,
  encodeTerritoryInto,
  INTERNATIONAL,
  type Mapcode,
  NO_TERRITORY,
  shortestLocalMapcode,
  territories,
} from "../../src/index.ts";
import {
  NO_FILTER,
  PointCodes,
  type TerritoryFilter,
  territoryFilter,
} from "../../src/internal.ts";
import { point, precision, runs } from "../support/arbitraries.ts";

const NAMES = territories().map(({ alphaCode }) => alphaCode);

/** No filter, a territory that may have codes of the point or not, or a country. */
const filter = fc.oneof(
  fc.constant(NO_FILTER),
  fc.constantFrom(...NAMES).map((territory) => territoryFilter({ territory })),
  fc.constantFrom("US", "IN", "RU", "CN", "NL").map((country) => territoryFilter({ country })),
);

function mapcodesOf(list: CodeList, count: number): Mapcode[] {
  return Array.from({ length: count }, (_, index) => {
    return { territory: NAMES[list.territories[index]], code: codeText(list, index) };
  });
}

/** The codes within a filter, by the functions for one kind of filter each. */
function codesWithin(
  [latDeg, lonDeg]: readonly [number, number],
  digits: number,
  { country, territory }: TerritoryFilter,
): Mapcode[] {
  const list = createCodeList();
  if (country !== NO_TERRITORY) encodeCountryInto(latDeg, lonDeg, digits, country, list);
  else if (territory === NO_TERRITORY) encodeInto(latDeg, lonDeg, digits, list);
  else encodeTerritoryInto(latDeg, lonDeg, digits, territory, list);
  return mapcodesOf(list, list.count);
}

/** Filters that leave the own codes of the point as often as none. */
const filteredPoint = fc.tuple(point, precision, filter, fc.boolean()).map((all) => {
  const [degrees, digits, named, isOwn] = all;
  const own = codesWithin(degrees, digits, NO_FILTER)[0].territory;
  return [degrees, digits, isOwn ? territoryFilter({ territory: own }) : named] as const;
});

describe("the codes of a point", () => {
  it("are all within the filter, with the international one behind them", () => {
    const codes = new PointCodes("all");
    fc.assert(
      fc.property(filteredPoint, ([degrees, digits, named]) => {
        const expected = codesWithin(degrees, digits, named);
        expect(codes.find(...degrees, digits, named)).toBe(expected.length);
        expect(mapcodesOf(codes.list, codes.count)).toEqual(expected);
        const international = encodeInternational(...degrees, { precision: digits });
        expect(codeText(codes.list, codes.international)).toBe(international.code);
        const local = shortestLocalMapcode(expected);
        expect(mapcodesOf(codes.list, codes.count)[codes.local]).toEqual(local);
      }),
      runs(1000),
    );
  });

  it("are the shortest local one, if the filter leaves any, and the international one", () => {
    const codes = new PointCodes("local");
    fc.assert(
      fc.property(filteredPoint, ([degrees, digits, named]) => {
        const within = codesWithin(degrees, digits, named);
        expect(codes.find(...degrees, digits, named)).toBe(within.length);
        const local = shortestLocalMapcode(within);
        const { code } = encodeInternational(...degrees, { precision: digits });
        const international = { territory: INTERNATIONAL, code };
        const found = mapcodesOf(codes.list, codes.list.count);
        expect(found).toEqual(local === undefined ? [international] : [local, international]);
        expect(found[codes.local]).toEqual(local);
        expect(found[codes.international]).toEqual(international);
      }),
      runs(1000),
    );
  });

  it("are the international one alone, whatever the filter is", () => {
    const codes = new PointCodes("international");
    expect(codes.find(52.376514, 4.908543, 0, territoryFilter({ territory: "USA" }))).toBe(1);
    expect(mapcodesOf(codes.list, codes.list.count)).toEqual([
      { territory: INTERNATIONAL, code: "VHXGB.1J9J" },
    ]);
  });
});
