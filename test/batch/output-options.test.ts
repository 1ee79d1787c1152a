import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { parseColumns } from "../../src/batch/options/output-columns.ts";
import { CSV, linesOf, NDJSON, runBatch } from "./run.ts";

const POINT = '{"id":7,"lat":0,"lon":-30}\n';
const TABLE = "id,lat,lon\n7,0,-30\n";
const AT_SEA = '"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"';
const TO_CSV = { ...NDJSON, to: "csv" } as const;

function feature(properties: string): string {
  return `{"type":"Feature","geometry":{"type":"Point","coordinates":[-30,0]},"properties":{${properties}}}`;
}

const NAMES = "territory,mapcode,international,error";
const columns = parseColumns('international as "code, worldwide", id');

it("the option columns is parsed from names with commas between them", () => {
  expect(columns).toEqual([{ name: "international", as: "code, worldwide" }, { name: "id" }]);
  const [first, second] = parseColumns('"a, ""b"" as d" AS c,"x as y"');
  expect([first, second]).toEqual([{ name: 'a, "b" as d', as: "c" }, { name: "x as y" }]);
  expect(parseColumns(" , ")).toEqual([]);
  const named = [{ name: '5" x' }, { name: 'a"b"', as: "z" }, { name: '"y' }];
  expect(parseColumns('5" x,a"b" as z,"y')).toEqual(named);
});

const later = (members: string) => `${POINT}{"lat":0,"lon":-30,${members}}\n`;
const NAMED = parseColumns("name,international");
const LATER = later('"name":"x","other":1');
const FEATURE = `${feature('"id":7,"name":"x"')}\n`;
const NO_LATITUDE = ",1,7,,,,The row has no latitude (column lat).";
const OLD = later('"mapcode":"old","error":"old"');
const SEA_ROW = ",0,-30,,,HDX7Y.F0MG,";
const onlyResults = true;
const replace = true;

it.each<[Partial<ResolvedBatchOptions>, string, readonly unknown[]]>([
  // Columns are chosen, ordered and renamed.
  [{ ...CSV, columns }, TABLE, ['"code, worldwide",id', "HDX7Y.F0MG,7"]],
  [{ ...TO_CSV, columns }, POINT, ['"code, worldwide",id', "HDX7Y.F0MG,7"]],
  [{ ...CSV, to: "ndjson", columns }, TABLE, ['{"code, worldwide":"HDX7Y.F0MG","id":"7"}']],
  [{ ...NDJSON, columns }, POINT, ['{"code, worldwide":"HDX7Y.F0MG","id":7}']],
  [{ ...NDJSON, columns }, FEATURE, [feature('"code, worldwide":"HDX7Y.F0MG","id":7')]],
  [
    { ...CSV, columns: parseColumns("id,error as why,mapcode") },
    "id,lat,lon\n7,x,0\n",
    ["id,why,mapcode", "7,The latitude (column lat) 'x' is not a decimal number of degrees.,"],
  ],
  [
    { ...NDJSON, columns: parseColumns("error as why,id") },
    `${POINT}{"id":8,"lat":null,"lon":0}\n`,
    ['{"id":7}', '{"why":"The row has no latitude (column lat).","id":8}'],
  ],
  // Rows may have members that the first row lacks.
  [{ ...TO_CSV, columns: NAMED }, LATER, ["name,international", ",HDX7Y.F0MG", "x,HDX7Y.F0MG"]],
  [{ ...CSV, onlyResults }, TABLE, [NAMES, ",,HDX7Y.F0MG,"]],
  [{ ...TO_CSV, onlyResults }, POINT, [NAMES, ",,HDX7Y.F0MG,"]],
  [{ ...NDJSON, onlyResults }, later('"mapcode":"old"'), [`{${AT_SEA}}`, `{${AT_SEA}}`]],
  [
    { onlyResults },
    "0 -30\nx\n",
    ["\t\tHDX7Y.F0MG", "\t\t\tThe line 'x' is not a point; expected a latitude and a longitude."],
  ],
  // All results get the same number if one of their names is in use, in any case and with any punctuation.
  [
    CSV,
    "lat,lon,Map-Code\n0,-30,old\n",
    ["lat,lon,Map-Code,territory_2,mapcode_2,international_2,error", "0,-30,old,,,HDX7Y.F0MG,"],
  ],
  [
    NDJSON,
    '{"lat":0,"lon":-30,"MAPCODE":"old"}\n',
    [
      '{"lat":0,"lon":-30,"MAPCODE":"old","territory_2":null,"mapcode_2":null,"international_2":"HDX7Y.F0MG"}',
    ],
  ],
  // They stay if only the error of an earlier batch is in use.
  [
    CSV,
    "lat,lon,error\n0,-30,old\n",
    ["lat,lon,error,territory,mapcode,international,error_2", "0,-30,old,,,HDX7Y.F0MG,"],
  ],
  [
    NDJSON,
    '{"lat":0,"lon":-30,"error":"old"}\n{"lat":"x","lon":0}\n',
    [`{"lat":0,"lon":-30,"error":"old",${AT_SEA}}`, expect.stringContaining('"error_2":"')],
  ],
  // Results replace columns and members with their names, in any row.
  [
    { ...CSV, replace },
    "Map-Code,lat,lon,error\nold,0,-30,old\n",
    ["Map-Code,lat,lon,error,territory,international", ",0,-30,,,HDX7Y.F0MG"],
  ],
  [
    { ...NDJSON, replace },
    OLD,
    [
      `{"id":7,"lat":0,"lon":-30,${AT_SEA}}`,
      '{"lat":0,"lon":-30,"mapcode":null,"territory":null,"international":"HDX7Y.F0MG"}',
    ],
  ],
  [{ ...TO_CSV, replace }, OLD, [`id,lat,lon,${NAMES}`, `7${SEA_ROW}`, SEA_ROW]],
  // Missing values are null in JSON, and empty or \N in tables.
  [
    { ...CSV, operation: "decode" },
    "territory,mapcode,international\n\\N,\\N,HDX7Y.F0MG\n\\N,,\\N\n",
    [
      "territory,mapcode,international,latitude,longitude,error",
      "\\N,\\N,HDX7Y.F0MG,-0.000002,-29.999991,",
      "\\N,,\\N,,,The row has no mapcode (column mapcode).",
    ],
  ],
  [
    TO_CSV,
    '{"lat":0,"lon":-30,"name":null}\n{"lat":null,"lon":1,"name":7}\n',
    [`lat,lon,name,${NAMES}`, "0,-30,,,,HDX7Y.F0MG,", NO_LATITUDE],
  ],
])("with %o, the rows of %j are written as these", (options, input, expected) => {
  expect(linesOf(input, options)).toEqual(expected);
});

it("rows with old answers fail if the first row has none", () => {
  const message =
    "The row has the member 'mapcode', which is the name of a result. The first row does not have it. Use the option replace.";
  const result = runBatch(later('"mapcode":"old","error":1'), NDJSON);
  expect(result).toMatchObject({ rows: 2, failed: 1, firstError: { message, column: "mapcode" } });
  expect(result.text.split("\n")[1]).toBe(
    `{"lat":0,"lon":-30,"mapcode":"old","error":1,"error_2":${JSON.stringify(message)}}`,
  );
  const features = runBatch(`${feature("")}\n${feature('"territory":"x"')}\n`, NDJSON);
  expect(features).toMatchObject({ failed: 1, firstError: { column: "territory" } });
});

it.each([
  [TABLE, CSV],
  [POINT, NDJSON],
  [`${feature('"a":1')}\n`, NDJSON],
])("the option replace gives the same bytes when it converts its own output: %s", (input, options) => {
  const { text } = runBatch(input, { ...options, replace });
  expect(runBatch(text, { ...options, replace }).text).toBe(text);
});

describe("the option typedNumbers", () => {
  it.each([
    [false, ["7", "-0.5", "1e+21", "52.370000", "-1.50", "1e3", "-0", "12345678901234567890"], []],
    [false, [], ["007", "+1", "Infinity", "NaN", "", " 1", ".5", "1.", "1,5", "0x1"]],
    [true, ["7", "-1,50", "0,25"], ["007,5", "1.500", "1,5,0"]],
  ])("writes every number of JSON with the same digits, with a decimal comma: %s", (decimalComma, numbers, texts) => {
    const rows = [...numbers, ...texts].map((field) => `0;-30;${field}\n`).join("");
    const csv = { from: "csv", to: "ndjson", delimiter: ";", typedNumbers: true } as const;
    const lines = linesOf(`lat;lon;value\n${rows}`, { ...csv, decimalComma });
    const values = lines.map((line) => /"value":("[^"]*"|[^",}]*)[,}]/.exec(line)?.[1]);
    const written = numbers.map((number) => number.replace(",", "."));
    expect(values).toEqual([...written, ...texts.map((text) => `"${text}"`)]);
  });
});

describe("names", () => {
  const POINTS = "lat,lon\n39.7684,-86.1581\n12.15,-68.27\n0,-30\n";

  it("are the full names of territory and country, with all other results, and empty without a code", () => {
    const options = { ...CSV, include: ["names", "offset", "rectangle"] } as const;
    const [header, indiana, bonaire, sea] = linesOf(POINTS, options);
    expect(header).toBe(
      "lat,lon,territory,mapcode,international,territory_name,country_name,offset_meters,south,west,north,east,error",
    );
    expect(indiana).toContain(",US-IN,HH.GC,S82DQ.GF2J,Indiana,USA,4.644217,");
    const name = '"Bonaire, St Eustasuis and Saba"';
    expect(bonaire).toContain(`,BES,GL.SH,L9M2B.NMV4,${name},${name},`);
    expect(sea).toContain(",,,HDX7Y.F0MG,,,1.026153,");
  });

  it("are texts or null in JSON, and of all codes with the option all", () => {
    const json = linesOf(POINTS, { ...CSV, to: "ndjson", include: ["names"] });
    expect(json[0]).toContain('"territory_name":"Indiana","country_name":"USA"');
    expect(json[2]).toContain('"territory_name":null,"country_name":null');
    const all = linesOf(POINTS, { ...CSV, all: true, include: ["names"] });
    expect(all.at(-1)).toContain("AAA,HDX7Y.F0MG,International,International");
  });
});

describe("the option near", () => {
  it("is the point whose nearest place codes without a territory mean", () => {
    const options = { ...CSV, operation: "decode", near: "52.3, 4.9" } as const;
    const codes = "code\n49.4V\nUS-IN HH.GC\nNL 49.4V\nZZZZ.ZZZZ\n";
    const [, alone, whole, ambiguous, none] = linesOf(codes, options);
    expect(alone).toBe("49.4V,52.37651400000124,4.908543375,");
    expect(whole).toBe("US-IN HH.GC,39.76836,-86.158116,");
    expect(ambiguous).toBe("NL 49.4V,52.37651400000124,4.908543375,");
    expect(none).toContain("is not the code of a place in any territory.");
  });
});
