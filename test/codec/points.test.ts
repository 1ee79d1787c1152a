/** setPoint finds micro-degrees and fractions without a division: they must equal the results of a division. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setPoint } from "../../src/codec/points.ts";
import * as scratch from "../../src/codec/scratch.ts";
import { LAT_FRACTIONS, LON_FRACTIONS } from "../../src/tables/format.ts";
import { runs } from "../support/arbitraries.ts";

const point = new Int32Array(4);

/** Format 1: the fractions of a coordinate, from -90 or 0 degrees on, divided by the fractions of a micro-degree. */
function divided(fromStartDeg: number, fractions: number): [microDeg: number, fraction: number] {
  const all = BigInt(Math.floor(fromStartDeg * (1e6 * fractions) + 0.1));
  return [Number(all / BigInt(fractions)), Number(all % BigInt(fractions))];
}

function expectDivided(latDeg: number, lonDeg: number): void {
  const text = `${latDeg}, ${lonDeg}`;
  expect(setPoint(point, Float64Array.of(latDeg, lonDeg), 0), text).toBe(true);
  const lat = [point[scratch.POINT_LAT] + 90_000_000, point[scratch.POINT_LAT_FRACTION]];
  expect(lat, text).toEqual(divided(latDeg + 90, LAT_FRACTIONS));
  const lonMicroDeg = point[scratch.POINT_LON];
  const lon = [
    lonMicroDeg < 0 ? lonMicroDeg + 360_000_000 : lonMicroDeg,
    point[scratch.POINT_LON_FRACTION],
  ];
  const [ofCircle, fraction] = divided(lonDeg < 0 ? lonDeg + 360 : lonDeg, LON_FRACTIONS);
  expect(lon, text).toEqual([ofCircle % 360_000_000, fraction]);
}

/** A few steps away from a whole micro-degree. */
const steps = fc.integer({ min: -5, max: 5 });
const latMicroDeg = fc.integer({ min: -89_999_999, max: 89_999_999 });
const lonMicroDeg = fc.integer({ min: -179_999_999, max: 179_999_999 });

function off(microDeg: number, count: number, stepDeg: number): number {
  return microDeg / 1e6 + count * stepDeg;
}

describe("a point's micro-degrees and fractions", () => {
  it.each([
    ["rounding errors", 2 ** -46],
    ["parts of a fraction", 1e-14],
    ["fractions", 1 / (1e6 * LON_FRACTIONS)],
    ["millionths of a micro-degree", 1e-12],
  ])("are what a division gives next to whole micro-degrees, %s off", (_what, stepDeg) => {
    fc.assert(
      fc.property(latMicroDeg, lonMicroDeg, steps, (lat, lon, count) => {
        expectDivided(off(lat, count, stepDeg), off(lon, count, stepDeg));
      }),
      runs(20_000),
    );
  });

  it("are what a division gives anywhere", () => {
    const latDeg = fc.double({ min: -90, max: 90, noNaN: true });
    const lonDeg = fc.double({ min: -180, max: 179.999_999_999, noNaN: true });
    fc.assert(fc.property(latDeg, lonDeg, expectDivided), runs(20_000));
  });
});
