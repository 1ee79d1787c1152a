import { describe, expect, it } from "vitest";
import { parseColumns } from "../../src/batch/options/checks.ts";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { CSV, errorOf, linesOf, NDJSON, runBatch } from "./run.ts";

const FEATURES = { from: "ndjson", to: "ndjson" } as const;
const POINT = '{"id":7,"lat":0,"lon":-30}\n';
const TABLE = "id,lat,lon\n7,0,-30\n";

function feature(properties: string): string {
  return `{"type":"Feature","geometry":{"type":"Point","coordinates":[-30,0]},"properties":{${properties}}}\n`;
}

describe("the option columns", () => {
  const columns = parseColumns('international as "code, worldwide", id');

  it("is parsed from names with commas between them", () => {
    expect(columns).toEqual([{ name: "international", as: "code, worldwide" }, { name: "id" }]);
    expect(parseColumns('"a, ""b""" AS c,"x as y"')).toEqual([
      { name: 'a, "b"', as: "c" },
      { name: "x as y" },
    ]);
    expect(parseColumns(" , ")).toEqual([]);
  });

  it.each<[string, Partial<ResolvedBatchOptions>, string[]]>([
    [TABLE, CSV, ['"code, worldwide",id', "HDX7Y.F0MG,7"]],
    [POINT, { ...NDJSON, to: "csv" }, ['"code, worldwide",id', "HDX7Y.F0MG,7"]],
    [TABLE, { ...CSV, to: "ndjson" }, ['{"code, worldwide":"HDX7Y.F0MG","id":"7"}']],
    [POINT, NDJSON, ['{"code, worldwide":"HDX7Y.F0MG","id":7}']],
    [
      feature('"id":7,"name":"x"'),
      FEATURES,
      [feature('"code, worldwide":"HDX7Y.F0MG","id":7').trim()],
    ],
  ])("chooses, orders and renames the columns of %o with %o", (input, options, expected) => {
    expect(linesOf(input, { ...options, columns })).toEqual(expected);
  });

  it("keeps errors if it names them", () => {
    const named = parseColumns("id,error as why,mapcode");
    expect(linesOf("id,lat,lon\n7,x,0\n", { ...CSV, columns: named })).toEqual([
      "id,why,mapcode",
      "7,The latitude (column lat) 'x' is not a decimal number of degrees.,",
    ]);
  });

  it("lets rows have members that the first row lacks", () => {
    const input = '{"lat":0,"lon":-30}\n{"lat":0,"lon":-30,"name":"x","other":1}\n';
    const named = parseColumns("name,international");
    expect(linesOf(input, { ...NDJSON, to: "csv", columns: named })).toEqual([
      "name,international",
      ",HDX7Y.F0MG",
      "x,HDX7Y.F0MG",
    ]);
  });

  it.each<[Partial<ResolvedBatchOptions>, string, string]>([
    [
      { ...CSV, columns: [{ name: "x" }] },
      "columns",
      "There is no column 'x' to write. Choose from id, lat, lon, territory, mapcode, international, error.",
    ],
    [
      { ...CSV, columns: [{ name: "id" }, { name: "lat", as: "id" }] },
      "columns",
      "The option columns names 'id' twice. Rename one of them with as.",
    ],
    [
      { ...CSV, columns: [{ name: "id" }], onlyResults: true },
      "onlyResults",
      "The option columns and the option onlyResults exclude each other. Use one of them.",
    ],
    [
      { to: "plain", from: "csv", columns: [{ name: "id" }] },
      "columns",
      "The format plain has no names of columns. Omit the option columns, or use the option onlyResults.",
    ],
  ])("is rejected in %o", (options, option, message) => {
    expect(errorOf(TABLE, options)).toEqual([option, message]);
  });
});

describe("the option onlyResults", () => {
  it.each<[string, Partial<ResolvedBatchOptions>, string[]]>([
    [TABLE, CSV, ["territory,mapcode,international,error", ",,HDX7Y.F0MG,"]],
    [POINT, { ...NDJSON, to: "csv" }, ["territory,mapcode,international,error", ",,HDX7Y.F0MG,"]],
    [POINT, NDJSON, ['{"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}']],
    [
      "0 -30\nx\n",
      {},
      ["\t\tHDX7Y.F0MG", "\t\t\tThe line 'x' is not a point; expected a latitude and a longitude."],
    ],
  ])("leaves out the columns of %o with %o", (input, options, expected) => {
    expect(linesOf(input, { ...options, onlyResults: true })).toEqual(expected);
  });
});

describe("names of results", () => {
  it("all get the same number if one of them is in use", () => {
    expect(linesOf("lat,lon,territory\n0,-30,old\n", CSV)[0]).toBe(
      "lat,lon,territory,territory_2,mapcode_2,international_2,error",
    );
    expect(linesOf('{"lat":0,"lon":-30,"mapcode":"old"}\n', NDJSON)).toEqual([
      '{"lat":0,"lon":-30,"mapcode":"old","territory_2":null,"mapcode_2":null,"international_2":"HDX7Y.F0MG"}',
    ]);
  });

  it("stay if only the error of an earlier batch is in use", () => {
    expect(linesOf("lat,lon,error\n0,-30,old\n", CSV)[0]).toBe(
      "lat,lon,error,territory,mapcode,international,error_2",
    );
    expect(linesOf('{"lat":0,"lon":-30,"error":"old"}\n{"lat":"x","lon":0}\n', NDJSON)).toEqual([
      '{"lat":0,"lon":-30,"error":"old","territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
      expect.stringContaining('"error_2":"'),
    ]);
  });

  it("are never in use if only the results are written", () => {
    const onlyResults = true;
    expect(linesOf("lat,lon,mapcode,error\n0,-30,old,\n", { ...CSV, onlyResults })[0]).toBe(
      "territory,mapcode,international,error",
    );
    const rows = `${POINT}{"lat":0,"lon":-30,"mapcode":"old"}\n`;
    const encoded = '{"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}';
    expect(linesOf(rows, { ...NDJSON, onlyResults })).toEqual([encoded, encoded]);
  });

  it("are in use in any case and with any punctuation, as columns are found by their names", () => {
    expect(linesOf("lat,lon,Map-Code\n0,-30,old\n", CSV)[0]).toBe(
      "lat,lon,Map-Code,territory_2,mapcode_2,international_2,error",
    );
    expect(linesOf("lat,lon,Map-Code\n0,-30,old\n", { ...CSV, replace: true })).toEqual([
      "lat,lon,Map-Code,territory,international,error",
      "0,-30,,,HDX7Y.F0MG,",
    ]);
    expect(linesOf('{"lat":0,"lon":-30,"MAPCODE":"old"}\n', NDJSON)[0]).toContain('"mapcode_2"');
  });

  it("are those of the first row, so that rows with old answers fail if it has none", () => {
    const later = '{"lat":0,"lon":-30,"mapcode":"old","error":1';
    const result = runBatch(`${POINT}${later}}\n`, NDJSON);
    const message =
      "The row has the member 'mapcode' already, which the first row does not have. Use the option replace.";
    expect(result).toMatchObject({
      rows: 2,
      failed: 1,
      firstError: { message, column: "mapcode" },
    });
    expect(result.text.split("\n")[1]).toBe(`${later},"error_2":${JSON.stringify(message)}}`);
    const features = runBatch(feature("") + feature('"territory":"x"'), FEATURES);
    expect(features).toMatchObject({ failed: 1, firstError: { column: "territory" } });
  });
});

describe("the option replace", () => {
  const replace = true;

  it("writes results over columns that have their names", () => {
    expect(linesOf("mapcode,lat,lon,error\nold,0,-30,old\n", { ...CSV, replace })).toEqual([
      "mapcode,lat,lon,error,territory,international",
      ",0,-30,,,HDX7Y.F0MG",
    ]);
  });

  it("writes results over members, whatever rows have them", () => {
    const later = '{"mapcode":"old","lat":0,"lon":-30,"error":"old"}\n';
    const encoded = '"territory":null,"international":"HDX7Y.F0MG"';
    expect(linesOf(`${POINT}${later}`, { ...NDJSON, replace })).toEqual([
      '{"id":7,"lat":0,"lon":-30,"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
      `{"mapcode":null,"lat":0,"lon":-30,${encoded}}`,
    ]);
    expect(linesOf(`${POINT}${later}`, { ...NDJSON, to: "csv", replace }).slice(1)).toEqual([
      "7,0,-30,,,HDX7Y.F0MG,",
      ",0,-30,,,HDX7Y.F0MG,",
    ]);
  });

  it("gives the same bytes when it converts its own output", () => {
    for (const [input, options] of [
      [TABLE, CSV],
      [POINT, NDJSON],
      [feature('"a":1'), FEATURES],
    ] as const) {
      const { text } = runBatch(input, { ...options, replace });
      expect(runBatch(text, { ...options, replace }).text).toBe(text);
    }
  });
});

describe("the option typedNumbers", () => {
  const membersOf = (fields: readonly string[], options: Readonly<Record<string, unknown>>) => {
    const names = fields.map((_, index) => `c${index}`);
    const input = `lat;lon;${names.join(";")}\n0;-30;${fields.join(";")}\n`;
    const csv = { from: "csv", to: "ndjson", delimiter: ";" } as const;
    const [line = ""] = linesOf(input, { ...csv, typedNumbers: true, ...options });
    return names.map((name) => new RegExp(`"${name}":("[^"]*"|[^",}]*)[,}]`).exec(line)?.[1]);
  };

  it("writes every number of JSON with the same digits", () => {
    const numbers = [
      "7",
      "-0.5",
      "1e+21",
      "52.370000",
      "-1.50",
      "1e3",
      "-0",
      "12345678901234567890",
    ];
    expect(membersOf(numbers, {})).toEqual(numbers);
    const texts = ["007", "+1", "Infinity", "NaN", "", " 1", ".5", "1.", "1,5", "0x1"];
    expect(membersOf(texts, {})).toEqual(texts.map((text) => `"${text}"`));
  });

  it("decides for each cell by itself", () => {
    const input = "lat,lon,value\n0,-30,7\n0,-30,x\n0,-30,\n0,-30,007\n";
    const lines = linesOf(input, { from: "csv", to: "ndjson", typedNumbers: true });
    expect(lines.map((line) => JSON.parse(line).value)).toEqual([7, "x", "", "007"]);
  });

  it("writes numbers with a decimal comma with a point", () => {
    const fields = ["7", "-1,50", "007,5", "1.500", "1,5,0", "0,25"];
    const written = ["7", "-1.50", '"007,5"', '"1.500"', '"1,5,0"', "0.25"];
    expect(membersOf(fields, { decimalComma: true })).toEqual(written);
  });
});

describe("missing values", () => {
  it("are null in JSON, and empty or \\N in tables", () => {
    const input = "territory,mapcode,international\n\\N,\\N,HDX7Y.F0MG\n\\N,,\\N\n";
    expect(linesOf(input, { ...CSV, operation: "decode" }).slice(1)).toEqual([
      "\\N,\\N,HDX7Y.F0MG,-0.000002,-29.999991,",
      "\\N,,\\N,,,The row has no mapcode (column mapcode).",
    ]);
    const rows = '{"lat":0,"lon":-30,"name":null}\n{"lat":null,"lon":1,"name":7}\n';
    expect(linesOf(rows, { ...NDJSON, to: "csv" }).slice(1)).toEqual([
      "0,-30,,,,HDX7Y.F0MG,",
      ",1,7,,,,The row has no latitude (column lat).",
    ]);
  });
});
