/** JSON that is not one value a line: sequences, members around rows, collections of features. */
import { describe, expect, it } from "vitest";
import type { BatchOptions } from "../../src/batch/options/options.ts";
import { convertInParts, NDJSON, runBatch } from "./run.ts";

const GEOJSON = { from: "geojson", to: "geojson" } as const;
const AT_SEA = '"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}';

const inParts = (input: string, options: BatchOptions, size: number) =>
  convertInParts(input, options, [size]).text;

describe("a sequence of JSON values", () => {
  it("loses only the line that is not JSON", () => {
    for (const bad of [
      '{"lat":0,',
      '{"lat":{}',
      '{"lat":0,"lon',
      '{"lat":[1',
      '{"type":"Poi',
      '{"type":"\\',
      '{"lat" "lon"}',
      "}",
    ]) {
      const good = '{"lat":0,"lon":-30}';
      const result = runBatch(`${good}\n${bad}\n${good}\n${good}\n`, NDJSON);
      expect(result).toMatchObject({ rows: 4, converted: 3, failed: 1, firstError: { line: 2 } });
    }
  });

  it("says that a value over several lines has to be on one", () => {
    const { text } = runBatch("[0,-30]\n[\n0,-30]\n", NDJSON);
    expect(text).toContain("jq -c writes one value a line.");
  });

  it("is a collection of features under any name", () => {
    const geometry = '{"type":"Point","coordinates":[-30,0]}';
    const input = `{ "type": "FeatureCollection", "features": [{"type":"Feature","geometry":${geometry}}]}`;
    const expected = inParts(input, GEOJSON, 1000);
    expect(expected).toContain("HDX7Y.F0MG");
    for (const from of ["ndjson", "json", "csv", "tsv", "plain"] as const) {
      // With a byte order mark, which may arrive alone.
      for (const [start, bytes] of [
        ["", 1],
        ["", 9],
        ["\ufeff", 3],
      ] as const) {
        expect(inParts(start + input, { from }, bytes)).toBe(expected);
      }
    }
  });
});

describe("a collection of features", () => {
  const feature =
    '{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[-30,0]},"properties":{"a":1}}';
  const written = feature.replace('"a":1}', `"a":1,${AT_SEA}`);

  it("keeps the members before and behind its features", () => {
    const input = `{"name":"]x[","bbox":[1,2],"type":"FeatureCollection",\n"features": [\n${feature} ,${feature}\n] , "crs":{"type":"name","properties":{"name":"EPSG:4326"}} }\n`;
    const output = `{"name":"]x[","bbox":[1,2],"type":"FeatureCollection",\n"features": [\n${written},\n${written}\n], "crs":{"type":"name","properties":{"name":"EPSG:4326"}} }\n`;
    expect(() => JSON.parse(output)).not.toThrow();
    for (const size of [1, 10, 1000]) expect(inParts(input, GEOJSON, size)).toBe(output);
  });

  it("may be empty, or one feature alone", () => {
    const empty = '{"type":"FeatureCollection","features":[]}';
    expect(JSON.parse(inParts(empty, GEOJSON, 9))).toEqual(JSON.parse(empty));
    expect(inParts(`${feature}\n`, GEOJSON, 9)).toBe(
      `{"type":"FeatureCollection","features":[\n${written}\n]}\n`,
    );
  });

  it("that ends early, or has more behind it, is converted up to there", () => {
    const start = `{"type":"FeatureCollection","features":[${feature}`;
    const early = inParts(start, GEOJSON, 50);
    expect(early).toContain("The JSON array ends without a ']'.");
    expect(() => JSON.parse(early)).not.toThrow();
    const more = inParts(`${start}]}{}`, GEOJSON, 50);
    expect(more).toContain("There is text after the JSON array.");
    expect(() => JSON.parse(more)).not.toThrow();
  });

  it("is read from other formats, and into other formats", () => {
    const input = `{"type":"FeatureCollection","features":[${feature}]}`;
    expect(inParts(input, { from: "geojson", to: "csv" }, 20)).toBe(
      "id,a,latitude,longitude,territory,mapcode,international,error\n7,1,0,-30,,,HDX7Y.F0MG,\n",
    );
    expect(inParts("lat,lon\n0,-30\n", { from: "csv", to: "geojson" }, 20)).toBe(
      `{"type":"FeatureCollection","features":[\n{"type":"Feature","geometry":{"type":"Point","coordinates":[-30,0]},"properties":{"lat":"0","lon":"-30",${AT_SEA}}\n]}\n`,
    );
  });

  it("needs features", () => {
    expect(() => inParts("[1]", GEOJSON, 9)).toThrow("has no GeoJSON FeatureCollection");
    expect(() => inParts('{"type":"FeatureCollection"', GEOJSON, 9)).toThrow(
      "has no GeoJSON FeatureCollection",
    );
  });
});

it.each([
  "",
  "[]",
  " [ \n ] \n",
])("an input without values has no rows, in a table either: %j", (input) => {
  expect(runBatch(input, { from: "json", to: "csv" })).toMatchObject({ text: "", rows: 0 });
  expect(runBatch(input, { from: "json", to: "json" })).toMatchObject({
    text: "[\n\n]\n",
    rows: 0,
  });
});
