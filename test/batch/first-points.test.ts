import { describe, expect, it } from "vitest";
import type { BatchOptions } from "../../src/batch/batch-options.ts";
import { BatchError } from "../../src/batch/errors.ts";
import { thrownBy } from "../support/errors.ts";
import { convertInParts } from "./run.ts";

function convert(input: string, options: BatchOptions, size = input.length): string {
  return convertInParts(input, options, [size]).text;
}

function errorOf(input: string, options: BatchOptions): BatchError {
  return thrownBy(BatchError, () => convert(input, options));
}

const CSV: BatchOptions = { from: "csv" };
const GRID = "id,x,y\n1,155000,463000\n2,233883,582065\n";
const SWAPPED = "id,lat,lon\n1,151.21,-33.86\n2,144.96,-37.81\n3,153.02,-27.47\n";

function collection(...members: readonly string[]): string {
  const point = '{"type":"Feature","geometry":{"type":"Point","coordinates":[4.9,52.4]}}';
  return `{"type":"FeatureCollection",${members.join(",").replace("*", `"features":[${point}]`)}}`;
}

describe("an input whose first points are all out of range", () => {
  it("is an error: the coordinates look projected", () => {
    const { message, option } = errorOf(GRID, CSV);
    expect(message).toBe(
      "The first 2 points are out of range, such as latitude 463000 with longitude 155000. They look projected, or are not in degrees. Expected: degrees of latitude and longitude (WGS 84, EPSG:4326), to which ogr2ogr -t_srs EPSG:4326 converts files. To encode them nonetheless, use the option clamp.",
    );
    expect(option).toBe("clamp");
  });

  it("is an error that names the columns to swap", () => {
    const { message, option } = errorOf(SWAPPED, CSV);
    expect(message).toBe(
      "The first 3 points are out of range, such as latitude 151.21 with longitude -33.86. Are the columns swapped? Use the option latColumn with lon and the option lonColumn with lat. To encode them nonetheless, use the option clamp.",
    );
    expect(option).toBe("latColumn");
    const right = convert(SWAPPED, { ...CSV, latColumn: "lon", lonColumn: "lat" });
    expect(right).toContain("1,151.21,-33.86,AU-NSW,");
  });

  it.each([
    ["1,000,000", "52376514,4908543", "latitude 52.376514 with longitude 4.908543"],
    ["10,000,000", "523765140,49085430", "latitude 52.376514 with longitude 4.908543"],
    ["1,000,000", "-1286389,36817223", "latitude -1.286389 with longitude 36.817223"],
  ])("is an error that says to divide by %s", (divisor, point, divided) => {
    const { message } = errorOf(`lat,lon\n${point}\n${point}\n`, CSV);
    const hint = `They may be degrees times ${divisor}. Divide them: ${divided}. If they are projected,`;
    expect(message).toContain(hint);
  });

  it.each([
    ["meters of EPSG:3857", "6868700,546270"],
    ["fractions", "52376514.5,4908543.25"],
    ["more than degrees", "152376514,4908543\n923765140,49085430"],
  ])("is not said to be divided if it has %s", (_, points) => {
    const { message } = errorOf(`lat,lon\n${points}\n${points}\n`, CSV);
    expect(message).toContain("They look projected");
  });

  it.each([
    ["plain", "155000 463000\n233883 582065\n"],
    ["tsv", GRID.replaceAll(",", "\t")],
    ["ndjson", '{"lat":5237651,"lon":490854}\n{"lat":5237652,"lon":490854}\n'],
    ["json", "[[463000,155000],[582065,233883]]"],
    ["geojsonl", '{"type":"Point","coordinates":[546270,6868700]}\n'.repeat(2)],
  ] as const)("is an error in %s", (from, input) => {
    expect(errorOf(input, { from }).message).toContain("look projected");
  });

  it("is converted with the option clamp", () => {
    expect(convert(GRID, { ...CSV, clamp: true })).toContain("1,155000,463000,");
  });

  it("has up to ten: others after one in range fail as rows", () => {
    const far = "463000,155000\n";
    const rows = (before: number) => `lat,lon\n${far.repeat(before)}52.4,4.9\n${far.repeat(2)}`;
    expect(errorOf(rows(10), CSV).message).toContain("The first 10 points");
    for (const size of [1, 500]) {
      const lines = convert(rows(9), CSV, size).split("\n");
      expect(lines.filter((line) => line.includes("is not from -90 to 90"))).toHaveLength(11);
      expect(lines[10]).toContain("52.4,4.9,NLD,");
    }
  });

  it("may have a single row, or marks of unknown points, which fail as rows", () => {
    expect(convert("lat,lon\n463000,155000\n", CSV)).toContain("The point may be projected.");
    const unknown = "lat,lon\n-9999,-9999\n-9999,-9999\n52.4,4.9\n";
    expect(convert(unknown, CSV)).toContain("52.4,4.9,NLD,");
  });
});

describe("a collection with a coordinate reference system", () => {
  const named = (name: string) => `"crs":{"type":"name","properties":{"name":"${name}"}}`;

  it.each([
    "urn:ogc:def:crs:EPSG::28992",
    "EPSG:3857",
    "urn:ogc:def:crs:EPSG:6.9:31370",
  ])("is an error if that is %s, before and behind its features", (name) => {
    for (const members of [
      [named(name), "*"],
      ["*", named(name)],
    ]) {
      const { message, option } = errorOf(collection(...members), { from: "geojson" });
      expect(message).toContain(`The coordinates are in '${name}', by the member crs.`);
      expect(option).toBe("clamp");
      const clamped = convert(collection(...members), { from: "geojson", clamp: true });
      expect(clamped).toContain('"territory":"NLD"');
    }
  });

  it.each([
    "urn:ogc:def:crs:OGC:1.3:CRS84",
    "urn:ogc:def:crs:EPSG::4326",
    "EPSG:4326",
    "OGC:CRS84h",
  ])("is converted if that is %s", (name) => {
    expect(convert(collection(named(name), "*"), { from: "geojson" })).toContain(
      '"territory":"NLD"',
    );
  });

  it("fails as a row if only that has it, as a feature, a point or a text", () => {
    const point = (name: string) => `{"type":"Point",${named(name)},"coordinates":[4.9,52.4]}`;
    const rows = (name: string): readonly (readonly [string, BatchOptions])[] => [
      [`{"type":"Feature","properties":null,"geometry":${point(name)}}`, { from: "geojsonl" }],
      [
        `{"type":"Feature",${named(name)},"geometry":{"type":"Point","coordinates":[4.9,52.4]}}`,
        { from: "geojsonseq" },
      ],
      [point(name), { from: "geojsonl" }],
      [`{"at":${point(name)}}`, { from: "ndjson" }],
      [`geom\n"${point(name).replaceAll('"', '""')}"`, CSV],
    ];
    for (const [row, options] of rows("EPSG:28992")) {
      const text = convert(`${row}\n`, options);
      expect(text).toContain("The coordinates are in 'EPSG:28992', by the member crs.");
      expect(convert(`${row}\n`, { ...options, clamp: true })).toContain("NLD");
    }
    for (const [row, options] of rows("EPSG:4326")) {
      expect(convert(`${row}\n`, options)).toContain("NLD");
    }
  });

  it("is an error if the system has no name, and converted if it is null", () => {
    const link = '"crs":{"type":"link","properties":{"href":"x"}}';
    expect(errorOf(collection(link, "*"), { from: "geojson" }).message).toContain(
      "by the member crs",
    );
    expect(convert(collection('"crs":null', "*"), { from: "geojson" })).toContain("NLD");
  });
});
