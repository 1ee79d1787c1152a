/** The options that say how inputs are read, each with every way in which the bytes may arrive. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BatchError } from "../../src/batch/errors.ts";
import {
  type BatchOptions,
  completeOptions,
  type ResolvedBatchOptions,
} from "../../src/batch/options/options.ts";
import { planBatch } from "../../src/batch/plan.ts";
import { encode } from "../../src/index.ts";
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

/** A text in an encoding that its name says. */
const ENCODERS = {
  "utf-16le": (text: string) => Buffer.from(text, "utf16le"),
  "utf-16be": (text: string) => Buffer.from(text, "utf16le").swap16(),
  latin1: (text: string) => Buffer.from(text, "latin1"),
} as const;

describe("the delimiter", () => {
  it.each([
    [";", "semicolons"],
    ["\t", "tabs"],
    ["|", "bars"],
  ])("%j is that of the header, with a notice, and stays", (delimiter, named) => {
    const input = [
      ["name", "lat", "lon"],
      ["a, b", "52.376514", "4.908543"],
    ];
    const text = input.map((fields) => `${fields.join(delimiter)}\n`).join("");
    const [header, row] = linesOf(text, CSV);
    expect(header).toBe(["name,lat,lon", ADDED].join(",").replaceAll(",", delimiter));
    expect(row).toBe(`${text.split("\n")[1]}|NLD|49.4V|VHXGB.1J9J|`.replaceAll("|", delimiter));
    expect(planBatch(Buffer.from(text), completeOptions(CSV)).notice).toBe(
      `csv with ${named}, latitude from 'lat', longitude from 'lon'`,
    );
  });

  it("is a comma wherever commas find the columns", () => {
    const text = "lat,lon,a;lat;lon\n0,-30,x\n";
    expect(linesOf(text, CSV)[1]).toBe("0,-30,x,,,HDX7Y.F0MG,");
  });

  it("is not guessed between two", () => {
    expect(() => linesOf("lat;lon;|lat|lon\n", CSV)).toThrow("is one column");
  });

  it("can be an option, of outputs as well", () => {
    const options = { ...CSV, delimiter: ":" } as const;
    expect(linesOf("lat:lon\n0:-30\n", options)[1]).toBe("0:-30:::HDX7Y.F0MG:");
    expect(linesOf('{"lat":0,"lon":-30}\n', { from: "ndjson", to: "csv", delimiter: ";" })).toEqual(
      ["lat;lon;territory;mapcode;international;error", "0;-30;;;HDX7Y.F0MG;"],
    );
    expect(() => linesOf("", { ...CSV, delimiter: "ab" })).toThrow("The delimiter 'ab' is not");
  });

  it("is that of a line sep= in front of the header", () => {
    expect(linesOf("\ufeffsep=;\r\nlat;lon\r\n0;-30\r\n", CSV)[1]).toBe("0;-30;;;HDX7Y.F0MG;\r");
    expect(linesOf('"sep=|"\nlat|lon\n0|-30\n', { ...CSV, to: "tsv" })[1]).toBe(
      "0\t-30\t\t\tHDX7Y.F0MG\t",
    );
  });

  it("is known without a header if only one separates the first row", () => {
    const options = { ...CSV, header: false, latColumn: "1", lonColumn: "2" } as const;
    expect(linesOf("52,376514;4,908543\n", { ...options, delimiter: ";" })).toEqual([
      "52,376514;4,908543;NLD;49.4V;VHXGB.1J9J;",
    ]);
    expect(linesOf("0;-30\n", options)).toEqual(["0;-30;;;HDX7Y.F0MG;"]);
  });
});

describe("a decimal comma", () => {
  const options = { ...CSV, decimalComma: true } as const;

  it("is read in numbers, and written in results of tables", () => {
    expect(linesOf("lat;lon\n52,376514;4,908543\n", options)[1]).toBe(
      "52,376514;4,908543;NLD;49.4V;VHXGB.1J9J;",
    );
    const codes = linesOf("code;n\nNLD 49.4V;1\n", { ...options, operation: "decode" });
    expect(codes).toEqual([
      "code;n;latitude;longitude;error",
      "NLD 49.4V;1;52,37651400000124;4,908543375;",
    ]);
  });
});

describe("lines before and between the rows", () => {
  it("are left out as requested", () => {
    const input = 'A "report\nof 2024\n# note, it\'s "open\n\nlat,lon\n# 1,2\n0,-30\n#,\n';
    const result = runBatch(input, { ...CSV, skip: 2, comment: "#" });
    expect(result.text).toBe(`lat,lon,${ADDED}\n0,-30,,,HDX7Y.F0MG,\n`);
    expect(result).toMatchObject({ rows: 1, converted: 1 });
    expect(linesOf("%\n0 -30\n%% 1 2\n", { comment: "%" })).toEqual([
      "%",
      "0 -30\t\t\tHDX7Y.F0MG",
      "%% 1 2",
    ]);
  });

  it("count as lines of errors", () => {
    const result = runBatch("x\n# y\nlat,lon\n# z\nnorth,0\n", { ...CSV, skip: 1, comment: "#" });
    expect(result.firstError).toMatchObject({ row: 1, line: 5 });
  });

  it.each(["json", "ndjson", "geojson"] as const)("are none of %s", (from) => {
    expect(errorOf("[]", { from, skip: 1 })).toEqual([
      "skip",
      `The format ${from} has no lines to leave out with the option skip. Use tail or grep -v in front.`,
    ]);
    expect(errorOf("[]", { from, comment: "#" })[0]).toBe("comment");
  });

  it("end in line feeds: carriage returns alone are an error that says so", () => {
    const [, message] = errorOf("lat,lon\r0,-30\r", CSV);
    expect(message).toBe("The lines end in carriage returns only. Convert them: tr '\\r' '\\n'.");
    const long = `lat,lon\r${"0,-30\r".repeat(20_000)}`;
    for (const options of [CSV, {}]) {
      expect(() => convertInParts(long, options, [1000])).toThrow(message);
    }
    expect(linesOf('"a\rb",lat,lon\nx,0,-30', CSV)).toHaveLength(2);
  });

  it("may be all there is", () => {
    expect(runBatch("a\nb\n", { ...CSV, skip: 9 }).text).toBe("");
    const { notice } = convertInParts(Buffer.from("a\nb\n"), { ...CSV, skip: 9 }, [1]);
    expect(notice).toBe("The input ends within the lines that the option skip leaves out.");
  });
});

describe("an encoding", () => {
  const text = "name,lat,lon\nZürich,52.376514,4.908543\n";

  it.each(["utf-16le", "utf-16be"] as const)("%s is known by its mark, with a notice", (name) => {
    const bytes = ENCODERS[name](`\ufeff${text}`);
    for (const sizes of [[1], [3], [1000]]) {
      expect(convertInParts(bytes, CSV, sizes)).toEqual({
        text: `name,lat,lon,${ADDED}\nZürich,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n`,
        notice: `csv, latitude from 'lat', longitude from 'lon', in ${name}`,
      });
    }
    // Without it, no column has a known name.
    expect(() => convertInParts(ENCODERS[name](text), CSV, [3])).toThrow(BatchError);
  });

  it.each(["utf-16le", "utf-16be", "latin1"] as const)("%s can be an option", (name) => {
    const result = convertInParts(ENCODERS[name](text), { ...CSV, encoding: name }, [5, 2]);
    expect(result.text).toContain("\nZürich,52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n");
  });

  it("of the mark counts more than the option", () => {
    const marked = Buffer.from(`\ufeff${text}`);
    expect(convertInParts(marked, { ...CSV, encoding: "latin1" }, [2]).text).toContain("\nZürich,");
  });

  it("must be known", () => {
    expect(() => convertInParts(Buffer.from(text), { ...CSV, encoding: "ebcdic" }, [9])).toThrow(
      "The encoding 'ebcdic' is unknown.",
    );
  });
});

describe("the columns", () => {
  it("in meters are not those in degrees", () => {
    expect(() => linesOf("x (m),y (m)\n", CSV)).toThrow("No latitude column in");
  });

  it("are not guessed between two of one name", () => {
    const message =
      "Both 'Lat.' and 'LAT' may be the latitude. Choose one with the option latColumn.";
    expect(() => linesOf("Lat.,LAT,lon\n", CSV)).toThrow(message);
    const rows = '{"lat":0,"lon":-30}\n{"Lat.":1,"LAT":0,"lon":-30}\n';
    expect(linesOf(rows, { from: "ndjson", to: "ndjson" })[1]).toContain(message);
    expect(linesOf("Lat.,LAT,lon\n0,1,-30\n", { ...CSV, latColumn: "Lat." })[1]).toBe(
      "0,1,-30,,,HDX7Y.F0MG,",
    );
  });

  it.each([
    "52.376514, 4.908543",
    "POINT (4.908543 52.376514)",
    "52°22'35.4504\"N 4°54'30.7548\"E",
  ])("of both coordinates may have %s", (pair) => {
    const text = `id,where\n7,"${pair.replaceAll('"', '""')}"\n`;
    const options = { ...CSV, coordinatesColumn: "where" } as const;
    expect(linesOf(text, options)[1]).toMatch(/,NLD,49\.4V,VHXGB\.1J9J,$/);
    expect(linesOf(text.replace("where", "WKT"), CSV)[1]).toMatch(/,NLD,49\.4V,VHXGB\.1J9J,$/);
    expect(linesOf(`${pair}\n`, {})[0]).toMatch(/\tNLD\t49\.4V\tVHXGB\.1J9J$/);
  });

  it("of both coordinates may be members with a GeoJSON Point", () => {
    const row = '{"place":{"type":"Point","coordinates":[4.908543,52.376514]}}';
    const options = { from: "ndjson", to: "csv", coordinatesColumn: "place" } as const;
    expect(linesOf(`${row}\n`, options)[1]).toMatch(/,NLD,49\.4V,VHXGB\.1J9J,$/);
  });

  it("are no two numbers without a unit", () => {
    for (const text of ["5 2", "52 30 15", "1.5 2"]) {
      expect(runBatch(`lat,lon\n${text},4\n`, CSV).firstError?.message).toBe(
        `The latitude (column lat) '${text}' is not a decimal number of degrees.`,
      );
    }
  });

  it("may have degrees, minutes and seconds", () => {
    expect(linesOf("lat,lon\n52°22'35.45\"N,4 54 30.75 E\n", CSV)[1]).toMatch(/,NLD,49\.4V,/);
  });

  it("may be members within members", () => {
    const row = '{"pos":{"lat":52.376514,"at":[0,4.908543]}}';
    const options = { latColumn: "pos.lat", lonColumn: "pos.at.1" } as const;
    const [line] = linesOf(`${row}\n`, { from: "ndjson", to: "ndjson", ...options });
    expect(line).toContain('"mapcode":"49.4V"');
  });
});

describe("the territory and the country of a row", () => {
  const table = (rows: readonly string[]) => `lat,lon,in,iso\n${rows.join("\n")}\n`;
  const options = { ...CSV, territoryColumn: "in", countryColumn: "iso" } as const;
  const fields = (rows: readonly string[], others: Partial<ResolvedBatchOptions> = {}) => {
    return linesOf(table(rows), { ...options, ...others })
      .slice(1)
      .map((line) => line.split(",").slice(4, 6).join(" "));
  };

  it("choose the local mapcode when encoding; options count where both are empty", () => {
    const rows = [
      "39.5,-86,US-IN,",
      "39.5,-86,IN,US",
      "39.5,-86,,us",
      "39.5,-86,,",
      "39.5,-86,DEU,",
    ];
    const [{ territory, code }] = encode(39.5, -86, { territory: "US-IN" });
    const indiana = `${territory} ${code}`;
    expect(fields(rows)).toEqual([indiana, indiana, indiana, indiana, " "]);
    expect(fields(["39.5,-86,,"], { territory: "DEU" })).toEqual([" "]);
    expect(linesOf(table(["0,0,Atlantis,"]), options)[1]).toContain("The territory 'Atlantis'");
    expect(linesOf(table(["0,0,,Atlantis"]), options)[1]).toContain("The country 'Atlantis'");
  });

  it("are not found by their names when encoding", () => {
    expect(linesOf("lat,lon,territory,country\n52.376514,4.908543,DEU,DE\n", CSV)[1]).toBe(
      "52.376514,4.908543,DEU,DE,NLD,49.4V,VHXGB.1J9J,",
    );
  });

  it("are the context when decoding", () => {
    const decoding = { ...CSV, operation: "decode", countryColumn: "iso" } as const;
    const rows = linesOf("code,territory,iso\n49.4V,,nl\n49.4V,NLD,DE\n49.4V,,\n", decoding);
    expect(rows[1]).toBe("49.4V,,nl,52.37651400000124,4.908543375,");
    expect(rows[2]).toBe("49.4V,NLD,DE,52.37651400000124,4.908543375,");
    expect(rows[3]).toMatch(/^49\.4V,,,,,"?The mapcode '49\.4V'/);
  });
});

describe("an input in parts of any size", () => {
  const cases: readonly [
    string,
    BatchOptions,
    readonly string[],
    keyof typeof ENCODERS | "utf-8",
  ][] = [
    ["a delimiter", CSV, ["lat;lon\n", "0;-30\n", '"0";"-30"\n', "0;1;2\n", '"'], "utf-8"],
    ["sep=", CSV, ["sep=|\r\nlat|lon\r\n", "0|-30\r\n", "é|\r\n"], "utf-8"],
    ["a decimal comma", { ...CSV, decimalComma: true }, ["lat;lon\n", "52,37;4,9\n"], "utf-8"],
    [
      "comments",
      { ...CSV, comment: "//" },
      ["//\nlat,lon\n", '// "\n', "0,-30\n", "/,\n"],
      "utf-8",
    ],
    ["remarks", CSV, ["# 2026\n\n#2nd\nlat,lon\n", "0,-30\n", "#,\n"], "utf-8"],
    ["points out of range", CSV, ["lat,lon\n", "151,-33\n", "0,-30\n"], "utf-8"],
    ["plain comments", { comment: "#" }, ["#\n", "0 -30\n", "#x"], "utf-8"],
    ["skipped plain lines", { skip: 2 }, ["1 2\n3 4\n", "0 -30\n", "\n"], "utf-8"],
    ["skipped lines", { ...CSV, skip: 2 }, ["a\nb\nlat,lon\n", "0,-30\n", "\n"], "utf-8"],
    ["UTF-16", CSV, ["\ufefflat,lon,é\n", "0,-30,東京\n", '"\n'], "utf-16be"],
    ["latin1", { ...CSV, encoding: "latin1" }, ["lat,lon,é\n", "0,-30,ü\n"], "latin1"],
    [
      "long rows",
      { ...CSV, maxRowBytes: 20 },
      ["lat,lon\n", "0,-30\n", "é".repeat(20), "\r\n", '"'],
      "utf-8",
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
        const bytes = encoding === "utf-8" ? Buffer.from(text) : ENCODERS[encoding](text);
        const whole = outcomeOf(bytes, settings, [bytes.length]);
        expect(outcomeOf(bytes, settings, cut)).toEqual(whole);
      }),
      runs(100),
    );
  });
});
