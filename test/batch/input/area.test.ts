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
const PORTUGAL = grid(37, -8, 42, -5);

function warningsOf(text: string, options: BatchOptions = {}): readonly string[] {
  const session = new BatchSession(options);
  for (const _ of session.push(Buffer.from(text)));
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
  ])("does not warn of %s", (_, points) => {
    expect(warningsOf(rowsOf(points))).toEqual([]);
  });

  const swapped: readonly Point[] = [...NETHERLANDS, [5.1214, 52.0907]];
  const linesOf = (write: (point: Point) => string) => swapped.map(write).join("\n");
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
    expect(warningsOf(rowsOf(swapped), { local: "shortest" })).toEqual([]);
  });
});
