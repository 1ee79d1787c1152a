import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldsOf } from "../../src/batch/syntax/fields.ts";
import type { LocalRuleName } from "../../src/borders/choice.ts";
import { parseDegrees } from "../../src/bytes/decimal-reading.ts";
import { encodeInternational } from "../../src/index.ts";
import { readDegrees } from "../../src/library/coordinates.ts";
import { isInRange } from "../../src/library/errors.ts";
import { localRule, point, precision, runs } from "../support/arbitraries.ts";
import { localMapcode } from "../support/local-codes.ts";
import { CSV, runBatch } from "./run.ts";

/** The fields of a row by csv-parse; undefined if it finds an error. */
function parsedFields(text: string, relax_quotes: boolean): readonly string[] | undefined {
  const record_delimiter = ["\r\n", "\n"];
  try {
    return parse(text, { record_delimiter, relax_column_count: true, relax_quotes })[0];
  } catch {
    return undefined;
  }
}

describe("the fields of a row", () => {
  it("between commas are the fields of csv-parse", () => {
    const part = fc.constantFrom('"', '"', '""', ",", "a", "é", " ", "\r", "");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 10 }), (parts) => {
        // The parser ignores empty rows.
        const text = `x,${parts.join("")}`;
        const fields = fieldsOf(text, ",");
        // Text after closing quotes is an error.
        expect(fields).toEqual(parsedFields(text, fields !== undefined));
      }),
      runs(2000),
    );
  });

  it("between tabs are the texts there, without quotes around them", () => {
    const part = fc.constantFrom('"', '"', '""', "\t", "a", "é", " ", "");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 10 }), (parts) => {
        const text = `x${parts.join("")}`;
        const expected = text.split("\t").map((field) => {
          const isQuoted = field.length >= 2 && field.startsWith('"') && field.endsWith('"');
          return isQuoted ? field.slice(1, -1).replaceAll('""', '"') : field;
        });
        expect(fieldsOf(text, "\t")).toEqual(expected);
      }),
      runs(1000),
    );
  });
});

const degreesText = fc.oneof(
  point.map(([latDeg]) => `${latDeg}`),
  fc.stringMatching(/^[+-]?[0-9]{1,3}(\.[0-9]{0,18})?$/),
  fc.stringMatching(/^ {0,2}[0-9.+eE-]{0,20} {0,2}$/),
  fc.constantFrom("", "-", ".5", "5.", "1e5", "-0", "00012", "1".repeat(400), "NaN", "+1", "\t1"),
);

/** Decimal degrees, or another notation of the library; not the minutes of NMEA: `0025.2`. */
function degreesOf(axis: "latitude" | "longitude", text = ""): number | undefined {
  if (/^[+-]?0\d{1,2}[0-5]\d(?:\.\d*)?$/.test(text.trim())) return undefined;
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
    const latDeg = degreesOf("latitude", record[1]);
    const lonDeg = degreesOf("longitude", record[2]);
    const isPoint = latDeg !== undefined && lonDeg !== undefined && isInRange(latDeg, lonDeg);
    if (!isPoint) return [...record, "", "", ""];
    const options = { precision: digits };
    const international = encodeInternational(latDeg, lonDeg, options).code;
    const local = localMapcode(rule, latDeg, lonDeg, options);
    return [...record, local?.territory ?? "", local?.code ?? "", international];
  });
  return [[...header, "territory", "mapcode", "international"], ...results];
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
    const rows = fc.array(row, { maxLength: 10 });
    fc.assert(
      fc.property(rows, localRule, precision, (filled, local, digits) => {
        const input = `name,lat,lon\n${filled.join("")}`;
        const { text } = runBatch(input, { ...CSV, local, precision: digits });
        const table = parse(text, { record_delimiter: ["\n", "\r\n"] });
        const withoutErrors = table.map((fields) => fields.slice(0, -1));
        expect(withoutErrors).toEqual(expectedFields(input, local, digits));
        const isFine = table.slice(1).map((fields) => fields[5] !== "");
        expect(table.slice(1).map((fields) => fields[6] === "")).toEqual(isFine);
      }),
      runs(400),
    );
  });
});
