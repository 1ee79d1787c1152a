/** The order of two coordinates in one value, and what the land says about it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../../src/batch/index.ts";
import { borderEvidence } from "../../../src/batch/input/border-evidence.ts";
import { decideLonFirst, readPair } from "../../../src/batch/input/pair.ts";
import { textOfValue } from "../../../src/batch/input/sample.ts";
import type { BatchOptions } from "../../../src/batch/options/options.ts";
import { BatchSession } from "../../../src/batch/session.ts";
import { thrownBy } from "../../support/errors.ts";
import { linesOf } from "../run.ts";
import { options, type Point, pointsOf } from "./samples.ts";

const TOWNS = pointsOf(
  "52.09073,5.12142 52.01153,4.71045 53.21917,6.56667 52.5125,6.09444 51.9851,5.89873 51.58656,4.77596 52.63167,4.74861 53.20139,5.80859 52.21,5.96944",
);
const RIGHT = TOWNS.map(([lat, lon]) => `${lat},${lon}`);
const EXCHANGED = TOWNS.map(([lat, lon]) => `${lon},${lat}`);

describe("the order of a pair", () => {
  it.each<[name: string | undefined, texts: readonly unknown[], first: string, warns: boolean]>([
    ["coordinates", ["135.5,34.7", "5.1,52.1"], "longitude", false],
    ["coordinates", ["34.7,135.5", "52.1,5.1"], "latitude", false],
    ["coordinates", ["52.1,5.1"], "latitude", false],
    ["coordinates", ["52.1,5.1,12"], "latitude", false],
    ["coordinates", ["41.4,2.2", "36.7,-4.4"], "latitude", true],
    ["coordinates", ["5.1,52.1", "4.7,52"], "latitude", true],
    ["coordinates", ["(4.9,52.3)"], "latitude", true],
    ["coordinates", ["1,999", "41.4,2.2"], "latitude", true],
    ["coordinates", ["-13.8333,188.2333"], "latitude", false],
    ["coordinates", ["135.5,34.7", "34.7,135.5"], "latitude", true],
    ["lonlat", ["5.1,52.1"], "longitude", false],
    ["lng_lat", ["5.1,52.1"], "longitude", false],
    ["Longitude, Latitude", ["5.1,52.1"], "longitude", false],
    ["xy", ["5.1,52.1"], "longitude", false],
    ["coordonneesXY", ["5.1,52.1"], "longitude", false],
    ["longitude  latitude", ["5.1 52.1"], "longitude", false],
    ["% x y", ["5.1 52.1"], "longitude", false],
    ["# stop_lat stop_lon", ["52.1 5.1"], "latitude", false],
    ["start_latlng", [[52.1, 5.1]], "latitude", false],
    ["location", [[52.1, 5.1]], "latitude", false],
    ["lat,lon", ["52.1,5.1"], "latitude", false],
    ["location", [[5.1, 52.1]], "latitude", true],
    ["location", [["135.1", "34.5"]], "longitude", false],
    ["wkt", ["POINT(5.1 52.1)"], "latitude", false],
    ["place", ["52.1N 5.1E", "geo:52,5", "+52.1+005.1/", "here", null], "latitude", false],
    ["galaxy", ["5.1,52.1"], "latitude", true],
    [undefined, [[5.1, 52.1]], "latitude", true],
  ])("of %s with %j is %s first", (name, texts, first, warns) => {
    const all = texts.map((text) => textOfValue(text) ?? "");
    const { lonFirst = false, warnings } = decideLonFirst(name, all, true, options());
    expect(lonFirst).toBe(first === "longitude");
    expect(warnings).toHaveLength(warns ? 1 : 0);
    if (warns) expect(`${JSON.stringify(warnings[0])}`).toContain("lonFirst");
  });

  it.each([
    ["lonlat", [], true, false],
    ["lonlat", ["POINT(5.1 52.1)"], true, false],
    ["coordinates", [], undefined, true],
    ["coordinates", ["POINT(5.1 52.1)"], undefined, false],
  ])("of later pairs in %s after %j is told by the name, or warned about", (name, texts, first, warns) => {
    const { lonFirst, warnings } = decideLonFirst(name, texts, false, options());
    expect(lonFirst).toBe(first);
    expect(warnings).toHaveLength(warns ? 1 : 0);
  });

  it("is what the user says, without a word", () => {
    for (const said of [true, false]) {
      for (const texts of [RIGHT, EXCHANGED, ["135.5,34.7"], ["34.7,135.5"]]) {
        const decided = decideLonFirst("lonlat", texts, true, options({ lonFirst: said }));
        expect(decided).toMatchObject({ lonFirst: said, warnings: [] });
      }
    }
  });

  it.each([
    ["lonlat", ["34.7,135.5"]],
    ["latlng", ["135.5,34.7"]],
    ["coordinates", EXCHANGED],
  ])("of %s with %j is asked for", (name, texts) => {
    const error = thrownBy(BatchError, () => decideLonFirst(name, texts, true, options()));
    expect(error).toMatchObject({ option: "lonFirst" });
  });

  it("does not depend on the land without borders, or with few points", () => {
    const shortest = options({ local: "shortest" });
    expect(decideLonFirst("coordinates", EXCHANGED, true, shortest).lonFirst).toBe(false);
    expect(decideLonFirst("coordinates", EXCHANGED.slice(2), true, options()).lonFirst).toBe(false);
    expect(decideLonFirst("coordinates", RIGHT, true, options()).lonFirst).toBe(false);
  });

  it("is read of each pair as it is written", () => {
    const number = fc.integer({ min: -180e5, max: 180e5 }).map((one) => (one / 1e5).toFixed(5));
    const between = fc.constantFrom(",", ", ", " ", "; ", " / ");
    const pointOf = (lat: string, lon: string) => {
      const [latDeg, lonDeg] = [Number(lat), Number(lon)];
      return Math.abs(latDeg) <= 90 ? { latDeg, lonDeg } : undefined;
    };
    fc.assert(
      fc.property(number, number, between, (first, second, separator) => {
        const latitude = pointOf(first, second);
        const longitude = pointOf(second, first);
        const expected = latitude || longitude ? { latitude, longitude } : undefined;
        expect(readPair(`${first}${separator}${second}`)).toEqual(expected);
        expect(readPair(`(${first}${separator}${second})`)).toEqual(expected);
      }),
    );
  });
});

/** Points in the rectangle around a country, row by row. */
function grid(south: number, west: number, north: number, east: number): readonly Point[] {
  const steps = Array.from({ length: 36 }, (_, index) => [Math.floor(index / 6), index % 6]);
  return steps.map(([y, x]) => [south + ((north - south) * y) / 5, west + ((east - west) * x) / 5]);
}

const swapped = (places: readonly Point[]) => places.map(([lat, lon]): Point => [lon, lat]);

describe("the land", () => {
  const says = (places: readonly Point[]) =>
    borderEvidence(
      places.map(([latDeg, lonDeg]) => ({ latDeg, lonDeg })),
      "the latitude first",
      options(),
    ).warnings.map(({ message }) => message);

  it.each<[string, readonly Point[]]>([
    ["towns", TOWNS],
    ["one town, exchanged", swapped(TOWNS.slice(0, 1))],
    ["islands", pointsOf("38.7,-27.2 62,-6.8 4.2,73.5 -17.7,178 28.3,-16.5")],
    [
      "places on both sides of the diagonal",
      TOWNS.map(([lat], at) => [lat, lat + (at % 2 ? 0.1 : -0.1)]),
    ],
    ["missing places", TOWNS.map(() => [0, 0])],
    ["ships in the Atlantic", TOWNS.map((_, index) => [-30 - index, -20 - index])],
    ["ships in the North Sea", TOWNS.map((_, index) => [55 + index / 10, 3])],
    ["buoys off America", pointsOf("25.9,-89.7 40.5,-69.2 38.2,-123.3 32.5,-79.1")],
    ["boats of Norway", grid(62, 4, 66, 8)],
    ["stations in Antarctica", TOWNS.map((_, index) => [-75, 10 * index])],
    ["places in Australia", TOWNS.map((_, index) => [-25, 135 + index])],
    ["places in Germany", grid(47.5, 7.5, 54, 14)],
    ["places in Somalia", grid(3, 43, 8, 47)],
    ["yachts off Madeira", grid(32.4, -17.3, 32.9, -16.6)],
    ["towns and a few ships", [...TOWNS, ...pointsOf("55,3 56,2.5 57,1 58,2")]],
    ["buoys in the Gulf of Guinea", grid(0.2, 0.2, 1.5, 3)],
  ])("says nothing about %s", (_, places) => {
    expect(says(places)).toEqual([]);
  });

  it("finds places in radians", () => {
    const cities = pointsOf(
      "52.4,4.9 48.9,2.3 40.7,-74 -33.9,151.1 35.7,139.7 -23.5,-46.6 28.6,77.2 30,31.2",
    );
    const radians = cities.map(([lat, lon]): Point => [lat * 0.0174533, lon * 0.0174533]);
    expect(says(radians)).toEqual([expect.stringMatching(/radians/)]);
    expect(says(cities)).toEqual([]);
  });

  it.each<[string, readonly Point[]]>([
    ["the Netherlands", TOWNS],
    ["Germany", grid(48.5, 8.5, 53.5, 12)],
    ["Britain", grid(51, -3, 54, 0)],
    ["America", grid(32, -120, 48, -80)],
    ["two towns", TOWNS.slice(2, 4)],
  ])("finds exchanged places in %s", (_, places) => {
    expect(says(swapped(places))).toEqual([expect.stringMatching(/swapped\?/)]);
  });

  /** The same points in each shape: a text for each point, and what stands around and between them. */
  const shape =
    (of: (point: Point, at: number) => string, start = "", between = "\n", end = "\n") =>
    (places: readonly Point[]) =>
      start + places.map(of).join(between) + end;
  const shapes = {
    columns: shape(([lat, lon], id) => `${id},${lat},${lon}`, "id,lat,lon\n"),
    "WKT in a column": shape(([lat, lon]) => `1;POINT(${lon} ${lat})`, "id;wkt\n"),
    "plain lines": shape(([lat, lon]) => `${lat} ${lon}`),
    features: shape(
      ([lat, lon]) =>
        `{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[${lon},${lat},3]}}`,
      '{"type":"FeatureCollection","features":[',
      ",",
      "]}",
    ),
    "GeoJSON in members": shape(
      ([lat, lon]) => `{"geo":{"type":"Point","coordinates":[${lon},${lat}]}}`,
    ),
  };

  function warningsOf(text: string, given: BatchOptions = {}): string {
    const session = new BatchSession({ ...given, surface: "command" });
    for (const part of [...session.push(Buffer.from(text)), ...session.end()]) part.fill(0);
    return session.warnings.map(({ message }) => message).join("\n");
  }

  it.each(Object.entries(shapes))("is asked for points in %s", (_, write) => {
    for (const places of [TOWNS, TOWNS.slice(0, 2)]) {
      const [right, wrong] = [places, swapped(places)].map(write);
      expect(warningsOf(right), right).toBe("");
      expect(warningsOf(wrong), wrong).toMatch(/swapped.*in no country; swapped, none/);
      expect(warningsOf(wrong, { local: "shortest" }), wrong).toBe("");
    }
  });

  it("names the options that exchange columns, or the order of lines", () => {
    const columns = shapes.columns(swapped(TOWNS));
    expect(warningsOf(columns)).toContain("--lat-column lon and the option --lon-column lat");
    expect(warningsOf(columns, { latColumn: "lon", lonColumn: "lat" })).toBe("");
    const lines = shapes["plain lines"](swapped(TOWNS));
    expect(warningsOf(lines)).toContain("--lon-first");
    expect(warningsOf(lines, { lonFirst: true })).toBe("");
    expect(warningsOf(lines, { lonFirst: false })).toBe("");
  });

  it("is not asked for lines that are no points, as with a number in front", () => {
    expect(warningsOf("1,52.376514,4.908543\n2,48.8566,2.3522\n")).toBe("");
  });

  it("stops no batch for few pairs", () => {
    expect(
      decideLonFirst("coordinates", EXCHANGED.slice(2), true, options()).warnings,
    ).toHaveLength(1);
  });
});

describe("the option lonFirst", () => {
  it("is refused for two columns, with the options that exchange them", () => {
    const convert = (given: BatchOptions) => {
      const session = new BatchSession({ ...given, surface: "command" });
      return [...session.push(Buffer.from("id,lat,lon\n1,5.12,52.09\n")), ...session.end()]
        .map((part) => Buffer.from(part).toString())
        .join("");
    };
    const error = thrownBy(BatchError, () => convert({ lonFirst: true }));
    expect(error.option).toBe("lonFirst");
    expect(error.message).toMatch(/latColumn: "lon".*lonColumn: "lat"/);
    const followed = convert({ latColumn: "lon", lonColumn: "lat" });
    expect(followed).toContain("NLD");
    expect(() => convert({ lonFirst: false })).toThrow(/lonFirst: false.* Omit it/);
    expect(convert({})).not.toContain("NLD");
  });
});

it("the first of three numbers is not a latitude if it counts the rows", () => {
  const decide = (...texts: string[]) => decideLonFirst(undefined, texts, true, options());
  expect(() => decide("1,39.9,116.4", "2,39.8,116.5")).toThrow("number of its row");
  const rows = "[[1,52.376514,4.908543],[2,52.1,5.1]]";
  expect(() => linesOf(rows, { from: "json" })).toThrow("jq -c '.[] | .[1:]'");
  expect(() => linesOf(rows.slice(1, -1).replace("],", "]\n"), { from: "ndjson" })).toThrow(
    "jq -c '.[1:]'",
  );
  expect(linesOf("[52.376514,4.908543]\n", { from: "ndjson", to: "csv" })[1]).toContain("49.4V");
  expect(decide("1,39.9,116.4", "2.5,39.8,116.5").lonFirst).toBe(false);
  expect(decide("52,4.9,3", "53,5.1,4").lonFirst).toBe(false);
});

describe("plain lines", () => {
  const codes = (text: string, lonFirst?: boolean) =>
    linesOf(text, { lonFirst }).map((line) => line.split("\t").at(-1));

  it.each([
    ...["4.908543,52.376514", "4.908543 52.376514", " 4.908543 , 52.376514", "4.908543\t52.376514"],
    ...["4.908543,52.376514,12.5", "(4.908543, 52.376514)", "52.376514N 4.908543E"],
    "POINT(4.908543 52.376514)",
  ])("have the longitude first if the user says so: %j", (line) => {
    expect(codes(`${line}\n`, true)).toEqual(["VHXGB.1J9J"]);
  });

  it("may be in ISO 6709", () => {
    expect(codes("+52.376514+004.908543/\n")).toEqual(["VHXGB.1J9J"]);
  });

  it.each([
    "40.7128 74.0060 W",
    "33.87 151.2 S E",
  ])("are not advised to leave hemispheres out: %s", (line) => {
    expect(linesOf(line, {})[0]).not.toContain("awk");
  });

  it("have the latitude first otherwise, also with a height", () => {
    const lines = "52.376514,4.908543\n52.376514, 4.908543, 12\n52.376514,4.908543,-3.5\n";
    expect(codes(lines)).toEqual(["VHXGB.1J9J", "VHXGB.1J9J", "VHXGB.1J9J"]);
    expect(codes(lines, false)).toEqual(codes(lines));
  });
});
