import { describe, expect, it } from "vitest";
import {
  DEFAULT_BATCH_OPTIONS,
  type ResolvedBatchOptions,
} from "../../src/batch/options/options.ts";
import { planBatch } from "../../src/batch/plan.ts";
import { CSV, errorOf, linesOf, NDJSON, runBatch } from "./run.ts";

const DECODED = { ...CSV, operation: "decode" } as const;
const ENCODED = ",NLD,49.4V,VHXGB.1J9J,";

function noticeOf(input: string, options: Partial<ResolvedBatchOptions>) {
  return planBatch(Buffer.from(input), { ...DEFAULT_BATCH_OPTIONS, ...options }).notice;
}

describe("remarks in front of a header", () => {
  const table = "id,lat,lon\n7,0,-30\n";

  it("are left out, with a notice", () => {
    const remarks = "# exported 2026\r\n\n#2nd\n";
    expect(linesOf(remarks + table, CSV)).toEqual(linesOf(table, CSV));
    expect(noticeOf(remarks + table, CSV)).toBe(
      "csv, rows from line 5, latitude from 'lat', longitude from 'lon'",
    );
  });

  it("are headers if they name the columns", () => {
    expect(linesOf("#lat;lon\n0;-30\n", CSV)[1]).toBe("0;-30;;;HDX7Y.F0MG;");
    expect(noticeOf("#lat,lon\n0,-30\n", CSV)).toBe(
      "csv, latitude from '#lat', longitude from 'lon'",
    );
  });

  it("are rows without a header", () => {
    const options = { ...CSV, header: false, latColumn: "1", lonColumn: "2" };
    expect(runBatch("#a,b\n0,-30\n", options)).toMatchObject({ converted: 1, failed: 1 });
  });
});

describe("columns", () => {
  it.each([
    ["lat", "lon"],
    ["Latitude", " LONGITUDE "],
    ["latDeg", "lonDeg"],
    ["y", "x"],
    ["LAT", "lng"],
    ["lat", "long"],
    ["decimalLatitude", "decimalLongitude"],
    ["latitude_deg", "longitude_deg"],
    ["Lat.", "Long."],
    ["LATITUDE (WGS84)", "LONGITUDE (WGS84)"],
    ["stop_lat", "stop_lon"],
  ])("are found by the names %s and %s", (lat, lon) => {
    expect(linesOf(`${lon},${lat}\n4.908543,52.376514\n`, CSV)[1]).toBe(
      `4.908543,52.376514${ENCODED}`,
    );
    const object = `{"${lon}":4.908543,"${lat}":52.376514`;
    expect(linesOf(`${object}}\n`, NDJSON)).toEqual([
      `${object},"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"}`,
    ]);
  });

  it.each([
    "lat,lon",
    "decimalLatitude,decimalLongitude",
    "latitude_deg,longitude_deg",
    "Lat.,Long.",
    "LATITUDE (WGS84),LONGITUDE (WGS84)",
    "stop_lat,stop_lon",
  ])("take precedence over x and y by the names %s", (names) => {
    const [, row] = linesOf(`x,y,${names}\n1,1,52.376514,4.908543\n`, CSV);
    expect(row).toBe(`1,1,52.376514,4.908543${ENCODED}`);
  });

  it.each(["mapcode", "Code", "CODE"])("with mapcodes are found by the name %s", (name) => {
    const [, row] = linesOf(`${name},territory\n49.4V,NLD\n`, DECODED);
    expect(row).toBe("49.4V,NLD,52.37651400000124,4.908543375,");
  });

  it("can be chosen by name or by number", () => {
    const input = "a,b,lat,lon\n52.376514,4.908543,0,0\n";
    const row = `52.376514,4.908543,0,0${ENCODED}`;
    expect(linesOf(input, { ...CSV, latColumn: "a", lonColumn: "B" })[1]).toBe(row);
    expect(linesOf(input, { ...CSV, latColumn: "1", lonColumn: "2" })[1]).toBe(row);
    const members = { ...NDJSON, latColumn: "a", lonColumn: "b" };
    expect(linesOf('{"a":0,"b":-30}\n{"b":0}\n', members)).toEqual([
      '{"a":0,"b":-30,"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
      '{"b":0,"territory":null,"mapcode":null,"international":null,"error":"The row has no latitude (column a)."}',
    ]);
  });

  it("whose name is a number take precedence over the column with that number", () => {
    expect(linesOf("2,1\n0,-30\n", { ...CSV, latColumn: "2", lonColumn: "1" })[1]).toBe(
      "0,-30,,,HDX7Y.F0MG,",
    );
  });

  it("have numbers only when there is no header", () => {
    const options = { ...CSV, header: false, latColumn: "2", lonColumn: "3" };
    expect(linesOf("lat,0,-30\nx,y,z\n", options)).toEqual([
      "lat,0,-30,,,HDX7Y.F0MG,",
      "x,y,z,,,,The latitude (column column2) 'y' is not a decimal number of degrees.",
    ]);
    expect(linesOf("a,0,-30\n", { ...options, to: "ndjson" })).toEqual([
      '{"column1":"a","column2":"0","column3":"-30","territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
    ]);
    expect(errorOf("0,-30\n", { ...CSV, header: false })).toEqual([
      "latColumn",
      "Without a header, columns have no names. Give the number of the latitude column, from 1 to 2, with the option latColumn.",
    ]);
    expect(errorOf("0,-30\n", { ...options, latColumn: "lat" })).toEqual([
      "latColumn",
      "There is no latitude column 'lat'. Without a header, choose a number from 1 to 2.",
    ]);
  });

  it("that are missing are an error that lists the existing names", () => {
    expect(errorOf("id,north,lon\n", CSV)).toEqual([
      "latColumn",
      "No latitude column in: id, north, lon. Name it lat, latitude, latdeg or y, or use the option latColumn. For a column of both coordinates, use the option coordinatesColumn.",
    ]);
    expect(errorOf('{"lat":1,"west":2}\n', NDJSON)).toEqual([
      "lonColumn",
      "No longitude member in: lat, west. Name it lon, lng, long, longitude, londeg or x, or use the option lonColumn.",
    ]);
    expect(errorOf("a,b\n", { ...DECODED, codeColumn: "c" })).toEqual([
      "codeColumn",
      "There is no mapcode column 'c'. Choose one of 'a', 'b', or a number from 1 to 2.",
    ]);
    expect(errorOf("lat,lon\n", { ...CSV, lonColumn: "lat" })).toEqual([
      "lonColumn",
      "The latitude and the longitude are the same column. Choose another one with the option lonColumn.",
    ]);
  });

  it("of points must be numbers: a text of JSON is shown as it is", () => {
    const row = '{"loc":{"type":"Point","coordinates":[{"$numberDouble":"4"},52]}}';
    expect(runBatch(`${row}\n`, NDJSON).firstError?.message).toBe(
      `The coordinates ${row.slice(7, -1)} are not a text such as '52.37, 4.9' or 'POINT(4.9 52.37)'.`,
    );
    expect(errorOf('{"price":"12,34","size":"10 20"}\n', NDJSON)[1]).toContain(
      "No latitude member",
    );
  });

  it("of mapcodes within a member are read with their territory", () => {
    const row = '{"place":{"territory":"NLD","mapcode":"49.4V"}}\n';
    const { text } = runBatch(row, { ...NDJSON, operation: "decode" });
    expect(text).toContain('"latitude":52.37651400000124');
  });

  it("that are added get names that no column has", () => {
    const input = "lat,lon,mapcode,mapcode_2,error\n0,-30,a,b,c\n";
    expect(linesOf(input, CSV)).toEqual([
      "lat,lon,mapcode,mapcode_2,error,territory_3,mapcode_3,international_3,error_2",
      "0,-30,a,b,c,,,HDX7Y.F0MG,",
    ]);
  });

  it("with the same name or none become members with different names", () => {
    expect(linesOf("lat,lon,a,a,\n0,-30,1,2,3\n", { ...CSV, to: "ndjson" })).toEqual([
      '{"lat":"0","lon":"-30","a":"1","a_2":"2","column5":"3","territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
    ]);
  });

  it("of JSON are the members of the first row; rows with other members get an error", () => {
    const rows = [
      '{"lat":0,"lon":-30,"big":12345678901234567890,"o":{"a":[1, 2]},"n":null,"t":"a, b"}',
    ];
    rows.push('{"lon":-30,"lat":"0","extra":true}');
    expect(linesOf(`${rows.join("\n")}\n`, { ...NDJSON, to: "csv" })).toEqual([
      "lat,lon,big,o,n,t,territory,mapcode,international,error",
      '0,-30,12345678901234567890,"{""a"":[1, 2]}",,"a, b",,,HDX7Y.F0MG,',
      `0,-30,,,,,,,,"There is no column for the member 'extra': the first row, which names the columns, does not have it. Name all columns with the option columns."`,
    ]);
  });
});

describe("options", () => {
  it.each<[Partial<ResolvedBatchOptions>, keyof ResolvedBatchOptions, string]>([
    [{ precision: 9 }, "precision", "The option precision 9 is not an integer from 0 to 8."],
    [
      { territory: "Xyz" },
      "territory",
      "The territory 'Xyz' is not the code or name of a territory.",
    ],
    [
      { country: "Netherlands" },
      "country",
      "The country 'Netherlands' is not an ISO 3166 code of two or three letters. Did you mean Netherlands (NLD)?",
    ],
    [
      { country: "NL", territory: "NLD" },
      "country",
      "The option territory and the option country exclude each other. Use one of them.",
    ],
    [
      { operation: "decode", all: true },
      "all",
      "The option all does not apply to decode. Omit it.",
    ],
    [
      { operation: "decode", include: ["offset"] },
      "include",
      "The option include 'offset' is not one of rectangle.",
    ],
    [{ codeColumn: "a" }, "codeColumn", "The option codeColumn does not apply to encode. Omit it."],
    [
      { latColumn: "a" },
      "latColumn",
      "The format plain has no columns to choose with the option latColumn. Omit it.",
    ],
  ])("%o are rejected", (options, option, message) => {
    expect(errorOf("0 0\n", options)).toEqual([option, message]);
  });

  it("with unknown values are rejected", () => {
    const from = "xls" as "csv";
    expect(errorOf("0 0\n", { from })).toEqual([
      "from",
      "The option from 'xls' is not one of csv, tsv, ndjson, json, plain, geojson.",
    ]);
    expect(errorOf("0 0\n", { alphabet: "KLINGON" })[0]).toBe("alphabet");
  });
});
