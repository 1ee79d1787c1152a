/** GeoJSON: features one a line and in collections, and other formats from and to them. */
import { describe, expect, it } from "vitest";
import { makePlan } from "../../src/batch/input/plan.ts";
import { completeOptions, type ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { convertInParts, linesOf, NDJSON, runBatch } from "./run.ts";

const GEOJSON = { from: "geojson", to: "geojson" } as const;
const DECODE = { ...NDJSON, operation: "decode" } as const;
const AT_SEA = '"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"';
const PLACE = '{"type":"Point","coordinates":[4.908543375,52.37651400000124]}';

function point(coordinates: string): string {
  return `{"type":"Point","coordinates":[${coordinates}]}`;
}

const SEA = point("-30,0");

function feature(geometry: string, properties: string): string {
  return `{"type":"Feature","geometry":${geometry},"properties":{${properties}}}`;
}

const error = (message: string) => {
  return `"territory":null,"mapcode":null,"international":null,"error":${JSON.stringify(message)}`;
};
const notPoint = (geometry: string) => {
  return error(
    `The geometry '${geometry}' is not a Point with a longitude and a latitude; of a line or an area, ST_PointOnSurface gives one (PostGIS, DuckDB, SpatiaLite).`,
  );
};
const WITHOUT_GEOMETRY = error("The row has no geometry.");
const notFeature = (row: string) => {
  return error(`The row '${row}' is neither a GeoJSON Feature nor a Point.`);
};

const RS = "\x1e";
const AMSTERDAM = '{"coordinates":[4.908543,52.376514000,3.50],"type":"Point"}';
const RECTANGLE =
  '"south":52.37646900000124,"west":4.9084705,"north":52.37655900000124,"east":4.908616250000001';
const LINE = '{"type":"LineString"}';
const BIG = '"big":12345678901234567890';
const WHOLE = `{"id":7.0,"type":"Feature","bbox":[1.0],"properties":{${BIG}},"geometry":${AMSTERDAM}}`;
const CODES = '"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"';
const USED = '"international":1,"error":2';
const WITHOUT = `{"type":"Feature","geometry":${SEA}`;
const WRONG_CODE = '"code":7,"error":"The mapcode \'7\' is not a string."';
const NUMBERED = '"territory_2":null,"mapcode_2":null,"international_2":"HDX7Y.F0MG"';
const LIST = '"mapcodes":[{"territory":"AAA","mapcode":"HDX7Y.F0MG"}]';
const CHOSEN = { ...DECODE, codeColumn: "x", include: ["rectangle"] } as const;
const CODE = '"code":"49.4V","territory":"NLD","n":1.0';
const WRONG_PROPERTIES = error("The properties '[1]' are neither an object nor null.");

it.each<[Partial<ResolvedBatchOptions>, string, string]>([
  // Separators are not written.
  [NDJSON, `${RS}${SEA}\n\n${RS}`, feature(SEA, AT_SEA)],
  // Members, properties and digits stay.
  [NDJSON, WHOLE, WHOLE.replace(BIG, `${BIG},${CODES}`)],
  // Properties that are null or absent become an object, and an absent geometry null.
  [NDJSON, `${WITHOUT},"properties":null}`, feature(SEA, AT_SEA)],
  [NDJSON, `${WITHOUT}}`, feature(SEA, AT_SEA)],
  [
    NDJSON,
    '{"properties":{"a":1},"type":"Feature"}',
    `{"properties":{"a":1,${WITHOUT_GEOMETRY}},"type":"Feature","geometry":null}`,
  ],
  // Results get other names if they are in use.
  [NDJSON, feature(SEA, USED), feature(SEA, `${USED},${NUMBERED}`)],
  [{ ...NDJSON, all: true }, SEA, feature(SEA, LIST)],
  // Rows without a point, with other properties or without a feature fail.
  [NDJSON, feature("null", '"a":1'), feature("null", `"a":1,${WITHOUT_GEOMETRY}`)],
  [NDJSON, feature(LINE, ""), feature(LINE, notPoint(LINE))],
  [NDJSON, feature(point("1"), ""), feature(point("1"), notPoint(point("1")))],
  [NDJSON, `${WITHOUT},"properties":[1]}`, feature(SEA, WRONG_PROPERTIES)],
  [NDJSON, '{"type":"X"}', feature("null", `"type":"X",${notFeature('{"type":"X"}')}`)],
  [NDJSON, "[1,2]", feature("null", `"row":[1,2],${notFeature("[1,2]")}`)],
  // A decoded point becomes the geometry. With a wrong mapcode, the geometry stays.
  [DECODE, feature("null", CODE), feature(PLACE, CODE)],
  [CHOSEN, feature(SEA, '"x":"NLD 49.4V"'), feature(PLACE, `"x":"NLD 49.4V",${RECTANGLE}`)],
  [DECODE, feature(SEA, '"code":7'), feature(SEA, WRONG_CODE)],
])("a feature is converted with %o: %s", (options, row, output) => {
  const good = feature(SEA, options.operation ? '"x":"NLD 49.4V","code":"NLD 49.4V"' : "");
  // Names of the first row are in use in all rows.
  const first = row.includes(USED) ? row : good;
  const lines = linesOf(`${first}\n${row}\n`, options);
  expect(lines.at(-1)).toBe(output);
  expect(lines).toHaveLength(2);
});

it.each<[Partial<ResolvedBatchOptions>, string, string]>([
  [
    { from: "csv", to: "geojson" },
    "name,lat,lon\nx,0.0,-30\ny,north,1\n",
    `${feature(SEA, `"name":"x","lat":"0.0","lon":"-30",${AT_SEA}`)},\n${feature("null", `"name":"y","lat":"north","lon":"1",${error("The latitude (column lat) 'north' is not a decimal number of degrees.")}`)}`,
  ],
  [{ from: "plain", to: "geojson" }, "0 -30\n", feature(SEA, `"input":"0 -30",${AT_SEA}`)],
  [
    { from: "ndjson", to: "geojson", operation: "decode" },
    '{"code":"NLD 49.4V"}\n{"code":7}\n',
    `${feature(PLACE, '"code":"NLD 49.4V"')},\n${feature("null", WRONG_CODE)}`,
  ],
])("other formats have their point as geometry and their columns as properties: %o", (options, input, output) => {
  expect(runBatch(input, options).text).toBe(
    `{"type":"FeatureCollection","features":[\n${output}\n]}\n`,
  );
});

const FLAT = `{"type":"Feature","id":7,"geometry":${point("-30,0.0,5")},"properties":{"name":"x","latitude":true}}\n${SEA}\n`;
const TEXTS = ["[5.10,52.1]", '["5,2", "5[2"]', '[[1,2], {"a":[3,4]}]'].map((text) => {
  return `${feature(`{"type":"Point","coordinates":${text}}`, "")}\n`;
});

it.each<[Partial<ResolvedBatchOptions>, string, readonly (string | RegExp)[]]>([
  [
    { to: "csv" },
    FLAT,
    [
      "id,name,latitude,latitude_2,longitude,altitude,territory,mapcode,international,error",
      "7,x,true,0.0,-30,5,,,HDX7Y.F0MG,",
      ",,0,,-30,,,,HDX7Y.F0MG,",
    ],
  ],
  [
    { to: "json" },
    FLAT,
    [
      "[",
      `{"id":7,"name":"x","latitude":true,"latitude_2":0.0,"longitude":-30,"altitude":5,${AT_SEA}},`,
      `{"latitude":0,"longitude":-30,${AT_SEA}}`,
      "]",
    ],
  ],
  [
    { to: "json", operation: "decode" },
    `${feature(LINE, '"code":"NLD 49.4V"')}\n`,
    [
      "[",
      `{"code":"NLD 49.4V","geometry":${LINE},"latitude":52.37651400000124,"longitude":4.908543375}`,
      "]",
    ],
  ],
  [
    { to: "json" },
    TEXTS.join(""),
    [
      "[",
      /^{"latitude":52.1,"longitude":5.10,"territory"/,
      /^{"latitude":"5\[2","longitude":"5,2","territory"/,
      /^{"latitude":{"a":\[3,4\]},"longitude":\[1,2\],"territory"/,
      "]",
    ],
  ],
])("features become flat rows: %o", (options, input, output) => {
  const expected = output.map((line) =>
    typeof line === "string" ? line : expect.stringMatching(line),
  );
  expect(linesOf(input, { from: "ndjson", ...options })).toEqual(expected);
});

it("features have the territory or country that a property names", () => {
  const input = ['"t":{"code":"NLD"}', '"t":{"code":"BEL"}', '"t":{"code":"Nope"}', '"x":1'];
  const rows = input.map((properties) => `${feature(point("5.1,52.1"), properties)}\n`).join("");
  const options = { from: "ndjson", to: "csv", onlyResults: true } as const;
  expect(linesOf(rows, { ...options, territoryColumn: "t.code" }).slice(1)).toEqual([
    "NLD,NN.YJ,VHXHS.CG0Z,",
    ",,VHXHS.CG0Z,The point 52.1 5.1 has no mapcode in BEL.",
    expect.stringMatching(/^,,,.*'Nope' is not/),
    "NLD,NN.YJ,VHXHS.CG0Z,",
  ]);
  const countries = rows.replace('"t":{"code":"NLD"}', '"c":"NL"').replace('"x":1', '"c":"BE"');
  const codes = linesOf(countries, { ...options, countryColumn: "c" });
  expect([codes[1], codes[4]]).toEqual([
    "NLD,NN.YJ,VHXHS.CG0Z,",
    ",,VHXHS.CG0Z,The point 52.1 5.1 has no mapcode in BE.",
  ]);
});

it.each<[Partial<ResolvedBatchOptions>, string, string]>([
  [DECODE, feature("null", '"name":"x"'), "No mapcode property in: name. Name it mapcode or code"],
  [{ ...NDJSON, latColumn: "y" }, SEA, "latColumn"],
  [
    { from: "geojson", to: "csv" },
    '{"type":"FeatureCollection","features":[7]}',
    "The first row '7' is neither a GeoJSON Feature nor a Point. The output takes the names of its columns from it.",
  ],
  [GEOJSON, "[1]", "has no GeoJSON FeatureCollection"],
  [GEOJSON, '{"type":"FeatureCollection"', "The input is a JSON object that ends early."],
])("an input is rejected with %o: %s", (options, input, message) => {
  expect(() => runBatch(input, options)).toThrow(message);
});

describe("a collection of features", () => {
  const one = `{"type":"Feature","id":7,"geometry":${SEA},"properties":{"a":1}}`;
  const written = one.replace('"a":1}', `"a":1,${AT_SEA}}`);
  const start = `{"type":"FeatureCollection","features":[`;
  const inParts = (input: string, options: Partial<ResolvedBatchOptions>, size: number) => {
    return convertInParts(input, options, [size]).text;
  };

  it("keeps the members before and after its features", () => {
    const before = '{"name":"]x[","bbox":[1,2],"type":"FeatureCollection",\n"features": [';
    const behind = ', "crs":{"type":"name","properties":{"name":"EPSG:4326"}} }\n';
    const output = `${before}\n${written},\n${written}\n]${behind}`;
    expect(() => JSON.parse(output)).not.toThrow();
    for (const size of [1, 10, 1000]) {
      expect(inParts(`${before}\n${one} ,${one}\n] ${behind}`, GEOJSON, size)).toBe(output);
    }
  });

  it.each([
    ["may be empty", `${start}]}`, `${start}\n\n]}\n`],
    ["may be one feature alone", `${one}\n`, `${start}\n${written}\n]}\n`],
    [
      "may be the first of several",
      `${start}${one}],"name":"x"}\n${start}]}${start}${one},${one}]}`,
      `${start}\n${written},\n${written},\n${written}\n],"name":"x"}\n`,
    ],
  ])("%s", (_, input, output) => {
    for (const size of [1, 50, 1000]) expect(inParts(input, GEOJSON, size)).toBe(output);
  });

  it.each([
    ["that ends early", `${start}${one},{"type":`, "The input ends within its JSON array."],
    ["with more behind it", `${start}${one}]}{}`, "Text follows the JSON array."],
  ])("%s is converted up to its end, and ends the batch", (_, input, message) => {
    for (const size of [1, 50, 1000]) {
      const parts: Uint8Array[] = [];
      expect(() => convertInParts(input, GEOJSON, [size], parts)).toThrow(message);
      expect(Buffer.concat(parts).toString()).toBe(`${start}\n${written}`);
    }
  });

  it("has a type though the option limit cuts it before its type", () => {
    const input = `{"features":[${one},${one}],"type":"FeatureCollection"}`;
    const { closing, opening } = makePlan(Buffer.from(input), completeOptions(GEOJSON));
    expect(JSON.parse(`${Buffer.from(opening)}${Buffer.from(closing)}`)).toEqual({
      type: "FeatureCollection",
      features: [],
    });
  });

  it("is one under any name", () => {
    const input = `{ "type": "FeatureCollection", "features": [${one}]}`;
    const expected = inParts(input, GEOJSON, 1000);
    expect(expected).toContain("HDX7Y.F0MG");
    for (const proposed of ["ndjson", "json", "csv", "tsv", "plain"] as const) {
      // A byte order mark may arrive alone.
      for (const bytes of [input, `\ufeff${input}`]) {
        for (const size of [1, 3, 9]) {
          expect(convertInParts(bytes, {}, [size], [], proposed).text).toBe(expected);
        }
      }
    }
  });

  const named = (name: string) => `{"type":"name","properties":{"name":"${name}"}}`;

  it.each([
    [named("urn:ogc:def:crs:EPSG::28992"), "urn:ogc:def:crs:EPSG::28992"],
    [named("urn:ogc:def:crs:EPSG:6.9:31370"), "urn:ogc:def:crs:EPSG:6.9:31370"],
    ['{"type":"link"}', '{"type":"link"}'],
    ...[
      "urn:ogc:def:crs:OGC:1.3:CRS84",
      "urn:ogc:def:crs:EPSG::4326",
      "EPSG:4326",
      "urn:ogc:def:crs:EPSG::4269",
      "OGC:CRS84h",
    ].map((name) => [named(name), undefined]),
    ["null", undefined],
  ])("with the crs %s is converted, or names it in an error: %s", (crs, system) => {
    const inGeometry = feature(SEA.replace("{", `{"crs":${crs},`), "");
    for (const members of [
      `"crs":${crs},"features":[${SEA}]`,
      `"features":[${SEA}],"crs":${crs}`,
      `"features":[${inGeometry}]`,
    ]) {
      const input = `{"type":"FeatureCollection",${members}}`;
      if (system === undefined) expect(runBatch(input, GEOJSON).converted).toBe(1);
      else {
        expect(() => runBatch(input, GEOJSON)).toThrow(
          `By the member crs, the coordinates are in '${system}', not in degrees. Convert it: ogr2ogr -t_srs EPSG:4326 points.geojson FILE.`,
        );
      }
    }
  });
});

it("a position without a comma is not JSON", () => {
  const { failed, firstError } = runBatch(`${WHOLE}\n${feature(point("4.9 52.3"), "")}`, NDJSON);
  expect([failed, firstError?.message]).toEqual([1, expect.stringContaining("is not valid JSON")]);
});
