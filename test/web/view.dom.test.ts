import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributionParts, baseMapNote, roundLength } from "../../src/web/map/controls.ts";
import { degreesText, stepOf } from "../../src/web/map/graticule.ts";
import { lineOf, simplified } from "../../src/web/map/lines.ts";
import { metersPerPixel, worldRectangle } from "../../src/web/map/mercator.ts";
import { MAX_ZOOM, MapView } from "../../src/web/map/view.ts";
import { metersText } from "../../src/web/units.ts";

const SIZE = { width: 800, height: 600 };

const views = fc
  .record({
    latDeg: fc.double({ min: -80, max: 80, noNaN: true }),
    lonDeg: fc.double({ min: -180, max: 179.9, noNaN: true }),
    zoom: fc.double({ min: 2, max: 30, noNaN: true }),
  })
  .map(({ zoom, ...center }) => MapView.at(center, zoom, SIZE));
const positions = fc.record({
  x: fc.integer({ min: 0, max: SIZE.width }),
  y: fc.integer({ min: 0, max: SIZE.height }),
});

/** Not on the edge, where the last bits of a place decide whether it is in view. */
const innerPositions = fc.record({
  x: fc.integer({ min: 1, max: SIZE.width - 1 }),
  y: fc.integer({ min: 1, max: SIZE.height - 1 }),
});

describe("a view", () => {
  it("finds the place at a position, and the position of a place", () => {
    fc.assert(
      fc.property(views, positions, (view, position) => {
        const { x, y } = view.toScreen(view.toPlace(position));
        expect(x).toBeCloseTo(position.x, 1);
        expect(y).toBeCloseTo(position.y, 1);
      }),
    );
  });

  it("keeps the place under the pointer while zooming", () => {
    fc.assert(
      fc.property(views, positions, (view, position) => {
        const place = view.toPlace(position);
        const { x, y } = view.zoomedAt(position, view.zoom + 1.5).toScreen(place);
        // At the edge of the world, the map cannot follow.
        if (view.top <= 0 || view.bottom >= 1) return;
        expect(x).toBeCloseTo(position.x, 1);
        expect(y).toBeCloseTo(position.y, 1);
      }),
    );
  });

  it("keeps the chosen place in view while zooming, so that one step there and one back show the same", () => {
    fc.assert(
      fc.property(views, innerPositions, (view, position) => {
        const place = view.toPlace(position);
        const there = view.zoomedBy(-1, place);
        // At the edges of the world, and where it is narrower than the map, the map cannot follow.
        if (there.top <= 0 || there.bottom >= 1 || there.scale < SIZE.width) return;
        const { x, y } = there.toScreen(place);
        expect([x, y]).toEqual([expect.closeTo(position.x, 1), expect.closeTo(position.y, 1)]);
        const back = there.zoomedBy(1, place);
        expect(back.zoom).toBeCloseTo(view.zoom, 9);
        expect((back.centerX - view.centerX) * view.scale).toBeCloseTo(0, 1);
      }),
    );
    const view = MapView.at({ latDeg: 52, lonDeg: 4 }, 12, SIZE);
    const far = view.zoomedBy(1, { latDeg: 0, lonDeg: 100 });
    expect([far.zoom, far.center.lonDeg]).toEqual([13, expect.closeTo(4, 9)]);
  });

  it("ends where the world fills its height, and where the smallest cells are large", () => {
    const at = (zoom: number) => MapView.at({ latDeg: 0, lonDeg: 0 }, zoom, SIZE);
    expect([at(0).isFarthest, at(0).isClosest]).toEqual([true, false]);
    expect([at(5).isFarthest, at(5).isClosest]).toEqual([false, false]);
    expect([at(99).isFarthest, at(99).isClosest]).toEqual([false, true]);
  });

  it("rounds places to what its pixels can tell apart", () => {
    const view = MapView.at({ latDeg: 52.376514, lonDeg: 4.908543 }, 16, SIZE);
    const { latDeg } = view.toRoundedPlace({ x: 400, y: 300 });
    expect(`${latDeg}`.length).toBeLessThanOrEqual("52.376514".length);
    const meters = Math.abs(latDeg - 52.376514) * 111_320;
    expect(meters).toBeLessThan(metersPerPixel(52, 16));
  });

  it("shows a cell of eight extra characters hundreds of pixels wide", () => {
    expect(0.00001 / metersPerPixel(52, MAX_ZOOM)).toBeGreaterThan(100);
  });

  it("shows a whole rectangle, also across the date line", () => {
    const bounds = { southDeg: -20, northDeg: -12, westDeg: 176, eastDeg: 182 };
    const view = MapView.around(worldRectangle(bounds), SIZE, 20);
    for (const lonDeg of [176, -178]) {
      const { x } = view.toScreen({ latDeg: -16, lonDeg });
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(SIZE.width);
    }
  });

  it("flies from one view to another on the short way", () => {
    const from = MapView.at({ latDeg: 0, lonDeg: 170 }, 5, SIZE);
    const to = MapView.at({ latDeg: 0, lonDeg: -170 }, 7, SIZE);
    expect(from.between(to, 0).center.lonDeg).toBeCloseTo(170, 6);
    expect(from.between(to, 1).center.lonDeg).toBeCloseTo(-170, 6);
    expect(Math.abs(from.between(to, 0.5).center.lonDeg)).toBeGreaterThan(170);
  });
});

describe("lines of the base map", () => {
  it("go on beyond the date line without a jump", () => {
    const { points, west, east } = lineOf([
      [170, 60],
      [179, 61],
      [-175, 62],
      [170, 60],
    ]);
    expect(points).toHaveLength(8);
    expect(east - west).toBeCloseTo(15 / 360, 6);
  });

  it("close a ring around the pole along the southern edge", () => {
    const ring = [-180, -90, 0, 90, 180].map((lonDeg) => [lonDeg, -70]);
    expect(lineOf(ring).south).toBe(1);
  });

  it("lose points that are too close to see, but neither the first nor the last", () => {
    const line = lineOf([
      [0, 0],
      [0.001, 0],
      [10, 0],
      [10.001, 0],
    ]);
    const { points } = simplified(line, 0.001);
    expect([points[0], points[points.length - 2]]).toEqual([0.5, line.east]);
    expect(points).toHaveLength(6);
  });
});

describe("numbers on the map", () => {
  it.each([
    [7.49, "7.5 m"],
    [9.9, "9.9 m"],
    [123.4, "123 m"],
    [20_000, "20 km"],
    [0.33, "33 cm"],
    [0.0000093, "9.3 µm"],
    [0, "0 m"],
  ])("%d meters are %s", (meters, text) => {
    expect(metersText(meters)).toBe(text);
  });

  it("have round steps", () => {
    expect([3, 0.3, 12, 45, 0.0011].map(stepOf)).toEqual([5, 0.5, 30, 90, 0.002]);
    expect([730, 99, 5, 0.012].map(roundLength)).toEqual([500, 50, 5, 0.01]);
    expect([degreesText(-0.5, 0.1, "NS"), degreesText(0, 10, "EW")]).toEqual(["0.5°S", "0°"]);
  });

  it("have a note where the map has nothing to show", () => {
    expect(baseMapNote(4, false)).toBe("Borders: Natural Earth");
    expect(baseMapNote(12, false)).toBe("Borders: Natural Earth · Towns: GeoNames");
    expect(baseMapNote(13, false)).toMatch(/no streets/);
    expect(baseMapNote(12, true)).toBe("Borders: Natural Earth");
  });

  it("leave an address at the end of an attribution to its link", () => {
    const url = "https://www.openstreetmap.org/copyright";
    expect(attributionParts(`© Contributors ${url}`)).toEqual({ label: "© Contributors", url });
    expect(attributionParts("Own survey")).toEqual({ label: "Own survey", url: "" });
  });
});
