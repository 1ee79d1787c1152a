import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResolvedBatchOptions } from "../../src/batch/batch-options.ts";
import { DEFAULT_BATCH_OPTIONS } from "../../src/batch/batch-options.ts";
import { createConverter } from "../../src/batch/converter.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/batch/formats/index.ts";
import { planBatch } from "../../src/batch/plan.ts";
import { runs } from "../support/arbitraries.ts";
import { runBatch } from "./run.ts";

/** The values of a row by name; null is an empty field, or null in JSON. */
type Values = Readonly<Record<string, string | number | null>>;

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

function field(value: string | number | null, delimiter: string): string {
  const text = `${value ?? ""}`;
  const isBare = !/["\r\n]/.test(text) && !text.includes(delimiter);
  return isBare ? text : `"${text.replaceAll('"', '""')}"`;
}

/** The columns of a table are the names of its first row. */
function tableOf(delimiter: string, lineEnd = "\n") {
  return (all: readonly Values[]) => {
    const lines = all.map((values) => {
      return Object.values(values)
        .map((value) => field(value, delimiter))
        .join(delimiter);
    });
    const header = Object.keys(all[0]).join(delimiter);
    return [header, ...lines].map((line) => line + lineEnd).join("");
  };
}

function featureOf(values: Values): string {
  const properties = JSON.stringify(values);
  return `{"type":"Feature","geometry":{"type":"Point","coordinates":[5,52]},"properties":${properties}}`;
}

/** The feature at the first two values of a row; in features, no name belongs to them. */
function featureAt(values: Values): string {
  const [latitude, longitude, ...others] = Object.values(values);
  const point = { type: "Point", coordinates: [longitude, latitude] };
  return JSON.stringify({ type: "Feature", geometry: point, properties: { others } });
}

const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join("");

type WriteInput = (all: readonly Values[]) => string;

/** How rows are written in formats whose rows have the same form for points and mapcodes. */
const TABLES_AND_OBJECTS: readonly (readonly [FormatName, WriteInput])[] = [
  ["csv", tableOf(",")],
  ["csv", tableOf(";", "\r\n")],
  ["tsv", tableOf("\t")],
  ["ndjson", (all) => lines(all.map((values) => JSON.stringify(values)))],
  ["json", (all) => `[${all.map((values) => JSON.stringify(values)).join(",")}]`],
];

function featureInputs(write: (values: Values) => string): typeof TABLES_AND_OBJECTS {
  return [
    ["geojsonl", (all) => lines(all.map(write))],
    ["geojsonseq", (all) => lines(all.map((values) => `\u001e${write(values)}`))],
    ["geojson", (all) => `{"type":"FeatureCollection","features":[${all.map(write).join(",")}]}`],
  ];
}

/** Lines with these values of each row, with a space between them. */
function linesWith(count: number, from: number): WriteInput {
  return (all) => {
    const texts = all.map((values) => {
      const chosen = Object.values(values).slice(from, from + count);
      return chosen.map((value) => `${value ?? ""}`.replace(/[\r\n]/g, " ")).join(" ");
    });
    return lines(texts);
  };
}

const MAPCODE_INPUTS = [
  ...TABLES_AND_OBJECTS,
  ...featureInputs(featureOf),
  ["plain", linesWith(1, 1)] as const,
];
const POINT_INPUTS = [
  ...TABLES_AND_OBJECTS,
  ...featureInputs(featureAt),
  ["plain", linesWith(2, 0)] as const,
];

const OPTIONS: readonly Partial<ResolvedBatchOptions>[] = [
  {},
  { territory: "NLD" },
  { territory: "IN" },
  { country: "IN" },
  { country: "US" },
];

/** Checks that rows get the same output, counts and first error as each row alone. */
function expectSame(input: string, options: Partial<ResolvedBatchOptions>): void {
  const { output: _, ...together } = runBatch(input, options);
  const { output: __, ...alone } = runBatch(input, options, { isAlone: true });
  expect(together).toEqual(alone);
}

describe("rows that are not decoded", () => {
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
    MAPCODE_INPUTS,
  )("get the same bytes and counts in %s as each row alone", (from, write) => {
    const options = fc.record({
      to: fc.constantFrom(...FORMAT_NAMES),
      more: fc.constantFrom(...OPTIONS),
    });
    fc.assert(
      fc.property(rows, options, (filled, { to, more }) => {
        expectSame(write([GOOD, ...filled]), { operation: "decode", from, to, ...more });
      }),
      runs(60),
    );
  });
});

const GOOD_POINT: Values = { lat: 52.376514, lon: 4.908543 };

/** A coordinate: mostly a text or number that is none, or out of range. */
const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("52.3x", "x", "", "5 2", "[5]", "{}", "5,2", "null") },
  { weight: 2, arbitrary: fc.constantFrom(152.37, -95.5, 400, 361, 1e20, 1e-7, -0, 100.1) },
  { weight: 2, arbitrary: fc.constantFrom("152.370", " 95 ", "+91.", "-400.10", "1e2", "1e400") },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: fc.constantFrom("5.5 N", "5d30m", ".5", "52 deg x", "Infinity", "0x10") },
  { weight: 4, arbitrary: fc.constantFrom(5.25, "5.25", " 5.25 ") },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** Names under which JSON rows may have latitude and longitude, one of them with the text of a value. */
const coordinateNames = fc.constantFrom(
  ["lat", "lon"] as const,
  ["latitude", "longitude"] as const,
  ["Lat.", "\"'52.3x'.Lon\""] as const,
);

const pointRows = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(coordinateNames, coordinate, coordinate)
        .map(([[first, second], lat, lon]): Values => ({ [first]: lat, [second]: lon })),
    },
    { weight: 1, arbitrary: fc.constant(GOOD_POINT) },
  ),
  { minLength: 8, maxLength: 30 },
);

const POINT_OPTIONS: readonly Partial<ResolvedBatchOptions>[] = [
  { strictRange: true },
  { strictRange: true, all: true },
  {},
  { territory: "NLD" },
  { territory: "FRA" },
  { territory: "FRA", all: true },
  { country: "US", strictRange: true, resultPrefix: "é_" },
];

describe("rows that are not encoded", () => {
  it.each(POINT_INPUTS)("get the same bytes and counts in %s as each row alone", (from, write) => {
    const options = fc.record({
      to: fc.constantFrom(...FORMAT_NAMES),
      more: fc.constantFrom(...POINT_OPTIONS),
    });
    fc.assert(
      fc.property(pointRows, options, (filled, { to, more }) => {
        expectSame(write([GOOD_POINT, ...filled]), { from, to, ...more });
      }),
      runs(60),
    );
  });
});
