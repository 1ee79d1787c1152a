import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeRectangle, encode, type Rectangle, rectangleToGeoJson } from "../../src/index.ts";
import { point, precision, runs } from "../support/arbitraries.ts";

function rectangle(south: number, west: number, north: number, east: number): Rectangle {
  const center = { latDeg: 0, lonDeg: 0 };
  const southWest = { latDeg: south, lonDeg: west };
  return { southWest, northEast: { latDeg: north, lonDeg: east }, center };
}

/** The polygons of a geometry, without the brackets of their only rings. */
function ringsOf({ type, coordinates }: ReturnType<typeof rectangleToGeoJson>): number[][][] {
  return type === "Polygon" ? coordinates : coordinates.map(([ring]) => ring);
}

describe("a rectangle as GeoJSON", () => {
  it("is a polygon, longitude first, from the south-west corner on", () => {
    expect(rectangleToGeoJson(rectangle(1, 2, 3, 4))).toEqual({
      type: "Polygon",
      coordinates: [
        [
          [2, 1],
          [4, 1],
          [4, 3],
          [2, 3],
          [2, 1],
        ],
      ],
    });
  });

  it("is two polygons across the date line", () => {
    const { southWest } = decodeRectangle("FJI Z3D.8QF");
    expect(southWest).toEqual({ latDeg: -16.500074, lonDeg: 179.999943 });
    expect(rectangleToGeoJson(decodeRectangle("FJI Z3D.8QF"))).toEqual({
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [179.999943, -16.500074],
            [180, -16.500074],
            [180, -16.499985],
            [179.999943, -16.499985],
            [179.999943, -16.500074],
          ],
        ],
        [
          [
            [-180, -16.500074],
            [-179.999966, -16.500074],
            [-179.999966, -16.499985],
            [-180, -16.499985],
            [-180, -16.500074],
          ],
        ],
      ],
    });
  });

  it("ends at 180 degrees if its eastern edge is on the date line", () => {
    const { type, coordinates } = rectangleToGeoJson(decodeRectangle("CZZPR.VQDM"));
    expect(type).toBe("Polygon");
    expect(coordinates[0][1]).toEqual([180, -16.500032]);
  });

  it("has closed, counterclockwise rings that are together as wide as it is", () => {
    fc.assert(
      fc.property(point, precision, fc.nat(), ([latDeg, lonDeg], digits, choice) => {
        const codes = encode(latDeg, lonDeg, { precision: digits });
        const { territory, code } = codes[choice % codes.length];
        const bounds = decodeRectangle(`${territory} ${code}`);
        const rings = ringsOf(rectangleToGeoJson(bounds));
        let width = 0;
        for (const ring of rings) {
          expect(ring).toHaveLength(5);
          expect(ring[4]).toEqual(ring[0]);
          expect(ring.flat().every((degrees) => Math.abs(degrees) <= 180)).toBe(true);
          const [[west, south], second, [east, north], fourth] = ring;
          expect([second, fourth]).toEqual([
            [east, south],
            [west, north],
          ]);
          expect(east >= west && north >= south).toBe(true);
          width += ring[1][0] - ring[0][0];
        }
        const wanted = bounds.northEast.lonDeg - bounds.southWest.lonDeg;
        expect(width).toBeCloseTo(wanted < 0 ? wanted + 360 : wanted, 9);
      }),
      runs(300),
    );
  });
});
