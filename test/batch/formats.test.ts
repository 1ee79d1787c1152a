import { describe, expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/batch/formats/index.ts";
import type { Operation } from "../../src/batch/options/options.ts";
import {
  decode,
  distanceMeters,
  encode,
  encodeInternational,
  mapcodeInAlphabet,
  maxErrorMeters,
  territoryInAlphabet,
} from "../../src/index.ts";
import { INPUTS, outputLines } from "./every-format.ts";
import { linesOf, runBatch } from "./run.ts";

const LINE_FORMATS = ["csv", "tsv", "ndjson", "plain"] as const;

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function asArray(lines: readonly string[]): string {
  return `[\n${lines.join(",\n")}\n]\n`;
}

describe.each(["encode", "decode"] as const satisfies Operation[])("to %s", (operation) => {
  const counts = { rows: 3, converted: 2, failed: 1 };

  describe.each(LINE_FORMATS)("from %s", (from) => {
    it.each(LINE_FORMATS)("to %s writes each row with its result or error", (to) => {
      const result = runBatch(textOf(INPUTS[operation][from]), { operation, from, to });
      expect(result.text).toBe(textOf(outputLines(operation, from, to)));
      expect(result).toMatchObject(counts);
    });

    it("to json writes an array of the lines of ndjson", () => {
      const result = runBatch(textOf(INPUTS[operation][from]), { operation, from, to: "json" });
      expect(result.text).toBe(asArray(outputLines(operation, from, "ndjson")));
      expect(result).toMatchObject(counts);
    });
  });

  it.each(FORMAT_NAMES)("from json to %s writes the same as from ndjson", (to) => {
    const { ndjson } = INPUTS[operation];
    const expected = runBatch(textOf(ndjson), { operation, from: "ndjson", to });
    for (const input of [asArray(ndjson), `\ufeff \n[${ndjson.join(" , ")}]`]) {
      const result = runBatch(input, { operation, from: "json", to });
      expect(result.text).toBe(expected.text);
      expect(result).toMatchObject(counts);
    }
  });
});

describe("all codes of a point", () => {
  it("are one row each in tables and lines", () => {
    expect(linesOf("52.376514 4.908543\n0 -30\nx\n", { all: true })).toEqual([
      "52.376514 4.908543\tNLD\t49.4V",
      "52.376514 4.908543\tNLD\tG9.VWG",
      "52.376514 4.908543\tNLD\tDL6.H9L",
      "52.376514 4.908543\tNLD\tP25Z.N3Z",
      "52.376514 4.908543\tAAA\tVHXGB.1J9J",
      "0 -30\tAAA\tHDX7Y.F0MG",
      "x\t\t\tThe line 'x' is not a point; expected a latitude and a longitude.",
    ]);
    expect(linesOf("y,x\n0,-30\n", { from: "csv", to: "csv", all: true })).toEqual([
      "y,x,territory,mapcode,error",
      "0,-30,AAA,HDX7Y.F0MG,",
    ]);
  });

  it("are a list in JSON", () => {
    const options = { all: true, from: "ndjson", to: "ndjson", territory: "NLD" } as const;
    expect(linesOf("[52.376514,4.908543]\n[0,-30]\n[0]\n", options)).toEqual([
      '{"row":[52.376514,4.908543],"mapcodes":[{"territory":"NLD","mapcode":"49.4V"},{"territory":"NLD","mapcode":"G9.VWG"},{"territory":"NLD","mapcode":"DL6.H9L"},{"territory":"NLD","mapcode":"P25Z.N3Z"}]}',
      '{"row":[0,-30],"mapcodes":null,"error":"The point 0 -30 has no mapcode in NLD."}',
      '{"row":[0],"mapcodes":null,"error":"The row \'[0]\' is neither an object nor an array of latitude and longitude."}',
    ]);
  });

  it("leave one row without results if there are none", () => {
    const options = { all: true, from: "csv", to: "csv", territory: "NLD" } as const;
    const result = runBatch("lat,lon\n0,-30\n", options);
    expect(result.text).toBe(
      "lat,lon,territory,mapcode,error\n0,-30,,,The point 0 -30 has no mapcode in NLD.\n",
    );
    expect(result).toMatchObject({ rows: 1, converted: 0, failed: 1 });
  });
});

describe("options of encoding", () => {
  const amsterdam = "52.376514 4.908543\n";

  it("restrict local codes to a territory or a country, but not the international code", () => {
    const [{ code }] = encode(39.7, -86.1, { territory: "US-IN" });
    const { code: international } = encodeInternational(39.7, -86.1);
    expect(linesOf("39.7 -86.1\n", { territory: "indiana" })).toEqual([
      `39.7 -86.1\tUS-IN\t${code}\t${international}`,
    ]);
    expect(linesOf(amsterdam, { territory: "BEL" })).toEqual([
      "52.376514 4.908543\t\t\tVHXGB.1J9J\tThe point 52.376514 4.908543 has no mapcode in BEL.",
    ]);
    expect(linesOf(amsterdam, { country: "NL" })).toEqual([
      "52.376514 4.908543\tNLD\t49.4V\tVHXGB.1J9J",
    ]);
    expect(linesOf(amsterdam, { territory: "AAA" })).toEqual([
      "52.376514 4.908543\t\t\tVHXGB.1J9J",
    ]);
  });

  it("write codes with extra characters and in other alphabets", () => {
    expect(linesOf(amsterdam, { precision: 2 })).toEqual([
      `52.376514 4.908543\tNLD\t49.4V-K2\t${encodeInternational(52.376514, 4.908543, { precision: 2 }).code}`,
    ]);
    expect(linesOf(amsterdam, { alphabet: "cyrillic" })).toEqual([
      `52.376514 4.908543\t${territoryInAlphabet("NLD", "CYRILLIC")}\t49.4Ч\t${mapcodeInAlphabet("VHXGB.1J9J", "CYRILLIC")}`,
    ]);
    const ranchi = { alphabet: "devanagari", territory: "IN-JH" } as const;
    expect(linesOf("23.35 85.33\n", ranchi)[0]).toContain("\tIध-ठट\t");
  });

  it("add the offset and the bounds of a code", () => {
    const include = ["offset", "rectangle"] as const;
    const names = "offset_meters,south,west,north,east";
    const bounds = "52.37646900000124,4.9084705,52.37655900000124,4.908616250000001";
    const offset = distanceMeters({ latDeg: 52.376514, lonDeg: 4.908543 }, decode("NLD 49.4V"));
    const table = { from: "csv", to: "csv", include } as const;
    expect(linesOf("lat,lon\n52.376514,4.908543\n", table)).toEqual([
      `lat,lon,territory,mapcode,international,${names},error`,
      `52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,${offset},${bounds},`,
    ]);
    const [, row = ""] = linesOf("lat,lon\n52.376514,4.908543\n", { ...table, precision: 8 });
    const fields = row.split(",");
    expect(Number(fields[5])).toBeLessThanOrEqual(maxErrorMeters(8));
    expect(fields.slice(6, 10).join(",")).toBe(bounds);
    const limited = { include: ["offset"] } as const;
    const [pole = ""] = linesOf("91 0\n", limited);
    expect(Number(pole.split("\t")[4])).toBeLessThanOrEqual(maxErrorMeters(0));
  });
});

describe("options of decoding", () => {
  it.each([
    { territory: "NLD" },
    { country: "NL" },
  ])("set the territory of codes that have none, unless their row names one: %o", (area) => {
    const brussels = decode("BEL 49.4V");
    const options = { operation: "decode", from: "csv", to: "csv", ...area } as const;
    expect(linesOf("code,territory\n49.4V,\n49.4V,BEL\n49.4V,x\n", options)).toEqual([
      "code,territory,latitude,longitude,error",
      "49.4V,,52.37651400000124,4.908543375,",
      `49.4V,BEL,${brussels.latDeg},${brussels.lonDeg},`,
      "49.4V,x,,,The territory 'x' is not the code or name of a territory.",
    ]);
  });

  it("add the bounds of a code", () => {
    expect(linesOf("NLD 49.4V\n", { operation: "decode", include: ["rectangle"] })).toEqual([
      "NLD 49.4V\t52.37651400000124\t4.908543375\t52.37646900000124\t4.9084705\t52.37655900000124\t4.908616250000001",
    ]);
  });
});

describe("a point at sea, whose only code is international", () => {
  it.each([
    [
      "csv",
      "territory,mapcode,international\n,,HDX7Y.F0MG\n",
      ",,HDX7Y.F0MG,-0.000002,-29.999991,",
    ],
    ["csv", "mapcode,international\n ,HDX7Y.F0MG\n", " ,HDX7Y.F0MG,-0.000002,-29.999991,"],
    ["csv", "international\nHDX7Y.F0MG\n", "HDX7Y.F0MG,-0.000002,-29.999991,"],
    [
      "ndjson",
      '{"international":"HDX7Y.F0MG"}\n',
      '{"international":"HDX7Y.F0MG","latitude":-0.000002,"longitude":-29.999991}',
    ],
    [
      "ndjson",
      '{"territory":null,"mapcode":null,"international":"HDX7Y.F0MG"}\n',
      '{"territory":null,"mapcode":null,"international":"HDX7Y.F0MG","latitude":-0.000002,"longitude":-29.999991}',
    ],
  ] as const)("is decoded from %s: %o", (format, input, expected) => {
    const options = { operation: "decode", from: format, to: format, territory: "NLD" } as const;
    const lines = linesOf(input, options);
    expect(lines[lines.length - 1]).toBe(expected);
  });

  it("is not taken for the code of a row that has a local one", () => {
    const input = "international,mapcode,territory\nHDX7Y.F0MG,49.4V,NLD\nHDX7Y.F0MG,,NLD\n";
    expect(linesOf(input, { operation: "decode", from: "csv", to: "csv" }).slice(1)).toEqual([
      "HDX7Y.F0MG,49.4V,NLD,52.37651400000124,4.908543375,",
      "HDX7Y.F0MG,,NLD,-0.000002,-29.999991,",
    ]);
  });

  it("may be in a column that the options choose", () => {
    const input = "code,world\n,HDX7Y.F0MG\n";
    const options = { operation: "decode", internationalColumn: "world" } as const;
    expect(linesOf(input, { ...options, from: "csv", to: "csv" })[1]).toBe(
      ",HDX7Y.F0MG,-0.000002,-29.999991,",
    );
  });
});

describe("a point out of range", () => {
  const ROWS = "151 -33\n-90.1 0\n0 1e20\n0 361\n90 360\n-90 -360\n0 181\n";

  it("fails as a row", () => {
    const result = runBatch(`lat,lon\n${ROWS.replaceAll(" ", ",")}`, { from: "csv", to: "csv" });
    expect(result).toMatchObject({ rows: 7, converted: 3, failed: 4 });
    expect(result.text.split("\n").slice(1, 4)).toEqual([
      "151,-33,,,,The latitude '151' is not from -90 to 90. Are latitude and longitude swapped?",
      "-90.1,0,,,,The latitude '-90.1' is not from -90 to 90. Are latitude and longitude swapped?",
      "0,1e20,,,,The longitude '100000000000000000000' is not from -360 to 360.",
    ]);
  });
});
