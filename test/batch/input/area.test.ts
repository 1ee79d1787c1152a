/** Rows whose points are at sea, far from most others, and rows that are rightly there. */
import { describe, expect, it } from "vitest";
import type { BatchOptions } from "../../../src/batch/options/options.ts";
import { BatchSession } from "../../../src/batch/session.ts";

type Point = readonly [lat: number, lon: number];

/** Points in a rectangle within a country, row by row. */
function grid(south: number, west: number, north: number, east: number): readonly Point[] {
  const steps = Array.from({ length: 36 }, (_, index) => [Math.floor(index / 6), index % 6]);
  return steps.map(([y, x]) => [south + ((north - south) * y) / 5, west + ((east - west) * x) / 5]);
}

const NETHERLANDS = grid(51.6, 5, 52.6, 6);
const ONE_SWAPPED: readonly Point[] = [...NETHERLANDS, [5.1214, 52.0907]];
const PORTUGAL = grid(37, -8, 42, -5);

/** Points in Portugal that lack their sign, each far from the one before. */
const FAR_APART: readonly Point[] = [
  [41.1, 6.7],
  [38.3, 6.9],
  [41.6, 6.3],
  [38.6, 6.1],
];

/** Points on a line, less than a degree apart. */
function flight([lat, lon]: Point, [toLat, toLon]: Point): readonly Point[] {
  const east = ((toLon - lon + 540) % 360) - 180;
  return Array.from({ length: 60 }, (_, step): Point => {
    const at = lon + (east * step) / 59;
    return [lat + ((toLat - lat) * step) / 59, at > 180 ? at - 360 : at];
  });
}

/** More than the first rows in Portugal, and a flight over the mirror of Portugal. */
const FLIGHT = [
  ...Array.from({ length: 6 }, () => PORTUGAL).flat(),
  ...flight([40, -6], [39.8, 8]),
];

function warningsOf(
  text: string,
  options: BatchOptions = {},
  size: number = text.length,
): readonly string[] {
  const session = new BatchSession(options);
  for (let at = 0; at < text.length; at += size) {
    for (const _ of session.push(Buffer.from(text.slice(at, at + size))));
  }
  for (const _ of session.end());
  return session.warnings.map(({ message }) => message);
}

const rowsOf = (points: readonly Point[]) =>
  `lat,lon\n${points.map((point) => point.join()).join("\n")}\n`;

describe("a batch with points far from most others", () => {
  it.each<[string, readonly Point[], RegExp]>([
    [
      "is swapped",
      [...NETHERLANDS, [5.1214, 52.0907]],
      /swapped in some rows\? Line 38: 5.1214,52.0907 is at sea; swapped, .*swap these/,
    ],
    [
      "is swapped, after the first rows",
      [...Array.from({ length: 50 }, () => NETHERLANDS).flat(), [5.1214, 52.0907], [0, 0]],
      /Line 1802: 5.1214,52.0907 is at sea; swapped/,
    ],
    [
      "is swapped, of three",
      [...NETHERLANDS.slice(0, 2), [4.9, 52.3]],
      /Line 4: 4.9,52.3 is at sea; sw/,
    ],
    [
      "lacks a minus sign",
      [...PORTUGAL, [40.4168, 6.7038]],
      /lack their sign\? Line 38: 40.4168,6.7038 is at sea; with another sign, .*-33/,
    ],
    [
      "has a minus sign too many",
      [...PORTUGAL, [-40.4168, -6.7038]],
      /38: -40.4168,-6.7038 is at sea; with/,
    ],
    [
      "lacks a minus sign, and so do others",
      [...PORTUGAL, ...FAR_APART],
      /sign\? Line 38: 41.1,6.7 is/,
    ],
    [
      "lacks a longitude",
      [...PORTUGAL, [40.4168, 0]],
      /lack a value\? Line 38: 40.4168,0 is far from/,
    ],
    [
      "lacks a latitude",
      [...NETHERLANDS, [0, 5.1214]],
      /lack a value\? Line 38: 0,5.1214 is far from/,
    ],
  ])("warns if one %s", (_, points, warning) => {
    expect(warningsOf(rowsOf(points))).toContainEqual(expect.stringMatching(warning));
  });

  it.each<[string, readonly Point[]]>([
    [
      "towns of the Netherlands and of the Caribbean",
      [...NETHERLANDS, [12.1, -68.9], [5.85, -55.2]],
    ],
    ["towns of America and of China", [...grid(32, -115, 45, -80), [39.9, 116.4], [31.2, 121.5]]],
    ["towns of Chile, and Easter Island", [...grid(-40, -72.5, -30, -70.5), [-27.15, -109.43]]],
    ["two towns, and a ship", [...NETHERLANDS.slice(0, 2), [40.1, -40.2]]],
    [
      "a town, and a ship in its mirror",
      [
        [52.09, 5.12],
        [4.9, 52.3],
      ],
    ],
    ["towns of Portugal, and ships", [...PORTUGAL, [25.1, -40.2], [36.5, 1.2]]],
    ["towns of the world, and ships", [...grid(-30, -70, 50, 110), [4.9, 52.4], [40.4, 3.7]]],
    [
      "towns, many ships, and one in the mirror of a town",
      [...NETHERLANDS, [4.9, 52.3], [10, -40], [20, -50]],
    ],
    ["towns by minutes, and one at the meridian", [...grid(52, -9, 54, -7), [51.53333, 0]]],
    ["towns at the equator", [...grid(-1, 36, 1, 37), [0, 37.1234]]],
    ["towns of Portugal, and a flight over its mirror", FLIGHT],
    [
      "towns of Portugal, and a flight with a point each half an hour",
      [...PORTUGAL, [40, -6], [40, -1.5], [40, 3], [39.5, 7.5], [37, 12]],
    ],
    [
      "towns of Chukotka, and a ship over the date line",
      [...grid(63, 170, 67, 178), ...flight([64.7, 177.5], [62.5, -177])],
    ],
    [
      "towns of Portugal, four points in their mirror, and one ship",
      [...PORTUGAL, ...FAR_APART, [25.1, -40.2]],
    ],
  ])("does not warn of %s", (_, points) => {
    expect(warningsOf(rowsOf(points))).toEqual([]);
  });

  it("warns of each mistake that explains some", () => {
    const lacking: readonly Point[] = [
      [0, 5.1234],
      [52.1234, 0],
    ];
    expect(warningsOf(rowsOf([...ONE_SWAPPED, ...lacking]))).toEqual([
      expect.stringMatching(/swapped in some rows\? Line 38: /),
      expect.stringMatching(/lack a value\? Line 39: /),
    ]);
  });

  it.each([1, 7, 100_000])("is the same in parts of %i bytes", (size) => {
    expect(warningsOf(rowsOf(FLIGHT), {}, size)).toEqual([]);
    expect(warningsOf(rowsOf(ONE_SWAPPED), {}, size)).toEqual([
      expect.stringMatching(/swapped in some rows\? Line 38: /),
    ]);
  });

  it.each([true, false])("warns if the user has said that lonFirst is %s", (lonFirst) => {
    const pairs = ONE_SWAPPED.map(([lat, lon]) => (lonFirst ? [lon, lat] : [lat, lon]).join());
    const options = { lonFirst, coordinatesColumn: "place" };
    expect(warningsOf(`place\n"${pairs.join('"\n"')}"`, options)).toEqual([
      expect.stringMatching(/swapped in some rows\? Line 38: 5.1214,/),
    ]);
  });

  const linesOf = (write: (point: Point) => string) => ONE_SWAPPED.map(write).join("\n");
  const geometry = ([lat, lon]: Point) => ({ type: "Point", coordinates: [lon, lat] });

  it.each([
    ["lines", linesOf((point) => point.join(" "))],
    ["objects", linesOf(([lat, lon]) => JSON.stringify({ lat, lon }))],
    [
      "features",
      linesOf((point) =>
        JSON.stringify({ type: "Feature", geometry: geometry(point), properties: {} }),
      ),
    ],
    ["pairs in a column", `latlon\n${linesOf((point) => `"${point.join()}"`)}`],
    ["well-known text", `wkt\n${linesOf(([lat, lon]) => `POINT (${lon} ${lat})`)}`],
  ])("warns in any format: %s", (_, text) => {
    expect(warningsOf(text)).toEqual([
      expect.stringMatching(/swapped in some rows\? Line 3[78]: 5.1214,/),
    ]);
  });

  it("does not ask the borders if the local code is the shortest one", () => {
    expect(warningsOf(rowsOf(ONE_SWAPPED), { local: "shortest" })).toEqual([]);
  });
});
