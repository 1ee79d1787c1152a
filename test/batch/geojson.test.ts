import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { linesOf, runBatch } from "./run.ts";

const LINES = { from: "ndjson", to: "ndjson" } as const;
const RS = "\x1e";

function point(coordinates: string): string {
  return `{"type":"Point","coordinates":[${coordinates}]}`;
}

function feature(geometry: string, properties: string): string {
  return `{"type":"Feature","geometry":${geometry},"properties":{${properties}}}`;
}

const SEA = '"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"';

function messageOf(input: string, options: Partial<ResolvedBatchOptions>): string | undefined {
  return runBatch(input, options).firstError?.message;
}

/** The rows of an output that has a line before and behind them. */
function rowsWithin(input: string, options: Partial<ResolvedBatchOptions>): readonly string[] {
  return linesOf(input, options)
    .slice(1, -1)
    .map((line) => line.replace(/,$/, ""));
}

describe("lines of features", () => {
  it("may have record separators, which are white space and are not written", () => {
    const input = `${RS}${feature(point("-30,0"), "")}\n ${RS} ${point("-30,0")}\n\n${RS}\n`;
    const { text, ...counts } = runBatch(input, LINES);
    expect(text).toBe(`${feature(point("-30,0"), SEA)}\n`.repeat(2));
    expect(counts).toMatchObject({ rows: 2, converted: 2, failed: 0 });
  });
});

describe("a feature that is encoded", () => {
  it("keeps its id, geometry, members, properties and the digits of its numbers", () => {
    const geometry = '{"coordinates":[4.908543,52.376514000,3.50],"type":"Point"}';
    const input = `{"id":7.0,"type":"Feature","bbox":[1.0],"properties":{"big":12345678901234567890},"geometry":${geometry}}`;
    expect(linesOf(`${input}\n`, LINES)).toEqual([
      `{"id":7.0,"type":"Feature","bbox":[1.0],"properties":{"big":12345678901234567890,"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"},"geometry":${geometry}}`,
    ]);
  });

  it("gets properties if it has none", () => {
    const input = `{"type":"Feature","geometry":${point("-30,0")},"properties":null}\n`;
    expect(linesOf(input, LINES)).toEqual([feature(point("-30,0"), SEA)]);
    const without = `{"type":"Feature","geometry":${point("-30,0")}}\n`;
    expect(linesOf(without, LINES)).toEqual([feature(point("-30,0"), SEA)]);
  });

  it("fails and gets a geometry of null if it has none", () => {
    const message = "The geometry 'null' is not a Point with a longitude and a latitude.";
    expect(linesOf('{"properties":{"a":1},"type":"Feature"}\n', LINES)).toEqual([
      `{"properties":{"a":1,"territory":null,"mapcode":null,"international":null,"error":"${message}"},"type":"Feature","geometry":null}`,
    ]);
  });

  it("gets other names for results if properties have their names", () => {
    const input = feature(point("-30,0"), '"international":1,"error":2');
    expect(linesOf(`${input}\n`, LINES)).toEqual([
      feature(
        point("-30,0"),
        '"international":1,"error":2,"territory_2":null,"mapcode_2":null,"international_2":"HDX7Y.F0MG"',
      ),
    ]);
  });

  it("gets a list of all its mapcodes", () => {
    expect(linesOf(`${point("-30,0")}\n`, { ...LINES, all: true })).toEqual([
      feature(point("-30,0"), '"mapcodes":[{"territory":"AAA","mapcode":"HDX7Y.F0MG"}]'),
    ]);
  });

  it.each([
    [
      feature("null", '"a":1'),
      "The geometry 'null' is not a Point with a longitude and a latitude.",
      feature("null", '"a":1,"territory":null,"mapcode":null,"international":null,"error":ERROR'),
    ],
    [
      feature('{"type":"Polygon"}', ""),
      'The geometry \'{"type":"Polygon"}\' is not a Point with a longitude and a latitude.',
      feature(
        '{"type":"Polygon"}',
        '"territory":null,"mapcode":null,"international":null,"error":ERROR',
      ),
    ],
    [
      feature(point("1"), ""),
      'The geometry \'{"type":"Point","coordinates":[1]}\' is not a Point with a longitude and a latitude.',
      feature(point("1"), '"territory":null,"mapcode":null,"international":null,"error":ERROR'),
    ],
    [
      '{"type":"FeatureCollection"}',
      'The row \'{"type":"FeatureCollection"}\' is neither a GeoJSON Feature nor a Point.',
      feature(
        "null",
        '"type":"FeatureCollection","territory":null,"mapcode":null,"international":null,"error":ERROR',
      ),
    ],
    [
      "[1,2]",
      "The row '[1,2]' is neither a GeoJSON Feature nor a Point.",
      feature(
        "null",
        '"row":[1,2],"territory":null,"mapcode":null,"international":null,"error":ERROR',
      ),
    ],
  ])("has an error in its properties if it has no point: %s", (input, message, output) => {
    const rows = `${feature(point("-30,0"), "")}\n${input}\n`;
    expect(messageOf(rows, LINES)).toBe(message);
    expect(linesOf(rows, LINES)[1]).toBe(
      output.replace("ERROR", JSON.stringify(message).replaceAll("$", "$$$$")),
    );
  });
});

describe("a feature that is decoded", () => {
  const DECODED = { ...LINES, operation: "decode" } as const;
  const PLACE = point("4.908543375,52.37651400000124");

  it("gets the point as its geometry, longitude first", () => {
    const properties = '"code":"49.4V","territory":"NLD","n":1.0';
    expect(linesOf(`${feature("null", properties)}\n`, DECODED)).toEqual([
      feature(PLACE, properties),
    ]);
  });

  it("has its mapcode in the property that the options choose", () => {
    const properties = '"x":"NLD 49.4V"';
    const options = { ...DECODED, codeColumn: "x", include: ["rectangle"] } as const;
    expect(linesOf(`${feature(point("1,2"), properties)}\n`, options)).toEqual([
      feature(
        PLACE,
        `${properties},"south":52.37646900000124,"west":4.9084705,"north":52.37655900000124,"east":4.908616250000001`,
      ),
    ]);
  });

  it("keeps its geometry if it fails", () => {
    const input = `${feature(point("1,2"), '"code":7')}\n`;
    expect(linesOf(input, DECODED)).toEqual([
      feature(point("1,2"), '"code":7,"error":"The mapcode \'7\' is not a string."'),
    ]);
  });

  it("needs a property for the mapcode in the first record", () => {
    expect(() => linesOf(`${feature("null", '"name":"x"')}\n`, DECODED)).toThrow(
      "No mapcode property in: name. Name it mapcode or code",
    );
  });
});

describe("other formats as GeoJSON", () => {
  const TO_FEATURES = { to: "geojson" } as const;

  it("have the point as geometry and their columns as properties", () => {
    const input = "name,lat,lon\nx,0.0,-30\ny,north,1\n";
    expect(rowsWithin(input, { ...TO_FEATURES, from: "csv" })).toEqual([
      feature(point("-30,0"), `"name":"x","lat":"0.0","lon":"-30",${SEA}`),
      feature(
        "null",
        '"name":"y","lat":"north","lon":"1","territory":null,"mapcode":null,"international":null,"error":"The latitude (column lat) \'north\' is not a decimal number of degrees."',
      ),
    ]);
    expect(rowsWithin("0 -30\n", TO_FEATURES)).toEqual([
      feature(point("-30,0"), `"input":"0 -30",${SEA}`),
    ]);
  });

  it("have the decoded point as geometry", () => {
    const options = { ...TO_FEATURES, from: "ndjson", operation: "decode" } as const;
    expect(rowsWithin('{"code":"NLD 49.4V"}\n"NLD 49.4"\n', options)).toEqual([
      feature(point("4.908543375,52.37651400000124"), '"code":"NLD 49.4V"'),
      expect.stringMatching(
        /^{"type":"Feature","geometry":null,"properties":{"row":"NLD 49.4","error"/,
      ),
    ]);
  });
});

describe("GeoJSON as other formats", () => {
  const INPUT = `{"type":"Feature","id":7,"geometry":${point("-30,0.0,5")},"properties":{"name":"x","latitude":true}}\n${point("-30,0")}\n`;

  it("has all values of a feature in columns", () => {
    expect(linesOf(INPUT, { from: "ndjson", to: "csv" })).toEqual([
      "id,name,latitude,latitude_2,longitude,altitude,territory,mapcode,international,error",
      "7,x,true,0.0,-30,5,,,HDX7Y.F0MG,",
      ",,0,,-30,,,,HDX7Y.F0MG,",
    ]);
  });

  it("has all values of a feature in members", () => {
    expect(rowsWithin(INPUT, { from: "ndjson", to: "json" })).toEqual([
      `{"id":7,"name":"x","latitude":true,"latitude_2":0.0,"longitude":-30,"altitude":5,${SEA}}`,
      `{"latitude":0,"longitude":-30,${SEA}}`,
    ]);
  });

  it("has geometries other than points as text", () => {
    const input = `${feature('{"type":"LineString"}', '"code":"NLD 49.4V"')}\n`;
    const options = { from: "ndjson", to: "json", operation: "decode" } as const;
    expect(rowsWithin(input, options)).toEqual([
      '{"code":"NLD 49.4V","geometry":{"type":"LineString"},"latitude":52.37651400000124,"longitude":4.908543375}',
    ]);
  });

  it("needs properties in its first row for the columns of a table", () => {
    expect(() =>
      linesOf('{"type":"FeatureCollection","features":[7]}', { from: "geojson", to: "csv" }),
    ).toThrow(
      "The first row '7' is neither a GeoJSON Feature nor a Point. Its properties are needed to name the columns of the output.",
    );
  });

  it("has no latitude column to choose", () => {
    expect(() => rowsWithin(INPUT, { ...LINES, latColumn: "y" })).toThrow("latColumn");
  });
});

it("features have the territory or country that a property names", () => {
  const feature = (properties: object) => {
    const geometry = { type: "Point", coordinates: [5.1, 52.1] };
    return `${JSON.stringify({ type: "Feature", geometry, properties })}\n`;
  };
  const options = {
    from: "ndjson",
    to: "csv",
    territoryColumn: "t.code",
    onlyResults: true,
  } as const;
  const input = [{ t: { code: "NLD" } }, { t: { code: "BEL" } }, { t: { code: "Nope" } }, {}];
  const rows = linesOf(input.map(feature).join(""), options);
  expect(rows.slice(1)).toEqual([
    "NLD,NN.YJ,VHXHS.CG0Z,",
    ",,VHXHS.CG0Z,The point 52.1 5.1 has no mapcode in BEL.",
    expect.stringMatching(/^,,,.*'Nope' is not/),
    "NLD,NN.YJ,VHXHS.CG0Z,",
  ]);
  const countries = { from: "ndjson", to: "ndjson", countryColumn: "c" } as const;
  expect(linesOf(feature({ c: "NL" }), countries)[0]).toContain('"territory":"NLD"');
  expect(linesOf(feature({ c: "BE" }), countries)[0]).toContain("has no mapcode in BE");
});

it("coordinates that are no numbers keep their text in other formats", () => {
  const feature = (coordinates: string) => {
    return `{"type":"Feature","geometry":{"type":"Point","coordinates":${coordinates}},"properties":{}}\n`;
  };
  const input = ["[5.10,52.1]", '["5,2", "5[2"]', '[[1,2], {"a":[3,4]}]'].map(feature).join("");
  const rows = rowsWithin(input, { from: "ndjson", to: "json" });
  expect(rows.map((row) => row.slice(0, row.indexOf(',"territory"')))).toEqual([
    '{"latitude":52.1,"longitude":5.10',
    '{"latitude":"5[2","longitude":"5,2"',
    '{"latitude":{"a":[3,4]},"longitude":[1,2]',
  ]);
});

describe("properties", () => {
  const withProperties = (json: string) => {
    return `{"type":"Feature","geometry":${point("-30,0")},"properties":${json}}\n`;
  };

  it.each(["5", '"x"', "[1]", "true"])("that are %s make the row fail", (json) => {
    const input = `${withProperties('{"a":1}')}${withProperties(json)}${withProperties("null")}`;
    expect(runBatch(input, LINES)).toMatchObject({ converted: 2, failed: 1 });
    expect(messageOf(input, LINES)).toBe(
      `The properties '${json}' are neither an object nor null.`,
    );
    expect(messageOf(input, { ...LINES, to: "csv" })).toContain("neither an object nor null");
  });
});
