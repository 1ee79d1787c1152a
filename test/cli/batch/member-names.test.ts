import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_BATCH_OPTIONS,
  type ResolvedBatchOptions,
} from "../../../src/batch/batch-options.ts";
import type { FormatName } from "../../../src/batch/formats/index.ts";
import { type BatchPlan, planBatch } from "../../../src/batch/plan.ts";
import { createSplitter } from "../../../src/batch/session.ts";
import { MemberNames } from "../../../src/cli/batch/member-names.ts";
import { mutation, runs } from "../../support/arbitraries.ts";
import { partsOf } from "../../support/parts.ts";
import { listed } from "./sequences.ts";

const FIRST = '{"lat":1,"lon":2}\n';

/** Names of results in an input that arrives in parts of a size. */
async function areIn(
  input: string,
  size: number,
  settings: Partial<ResolvedBatchOptions> = {},
): Promise<boolean> {
  const options = { ...DEFAULT_BATCH_OPTIONS, from: "ndjson", to: "ndjson", ...settings } as const;
  const names = new MemberNames(planBatch(Buffer.from(FIRST), options));
  return names.areIn(listed(partsOf(input, [size])));
}

describe("names of results in an input", () => {
  it.each([1, 3, 7, 20, 1000])("are found in parts of %i bytes", async (size) => {
    const last = '{"lat":1,"lon":2,"international_2":3}\n';
    expect(await areIn(FIRST.repeat(3) + last, size)).toBe(true);
    expect(await areIn(FIRST.repeat(4), size)).toBe(false);
  });

  it.each([1, 5, 1000])("are found with escapes in parts of %i bytes", async (size) => {
    const others = '{"lat":1,"lon":2,"note":"\\u003cMile\\u0301\\n"}\n';
    expect(await areIn(`${others}{"lat":1,"lon":2,"\\u0074erritory":3}\n`, size)).toBe(true);
    expect(await areIn(`${others}{"lat":1,"lon":2,"\\u0065rror":3}\n`, size)).toBe(true);
    expect(await areIn(others, size)).toBe(false);
  });

  it("are found where coordinates get them", async () => {
    const point = '{"type":"Point","coordinates":[1,2]}';
    const input = `{"type":"Feature","geometry":${point},"properties":{"code":"49.4V"}}\n`;
    for (const [operation, to, expected] of [
      ["decode", "ndjson", true],
      ["decode", "geojsonl", false],
      ["encode", "ndjson", false],
    ] as const) {
      expect(await areIn(input, 7, { from: "geojsonl", to, operation })).toBe(expected);
    }
  });
});

const name = fc.constantFrom("lat", "territory", "error_2", "mapcode", "7", "type", "latitude");
const value = fc.constantFrom('"Feature"', '"a"', "null", "1.50", "[1,2]", '{"mapcode":1}');
const object = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map((members) => `{${members.map(([key, text]) => `"${key}":${text}`).join(",")}}`);
const geometry = fc.constantFrom(
  ...['{"type":"Point","coordinates":[1,2]}', '{"type":"Point","coordinates":[1,"2",3]}'],
  ...['{"type":"Line","coordinates":[1,2]}', '{"type":"Point","coordinates":[1]}', "null", "7"],
);
const feature = fc
  .tuple(
    fc.constantFrom("Feature", "Feature", "Feature", "Point", "Line"),
    geometry,
    fc.oneof(object, fc.constantFrom("null", "[]")),
    fc.constantFrom("", ',"id":1', ',"territory":null', ',"type":"Feature"'),
  )
  .map(([type, shape, properties, more]) => {
    return `{"type":"${type}","geometry":${shape},"properties":${properties}${more}}`;
  });
const row = fc.oneof(
  { weight: 4, arbitrary: object },
  { weight: 8, arbitrary: feature },
  {
    weight: 1,
    arbitrary: fc.tuple(feature, mutation).map(([text, mutate]) => mutate(text)),
  },
);

const FEATURE =
  '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}';
/** The texts in front of, between and behind rows. */
const COLLECTION = ['{"type":"FeatureCollection","features":[', ",", "]}"] as const;
const LINES = ["", "\n", "\n"] as const;

/** The plan of an input, whose rows become objects or features. */
function planOf(from: FormatName, to: FormatName): BatchPlan {
  const first = from === "ndjson" ? FIRST : COLLECTION[0] + FEATURE + COLLECTION[2];
  return planBatch(Buffer.from(from === "geojsonl" ? FEATURE : first), {
    ...DEFAULT_BATCH_OPTIONS,
    from,
    to,
  });
}

/** The names of all rows, as `add` collects them together or one by one. */
async function namesIn(plan: BatchPlan, rows: readonly string[]) {
  const isCollection = plan.options.from === "geojson";
  const [opening, between, closing] = isCollection ? COLLECTION : LINES;
  const collect = async (names: MemberNames, texts: readonly string[]) => {
    const splitter = createSplitter(plan);
    const bytes = Buffer.from(opening + texts.join(between) + closing);
    const chunks = [...splitter.push(bytes), ...splitter.end()];
    await names.add(listed([{ chunks, release() {} }]), plan);
    return names.names;
  };
  const ofTable = { ...plan, options: { ...plan.options, to: "csv" } } as const;
  const oneByOne = new MemberNames(ofTable);
  for (const text of rows) await collect(oneByOne, [text]);
  return { found: await collect(new MemberNames(ofTable), rows), all: oneByOne.names };
}

/** A row that is not JSON may end an array. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("names of members", () => {
  it.each([
    ["ndjson", "csv"],
    ["geojsonl", "csv"],
    ["geojsonl", "geojson"],
    ["geojson", "csv"],
    ["geojson", "geojson"],
  ] as const)("are the names of each row alone: %s to %s", async (from, to) => {
    // A row again, as it was or with another type in the place of one.
    const repeated = fc.tuple(
      fc.nat(3),
      fc.constantFrom("no text", '"Feature"', '"Point"'),
      fc.constantFrom('"Feature"', '"Line"'),
    );
    const distinct = fc.array(row, { minLength: 1, maxLength: 4 });
    const isRow = (text: string) => {
      return from === "geojson" ? isJson(text) : !/[\r\n]|^\s|\s$|^$/.test(text);
    };
    await fc.assert(
      fc.asyncProperty(distinct, fc.array(repeated, { maxLength: 20 }), async (texts, order) => {
        const kept = texts.filter(isRow);
        const rows = order.flatMap(([index, one, other]) => kept[index]?.replace(one, other) ?? []);
        fc.pre(rows.length > 0);
        const { found, all } = await namesIn(planOf(from, to), [kept[0], ...rows]);
        expect(found).toEqual(all);
      }),
      runs(300),
    );
  });
});
