import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createConverter } from "../../src/batch/converter.ts";
import { createFastPath, FALL_BACK, UNCONVERTED } from "../../src/batch/fast-path/fast-path.ts";
import type { FormatName } from "../../src/batch/formats/index.ts";
import type { BatchOptions } from "../../src/batch/options.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../src/batch/options.ts";
import { OutputBuffer } from "../../src/batch/output.ts";
import { planBatch } from "../../src/batch/plan.ts";
import { runs } from "../arbitraries.ts";
import { runBatch } from "./run.ts";

/** The values of a row; null is an empty field, or null in JSON. */
interface Values {
  readonly territory: string | null;
  readonly mapcode: string | null;
  readonly international: string | null;
}

const GOOD: Values = { territory: "NLD", mapcode: "49.4V", international: "VHXGB.1J9J" };

/** Texts that messages shorten or outputs quote. */
const oddText = fc.constantFrom(
  ...[
    "",
    " ",
    "''",
    "'49.4V'",
    "it's",
    'a"b',
    "a\\b",
    "a,b",
    "a;b",
    "a|b",
    "a\tb",
    "a\nb",
    "a\r\nb",
  ],
  ...[
    "é",
    "東京",
    "\u007f",
    "\u2028",
    "\ufeff49",
    "x".repeat(100),
    "x".repeat(101),
    "49.4V ".repeat(30),
  ],
);
const malformed = fc.constantFrom("49", "NLD 49", "NLD 49.4V.3", " NLD 4 ", "mapcode of ''", "NLD");
const code = fc.constantFrom("49.4V", "ZZZ.ZZZ", "ZZZZ.ZZZ", "ZZ.ZZ-Z", "49.4V-X", "ZZZ.ZZZ ");
const inText = fc.constantFrom(
  "",
  " ",
  "NLD ",
  " NLD  ",
  "IN ",
  "US-IN ",
  "USA ",
  "DE ",
  "XX ",
  "Xx-Yy ",
);
const mapcode = fc.oneof(
  malformed,
  oddText,
  fc.tuple(inText, code).map((parts) => parts.join("")),
);
const territory = fc.constantFrom(
  ...["", " ", "NLD", " usa", "IN", "DE", "Hollnd", " Hollnd ", "Nederlandia", "it's", "a,b"],
  ...['a"b', "a\\b", "é", "x".repeat(100), "x".repeat(101)],
);

function option(text: fc.Arbitrary<string>): fc.Arbitrary<string | null> {
  return fc.option(text, { freq: 9 });
}

/** Rows that fail for few reasons, so that most of them do for the reason of an earlier one. */
const rows = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        territory: fc.constant(null),
        mapcode: option(mapcode),
        international: fc.constant(null),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        territory: option(territory),
        mapcode: option(mapcode),
        international: fc.constant(null),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        territory: option(territory),
        mapcode: fc.constantFrom("", " ", null),
        international: option(mapcode),
      }),
    },
    { weight: 1, arbitrary: fc.constant(GOOD) },
  ),
  { minLength: 8, maxLength: 30 },
);

function field(value: string | null, delimiter: string): string {
  const text = value ?? "";
  const isBare = !/["\r\n]/.test(text) && !text.includes(delimiter);
  return isBare ? text : `"${text.replaceAll('"', '""')}"`;
}

const NAMES = ["territory", "mapcode", "international"] as const;

function tableOf(delimiter: string, lineEnd = "\n") {
  return (all: readonly Values[]) => {
    const lines = all.map((values) => {
      return NAMES.map((name) => field(values[name], delimiter)).join(delimiter);
    });
    return [NAMES.join(delimiter), ...lines].map((line) => line + lineEnd).join("");
  };
}

function featureOf(values: Values): string {
  const properties = JSON.stringify(values);
  return `{"type":"Feature","geometry":{"type":"Point","coordinates":[5,52]},"properties":${properties}}`;
}

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join("");

/** How rows are written in a format. */
const INPUTS: readonly (readonly [FormatName, (all: readonly Values[]) => string])[] = [
  ["csv", tableOf(",")],
  ["csv", tableOf(";", "\r\n")],
  ["tsv", tableOf("\t")],
  ["ndjson", (all) => lines(all.map((values) => JSON.stringify(values)))],
  ["json", (all) => `[${all.map((values) => JSON.stringify(values)).join(",")}]`],
  ["geojsonl", (all) => lines(all.map(featureOf))],
  ["geojson", (all) => `{"type":"FeatureCollection","features":[${all.map(featureOf).join(",")}]}`],
  ["plain", (all) => lines(all.map(({ mapcode }) => mapcode?.replace(/[\r\n]/g, " ") ?? ""))],
];

const OUTPUTS: readonly FormatName[] = [
  "csv",
  "tsv",
  "ndjson",
  "json",
  "geojson",
  "geojsonl",
  "plain",
];

const OPTIONS: readonly Partial<BatchOptions>[] = [
  {},
  { territory: "NLD" },
  { territory: "IN" },
  { country: "IN" },
  { country: "US" },
];

/** The fast path of rows of a table with a mapcode, which become rows of a table or of another format. */
function fastPathTo(to: FormatName) {
  const options = { ...DEFAULT_BATCH_OPTIONS, operation: "decode", from: "csv", to } as const;
  const fastPath = createFastPath(planBatch(Buffer.from("code,id\n"), options));
  if (!fastPath) throw new Error("There is no fast path.");
  return fastPath;
}

describe("rows that are not decoded", () => {
  const malformed = (code: string) => `The mapcode '${code}' is malformed, it is.`;

  it.each([
    ["csv", `49,8,,,"${malformed("49")}"\n`],
    ["tsv", `49\t8\t\t\t${malformed("49")}\n`],
    [
      "ndjson",
      `{"code":"49","id":"8","latitude":null,"longitude":null,"error":"${malformed("49")}"}\n`,
    ],
  ] as const)("are written in %s with the message of an earlier row of their kind", (to, row) => {
    const fastPath = fastPathTo(to);
    const output = new OutputBuffer();
    const write = (bytes: Uint8Array) => {
      expect(fastPath.convert(bytes, 0, output)).toBe(UNCONVERTED);
      return fastPath.writeFailed?.(bytes, output);
    };
    const first = Buffer.from("NLD 49,7\n");
    expect(write(first)).toBe(FALL_BACK);
    fastPath.learn?.(first, malformed("NLD 49"));
    expect(write(Buffer.from("49,8\n"))).toBe("49,8\n".length);
    expect(Buffer.from(output.written()).toString()).toBe(row);
    // These fail for other reasons, or their messages have the value in another form.
    for (const other of [
      "NLD ZZZ.ZZZ,9\n",
      "ZZZ.ZZZ,9\n",
      " ,9\n",
      "é,9\n",
      `${"4".repeat(101)},9\n`,
    ]) {
      expect(write(Buffer.from(other))).toBe(FALL_BACK);
    }
    expect(Buffer.from(output.written()).toString()).toBe(row);
  });

  it("are all passed to an observer of failed rows", () => {
    const options = { ...DEFAULT_BATCH_OPTIONS, operation: "decode" } as const;
    const input = Buffer.from("code\nNLD 49\nNLD 50\nNLD 51\nNLD 49.4V\nNLD 52\n");
    const plan = planBatch(input, { ...options, from: "csv", to: "csv" });
    const failed: number[] = [];
    const converter = createConverter(plan, { onFailed: ({ row }) => failed.push(row) });
    const { bytes } = converter.convert({ bytes: input.subarray("code\n".length) });
    expect(failed).toEqual([1, 2, 3, 5]);
    expect(Buffer.from(bytes).toString()).toBe("NLD 49.4V,52.37651400000124,4.908543375,\n");
  });

  it.each(
    INPUTS,
  )("get the same bytes and counts on the fast path of %s as on the general path", (from, write) => {
    const options = fc.record({
      to: fc.constantFrom(...OUTPUTS),
      more: fc.constantFrom(...OPTIONS),
    });
    fc.assert(
      fc.property(rows, options, (filled, { to, more }) => {
        const input = write([GOOD, ...filled]);
        const all = { operation: "decode", from, to, ...more } as const;
        const { output: _, ...fast } = runBatch(input, all);
        const { output: __, ...general } = runBatch(input, all, { isGeneral: true });
        expect(fast).toEqual(general);
      }),
      runs(60),
    );
  });
});
