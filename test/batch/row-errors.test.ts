import { describe, expect, it } from "vitest";
import type { FailedRow } from "../../src/batch/rows/results.ts";
import { ROW_ERRORS } from "../../src/batch/rows/row-errors.ts";
import { CSV, linesOf, runBatch } from "./run.ts";

/** Five mapcodes with one extra digit, of which Greek cannot write the second. */
const POINT = "36.79,48";
const GREEK = { ...CSV, precision: 1, alphabet: "greek", all: true } as const;
const UNWRITABLE =
  "The mapcode '5392.1U8-5' is not one that GREEK has letters for at this precision.";

describe("a mapcode that its alphabet cannot write", () => {
  it("leaves its cell empty, and the others as they are", () => {
    expect(linesOf(`lat,lon\n${POINT}\n`, GREEK)).toEqual([
      "lat,lon,territory,mapcode,error",
      `${POINT},ΙΨΝ,ΩΧ8Φ.8Τ-Ψ,${UNWRITABLE}`,
      `${POINT},ΙΨΝ,,${UNWRITABLE}`,
      `${POINT},ΙΨΝ,6639.9ΦΘ5Μ-Γ,${UNWRITABLE}`,
      `${POINT},ΙΨΘ,Υ293.54Η-Μ,${UNWRITABLE}`,
      `${POINT},ΑΑΑ,ΣΜ6ΤΔ.3Ρ964-Π,${UNWRITABLE}`,
    ]);
    const text = '{"lat":36.79,"lon":48}\n';
    const [line] = linesOf(text, { ...GREEK, from: "ndjson", to: "ndjson" });
    const row = JSON.parse(line);
    expect(row.error).toBe(UNWRITABLE);
    expect(row.mapcodes[1]).toEqual({ territory: "ΙΨΝ", mapcode: null });
  });
});

describe("the code of a row's error", () => {
  it.each([
    ["malformed-mapcode", "decode", "id,mapcode\n1,nonsense\n"],
    ["unknown-mapcode", "decode", "id,mapcode\n1,NLD ZZZZ.ZZZZ\n"],
    ["unknown-mapcode", "decode", "id,mapcode\n1,HLD 49.4V\n"],
    ["unknown-territory", "decode", "mapcode,territory\n49.4V,Atlantis\n"],
    ["malformed-row", "decode", "id,mapcode\n1\n"],
    ["not-utf8", "decode", "id,mapcode\n1,\xff\n"],
    ["invalid-coordinate", "encode", "lat,lon\n12.3x,4\n"],
    ["malformed-coordinates", "encode", 'point\n"52,37,4,9"\n'],
    ["out-of-range", "encode", "lat,lon\n120,4\n"],
    ["no-mapcode", "encode", "lat,lon\n0,-30\n"],
  ] as const)("is %s", (code, operation, text) => {
    const isEncode = operation === "encode";
    const area = isEncode ? { territory: "USA" } : {};
    const { firstError } = runBatch(Buffer.from(text, "latin1"), { ...CSV, operation, ...area });
    expect(firstError?.code).toBe(code);
    expect(ROW_ERRORS).toHaveProperty(code);
  });
});

/** Converts with an observer of failed rows. */
function convert(from: "csv" | "json", input: string) {
  const rejected: FailedRow[] = [];
  const observer = { onFailed: (row: FailedRow) => rejected.push(row) };
  const { text, failed, converted } = runBatch(input, { from, to: from }, { observer });
  const rows = rejected.map(({ bytes, row, line, column }) => {
    return [row, line, column, Buffer.from(bytes).toString()];
  });
  return { rows, text, failed, converted };
}

describe("an observer of failed rows", () => {
  it("receives them as they were, with their lines, and the output lacks them", () => {
    expect(convert("csv", 'lat,lon\nx,"1\n2"\n1,2\r\n1,y\r\n')).toEqual({
      rows: [
        [1, 1, "lat", 'x,"1\n2"'],
        [3, 4, "lon", "1,y"],
      ],
      text: "lat,lon,territory,mapcode,international,error\n1,2,,,HHNFC.7V5X,\r\n",
      failed: 2,
      converted: 1,
    });
  });

  it("leaves no separator behind in an array", () => {
    const { rows, text } = convert("json", '[ "x" ,[1,2],{"a":1},[3,4],0]');
    expect(rows.map(([, , , row]) => row)).toEqual(['"x"', '{"a":1}', "0"]);
    expect(JSON.parse(text)).toHaveLength(2);
  });
});
