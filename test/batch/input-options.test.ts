/** The options for reading inputs, also with bytes in parts of any size. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../src/batch/errors.ts";
import type { BatchOptions, ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { runs } from "../support/arbitraries.ts";
import { partSizes } from "../support/parts.ts";
import { CSV, convertInParts, errorOf, linesOf, runBatch } from "./run.ts";

const ADDED = "territory,mapcode,international,error";

/** The output of a batch up to its error, and the error or the notice. */
function outcomeOf(input: Uint8Array, settings: BatchOptions, sizes: readonly number[]) {
  const parts: Uint8Array[] = [];
  let end: string | undefined;
  try {
    end = convertInParts(input, settings, sizes, parts).notice;
  } catch (error) {
    if (!(error instanceof BatchError)) throw error;
    end = error.message;
  }
  return { text: Buffer.concat(parts).toString(), end };
}

/** The bytes of a text in an encoding. */
const ENCODERS = {
  "utf-16le": (text: string) => Buffer.from(text, "utf16le"),
  "utf-16be": (text: string) => Buffer.from(text, "utf16le").swap16(),
  latin1: (text: string) => Buffer.from(text, "latin1"),
} as const;

const NOTICE = "latitude from 'lat', longitude from 'lon'";
const TABLE = "id,lat,lon\n7,0,-30\n";
const BY_NUMBER = { ...CSV, header: false, latColumn: "1", lonColumn: "2" } as const;
const TO_SEMICOLONS = { from: "ndjson", to: "csv", delimiter: ";" } as const;
const COMMAS = { ...CSV, decimalComma: true } as const;
const REPORT = 'A "report\nof 2024\n# note, it\'s "open\n\nlat,lon\n# 1,2\n0,-30\n#,\n';

const NO_LATITUDE = "The latitude '#1' is not a decimal number of degrees.";
const POINT = "52.37651400000124\t4.908543375";

describe("a table", () => {
  type Options = Partial<ResolvedBatchOptions>;
  it.each<[what: string, input: string, Options, last: string, notice?: string]>([
    ["semicolons", "lat;lon\n0;-30\n", CSV, "0;-30;;;HDX7Y.F0MG;", "csv with semicolons"],
    ["tabs", "lat\tlon\n0\t-30\n", CSV, "0\t-30\t\t\tHDX7Y.F0MG\t", "csv with tabs"],
    ["bars", "lat|lon\n0|-30\n", CSV, "0|-30|||HDX7Y.F0MG|", "csv with bars"],
    ["commas first", "lat,lon,a;lat;lon\n0,-30,x\n", CSV, "0,-30,x,,,HDX7Y.F0MG,", "csv"],
    ["a chosen delimiter", "lat:lon\n0:-30\n", { ...CSV, delimiter: ":" }, "0:-30:::HDX7Y.F0MG:"],
    [
      "a control character",
      "lat\x01lon\n0\x01-30\n",
      { ...CSV, delimiter: "\x01" },
      "0\x01-30\x01\x01\x01HDX7Y.F0MG\x01",
    ],
    ["one of outputs", '{"lat":0,"lon":-30}\n', TO_SEMICOLONS, "0;-30;;;HDX7Y.F0MG;"],
    ["sep=", "\ufeffsep=;\r\nlat;lon\r\n0;-30\r\n", CSV, "0;-30;;;HDX7Y.F0MG;\r"],
    [
      "sep= in quotes",
      '"sep=|"\nlat|lon\n0|-30\n',
      { ...CSV, to: "tsv" },
      "0\t-30\t\t\tHDX7Y.F0MG\t",
    ],
    ["the only delimiter", "0;-30\n", BY_NUMBER, "0;-30;;;HDX7Y.F0MG;"],
    [
      "decimal commas",
      "52,376514;4,908543\n",
      { ...BY_NUMBER, delimiter: ";" },
      "52,376514;4,908543;NLD;49.4V;VHXGB.1J9J;",
    ],
    [
      "decimal commas in results",
      "code;n\nNLD 49.4V;1\n",
      { ...COMMAS, operation: "decode" },
      "NLD 49.4V;1;52,37651400000124;4,908543375;",
    ],
    [
      "remarks",
      `# exported 2026\r\n\n#2nd\n${TABLE}`,
      CSV,
      "7,0,-30,,,HDX7Y.F0MG,",
      "csv, rows from line 5",
    ],
    ["a header like a remark", "#lat;lon\n0;-30\n", CSV, "0;-30;;;HDX7Y.F0MG;"],
    ["a long header", `lat,lon,${"x".repeat(300_000)}\n0,-30,\n`, CSV, "0,-30,,,,HDX7Y.F0MG,"],
    ["a row like a remark", "#a,b\n0,-30\n", BY_NUMBER, "0,-30,,,HDX7Y.F0MG,"],
    ["lines that are no rows", REPORT, { ...CSV, skip: 2, comment: "#" }, "0,-30,,,HDX7Y.F0MG,"],
    ["remarks before lines", "# towns\n\n# 1 2\n0 -30\n", {}, "0 -30\t\t\tHDX7Y.F0MG"],
    ["no remarks after lines", "0 -30\n#1 2\n", {}, `#1 2\t\t\t\t${NO_LATITUDE}`],
    ["remarks before mapcodes", "#\nNLD 49.4V\n", { operation: "decode" }, `NLD 49.4V\t${POINT}`],
    ["comments of lines", "%\n0 -30\n%% 1 2\n", { comment: "%" }, "%% 1 2"],
    ["carriage returns in quotes", '"a\rb",lat,lon\nx,0,-30', CSV, "x,0,-30,,,HDX7Y.F0MG,"],
  ])("may have %s", (_, input, options, last, notice) => {
    expect(linesOf(input, options).at(-1)).toBe(last);
    if (!notice) return;
    expect(convertInParts(input, options, [1]).notice).toBe(`${notice}, ${NOTICE}`);
  });
});

it("JSON values that are lines stay lines in a file named .json; one alone becomes an array", () => {
  const line = '{"lat":0,"lon":-30}\n';
  const coded =
    '{"lat":0,"lon":-30,"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}\n';
  const textOf = (input: string) => convertInParts(input, {}, [7], [], "json").text;
  expect(textOf(line.repeat(2))).toBe(coded.repeat(2));
  expect(textOf(line)).toBe(`[\n${coded}]\n`);
});

describe("lines before and between the rows", () => {
  it.each([
    "lat,lon,id\n52.1,4.9,1\nlon,lat,id\n4.9,52.1,3\n",
    "id;lat;lon\n1;52.1;4.9\nlat;lon;id\n52.1;4.9;1\n",
    "id,lat,lon\n1,52.1,4.9\nnr,Lon,Lat\n2,4.9,52.1\n",
    "id,lat,lon,elev\n1,52.1,4.9,7\nid,alt,latitude,longitude\n2,12,52.1,4.9\n",
  ])("are not the names of the columns in another order: %j", (input) => {
    const [, message] = errorOf(input, CSV);
    expect(message).toMatch(
      /in another order: '(?:lon, lat, id|lat, lon, id|nr, Lon, Lat|id, alt, latitude, longitude)'/,
    );
  });

  it.each([
    "lat,lon,id\n52.1,4.9,1\nlat,lon,id\n52.1,4.9,3\n",
    "lat,lon,id\n52.1,4.9,1\nLatitude,Longitude,nr\n52.1,4.9,3\n",
    "lat,lon,id\n52.1,4.9,1\nunknown,unknown,2\nTotal,,3\n",
    "0,1,2\n2,1,0\n1,2,0\n",
    "lat,lon,id,name\n52.1,4.9,1,lon\n52.1,4.9,lat,lon\n",
  ])("may be the names in the same order, or cells like names: %j", (input) => {
    const columns = input.startsWith("0") ? { latColumn: "1", lonColumn: "2" } : {};
    expect(runBatch(input, { ...CSV, ...columns }).converted).toBeGreaterThan(0);
  });

  it("count as lines of errors, not as rows", () => {
    const result = runBatch("x\n# y\nlat,lon\n# z\nnorth,0\n", { ...CSV, skip: 1, comment: "#" });
    expect(result.firstError).toMatchObject({ row: 1, line: 5 });
  });

  it("end in line feeds: carriage returns alone are an error that says so", () => {
    const [, message] = errorOf("lat,lon\r0,-30\r", CSV);
    expect(message).toMatch(/tr '\\r' '\\n' < FILE \| mapcoded encode/);
    expect(errorOf("0,-30\r1,2\r", BY_NUMBER)[1]).toBe(message);
    const long = `lat,lon\r${"0,-30\r".repeat(20_000)}`;
    for (const options of [CSV, {}]) {
      expect(() => convertInParts(long, options, [1000])).toThrow(message);
    }
  });

  it("may be all there is", () => {
    const { notice, text } = convertInParts("a\nb\n", { ...CSV, skip: 9 }, [1]);
    expect(convertInParts("title\n\n\n", { ...CSV, skip: 1 }, [1]).notice).toBe(notice);
    expect(notice).toBe("The input has no rows after the lines that are skipped.");
    const inLatin1 = convertInParts("a\nb\n", { ...CSV, skip: 9, encoding: "latin1" }, [1]);
    expect(inLatin1.notice).toBe(notice);
    expect(text).toBe("");
  });
});

describe("an encoding", () => {
  const text = "name,lat,lon\nZürich,52.376514,4.908543\n";

  it.each([
    ["utf-16le", "\ufeff"],
    ["utf-16be", "\ufeff"],
    ["utf-16le", ""],
    ["utf-16be", ""],
    ["latin1", ""],
  ] as const)("%s is known by its mark %j or an option, with a notice", (name, mark) => {
    const bytes = ENCODERS[name](mark + text);
    const options = mark === "" ? { ...CSV, encoding: name } : CSV;
    expect(convertInParts(bytes, options, [5, 2])).toMatchObject({
      text: `name,lat,lon,${ADDED}\nZürich,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n`,
      notice: `csv, ${NOTICE}, in ${new TextDecoder(name).encoding}`,
    });
  });

  it("of the mark counts more than the option", () => {
    const marked = Buffer.from(`\ufeff${text}`);
    expect(convertInParts(marked, { ...CSV, encoding: "latin1" }, [2]).text).toContain("\nZürich,");
  });
});

describe("an input in parts of any size", () => {
  type Encoding = keyof typeof ENCODERS;
  const cases: readonly [string, BatchOptions, readonly string[], Encoding?][] = [
    ["a delimiter", CSV, ["lat;lon\n", "0;-30\n", '"0";"-30"\n', "0;1;2\n", '"']],
    ["sep=", CSV, ["sep=|\r\nlat|lon\r\n", "0|-30\r\n", "é|\r\n"]],
    ["a decimal comma", { ...CSV, decimalComma: true }, ["lat;lon\n", "52,37;4,9\n"]],
    ["comments", { ...CSV, comment: "//" }, ["//\nlat,lon\n", '// "\n', "0,-30\n", "/,\n"]],
    ["remarks", CSV, ["# 2026\n\n#2nd\nlat,lon\n", "0,-30\n", "#,\n"]],
    ["points out of range", CSV, ["lat,lon\n", "151,-33\n", "0,-30\n"]],
    ["plain remarks", {}, ["# 2026\n\n#2nd\n", "0 -30\n", "#,\n", "\n"]],
    ["plain comments", { comment: "#" }, ["#\n", "0 -30\n", "#x"]],
    ["skipped plain lines", { skip: 2 }, ["1 2\n3 4\n", "0 -30\n", "\n"]],
    ["skipped lines", { ...CSV, skip: 2 }, ["a\nb\nlat,lon\n", "0,-30\n", "\n"]],
    ["UTF-16", CSV, ["\ufefflat,lon,é\n", "0,-30,東京\n", '"\n'], "utf-16be"],
    ["latin1", { ...CSV, encoding: "latin1" }, ["lat,lon,é\n", "0,-30,ü\n"], "latin1"],
    [
      "long rows",
      { ...CSV, maxRowBytes: 20 },
      ["lat,lon\n", "0,-30\n", "é".repeat(20), "\r\n", '"'],
    ],
  ];

  it.each(cases)("with %s gives the same output as at once", (_, settings, [
    start,
    ...rows
  ], encoding) => {
    const body = fc.array(fc.constantFrom(...rows), { maxLength: 12 });
    fc.assert(
      fc.property(body, partSizes(30), (parts, cut) => {
        const text = [start, ...parts].join("");
        const bytes = encoding ? ENCODERS[encoding](text) : Buffer.from(text);
        const whole = outcomeOf(bytes, settings, [bytes.length]);
        expect(outcomeOf(bytes, settings, cut)).toEqual(whole);
      }),
      runs(100),
    );
  });
});
