import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConverter } from "../../src/batch/converter.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../src/batch/options/options.ts";
import { planBatch } from "../../src/batch/plan.ts";
import type { LocalRuleName } from "../../src/borders/choice.ts";
import { encode, encodeInternational } from "../../src/index.ts";
import { readDegrees } from "../../src/library/coordinates.ts";
import { parseDegrees } from "../../src/library/decimal-reading.ts";
import { isInRange } from "../../src/library/options.ts";
import { localRule, point, precision, runs } from "../support/arbitraries.ts";
import { localMapcode } from "../support/local-codes.ts";
import { CSV, linesOf, runBatch } from "./run.ts";

const degreesText = fc.oneof(
  point.map(([latDeg]) => `${latDeg}`),
  fc.stringMatching(/^[+-]?[0-9]{1,3}(\.[0-9]{0,18})?$/),
  fc.stringMatching(/^ {0,2}[0-9.+eE-]{0,20} {0,2}$/),
  fc.constantFrom("", "-", ".5", "5.", "1e5", "-0", "00012", "1".repeat(400), "NaN", "+1", "\t1"),
);
describe("rows of tables", () => {
  it("have room for many rows of a long row", () => {
    const row = `52.376514,4.908543,${"a".repeat(65_000)}`;
    const input = `lat,lon,note\n${`${row}\n`.repeat(3)}`;
    const codes = encode(52.376514, 4.908543).map(({ territory, code }) => `${territory},${code}`);
    const [, ...lines] = linesOf(input, { ...CSV, all: true });
    const expected = codes.map((code) => `${row},${code},`);
    expect(lines).toEqual([...expected, ...expected, ...expected]);
  });
});

/** Decimal degrees, or another notation that a function of the library reads. */
function degreesOf(axis: "latitude" | "longitude", text = ""): number | undefined {
  const degrees = parseDegrees(text.trim()) ?? readDegrees(text, axis);
  return typeof degrees === "number" ? degrees : undefined;
}

/** The expected fields except errors, by csv-parse and the library. */
function expectedFields(input: string, rule: LocalRuleName, digits: number): string[][] {
  const [header = [], ...records] = parse(input, {
    record_delimiter: ["\n", "\r\n"],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const results = records.map((record) => {
    if (record.length !== header.length) return undefined;
    const latDeg = degreesOf("latitude", record[1]);
    const lonDeg = degreesOf("longitude", record[2]);
    if (latDeg === undefined || lonDeg === undefined || !isInRange(latDeg, lonDeg))
      return [...record, "", "", ""];
    const options = { precision: digits };
    const international = encodeInternational(latDeg, lonDeg, options).code;
    const local = localMapcode(rule, latDeg, lonDeg, options);
    return [...record, local?.territory ?? "", local?.code ?? "", international];
  });
  return [
    [...header, "territory", "mapcode", "international"],
    ...results.map((fields) => fields ?? []),
  ];
}

describe("any table", () => {
  const goodField = fc.oneof(
    degreesText.filter((text) => !text.includes("\t")),
    fc.string({ unit: "binary" }).map((text) => `"${text.replaceAll('"', '""')}"`),
    fc.constantFrom('"a\nb"', '"a\r\nb,""c"""', "Zürich"),
  );
  const row = fc
    .tuple(fc.array(goodField, { minLength: 3, maxLength: 3 }), fc.constantFrom("\n", "\r\n"))
    .map(([fields, end]) => fields.join(",") + end);

  it("is converted as csv-parse and the library do", () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 10 }),
        localRule,
        precision,
        (filled, local, digits) => {
          const input = `name,lat,lon\n${filled.join("")}`;
          const options = { ...CSV, local, precision: digits };
          const { text } = runBatch(input, options);
          const table = parse(text, { record_delimiter: ["\n", "\r\n"] });
          expect(table.map((fields) => fields.slice(0, -1))).toEqual(
            expectedFields(input, local, digits),
          );
          const isFine = table.slice(1).map((fields) => fields[5] !== "");
          expect(table.slice(1).map((fields) => fields[6] === "")).toEqual(isFine);
        },
      ),
      runs(400),
    );
  });
});

describe("the bytes of a converted chunk", () => {
  it("are valid until the next conversion", () => {
    const plan = planBatch(Buffer.from(""), DEFAULT_BATCH_OPTIONS);
    const converter = createConverter(plan);
    const many = Buffer.from("52.376514 4.908543\n".repeat(20_000));
    const first = converter.convert({ bytes: Buffer.from("0 -30\n") });
    expect(Buffer.from(first.bytes).toString()).toBe("0 -30\t\t\tHDX7Y.F0MG\n");
    const { bytes, rows: count } = converter.convert({ bytes: many });
    expect(count).toBe(20_000);
    expect(Buffer.from(bytes).toString()).toBe(
      "52.376514 4.908543\tNLD\t49.4V\tVHXGB.1J9J\n".repeat(20_000),
    );
  });
});
