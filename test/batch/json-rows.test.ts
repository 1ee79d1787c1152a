import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormatName } from "../../src/batch/options/format-facts.ts";
import type { ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { afterValue, TOO_DEEP } from "../../src/batch/syntax/json-value.ts";
import { mutation, point, runs } from "../support/arbitraries.ts";
import { partSizes } from "../support/parts.ts";
import { type RunSettings, runBatch } from "./run.ts";

const JSON_FORMATS = ["ndjson", "json", "geojson"] as const;

function mostly(first: string, ...others: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(first) }, fc.constantFrom(...others));
}

/** Text between tokens. */
const space = mostly("", "", " ", "\t", "  ", "\n", "\r\n  ", " \r ");

const otherValue = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.string({ unit: "binary", maxLength: 6 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"a, b"', '"a;b"', '"\\u00e9\\n"', '"é"', "[1,{}]", "{}", "[]", "-0", "1e400"),
  fc.constantFrom("01", "1.", "+1", ".5", "nul", '"\\x"', '"\t"', "[1,]", '{"a"}', "NaN", ""),
);

const degrees = fc.oneof(
  { weight: 8, arbitrary: point.map(([latDeg]) => `${latDeg}`) },
  fc.constantFrom('" 12.5 "', "null", "1e1", "-0", '"north"', "95", '"1\\u0030"', "[]"),
);

/** A member with space around its name and its value. */
function member(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(space, space, space, value, space).map(([before, behind, between, json, end]) => {
    return `${before}"${name}"${behind}:${between}${json}${end}`;
  });
}

const otherMember = fc
  .constantFrom(
    ...["id", "name", "2", "__proto__", "error", "mapcodes", "pos", "lat", "territory", "latitude"],
    ...["country", "type", "geometry", "l\\u0061t", "", "mapcode_2", "wkt"],
  )
  .chain((name) => member(name, otherValue));

/** Objects, some of them broken, with most of these members and with others. */
function objects(...members: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const known = fc.tuple(...members.map((one) => fc.option(one, { freq: 15, nil: "" })));
  const others = fc.array(otherMember, { maxLength: 2 });
  return fc.tuple(known, others, fc.nat(3)).map(([texts, more, at]) => {
    const all = texts.filter((text) => text !== "");
    return `{${all.toSpliced(at, 0, ...more).join(",")}}`;
  });
}

const LOCAL = ['"49.4V"', '"98.W0"', '"49.4V-K2"'];
const code = mostly('"VHXGB.1J9J"', ...LOCAL, "null", '""', "12", '"49\\u002e4V"', '"49.4V.1"');
const territory = mostly('"NLD"', "null", '""', '" usa"', "528", '"nowhere"');

const plainRow = {
  encode: objects(member("id", otherValue), member("lat", degrees), member("lon", degrees)),
  decode: objects(
    member("territory", territory),
    member("mapcode", mostly(LOCAL[0], ...LOCAL, "null", '""', "12", '"ZZZZ.ZZZZ"')),
    member("international", code),
    member("id", otherValue),
  ),
};

const position = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(degrees, space, degrees).map(([lon, between, lat]) => {
      return `[${between}${lon},${between}${lat}${between === "" ? ",12.50" : ""}]`;
    }),
  },
  fc.constantFrom("[1.5,2]", "[]", "[1]", "[1,2,3,4]", "[[1,2],[3,4]]", "{}", "null"),
);
const pointGeometry = objects(
  member("type", fc.constant('"Point"')),
  member("coordinates", position),
);
const noPoint = fc.constantFrom("null", '{"type":"Line","coordinates":[1,2]}', "{}");
const noMembers = fc.constantFrom("{}", "{ }", "null", "[]", "5");
function feature(properties: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return objects(
    member("type", mostly('"Feature"', '"Point"', "null")),
    member("geometry", fc.oneof({ weight: 8, arbitrary: pointGeometry }, noPoint)),
    member("properties", fc.oneof({ weight: 8, arbitrary: properties }, noMembers)),
  );
}
const featureRow = {
  encode: feature(objects(member("name", otherValue))),
  decode: feature(plainRow.decode),
};

/** Rows like from a program: a row with other digits, rarely with another change. */
function rowsAlike(row: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> {
  const change = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(mutation, { freq: 4 }));
  const changes = fc.array(change, { minLength: 1, maxLength: 8 });
  return fc.tuple(row, changes).map(([text, all]) => {
    return all.map(([digit, mutate]) => {
      const changed = text.replaceAll("1", `${digit}`);
      return mutate ? mutate(changed) : changed;
    });
  });
}

/** An input of the format with these rows. */
const INPUTS = {
  ndjson: (rows: readonly string[]) => `${rows.join("\n")}\n`,
  json: (rows: readonly string[]) => `[${rows.join("\n,")}]`,
  geojson: (rows: readonly string[]) =>
    `{"type":"FeatureCollection","features":[${rows.join(",\n")}]}`,
  features: (rows: readonly string[]) => rows.map((row) => `\u001e${row}\r\n`).join(""),
};

const FIRST_ROWS = {
  plain: {
    encode: '{"id":7,"lat":52.376514,"lon":4.908543}',
    decode: '{"territory":"NLD","mapcode":"49.4V","international":null,"id":8}',
  },
  feature: {
    encode:
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[4.908543,52.376514]},"properties":{"name":"a"}}',
    decode:
      '{"type":"Feature","geometry":null,"properties":{"territory":"NLD","mapcode":"49.4V","international":null,"id":8}}',
  },
};

const settings = fc.record({
  all: fc.boolean(),
  more: fc.constantFrom<Partial<ResolvedBatchOptions>>(
    {},
    {},
    { territory: "NLD" },
    { country: "US" },
    { replace: true },
    { precision: 3 },
    { columns: [{ name: "id" }, { name: "mapcode" }] },
  ),
  to: fc.constantFrom<FormatName>("csv", "tsv", ...JSON_FORMATS),
});

const CASES = (["encode", "decode"] as const).flatMap((operation) => {
  return ([...JSON_FORMATS, "features"] as const).map((kind) => ({ operation, kind }));
});

describe("rows of JSON", () => {
  it.each(CASES)("become the same bytes as each row alone: $operation $kind", ({
    operation,
    kind,
  }) => {
    const isFeature = kind === "geojson" || kind === "features";
    const from = kind === "features" ? "ndjson" : kind;
    const row = (isFeature ? featureRow : plainRow)[operation];
    const first = FIRST_ROWS[isFeature ? "feature" : "plain"][operation];
    const end = fc.constantFrom("", "", "", " ", "\r", " {}", "x");
    const others = fc.array(
      fc.tuple(row, end).map(([text, rest]) => text + rest),
      { maxLength: 6 },
    );
    const rows = fc.oneof(others, rowsAlike(row));
    fc.assert(
      fc.property(rows, settings, partSizes(700, 60), (texts, { all, more, to }, partSizes) => {
        const input = INPUTS[kind]([first, ...texts]);
        const options = { from, to, operation, all: all && operation === "encode", ...more };
        const convert = (settings: RunSettings) => {
          try {
            return runBatch(input, options, settings);
          } catch (error) {
            return `${error}`;
          }
        };
        const together = convert({ sizes: partSizes, hasOneConverter: true });
        expect(together).toEqual(convert({ isAlone: true }));
      }),
      runs(100),
    );
  });

  it("with more different keys than are remembered are converted like each row alone", () => {
    const row = (index: number) => `{"${index}":${index},"lat":${index / 10000},"lon":-30}\n`;
    const rows = Array.from({ length: 10_001 }, (_, index) => row(index)).join("") + row(7);
    const { text, converted } = runBatch(rows, { from: "ndjson", to: "ndjson" });
    const lines = text.split("\n");
    expect(converted).toBe(10_002);
    expect(lines.at(-2)).toBe(lines[7]);
    expect(lines[7]).toBe(runBatch(row(7), { from: "ndjson", to: "ndjson" }).text.trimEnd());
  });
});

describe("the order of pairs", () => {
  const rows = (text: string, lonFirst?: boolean) =>
    runBatch(text, { from: "ndjson", to: "ndjson", onlyResults: true, lonFirst }).text;
  const written = rows('{"lat":52.1,"lon":5.1}\n');

  it.each([
    ["[52.1,5.1]\n", undefined],
    ["[52.1,5.1]\n", false],
    ["[5.1,52.1]\n", true],
    ["[5.1,52.1,12]\n", true],
    ["[52.1,5.1,12]\n", undefined],
    ['["52.1N","5.1E"]\n', undefined],
  ])("holds for rows that are arrays: %s with %s", (text, lonFirst) => {
    expect(rows(text, lonFirst)).toBe(written);
  });

  it("is decided by all arrays of the sample", () => {
    expect(rows("[139.7,35.7]\n[5.1,52.1]\n")).toContain(written);
  });
});

describe("a later row", () => {
  const last = (row: string) =>
    runBatch(`{"lat":52.1,"lon":5.1}\n${row}\n`, { from: "ndjson", to: "ndjson" })
      .text.trimEnd()
      .split("\n")
      .at(-1);

  it.each([
    '{"event":"click","x":12,"y":40}',
    '{"bbox_lat":50,"bbox_lon":4}',
    '{"start_lat":48.1,"start_lon":11.5}',
  ])("with another kind of numbers has no place: %s", (row) => {
    expect(last(row)).toContain("The row has no");
  });

  it.each([
    '{"latitude":48.1,"longitude":11.5}',
    '{"coordinates":"48.1,11.5"}',
  ])("with other names of a place has it: %s", (row) => {
    expect(last(row)).toContain('"territory":"DEU"');
  });
});

describe("the end of a JSON value", () => {
  const encoder = new TextEncoder();

  it("is found where JSON.parse accepts the text, and nowhere else", () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.tuple(fc.json({ maxDepth: 3 }), mutation).map(([json, mutate]) => mutate(json)),
      otherValue,
    );
    fc.assert(
      fc.property(text, (json) => {
        const bytes = encoder.encode(json.trim());
        let isValid = true;
        try {
          JSON.parse(json);
        } catch {
          isValid = false;
        }
        expect(afterValue(bytes, 0) === bytes.length).toBe(isValid && bytes.length > 0);
      }),
      runs(500),
    );
  });

  it("is not looked for in values that are nested too deep", () => {
    const nested = (depth: number) => encoder.encode(`${"[".repeat(depth)}1${"]".repeat(depth)}`);
    expect(afterValue(nested(1000), 0)).toBe(2001);
    expect(afterValue(nested(1001), 0)).toBe(TOO_DEEP);
  });
});
