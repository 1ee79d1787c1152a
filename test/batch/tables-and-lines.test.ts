import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/batch-options.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../src/batch/batch-options.ts";
import { createConverter } from "../../src/batch/converter.ts";
import { planBatch } from "../../src/batch/plan.ts";
import {
  decode,
  distanceMeters,
  encode,
  INTERNATIONAL,
  maxOffsetMeters,
  parseLatitude,
  parseLongitude,
} from "../../src/index.ts";
import { parseDegrees } from "../../src/internal.ts";
import { mutation, point, precision, runs } from "../support/arbitraries.ts";
import { linesOf, runBatch } from "./run.ts";

const degreesText = fc.oneof(
  point.map(([latDeg]) => `${latDeg}`),
  fc.stringMatching(/^[+-]?[0-9]{1,3}(\.[0-9]{0,18})?$/),
  fc.stringMatching(/^ {0,2}[0-9.+eE-]{0,20} {0,2}$/),
  fc.constantFrom("", "-", ".5", "5.", "1e5", "-0", "00012", "1".repeat(400), "NaN", "+1", "\t1"),
);
const fieldText = fc.oneof(
  degreesText,
  degreesText.map((text) => `"${text}"`),
  fc.constantFrom("Zürich", "東京", '"a, b"', '"a\nb"', '"a ""b"""', '"', 'a"b', " ", "\r"),
);
const lineEnd = fc.constantFrom("\n", "\r\n", "\n\n");

/** Rows, most of which have three fields. */
const rows = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.tuple(fieldText, degreesText, degreesText) },
      { weight: 1, arbitrary: fc.array(fieldText, { minLength: 1, maxLength: 4 }) },
    ),
    lineEnd,
  ),
  { maxLength: 12 },
);

function tableText(
  header: string,
  filled: readonly (readonly [readonly string[], string])[],
  delimiter: string,
) {
  return `${header}\n${filled.map(([fields, end]) => fields.join(delimiter) + end).join("")}`;
}

/** Checks that rows give the same output and counts as each row alone. */
function expectSame(input: string, options: Partial<ResolvedBatchOptions>): void {
  expect(runBatch(input, options)).toEqual(runBatch(input, options, { isAlone: true }));
}

describe("rows of tables and lines", () => {
  it.each(["csv", "tsv"] as const)("in %s become the same bytes as each row alone", (format) => {
    const delimiter = format === "csv" ? "," : "\t";
    const header = ["name", "lat", "lon"].join(delimiter);
    const filter = fc.constantFrom(
      {},
      { territory: "NLD" },
      { country: "US" },
      { territory: "AAA" },
    );
    fc.assert(
      fc.property(rows, precision, filter, fc.boolean(), (filled, digits, within, all) => {
        const options = { from: format, to: format, precision: digits, all, ...within } as const;
        expectSame(tableText(header, filled, delimiter), options);
      }),
      runs(400),
    );
  });

  it("in lines become the same bytes as each row alone", () => {
    const separator = fc.constantFrom(" ", ",", "\t", " , ", "  ", ",,", " \t", "\t,");
    const line = fc
      .tuple(degreesText, separator, degreesText, lineEnd)
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, all) => {
        expectSame(lines.join(""), { all });
      }),
      runs(400),
    );
  });

  it("of mapcodes become the same bytes as each row alone", () => {
    const code = fc
      .tuple(
        point,
        precision,
        fc.nat(20),
        fc.option(mutation),
        fc.constantFrom("", "NLD", "x", " usa "),
      )
      .map(([[latDeg, lonDeg], digits, which, mutate, context]) => {
        const codes = encode(latDeg, lonDeg, { precision: digits });
        const { territory, code: text } = codes[which % codes.length];
        const full = which % 2 === 0 ? `${territory} ${text}` : text;
        return [mutate ? mutate(full) : full, which % 3 === 0 ? territory : context] as const;
      });
    fc.assert(
      fc.property(fc.array(code, { maxLength: 12 }), (codes) => {
        const options = { operation: "decode" } as const;
        expectSame(codes.map(([text, rest]) => `${text}\t${rest}\n`).join(""), options);
        const table = codes.map(([text, context]) => `${context},${text}\n`).join("");
        expectSame(`territory,code\n${table}`, { ...options, from: "csv", to: "csv" });
        expectSame(`code\n${table}`, { ...options, from: "tsv", to: "tsv", territory: "DEU" });
        expectSame(`territory,code\n${table}`, {
          ...options,
          from: "csv",
          to: "csv",
          country: "US",
        });
      }),
      runs(300),
    );
  });

  it("have room for many rows of a long row", () => {
    const row = `52.376514,4.908543,${"a".repeat(65_000)}\n`;
    const input = `lat,lon,note\n${row.repeat(3)}`;
    for (const to of ["csv", "tsv"] as const) {
      const options = { from: "csv", to, all: true } as const;
      const { text } = runBatch(input, options);
      expect(text).toBe(runBatch(input, options, { isAlone: true }).text);
    }
  });
});

/** Decimal degrees, or another notation that a function of the library reads. */
function degreesBy(parse: (text: string) => number, text = ""): number | undefined {
  try {
    return parseDegrees(text.trim()) ?? parse(text);
  } catch {
    return undefined;
  }
}

/** The expected fields except errors, by csv-parse and the library. */
function expectedFields(input: string): string[][] {
  const [header = [], ...records] = parse(input, {
    record_delimiter: ["\n", "\r\n"],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const results = records.map((record) => {
    if (record.length !== header.length) return undefined;
    const latDeg = degreesBy(parseLatitude, record[1]);
    const lonDeg = degreesBy(parseLongitude, record[2]);
    if (latDeg === undefined || lonDeg === undefined) return [...record, "", "", ""];
    const mapcodes = encode(latDeg, lonDeg);
    const international = mapcodes.find(({ territory }) => territory === INTERNATIONAL);
    const [local] = mapcodes
      .filter(({ territory }) => territory !== INTERNATIONAL)
      .toSorted((one, other) => one.code.length - other.code.length);
    return [...record, local?.territory ?? "", local?.code ?? "", international?.code ?? ""];
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
      fc.property(fc.array(row, { maxLength: 10 }), (filled) => {
        const input = `name,lat,lon\n${filled.join("")}`;
        const { text } = runBatch(input, { from: "csv", to: "csv" });
        const table = parse(text, { record_delimiter: ["\n", "\r\n"] });
        expect(table.map((fields) => fields.slice(0, -1))).toEqual(expectedFields(input));
        const isFine = table.slice(1).map((fields) => fields[5] !== "");
        expect(table.slice(1).map((fields) => fields[6] === "")).toEqual(isFine);
      }),
      runs(400),
    );
  });
});

describe("a point that is encoded and decoded", () => {
  it("is within the maximum offset", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 10 }), precision, (points, digits) => {
        const input = points.map(([latDeg, lonDeg]) => `${latDeg},${lonDeg}\n`).join("");
        const encoded = runBatch(`y,x\n${input}`, {
          from: "csv",
          to: "csv",
          precision: digits,
        }).text;
        const options = { operation: "decode", from: "csv", to: "csv" } as const;
        for (const codeColumn of ["mapcode", "international"]) {
          const [, ...lines] = linesOf(encoded, { ...options, codeColumn });
          for (const line of lines) {
            const fields = line.split(",");
            const code = fields[codeColumn === "mapcode" ? 3 : 4];
            if (code === "") continue;
            const [latDeg, lonDeg] = [Number(fields[0]), Number(fields[1])];
            const found = { latDeg: Number(fields[6]), lonDeg: Number(fields[7]) };
            const limited = { latDeg: Math.max(-90, Math.min(90, latDeg)), lonDeg };
            expect(distanceMeters(limited, found)).toBeLessThanOrEqual(maxOffsetMeters(digits));
          }
        }
      }),
      runs(200),
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
    expect(decode("NLD 49.4V").latDeg).toBeCloseTo(52.376514);
  });
});
