import { describe, expect, it } from "vitest";
import { BatchError } from "../../src/batch/errors.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../src/batch/options/options.ts";
import { CSV, linesOf, NDJSON, runBatch } from "./run.ts";

const TSV = { from: "tsv", to: "tsv" } as const;
const JSON_ARRAY = { from: "json", to: "ndjson" } as const;
const HEADER = "lat,lon,territory,mapcode,international,error\n";
const NOT_NUMBER = "is not a decimal number of degrees.";

describe("a table", () => {
  it.each([
    ["a byte order mark", "\ufefflat,lon\n0,-30\n", `${HEADER}0,-30,,,HDX7Y.F0MG,\n`],
    ["no line end at its end", "lat,lon\n0,-30", `${HEADER}0,-30,,,HDX7Y.F0MG,\n`],
    ["a header only", "lat,lon\n", HEADER],
    ["a header without line end", "lat,lon", HEADER],
    ["nothing", "", ""],
    ["empty lines", "\n\nlat,lon\n\n0,-30\n\r\n\n", `${HEADER}0,-30,,,HDX7Y.F0MG,\n`],
    [
      "carriage returns",
      "lat,lon\r\n0,-30\r\n0,-30",
      `${HEADER}0,-30,,,HDX7Y.F0MG,\n0,-30,,,HDX7Y.F0MG,\n`.replaceAll("\n", "\r\n"),
    ],
    [
      "spaces around numbers",
      "lat, lon\n 0 , -30 \n",
      `lat, lon${HEADER.slice(7)} 0 , -30 ,,,HDX7Y.F0MG,\n`,
    ],
  ])("with %s", (_, input, output) => {
    expect(runBatch(input, CSV).text).toBe(output);
  });

  it("keeps quotes, and line ends and commas between them", () => {
    const rows = ['"a, ""b""\nc",0,-30', '"",0,"-30"', '"x\r\ny","0",-30'];
    const result = runBatch(`"name, all",lat,lon\n${rows.join("\n")}\n`, CSV);
    expect(result.text).toBe(
      [
        '"name, all",lat,lon,territory,mapcode,international,error',
        ...rows.map((row) => `${row},,,HDX7Y.F0MG,`),
        "",
      ].join("\n"),
    );
    expect(result).toMatchObject({ rows: 3, converted: 3 });
  });

  it("with tabs may have quotes around and inside fields", () => {
    const rows = ['5" pipe\t0\t-30', '"a ""b"""\t0\t-30', '"Domstad\t0\t-30'];
    expect(linesOf(`name\tlat\tlon\n${rows.join("\n")}\n`, TSV)).toEqual([
      "name\tlat\tlon\tterritory\tmapcode\tinternational\terror",
      ...rows.map((row) => `${row}\t\t\tHDX7Y.F0MG\t`),
    ]);
  });
});

describe("lines", () => {
  it("may have spaces, a tab or a comma between their numbers, and be empty", () => {
    const result = runBatch("0 -30\n0,-30\n0\t-30\n 0 , -30 \n\n  \n0   -30\r\n", {});
    expect(result.text.split("\n")).toEqual([
      "0 -30\t\t\tHDX7Y.F0MG",
      "0,-30\t\t\tHDX7Y.F0MG",
      "0\t-30\t\t\tHDX7Y.F0MG",
      " 0 , -30 \t\t\tHDX7Y.F0MG",
      "",
      "  ",
      "0   -30\t\t\tHDX7Y.F0MG\r",
      "",
    ]);
    expect(result).toMatchObject({ rows: 7, converted: 5, failed: 0 });
  });

  it("that are empty are omitted from other formats", () => {
    const result = runBatch("0 -30\n\n", { to: "ndjson" });
    expect(result.text).toBe(
      '{"input":"0 -30","territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}\n',
    );
    expect(result).toMatchObject({ rows: 2, converted: 1, failed: 0 });
  });

  it("keep their line ends; the last line gets one", () => {
    expect(linesOf("0 -30\n\n0 -30", {})).toEqual([
      "0 -30\t\t\tHDX7Y.F0MG",
      "",
      "0 -30\t\t\tHDX7Y.F0MG",
    ]);
  });
});

describe("a row of JSON", () => {
  it("may be an array or a string, and keeps its text", () => {
    expect(linesOf('[0.0, -30]\n{ }\n{"lat":"0","lon":-3e1 }\n', NDJSON)).toEqual([
      '{"row":[0.0, -30],"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
      '{"territory":null,"mapcode":null,"international":null,"error":"The row has no latitude."}',
      '{"lat":"0","lon":-3e1,"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
    ]);
    const decoded = { ...NDJSON, operation: "decode" } as const;
    expect(linesOf('"NLD 49.4V"\n7\n{"code":7}\n', decoded)).toEqual([
      '{"row":"NLD 49.4V","latitude":52.37651400000124,"longitude":4.908543375}',
      '{"row":7,"latitude":null,"longitude":null,"error":"The row \'7\' is neither an object nor a string."}',
      '{"code":7,"latitude":null,"longitude":null,"error":"The mapcode \'7\' is not a string."}',
    ]);
  });

  it("may extend over several lines of an array", () => {
    expect(linesOf('[\n  {\n    "lat": 0,\r\n    "lon": -30\n  }\n]', JSON_ARRAY)).toEqual([
      '{ "lat": 0, "lon": -30,"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
    ]);
  });

  it("may have brackets, commas and quotes in its strings", () => {
    const row = '{"name":"a]},[{\\"\\\\","lat":0,"lon":-30';
    expect(linesOf(`[${row}},${row}}]`, JSON_ARRAY)).toEqual([
      `${row},"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}`,
      `${row},"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}`,
    ]);
  });
});

describe("a bad row", () => {
  it.each([
    ["no number", "x,0", `x,0,,,,The latitude (column lat) 'x' ${NOT_NUMBER}`],
    ["an empty field", "0,", `0,,,,,The row has no longitude (column lon).`],
    [
      "a number beyond all bounds",
      "1e999,0",
      `1e999,0,,,,The latitude (column lat) '1e999' ${NOT_NUMBER}`,
    ],
    ["a hexadecimal number", "0x10,0", `0x10,0,,,,The latitude (column lat) '0x10' ${NOT_NUMBER}`],
    [
      "a space in front of a quote",
      '0, "1,2"',
      '0," ""1",,,,"The row \'0, ""1,2""\' has 3 fields; expected 2 as in the first row. Write no space in front of a quote.","2"""',
    ],
    ["too few fields", "0", "0,,,,,The row '0' has 1 field; expected 2 as in the first row."],
    [
      "too many fields",
      "0,1,2",
      "0,1,,,,\"The row '0,1,2' has 3 fields; expected 2 as in the first row.\",2",
    ],
    [
      "text after a quote",
      '"0"1,2',
      '"""0""1",2,,,,"The quotes of the row \'""0""1,2\' are broken. Close every quote; write quotes inside quotes twice."',
    ],
    [
      "a quote within a field",
      '0"1,2',
      '0"1,2,,,,"The latitude (column lat) \'0""1\' is not a decimal number of degrees."',
    ],
  ])("of a table with %s is written in its place, with an error", (_, bad, expected) => {
    const converted = runBatch(`lat,lon\n0,-30\n${bad}\n0,-30\n`, CSV);
    expect(converted.text).toBe(`${HEADER}0,-30,,,HDX7Y.F0MG,\n${expected}\n0,-30,,,HDX7Y.F0MG,\n`);
    expect(converted).toMatchObject({ rows: 3, converted: 2, failed: 1 });
    expect(converted.firstError).toMatchObject({ row: 2, line: 3 });
  });

  it("is shortened in its message if it is long", () => {
    const long = "x".repeat(500);
    const [, row] = linesOf(`lat,lon\n${long},0\n`, CSV);
    expect(row).toBe(
      `${long},0,,,,The latitude (column lat) '${"x".repeat(100)}...' ${NOT_NUMBER}`,
    );
  });

  it("of a table that is not in UTF-8 leaves the output readable", () => {
    const rows = Buffer.from("lat,lon,name\n0,-30,\xe9t\xe9\n0,-30,a\n", "latin1");
    const added = ",territory,mapcode,international,error\n";
    const result = `lat,lon,name${added}0,-30,\ufffdt\ufffd,,,,The row is not UTF-8 text. Name the encoding of the input with the option encoding.\n0,-30,a,,,HDX7Y.F0MG,\n`;
    expect(runBatch(rows, CSV).output.toString()).toBe(result);
    const json = Buffer.from('{"lat":0,"lon":-30}\n{"lat":0,"lon":"\xe9"}\n', "latin1");
    expect(linesOf(json, NDJSON)[1]).toBe(
      '{"row":"{\\"lat\\":0,\\"lon\\":\\"\ufffd\\"}","territory":null,"mapcode":null,"international":null,"error":"The row is not UTF-8 text. Name the encoding of the input with the option encoding."}',
    );
  });

  it("of plain lines that is not in UTF-8 leaves the output readable", () => {
    const { output } = runBatch(Buffer.from("0 -30\n0 -30\xe9\n", "latin1"), {});
    expect(output.toString().split("\n")[1]).toBe(
      "0 -30\ufffd\t\t\t\tThe row is not UTF-8 text. Name the encoding of the input with the option encoding.",
    );
  });

  it("of JSON is written as text", () => {
    expect(linesOf('{"lat":0,"lon":-30}\n{"lat":0,\n', NDJSON)[1]).toBe(
      '{"row":"{\\"lat\\":0,","territory":null,"mapcode":null,"international":null,"error":"The row \'{\\"lat\\":0,\' is not valid JSON on one line. Check its quotes and brackets; jq -c writes one value a line."}',
    );
    expect(linesOf('{"lat":null,"lon":-30}\n', NDJSON)).toEqual([
      `{"lat":null,"lon":-30,"territory":null,"mapcode":null,"international":null,"error":"The row has no latitude (column lat)."}`,
    ]);
    expect(linesOf('{"lat":1e999,"lon":-30}\n', NDJSON)).toEqual([
      '{"lat":1e999,"lon":-30,"territory":null,"mapcode":null,"international":null,"error":"The latitude (column lat) Infinity is not a finite number of degrees."}',
    ]);
  });

  it("of plain lines with decimal commas says what to do", () => {
    const hint = "Write decimal points, or read it as csv with the option decimalComma.";
    const error = (line: string) =>
      `The line '${line}' is not a point; expected a latitude and a longitude. ${hint}`;
    for (const line of ["52,3 4,9", "52,3;-4,9"]) {
      expect(linesOf(`${line}\n`, {})).toEqual([`${line}\t\t\t\t${error(line)}`]);
    }
  });

  it("of plain lines has its error after empty results", () => {
    expect(linesOf("1 2 3\n1\n", {})).toEqual([
      "1 2 3\t\t\t\tThe line '1 2 3' is not a point; expected a latitude and a longitude.",
      "1\t\t\t\tThe line '1' is not a point; expected a latitude and a longitude.",
    ]);
  });

  it("with a mapcode that is not the code of any place has an error", () => {
    expect(linesOf("NLD ZZZZ.ZZZZ\n", { operation: "decode" })).toEqual([
      "NLD ZZZZ.ZZZZ\t\t\tThe mapcode 'NLD ZZZZ.ZZZZ' is not the code of a place in its territory.",
    ]);
  });
});

describe("an unclosed quote", () => {
  const rows = Array.from({ length: 50 }, (_, number) => `${number},-30`);

  it("costs only its own line", () => {
    const input = `lat,lon\n0,-30\n"0,-30\n${rows.join("\n")}\n`;
    const expected = runBatch(`lat,lon\n0,-30\n${rows.join("\n")}\n`, CSV).text.split("\n");
    expected.splice(
      2,
      0,
      '"""0",-30,,,,"The quotes of the row \'""0,-30\' are broken. Close every quote; write quotes inside quotes twice."',
    );
    const closings = ["", '"x",-30\n'];
    for (const closing of closings) {
      const result = runBatch(input + closing, CSV);
      expect(result.text.split("\n").slice(0, expected.length - 1)).toEqual(expected.slice(0, -1));
      expect(result).toMatchObject({
        rows: 52 + Number(closing !== ""),
        converted: 51,
        failed: 1 + Number(closing !== ""),
        firstError: { row: 2, line: 3 },
      });
    }
  });

  it("ends the input at the greatest length of a row, as the next lines may belong to its field", () => {
    const input = `lat,lon\n0,-30\n"0,-30\n${rows.join("\n")}\n`;
    for (const maxRowBytes of [40, 100]) {
      const result = runBatch(input, { ...CSV, maxRowBytes });
      expect(result).toMatchObject({ rows: 2, converted: 1, failed: 1 });
      expect(result.firstError).toMatchObject({ row: 2, line: 3, code: "open-quote" });
    }
    const field = `id,note,lat,lon\n1,"${"a line\n".repeat(200_000)}",52,4\n2,x,52,4\n`;
    expect(runBatch(field, CSV)).toMatchObject({ rows: 1, converted: 0, failed: 1 });
    const longer = { ...CSV, maxRowBytes: 2 * DEFAULT_BATCH_OPTIONS.maxRowBytes };
    expect(runBatch(field, longer)).toMatchObject({ rows: 2, converted: 2, failed: 0 });
  });

  it("in the header rejects the input", () => {
    expect(() => runBatch('"lat,lon\n0,0\n', CSV)).toThrow(BatchError);
  });
});

describe("a row that is too long", () => {
  const long = "1".repeat(200);
  const limit = { maxRowBytes: 120 };

  it("becomes one error in its place, and does not affect the next rows", () => {
    const message = `The row '${"1".repeat(100)}...' is longer than 120 bytes.`;
    expect(linesOf(`lat,lon\n${long},0\n0,-30\n`, { ...CSV, ...limit })).toEqual([
      HEADER.trim(),
      `,,,,,${message}`,
      "0,-30,,,HDX7Y.F0MG,",
    ]);
    expect(linesOf(`0 -30\n${long}\n0 -30\n`, limit)).toEqual([
      "0 -30\t\t\tHDX7Y.F0MG",
      `\t\t\t\t${message}`,
      "0 -30\t\t\tHDX7Y.F0MG",
    ]);
    expect(linesOf(`[[0,-30],${long},[0,-30]]`, { ...JSON_ARRAY, ...limit })).toEqual([
      '{"row":[0,-30],"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
      `{"territory":null,"mapcode":null,"international":null,"error":"${message}"}`,
      '{"row":[0,-30],"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
    ]);
  });
});

describe("an array", () => {
  it("without its end is converted up to where it ends", () => {
    const result = runBatch('[[0,-30],\n{"lat":0', JSON_ARRAY);
    expect(result.text.split("\n")).toEqual([
      '{"row":[0,-30],"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
      '{"row":"{\\"lat\\":0","territory":null,"mapcode":null,"international":null,"error":"The row \'{\\"lat\\":0\' is not valid JSON. Check its quotes, commas and brackets."}',
      '{"territory":null,"mapcode":null,"international":null,"error":"The JSON array ends without a \']\'. Check that the input is complete."}',
      "",
    ]);
    expect(result).toMatchObject({ rows: 3, failed: 2 });
  });

  it("may not be followed by text", () => {
    expect(linesOf("[[0,-30]] \n{}{}", JSON_ARRAY)).toEqual([
      '{"row":[0,-30],"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}',
      '{"territory":null,"mapcode":null,"international":null,"error":"There is text after the JSON array. Put all rows into one array."}',
    ]);
  });

  it("must begin with a bracket", () => {
    expect(() => runBatch('"lat":0', JSON_ARRAY)).toThrow(
      "The input begins with '\"lat\":0', not with the '[' of a JSON array. For one value a line, use the option from with ndjson.",
    );
  });
});
