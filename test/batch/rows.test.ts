/** Rows of all formats, good and bad: reading and writing them. */
import { describe, expect, it } from "vitest";
import {
  type BatchOptions,
  DEFAULT_BATCH_OPTIONS,
  type ResolvedBatchOptions,
} from "../../src/batch/options/options.ts";
import { type FailedRow, ROW_ERRORS } from "../../src/batch/rows/row-errors.ts";
import { BatchSession } from "../../src/batch/session.ts";
import { encode } from "../../src/index.ts";
import { CSV, linesOf, NDJSON, runBatch } from "./run.ts";

const TSV = { from: "tsv", to: "tsv" } as const;
const JSON_ARRAY = { from: "json", to: "ndjson" } as const;
const PLAIN = { from: "plain", to: "plain" } as const;
const DECODE = { ...NDJSON, operation: "decode" } as const;
const HEADER = "lat,lon,territory,mapcode,international,error\n";
const AT_SEA = '"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"';
const NOT_UTF8 =
  "The row is not UTF-8 text. Name the encoding of the input with the option encoding.";
const DONE = ",,,HDX7Y.F0MG,\n";

const jsonError = (message: string) => {
  return `"territory":null,"mapcode":null,"international":null,"error":${JSON.stringify(message)}}\n`;
};

const NAMED = '{"name":"a]},[{\\"\\\\","lat":0,"lon":-30';
const LINES = ["0 -30", "0,-30", "0\t-30", " 0 , -30 ", "", "  ", "0   -30\r", "0 -30"];
const QUOTED = ['"a, ""b""\nc",0,-30', '"",0,"-30"', '"x\r\ny","0",-30'];
const BETWEEN_TABS = ['5" pipe\t0\t-30', '"a ""b"""\t0\t-30', '"Domstad\t0\t-30'];

it.each<readonly [string, Partial<ResolvedBatchOptions>, string, string]>([
  ["with a mark", CSV, "\ufefflat,lon\n0,-30\n", `${HEADER}0,-30${DONE}`],
  ["without a last line end", CSV, "lat,lon\n0,-30", `${HEADER}0,-30${DONE}`],
  ["of a header only", CSV, "lat,lon\n", HEADER],
  ["of a header without a line end", CSV, "lat,lon", HEADER],
  ["of nothing", CSV, "", ""],
  ["with empty lines", CSV, "\n\nlat,lon\n\n0,-30\n\r\n\n", `${HEADER}0,-30${DONE}`],
  [
    "with carriage returns",
    CSV,
    "lat,lon\r\n0,-30\r\n0,-30",
    `${HEADER}0,-30${DONE}0,-30${DONE}`.replaceAll("\n", "\r\n"),
  ],
  ["with spaces", CSV, "lat, lon\n 0 , -30 \n", `lat, lon${HEADER.slice(7)} 0 , -30 ${DONE}`],
  [
    "with quotes, and line ends and commas between them",
    CSV,
    `"name, all",lat,lon\n${QUOTED.join("\n")}\n`,
    `"name, all",${HEADER}${QUOTED.join(DONE)}${DONE}`,
  ],
  [
    "with tabs, and quotes around and inside fields",
    TSV,
    `name\tlat\tlon\n${BETWEEN_TABS.join("\n")}\n`,
    `name,${HEADER}${BETWEEN_TABS.join(DONE)}${DONE}`.replaceAll(",", "\t"),
  ],
  [
    "that are lines with spaces, a tab or a comma between numbers",
    PLAIN,
    LINES.join("\n"),
    `${LINES.map((line) => line.replace(/^.*0 ?/, "$&\t\t\tHDX7Y.F0MG")).join("\n")}\n`,
  ],
  [
    "with more members than there is room for at first",
    { from: "ndjson", to: "csv", columns: [{ name: "name" }, { name: "international" }] },
    `{"name":"a","lat":0,"lon":-30${Array.from({ length: 80 }, (_, x) => `,"x${x}":1`).join("")}}\n`,
    "name,international\na,HDX7Y.F0MG\n",
  ],
  ["that are lines with names", PLAIN, "lon=-30 lat=0", "lon=-30 lat=0\t\t\tHDX7Y.F0MG\n"],
  ["that are empty lines", { to: "ndjson" }, "0 -30\n\n", `{"input":"0 -30",${AT_SEA}}\n`],
  ["that are arrays", NDJSON, "[0.0, -30]\n", `{"row":[0.0, -30],${AT_SEA}}\n`],
  ["of texts", NDJSON, '{"lat":"0","lon":-3e1 }\n', `{"lat":"0","lon":-3e1,${AT_SEA}}\n`],
  [
    "that are strings",
    DECODE,
    '"NLD 49.4V"\n',
    '{"row":"NLD 49.4V","latitude":52.37651400000124,"longitude":4.908543375}\n',
  ],
  [
    "over several lines of an array",
    JSON_ARRAY,
    '[\n  {\n    "lat": 0,\r\n    "lon": -30\n  }\n]',
    `{ "lat": 0, "lon": -30,${AT_SEA}}\n`,
  ],
  ["with brackets", JSON_ARRAY, `[${NAMED}},${NAMED}}]`, `${NAMED},${AT_SEA}}\n`.repeat(2)],
  ["of an empty array", { from: "json", to: "csv" }, " [ \n ] \n", ""],
  ["of an empty array of JSON", { from: "json", to: "json" }, "[]", "[\n\n]\n"],
])("rows %s are converted", (_, options, input, output) => {
  expect(runBatch(input, options)).toMatchObject({ text: output, failed: 0 });
});

type BadRow = readonly [Partial<ResolvedBatchOptions>, string, string];

/** A bad row of csv. @param own its fields in the output @param behind the text after the error */
function inCsv(bad: string, error: string, own = bad, behind = ""): BadRow {
  return [CSV, bad, `${own},,,,${error}${behind}`];
}
function inPlain(bad: string, hint = "", error = ""): BadRow {
  const message = `The line '${bad}' is not a point; expected a latitude and a longitude.${hint}`;
  return [PLAIN, bad, `${bad.replace("\xe9", "\ufffd")}\t\t\t\t${error || message}`];
}
function inNdjson(bad: string, error: string, own = `${bad.slice(0, -1)},`): BadRow {
  return [NDJSON, bad, own + jsonError(error)];
}
function notDecoded(bad: string, error: string, own: string): BadRow {
  const nulls = '"latitude":null,"longitude":null';
  return [DECODE, bad, `{${own},${nulls},"error":${JSON.stringify(error)}}`];
}
/** A row that is not JSON: the output keeps its text. */
function notJson(bad: string): BadRow {
  const advice = "Check its quotes and brackets; jq -c writes one value per line.";
  const message = `The row '${bad}' is not valid JSON on one line. ${advice}`;
  return inNdjson(bad, message, `{"row":${JSON.stringify(bad)},`);
}
const notLatitude = (text: string) => {
  return `The latitude (column lat) '${text}' is not a decimal number of degrees.`;
};
const NOT_TWO = "expected 2 as in the first row.";
const BROKEN = "are broken. Close every quote; write quotes inside quotes twice.";
const commaHint = (delimiter: string) =>
  ` For columns, use the options from: "csv" header: false delimiter: "${delimiter}" decimalComma: true latColumn: "1" lonColumn: "2". If the longitude comes first, exchange the numbers of columns.`;
const LONG = "x".repeat(500);
const SPACED = `"The row '0, ""1,2""' has 3 fields; ${NOT_TWO} Write no space before a quote."`;

it.each<BadRow>([
  inCsv("x,0", notLatitude("x")),
  inCsv("0,", "The row has no longitude (column lon)."),
  inCsv("1e999,0", notLatitude("1e999")),
  inCsv("0x10,0", notLatitude("0x10")),
  inCsv('0, "1,2"', SPACED, '0," ""1"', ',"2"""'),
  inCsv("0", `The row '0' has 1 field; ${NOT_TWO}`, "0,"),
  inCsv("0,1,2", `"The row '0,1,2' has 3 fields; ${NOT_TWO}"`, "0,1", ",2"),
  inCsv('"0"1,2', `"The quotes of the row '""0""1,2' ${BROKEN}"`, '"""0""1",2'),
  inCsv('0"1,2', `"${notLatitude('0""1')}"`),
  inCsv(`${LONG},0`, notLatitude(`${LONG.slice(0, 100)}...`)),
  inCsv("0,\xe9", NOT_UTF8, "0,\ufffd"),
  inPlain("0 -30\xe9", "", NOT_UTF8),
  inPlain("52,3 4,9", commaHint(" ")),
  inPlain("52,3;-4,9", commaHint(";")),
  inPlain("1 2 3"),
  inPlain("1"),
  [
    { ...PLAIN, operation: "decode" },
    "NLD ZZZZ.ZZZZ",
    "NLD ZZZZ.ZZZZ\t\t\tThe mapcode 'NLD ZZZZ.ZZZZ' is not the code of a place in its territory.",
  ],
  inNdjson("{ }", "The row has no latitude (column lat).", "{"),
  inNdjson('{"lat":0,"lon":"\xe9"}', NOT_UTF8, '{"row":"{\\"lat\\":0,\\"lon\\":\\"\ufffd\\"}",'),
  ...['{"lat":0,', '{"lat":{}', '{"lat":0,"lon', '{"lat":[1', '{"lat":\\', '{"lat" "lon"}'].map(
    notJson,
  ),
  inNdjson('{"lat":null,"lon":1}', "The row has no latitude (column lat)."),
  inNdjson(
    '{"lat":1e999,"lon":1}',
    "The latitude (column lat) Infinity is not a finite number of degrees.",
  ),
  notDecoded("7", "The row '7' is neither an object nor a string.", '"row":7'),
  notDecoded('{"code":7}', "The mapcode '7' is not a string.", '"code":7'),
])("a bad row in %o is written in its place, with its error: %s", (options, bad, expected) => {
  const [header, good] = {
    csv: ["lat,lon\n", "0,-30"],
    plain: ["", options.operation === "decode" ? "NLD 49.4V" : "0 -30"],
    ndjson: ["", '{"lat":0,"lon":-30,"code":"NLD 49.4V"}'],
  }[options.from as "csv" | "plain" | "ndjson"];
  const input = `${header}${good}\n${bad}\n${good}\n`;
  const result = runBatch(Buffer.from(input, "latin1"), options);
  const line = header === "" ? 2 : 3;
  expect(result.text.split("\n")[line - 1]).toBe(expected.trimEnd());
  expect(result).toMatchObject({ rows: 3, converted: 2, failed: 1, firstError: { row: 2, line } });
});

it.each([
  ["a name", "name,lat,lon,note", "Dam,52.37,4.9,x", "52.37,4.9,x", /before the degrees/],
  ["a number", "id,lat,lon,note", "7,52.37,4.9,x", "52.37,4.9,x", /before the degrees/],
  [
    "a name before WKT",
    "name,wkt,note",
    "Dam,POINT(4.9 52.37),x",
    "4.9,52.37",
    /expected 3 as in the first row/,
  ],
  [
    "a line of a field",
    "id\tname\tlat\tlon\tnote",
    "1\tx\t5\t5\tx",
    'end"\t52.37\t4.9\t7',
    /from.*"csv"/,
  ],
  ["a note", "name,lat,lon,note", "Dam,52.37,4.9,x", "Dam,52.37,4.9", undefined],
  ["a note after a speed", "speed,lat,lon,note", "1.5,52.37,4.9,x", "2.5,52.37,4.9", undefined],
  ["a note after nothing", "lat,lon,note", "52.37,4.9,x", "52.37,4.9", undefined],
])("a row that lacks %s is converted if its degrees are in their columns", (...test) => {
  const [, header, full, short, message] = test;
  const { converted, firstError } = runBatch(Buffer.from(`${header}\n${full}\n${short}\n`), {});
  expect(converted).toBe(message ? 1 : 2);
  if (message) expect(firstError?.message).toMatch(message);
});

it.each([
  ["delimiter in a price", "price,lat,lon,note", "3,52.37,4.9,x", "1,50,52.37,4.9,", /in quotes/],
  ["delimiter in a price, before WKT", "price,wkt,h", "3,POINT(4.9 52.37),7", "1,5,4.9,", /quotes/],
  ["delimiter in a name", "name,lat,lon,note", "Dam,52.37,4.9,x", "Dam, A,52.37,4.9,", /in quotes/],
  ["delimiter at its end", "name,lat,lon,note", "Dam,52.37,4.9,x", "Dam,52.37,4.9,x,", undefined],
  ["delimiter behind a height", "lat,lon,h", "52.37,4.9,7.5", "52.37,4.9,8.5,", undefined],
  ["delimiter at the end of each row", "lat,lon,h", "52.37,4.9,7.5,", "52.37,4.9,8.5,", undefined],
  ["delimiter behind degrees at its end", "id,lat,lon", "1,52.37,4.9", "2,52.37,4.9,", undefined],
])("a row with a surplus %s is converted if its degrees are in their columns", (...test) => {
  const [, header, full, long, message] = test;
  const { converted, firstError } = runBatch(Buffer.from(`${header}\n${full}\n${long}\n`), {});
  expect(converted).toBe(message ? 1 : 2);
  if (message) expect(firstError?.message).toMatch(message);
});

it.each([
  ["malformed-mapcode", "decode", "id,mapcode\n1,nonsense\n"],
  ["unknown-mapcode", "decode", "id,mapcode\n1,NLD ZZZZ.ZZZZ\n"],
  ["unknown-mapcode", "decode", "id,mapcode\n1,HLD 49.4V\n"],
  ["unknown-territory", "decode", "mapcode,territory\n49.4V,Atlantis\n"],
  ["malformed-row", "decode", "id,mapcode\n1\n"],
  ["not-utf8", "decode", "id,mapcode\n1,\xff\n"],
  ["invalid-coordinate", "encode", "lat,lon\n12.3x,4\n"],
  ["malformed-coordinates", "encode", 'point\n"52,37 4,9,1"\n'],
  ["out-of-range", "encode", "lat,lon\n120,4\n"],
  ["no-mapcode", "encode", "lat,lon\n0,-30\n"],
] as const)("the code of an error is %s: %s %j", (code, operation, text) => {
  const area = operation === "encode" ? { territory: "USA" } : {};
  const { firstError } = runBatch(Buffer.from(text, "latin1"), { ...CSV, operation, ...area });
  expect(firstError?.code).toBe(code);
  expect(ROW_ERRORS).toHaveProperty(code);
});

it("a mapcode that its alphabet cannot write leaves its cell empty, and the others as they are", () => {
  // Five mapcodes with one extra digit. Greek cannot write the second one.
  const greek = { ...CSV, precision: 1, alphabet: "greek", all: true } as const;
  const error = "The mapcode '5392.1U8-5' is not one that GREEK has letters for at this precision.";
  const codes = "ΙΨΝ,ΩΧ8Φ.8Τ-Ψ|ΙΨΝ,|ΙΨΝ,6639.9ΦΘ5Μ-Γ|ΙΨΘ,Υ293.54Η-Μ|ΑΑΑ,ΣΜ6ΤΔ.3Ρ964-Π".split("|");
  expect(linesOf("lat,lon\n36.79,48\n", greek)).toEqual([
    "lat,lon,territory,mapcode,error",
    ...codes.map((code) => `36.79,48,${code},${error}`),
  ]);
  const [line] = linesOf('{"lat":36.79,"lon":48}\n', { ...greek, ...NDJSON });
  const row = JSON.parse(line);
  expect([row.error, row.mapcodes[1]]).toEqual([error, { territory: "ΙΨΝ", mapcode: null }]);
});

it.each([
  [
    "csv",
    'lat,lon\nx,"1\n2"\n1,2\r\n1,y\r\n',
    [
      ['x,"1\n2"', 1, 1, "lat"],
      ["1,y", 3, 4, "lon"],
    ],
    `${HEADER}1,2,,,HHNFC.7V5X,\r\n`,
  ],
  [
    "json",
    '[ "x" ,[0,-30],{"a":1},0]',
    [
      ['"x"', 1, 1, undefined],
      ['{"a":1}', 3, 1, undefined],
      ["0", 4, 1, undefined],
    ],
    `[\n{"row":[0,-30],${AT_SEA}}\n]\n`,
  ],
] as const)("an observer receives failed rows of %s as they were, with their places, and the output lacks them", (from, input, rows, output) => {
  const rejected: unknown[] = [];
  const onFailed = ({ bytes, row, line, column }: FailedRow) => {
    rejected.push([Buffer.from(bytes).toString(), row, line, column]);
  };
  const result = runBatch(input, { from, to: from }, { observer: { onFailed } });
  expect(result).toMatchObject({ text: output, failed: rows.length, converted: 1 });
  expect(rejected).toEqual(rows);
});

describe("an unclosed quote", () => {
  const rows = Array.from({ length: 50 }, (_, number) => `${number},-30`);
  const input = `lat,lon\n0,-30\n"0,-30\n${rows.join("\n")}\n`;

  it.each(["", '"x",-30\n'])("costs only its own line, before %j", (closing) => {
    const expected = linesOf(`lat,lon\n0,-30\n${rows.join("\n")}\n`, CSV);
    expected.splice(2, 0, `"""0",-30,,,,"The quotes of the row '""0,-30' ${BROKEN}"`);
    const result = runBatch(input + closing, CSV);
    expect(result.text.split("\n").slice(0, expected.length)).toEqual(expected);
    expect(result).toMatchObject({ converted: 51, firstError: { row: 2, line: 3 } });
  });

  it("ends the input at the greatest length of a row, as the next lines may belong to its field", () => {
    const longLine = input.replace('"0,-30', '"0,-30'.padEnd(40));
    for (const maxRowBytes of [40, 100]) {
      const firstError = { row: 2, line: 3, code: "open-quote" };
      const result = runBatch(longLine, { ...CSV, maxRowBytes });
      expect(result).toMatchObject({ rows: 2, converted: 1, failed: 1, firstError });
    }
    const field = `id,note,lat,lon\n1,"${"a line\n".repeat(200_000)}",52,4\n2,x,52,4\n`;
    expect(runBatch(field, CSV)).toMatchObject({ rows: 1, converted: 0, failed: 1 });
    const longer = { ...CSV, maxRowBytes: 2 * DEFAULT_BATCH_OPTIONS.maxRowBytes };
    expect(runBatch(field, longer)).toMatchObject({ rows: 2, converted: 2, failed: 0 });
  });

  it.each(['"lat', 'lat,"x"y'])("in the header rejects the input: %s", (names) => {
    const message = "The quotes of the first row are broken.";
    expect(() => runBatch(`${names},lon\n0,0,0\n`, CSV)).toThrow(message);
  });
});

const TOO_LONG = "1".repeat(200);
const LONG_ERROR = `The row '${"1".repeat(100)}...' is longer than 120 bytes.`;

it.each<[Partial<ResolvedBatchOptions>, string, string]>([
  [CSV, `lat,lon\n${TOO_LONG},0\n0,-30\n`, `${HEADER},,,,,${LONG_ERROR}\n0,-30${DONE}`],
  [PLAIN, `${TOO_LONG}\n0 -30\n`, `\t\t\t\t${LONG_ERROR}\n0 -30\t\t\tHDX7Y.F0MG\n`],
  [JSON_ARRAY, `[[0,-30],${TOO_LONG},[0,-30]]`, `*{${jsonError(LONG_ERROR)}*`],
])("a row that is too long or no row is one error in its place: %o %j", (options, input, output) => {
  const row = `{"row":[0,-30],${AT_SEA}}\n`;
  const { text } = runBatch(input, { ...options, maxRowBytes: 120 });
  expect(text).toBe(output.replaceAll("*", row));
});

it.each([
  ['[[0,-30],\n{"lat":0', "The input ends within its JSON array."],
  ["[[0,-30],", "The input ends within its JSON array."],
  ["[[0,-30]] \n{}{}", "Text follows the JSON array."],
])("the array %j is converted up to its end, and ends the batch", (input, message) => {
  const { text, problem } = runBatch(input, JSON_ARRAY);
  expect(text).toBe(`{"row":[0,-30],${AT_SEA}}\n`);
  expect(problem).toContain(message);
});

it("an array must begin with a bracket", () => {
  expect(() => runBatch('"lat":0', JSON_ARRAY)).toThrow(
    "The input begins with '\"lat\":0', not with the '[' of a JSON array. For one value a line, use the option from: \"ndjson\".",
  );
});

describe("a batch whose rows fail", () => {
  const good = "52.4,4.9\n";
  const bad = (count: number) => `lat,lon\n${"463000,155000\n".repeat(count)}`;
  const warningsOf = (input: string, options: BatchOptions = {}) => {
    const session = new BatchSession({ from: "csv", ...options });
    const parts = [...session.push(Buffer.from(input)), ...session.end()];
    const rows = Buffer.concat(parts).toString().split("\n").length;
    return { rows, warnings: session.warnings.map(({ message }) => message) };
  };

  it.each<[string, string[], BatchOptions?]>([
    [
      `${bad(3000)}${good}`,
      [
        "The first 1,000 rows all fail. Line 2: The latitude '463000' is not from -90 to 90. The point looks like projected coordinates: ogr2ogr converts them with -s_srs and -t_srs EPSG:4326, geopandas with set_crs and to_crs.",
      ],
    ],
    // Rows without a value do not count.
    [
      `lat,lon\n${",\n".repeat(10)}${"north,1\n".repeat(1000)}`,
      [
        "The first 1,000 rows all fail. Line 12: The latitude (column lat) 'north' is not a decimal number of degrees.",
      ],
    ],
    [`${bad(999)}${good}`, []],
    [`lat,lon\n${good}${bad(3000).slice(8)}`, []],
    [`lat,lon\n${",\n\\N,\\N\n".repeat(2000)}${good}`, []],
    [`lat,lon\n${",\n\\N,\\N\n".repeat(2000)}`, []],
    ['{"lat":1,"lon":2}\n{"lat":null,"lon":2}\n', [], { from: "ndjson" }],
    // A point without a mapcode in its territory is good.
    [`lat,lon\n${good}${"north,1\n".repeat(2000)}`, [], { territory: "BEL" }],
  ])("has all of them, and warns if the first thousand fail: %s", (input, warnings, options) => {
    expect(warningsOf(input, options)).toEqual({ rows: input.split("\n").length, warnings });
  });

  it("warns of rows with the point 0,0, in any form, and of no other", () => {
    const one = ["1 row has the point 0,0, in the sea off Ghana: are its values missing?"];
    expect(warningsOf("lat,lon\n52.1,4.9\n0,-0.0\n0,1\n1,0\n,\n").warnings).toEqual(one);
    expect(warningsOf("0 0\n52.1 4.9\n0 0.000001\n", { from: "plain" }).warnings).toEqual(one);
    const points = '{"type":"Point","coordinates":[0,0]}\n'.repeat(2);
    expect(warningsOf(points, { from: "ndjson" }).warnings).toEqual([
      "2 rows have the point 0,0, in the sea off Ghana: are their values missing?",
    ]);
  });

  it("warns of tabs and line ends that its output cannot hold, and of commas beside points", () => {
    const input = 'a,lat,lon\n"x\ty",1,2\n"x\ny",1,2\nz,1,2\n';
    expect(warningsOf(input, { to: "tsv" }).warnings).toEqual([
      "2 values have blanks in place of tabs and line ends, which the output cannot hold.",
    ]);
    expect(warningsOf(input).warnings).toEqual([]);
    const commas = "lat;lon\n52,5;4,5\n";
    const include = ["offset"] as const;
    expect(warningsOf(commas, { include }).warnings).toEqual([
      "Degrees have decimal commas, and the numbers of results have points. With the option decimalComma: true, they have commas, too.",
    ]);
    expect(warningsOf(commas, { include: ["names"] }).warnings).toEqual([]);
    expect(warningsOf(commas, { include, decimalComma: true }).warnings).toEqual([]);
    expect(warningsOf(commas).warnings).toEqual([]);
    expect(warningsOf(commas, { include, to: "ndjson" }).warnings).toEqual([]);
  });
});

it("the error of a point out of range names its column, and no error repeats a long value", () => {
  const failureOf = (text: string) => {
    const session = new BatchSession({ from: "csv" });
    expect([...session.push(Buffer.from(text)), ...session.end()].length).toBeGreaterThan(0);
    return session.counts.failures[0].first;
  };
  expect(failureOf("id,wkt\n1,POINT(4 95)\n")).toMatchObject({ column: "wkt" });
  const line = `{""type"":""LineString"",""coordinates"":[${"[1,2],".repeat(1000)}[1,2]]}`;
  expect(failureOf(`geojson\n"${line}"\n`).message.length).toBeLessThan(300);
});

it("there is room for many rows of a long row", () => {
  const row = `52.376514,4.908543,${"a".repeat(65_000)}`;
  const codes = encode(52.376514, 4.908543).map(({ territory, code }) => `${territory},${code}`);
  const [, ...lines] = linesOf(`lat,lon,note\n${`${row}\n`.repeat(3)}`, { ...CSV, all: true });
  const expected = codes.map((code) => `${row},${code},`);
  expect(lines).toEqual([...expected, ...expected, ...expected]);
});
