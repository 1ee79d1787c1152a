/** Columns and members with the values to convert, and the options for them. */
import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { encode } from "../../src/index.ts";
import { CSV, errorOf, linesOf, NDJSON } from "./run.ts";

type Options = Partial<ResolvedBatchOptions>;

const DECODED = { ...CSV, operation: "decode" } as const;
const ENCODED = ",NLD,49.4V,VHXGB.1J9J,";
const JSON_CODES = '"territory":"NLD","mapcode":"49.4V","international":"VHXGB.1J9J"';
/** The columns of a table that are chosen. */
const at = (latColumn: string, lonColumn: string) => ({ ...CSV, latColumn, lonColumn });
const NUMBERED = { ...CSV, header: false, latColumn: "2", lonColumn: "3" } as const;
const PATHS = { ...NDJSON, latColumn: "p.lat", lonColumn: "p.at[1]" } as const;
const PLACE = '{"type":"Point","coordinates":[4.908543,52.376514]}';
const NO_PLACE = '{"type":"Point","coordinates":[{"$n":4},52]}';
const CHOSEN_POINT = { from: "ndjson", to: "csv", coordinatesColumn: "b" } as const;
const INNER = { ...NDJSON, operation: "decode" } as const;
const INNER_CODE = '{"territory":"NLD","mapcode":"49.4V"}';
const TO_NDJSON = { ...CSV, to: "ndjson" } as const;
const IN_ISO = { ...CSV, territoryColumn: "in", countryColumn: "iso" } as const;
const IN_DEU = { ...IN_ISO, territory: "DEU" } as const;
const FILTERS_BY_NAME = "lat,lon,territory,country\n52.376514,4.908543,DEU,DE\n";

const POINT = "52.37651400000124,4.908543375";
const AT_SEA = "0,-30,,,HDX7Y.F0MG,";
const SEA_CODE = /"international":"HDX7Y\.F0MG"}$/;
const AMSTERDAM = /,NLD,49\.4V,VHXGB\.1J9J,$/;
const [{ code: indiana }] = encode(39.5, -86, { territory: "US-IN" });
const INDIANA = ["US-IN,", "IN,US", ",us"].map(
  (names) => new RegExp(`^39.5,-86,${names},US-IN,${indiana},`),
);

describe("columns", () => {
  it.each([
    ...["lat lon", "Latitude  LONGITUDE ", "latDeg lonDeg", "y x", "LAT lng", "lat long"],
    ...["decimalLatitude decimalLongitude", "latitude_deg longitude_deg", "stop_lat stop_lon"],
    ...["Lat. Long.", "LATITUDE(WGS84) LONGITUDE(WGS84)"],
  ])("are found by the names %s, before x and y", (names) => {
    const [lat, lon] = names.split(/ (.*)/s);
    const table = `${lon},${lat}\n4.908543,52.376514\n`;
    expect(linesOf(table, CSV)[1]).toBe(`4.908543,52.376514${ENCODED}`);
    const object = `{"${lon}":4.908543,"${lat}":52.376514`;
    expect(linesOf(`${object}}\n`, NDJSON)).toEqual([`${object},${JSON_CODES}}`]);
    if (lat === "y") return;
    const beside = `x,y,${lat},${lon}\n1,1,52.376514,4.908543\n`;
    expect(linesOf(beside, CSV)[1]).toBe(`1,1,52.376514,4.908543${ENCODED}`);
  });

  it.each<[what: string, input: string, Options, last: unknown]>([
    ["mapcodes", "CODE,territory\n49.4V,NLD\n", DECODED, `49.4V,NLD,${POINT},`],
    ["any names", "a,b\n0,-30\n", at("a", "B"), AT_SEA],
    ["numbers", "a,b\n0,-30\n", at("1", "2"), AT_SEA],
    ["numbers after an index", ",0,1,2\n0,A,0,-30\n", at("3", "4"), `0,A,${AT_SEA}`],
    ["names first", "2,1\n0,-30\n", at("2", "1"), AT_SEA],
    ["one of two", "Lat.,LAT,lon\n7,0,-30\n", { ...CSV, latColumn: "LAT" }, `7,${AT_SEA}`],
    ["names without last fields", "id,lat,lon,z\n1,52.376514,4.908543\n", CSV, /,,NLD,49\.4V,/],
    ["names behind a mark", "#,lat,lon,z\n1,52.376514,4.908543\n", CSV, /,,NLD,49\.4V,/],
    ["members", '{"a":0,"b":-30}\n', { ...NDJSON, latColumn: "a", lonColumn: "b" }, SEA_CODE],
    ["missing", '{"lat":0,"lon":1}\n{"x":2}\n', NDJSON, /The row has no latitude \(column lat/],
    ["numbers of fields", "lat,0,-30\n", NUMBERED, `lat,${AT_SEA}`],
    ["in errors", "1,0,-30\nx,y,z\n", NUMBERED, /The latitude \(column column2\) 'y' is not/],
    ["members", "a,0,-30\n", { ...NUMBERED, to: "ndjson" }, /^{"column1":"a","column2":"0",/],
    ["paths", '{"p":{"lat":0,"at":[7,-30]}}\n', PATHS, SEA_CODE],
    ["members that are points", `{"place":${PLACE}}\n`, { ...NDJSON, to: "csv" }, AMSTERDAM],
    ["chosen points", `{"a":${PLACE},"b":${PLACE}}\n`, CHOSEN_POINT, AMSTERDAM],
    ["inner mapcodes", '{"in":{"mapcode":"NLD 49.4V"}}\n', INNER, /"latitude":52.3765/],
    ["inner territories", `{"in":${INNER_CODE}}\n`, INNER, /"latitude":52.3765/],
    ["degrees and minutes", "lat,lon\n52°22'35.45\"N,4 54 30.75 E\n", CSV, /,NLD,49\.4V,/],
    ["distinct members", "lat,lon,a,a,\n0,-30,1,2,3\n", TO_NDJSON, /"1","a_2":"2","column5":"3"/],
    ["no filters by name", FILTERS_BY_NAME, CSV, `52.376514,4.908543,DEU,DE${ENCODED}`],
    ["no option's territory", "lat,lon,in,iso\n39.5,-86,,\n", IN_DEU, /^39.5,-86,,,,,/],
    [
      "of results, if no column has their names",
      "lat,lon,mapcode,mapcode_2,error\n0,-30,a,b,c\n",
      CSV,
      [/,error,territory_3,mapcode_3,international_3,error_2$/, "0,-30,a,b,c,,,HDX7Y.F0MG,"],
    ],
    [
      "the members of the first row; rows with others fail",
      '{"lat":0,"lon":-30,"big":12345678901234567890,"o":{"a":[1, 2]},"n":null,"t":"a, b"}\n{"lon":-30,"lat":"0","extra":true}\n',
      { ...NDJSON, to: "csv" },
      [
        "lat,lon,big,o,n,t,territory,mapcode,international,error",
        '0,-30,12345678901234567890,"{""a"":[1, 2]}",,"a, b",,,HDX7Y.F0MG,',
        `0,-30,,,,,,,,"There is no column for the member 'extra': the first row, which names the columns, does not have it. Name all columns with the option columns."`,
      ],
    ],
    [
      "a territory and a country of a row",
      "lat,lon,in,iso\n39.5,-86,US-IN,\n39.5,-86,IN,US\n39.5,-86,,us\n39.5,-86,DEU,\n0,0,Atlantis,\n0,0,,Atlantis\n",
      IN_ISO,
      [...INDIANA, /^39.5,-86,DEU,,,,/, /The territory 'Atlantis'/, /The country 'Atlantis'/],
    ],
    ...["5 2", "52 30 15", "1.5 2"].map((text): [string, string, Options, RegExp] => {
      const message = `The latitude \\(column lat\\) '${text}' is not a decimal number of degrees.`;
      return ["no two numbers without a unit", `lat,lon\n${text},4\n`, CSV, new RegExp(message)];
    }),
    [
      "no other objects than points",
      `{"loc":${NO_PLACE}}\n`,
      { ...NDJSON, coordinatesColumn: "loc" },
      /are not a text such as '52\.37, 4\.9' or 'POINT/,
    ],
    [
      "one of each row",
      '{"lat":0,"lon":-30}\n{"Lat.":1,"LAT":0,"lon":-30}\n',
      NDJSON,
      /Both 'Lat\.' and 'LAT' may be the latitude\./,
    ],
    [
      "a context to decode",
      "code,territory,iso\n49.4V,,nl\n49.4V,NLD,DE\n49.4V,,\n",
      { ...DECODED, countryColumn: "iso" },
      [
        `49.4V,,nl,${POINT},`,
        /^49\.4V,NLD,DE,,,"The territory 'NLD' is not in Germany/,
        /^49\.4V,,,,,"?The mapcode '49\.4V'/,
      ],
    ],
  ])("are %s", (_, input, options, last) => {
    const expected = [last].flat();
    const lines = linesOf(input, options).slice(-expected.length);
    for (const [index, line] of lines.entries()) {
      const wanted = expected[index];
      if (wanted instanceof RegExp) expect(line).toMatch(wanted);
      else expect(line).toBe(wanted);
    }
    expect(lines).toHaveLength(expected.length);
  });

  it.each([
    "52.376514, 4.908543",
    "POINT (4.908543 52.376514)",
    "52°22'35.4504\"N 4°54'30.7548\"E",
  ])("of both coordinates may have %s", (pair) => {
    const text = `id,where\n7,"${pair.replaceAll('"', '""')}"\n`;
    const options = { ...CSV, coordinatesColumn: "where" } as const;
    expect(linesOf(text, options)[1]).toMatch(AMSTERDAM);
    expect(linesOf(text.replace("where", "WKT"), CSV)[1]).toMatch(AMSTERDAM);
    expect(linesOf(`${pair}\n`, {})[0]).toMatch(/\tNLD\t49\.4V\tVHXGB\.1J9J$/);
  });
});

describe("a column of both coordinates", () => {
  const POINTS = 'latlng\n"52.3,4.9"\n"48.1,11.5"\n';

  it.each([
    ...["33,65", "-33,-65", " 52,5 ", "52, 5", "Dam 1\nAmsterdam\n(52.3, 4.9)", "(52.3, 4.9)"],
  ])("may have %j beside other pairs", (pair) => {
    expect(linesOf(`${POINTS}"${pair}"\n`, CSV).at(-1)).toMatch(/,[A-Z0-9]+\.[A-Z0-9]+,$/);
  });

  it.each(
    "52,3765|52,4,9|1234,5|95,200|Dam 1\n(near the bank)|(52.3, 4.9)\nDam 1".split("|"),
  )("cannot have %j", (text) => {
    expect(linesOf(`${POINTS}"${text}"\n`, CSV).slice(3).join("\n")).toMatch(
      /,,,"?In the coordinates/,
    );
  });

  it("is not guessed from whole numbers with commas, nor from ranges", () => {
    for (const texts of ['"1,5"\n"2,5"', "0-4\n5-9"]) {
      expect(errorOf(`point\n${texts}\n`, CSV)).toContain("latColumn");
      expect(errorOf(`ages\n${texts}\n`, CSV)[1]).not.toContain("There are points");
    }
  });
});

describe("an error", () => {
  it("says what came, what was wanted and which option helps", () => {
    expect(errorOf("id,north,lon\n", CSV)).toEqual([
      "latColumn",
      "No latitude column in: id, north, lon. Name it lat, latitude, latdeg or y, or use the option latColumn. For a column of both coordinates, use the option coordinatesColumn.",
    ]);
  });

  const TABLE = "lat,lon\n0,-30\n";
  const COLUMNS = { ...CSV, columns: [{ name: "id" }] };
  const TWICE = [{ name: "id" }, { name: "lat", as: "id" }];
  const noHeader = { ...CSV, header: false } as const;
  it.each<[input: string, Options, option: string, part: string]>([
    ["0,-30\n", noHeader, "latColumn", 'such as latColumn: "1" and lonColumn: "2"'],
    ["0,-30\n", { ...NUMBERED, latColumn: "lat" }, "latColumn", "choose a number from 1 to 2."],
    ["x (m),y (m)\n", CSV, "latColumn", "No latitude column in: x (m), y (m)."],
    ["lat,codes\n1,NLD 49.4V\n", { ...CSV, latColumn: "lat" }, "lonColumn", "Name it lon, lng"],
    ['{"lat":1,"west":2}\n', NDJSON, "lonColumn", "No longitude member in: lat, west."],
    ['{"price":"12,34","size":"10 20"}\n', NDJSON, "latColumn", "No latitude member in: price"],
    ["a,b\n", { ...DECODED, codeColumn: "c" }, "codeColumn", "Choose one of 'a', 'b', or a number"],
    ["lat,lon\n", { ...CSV, lonColumn: "lat" }, "lonColumn", "are the same column. Choose another"],
    ["Lat.,LAT,lon\n1,2,3\n", CSV, "latColumn", "Both 'Lat.' and 'LAT' may be the latitude."],
    ["", { precision: 9 }, "precision", "precision 9 is not an integer from 0 to 8."],
    ["", { territory: "Xyz" }, "territory", "'Xyz' is not the code or name of a territory."],
    ["", { country: "Netherlands" }, "country", "three letters. Did you mean NLD (Netherlands)?"],
    ["", { country: "NL", territory: "NLD" }, "country", "option country exclude each other."],
    ["", { operation: "decode", all: true }, "all", "all does not apply to decode. Omit it."],
    ["", { operation: "decode", include: ["offset"] }, "include", "is not one of rectangle."],
    ["", { codeColumn: "a" }, "codeColumn", "does not apply to encode. Omit it."],
    ["", { from: "plain", latColumn: "a" }, "latColumn", "plain has no columns to choose with the"],
    ["", { from: "xls" as "csv" }, "from", "'xls' is not one of csv, tsv, ndjson, json, plain"],
    ["", { alphabet: "KLINGON" }, "alphabet", "The alphabet 'KLINGON' is not"],
    ["", { ...CSV, delimiter: "ab" }, "delimiter", "'ab' is not a single character such as ','"],
    ["", { ...CSV, encoding: "ebcdic" }, "encoding", "The encoding 'ebcdic' is unknown."],
    [TABLE, COLUMNS, "columns", "no column 'id' to write. Choose from lat, lon, territory, "],
    [TABLE, { ...CSV, columns: TWICE }, "columns", "names 'id' twice. Rename one"],
    [TABLE, { ...COLUMNS, onlyResults: true }, "onlyResults", "option onlyResults exclude each"],
    [TABLE, { ...COLUMNS, to: "plain" }, "columns", "plain has no names of columns. Omit"],
    ["[]", { from: "json", skip: 1 }, "skip", "json has no lines to leave out with the option"],
    ["[]", { from: "ndjson", comment: "#" }, "comment", "ndjson has no lines to leave out"],
    ["[]", { from: "geojson", skip: 1 }, "skip", "geojson has no lines to leave out"],
  ])("of %j with %o names the option %s", (input, options, option, part) => {
    expect(errorOf(input, options)).toEqual([option, expect.stringContaining(part)]);
  });
});
