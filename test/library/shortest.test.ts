import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encode, encodeShortest, INTERNATIONAL, InvalidCoordinateError } from "../../src/index.ts";
import { point, precision, runs } from "../support/arbitraries.ts";

describe("the shortest mapcode of a point", () => {
  it("is the first of the shortest local ones, or else the international one", () => {
    fc.assert(
      fc.property(point, precision, ([latDeg, lonDeg], digits) => {
        const options = { precision: digits };
        const all = encode(latDeg, lonDeg, options);
        const local = all.filter(({ territory }) => territory !== INTERNATIONAL);
        const length = Math.min(...local.map(({ code }) => code.length));
        const expected = local.find(({ code }) => code.length === length) ?? all.at(-1);
        expect(encodeShortest(latDeg, lonDeg, options)).toEqual(expected);
      }),
      runs(300),
    );
  });

  it("is an error for what is no point", () => {
    expect(() => encodeShortest(0, Number.NaN)).toThrow(InvalidCoordinateError);
  });
});
