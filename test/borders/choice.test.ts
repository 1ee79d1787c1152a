/** The local code by borders, compared with a slow implementation of the rule. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as borders from "../../src/borders/index.ts";
import * as mapcoded from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { point, precision, runs } from "../support/arbitraries.ts";
import { borderDegrees } from "../support/border-points.ts";
import { thrownBy } from "../support/errors.ts";
import { isCodeOf, localMapcode } from "../support/local-codes.ts";

const codesAt = (latDeg: number, lonDeg: number) =>
  borders.territoriesAt(latDeg, lonDeg).map(({ alphaCode }) => alphaCode as string);

const anyPoint = fc.oneof(borderDegrees, point);

describe("the local code by borders", () => {
  it("is the shortest of the first territory around the point that has one", () => {
    const list = Into.createCodeList();
    fc.assert(
      fc.property(anyPoint, precision, ([latDeg, lonDeg], digits) => {
        const expected = localMapcode("borders", latDeg, lonDeg, { precision: digits });
        expect(borders.encodeLocal(latDeg, lonDeg, { precision: digits })).toEqual(expected);
        const count = borders.encodeLocalInto(latDeg, lonDeg, digits, list);
        expect(count).toBe(expected === undefined ? 0 : 1);
        if (expected === undefined) return;
        expect(Into.codeText(list, 0)).toBe(expected.code);
        expect(mapcoded.territories()[list.territories[0]].alphaCode).toBe(expected.territory);
      }),
      runs(30_000),
    );
  });

  it.each([
    ["Shenzhen", 22.543, 114.058, "HKG", "CN-GD"],
    ["Windsor in Ontario", 42.3, -83.02, "US-MI", "CA-ON"],
    ["the south of Kharkiv", 49.8, 36.04, "RU-BE", "UKR"],
    ["Sao Paulo", -23.5, -46.6, "BR-SP", "BR-SP"],
    ["Moscow", 55.75, 37.6, "RU-MOW", "RU-MOW"],
  ])("of %s is of its own territory", (_, latDeg, lonDeg, shortest, local) => {
    expect(mapcoded.encodeShortest(latDeg, lonDeg).territory).toBe(shortest);
    expect(borders.encodeLocal(latDeg, lonDeg)?.territory).toBe(local);
  });

  it("is the shortest one where no territory around the point has a code, if there is any", () => {
    expect(codesAt(30, -18)).toEqual([]);
    expect(borders.encodeLocal(30, -18)).toEqual(mapcoded.encodeShortest(30, -18));
    expect(borders.encodeLocal(10, -30)).toBeUndefined();
  });
});

describe("the list by borders", () => {
  it("has the codes of encode, the codes of the territories around the point first", () => {
    fc.assert(
      fc.property(anyPoint, ([latDeg, lonDeg]) => {
        const mapcodes = mapcoded.encode(latDeg, lonDeg);
        const ordered = borders.encodeByBorders(latDeg, lonDeg);
        const candidates = codesAt(latDeg, lonDeg);
        expect(ordered.map(String).sort()).toEqual(mapcodes.map(String).sort());
        const rankOf = (mapcode: mapcoded.Mapcode) => {
          const rank = candidates.findIndex((candidate) => isCodeOf(candidate, mapcode));
          return rank < 0 ? candidates.length : rank;
        };
        const ranks = ordered.map(rankOf);
        expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
        // Codes of each territory keep their order, as do the codes of all territories elsewhere.
        for (const { territory } of mapcodes) {
          const isOwn = (mapcode: mapcoded.Mapcode) => mapcode.territory === territory;
          expect(ordered.filter(isOwn)).toEqual(mapcodes.filter(isOwn));
        }
        const isOther = (mapcode: mapcoded.Mapcode) => rankOf(mapcode) === candidates.length;
        expect(ordered.filter(isOther)).toEqual(mapcodes.filter(isOther));
        if (ranks[0] < candidates.length)
          expect(ordered[0]).toEqual(borders.encodeLocal(latDeg, lonDeg));
      }),
      runs(10_000),
    );
  });

  it("takes the options of encode", () => {
    const options = { precision: 2, territory: "HKG", names: true } as const;
    expect(borders.encodeByBorders(22.543, 114.058, options)).toEqual(
      mapcoded.encode(22.543, 114.058, options),
    );
    const local = borders.encodeLocal(22.543, 114.058, { names: true });
    expect(local).toMatchObject({ territoryName: "Guangdong", parentName: "China" });
    expect(() => borders.encodeByBorders(22.543, 114.058, { territory: "Atlantis" })).toThrow(
      "Atlantis",
    );
  });
});

describe("wrong arguments", () => {
  it.each([
    [Number.NaN, 0, 0, Into.INVALID_COORDINATE],
    [0, "5" as never, 0, Into.INVALID_COORDINATE],
    [0, 0, 9, Into.PRECISION_OUT_OF_RANGE],
  ])("give encodeLocalInto(%s, %s, %s) an error code", (latDeg, lonDeg, digits, error) => {
    const list = { ...Into.createCodeList(), count: 3 };
    expect(borders.encodeLocalInto(latDeg, lonDeg, digits, list)).toBe(error);
    expect(list.count).toBe(0);
    expect(() => borders.encodeLocalInto(0, 0, 0, {} as never)).toThrow("createCodeList");
  });

  it("of encodeLocal have the messages of encodeShortest", () => {
    for (const wrong of [{ precision: 9 }, { territory: "NLD" }, { names: "yes" }] as never[]) {
      const { message } = thrownBy(Error, () => mapcoded.encodeShortest(0, 0, wrong));
      expect(() => borders.encodeLocal(0, 0, wrong)).toThrow(message);
    }
    expect(() => borders.encodeLocal(Number.NaN, 0)).toThrow(
      "The latitude NaN is not a finite number",
    );
  });
});
