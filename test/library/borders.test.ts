import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INTERNATIONAL, isNearBorder } from "../../src/index.ts";
import { oracleDecode, oracleEncode } from "../oracle/index.ts";
import { point, precision, runs } from "../support/arbitraries.ts";

/** The territories that have codes for a point, by the oracle. */
function territoriesAt(latDeg: number, lonDeg: number): string {
  const codes = oracleEncode(latDeg, lonDeg, 0);
  return [...new Set(codes.map(({ territory }) => territory))].join(" ");
}

/** The definition, by the oracle and with texts. */
function slowIsNearBorder(latDeg: number, lonDeg: number, digits: number): boolean {
  return oracleEncode(latDeg, lonDeg, digits).some(({ territory, code }) => {
    const area = oracleDecode(`${territory} ${code}`);
    if ("error" in area) throw new Error(`${territory} ${code} cannot be decoded.`);
    return territoriesAt(area.latDeg, area.lonDeg) !== territoriesAt(latDeg, lonDeg);
  });
}

describe("whether a point is near a border", () => {
  it("is what a slow implementation of the definition says", () => {
    fc.assert(
      fc.property(point, precision, ([latDeg, lonDeg], digits) => {
        const expected = slowIsNearBorder(latDeg, lonDeg, digits);
        expect(isNearBorder(latDeg, lonDeg, { precision: digits })).toBe(expected);
      }),
      runs(300),
    );
  });

  it("is true for many points on the edges of records, and false for most others", () => {
    const points = fc.sample(point, { numRuns: 4000, seed: 7 });
    const near = points.filter(([latDeg, lonDeg]) => isNearBorder(latDeg, lonDeg));
    expect(near.length).toBeGreaterThan(points.length / 20);
    expect(near.length).toBeLessThan(points.length / 2);
  });

  it("is false at sea, where all codes are international", () => {
    expect(territoriesAt(0, -30)).toBe(INTERNATIONAL);
    expect(isNearBorder(0, -30)).toBe(false);
  });
});
