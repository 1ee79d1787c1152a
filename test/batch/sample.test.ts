/** The first rows of inputs, as the decisions see them. */

import { describe, expect, it } from "vitest";
import { LINES } from "../../src/batch/byte-texts.ts";
import * as Samples from "../../src/batch/input/sample.ts";
import { JsonEnds } from "../../src/batch/syntax/json-ends.ts";
import { utf8Bytes } from "../../src/characters.ts";

describe("the sample of a table", () => {
  const TWO = [["1"], ["2"]];
  it.each<[what: string, text: string, isWhole: boolean, rows: readonly string[][]]>([
    [
      "rows of texts, some of several lines",
      '1;"a;b"\n2;"c\nd"\n',
      true,
      [
        ["1", "a;b"],
        ["2", "c\nd"],
      ],
    ],
    ["no row that has not arrived whole", "1\n2", false, [["1"]]],
    ["a row that ends with the input", "1\n2", true, TWO],
    ["no more rows than it needs", "1\n2\n1\n2\n", true, [...TWO, ["1"]]],
    ["no fields of rows with broken quotes", '"1"x;2\n3;4\n', true, [[], ["3", "4"]]],
  ])("has %s", (_, text, isWhole, rows) => {
    const syntax = { delimiter: ";", quotesSpanLines: true };
    const first = { bytes: utf8Bytes(text), isWhole, maxRows: 3 };
    expect(Samples.readFields(first, 0, syntax)).toEqual(rows);
  });
});

describe("the sample of plain lines", () => {
  it("has a text for each line, without comments and blank lines", () => {
    const bytes = utf8Bytes("# x\n1 2\r\n\n3 4");
    const textsOf = (isWhole: boolean) =>
      Samples.readTexts({ bytes, isWhole, maxRows: 5 }, 0, LINES, "#");
    expect(textsOf(true)).toEqual(["1 2", "3 4"]);
    expect(textsOf(false)).toEqual(["1 2"]);
  });
});

describe("the sample of JSON", () => {
  it("has the members of each object in their order, and the texts of scalars", () => {
    const values = [
      { id: 1, gps: { lat: 2.5, tags: ["x"] } },
      { id: null, note: "n" },
    ];
    const { names, rows, inner } = Samples.jsonSample(values);
    expect([names, rows]).toEqual([
      ["id", "note"],
      [
        ["1", ""],
        ["", "n"],
      ],
    ]);
    expect(inner).toEqual([
      { path: ["gps"], names: ["lat"], rows: [["2.5"], [""]] },
      { path: ["gps", "tags"], names: ["[]"], rows: [["x"]] },
    ]);
  });

  it("has the properties of features", () => {
    const feature = { type: "Feature", properties: { code: "NLD 49.4V" }, geometry: null };
    const { names, rows, values } = Samples.jsonSample([feature], { areFeatures: true });
    expect([names, rows, values]).toEqual([["code"], [["NLD 49.4V"]], [feature]]);
  });

  it("has the complete elements of an array, up to its end", () => {
    const values = (text: string) => {
      const first = { bytes: utf8Bytes(text), isWhole: false, maxRows: 5 };
      return Samples.readJson(first, 1, new JsonEnds()).map(({ value }) => value);
    };
    expect(values('[{"a":1},{"a":')).toEqual([{ a: 1 }]);
    expect(values("[1, NaN, 2]3")).toEqual([1, undefined, 2]);
    expect(values("[]")).toEqual([]);
  });

  it("has the values of lines without separators", () => {
    const bytes = utf8Bytes('\u001e{"a":1}\nx\n \n');
    expect(Samples.readJson({ bytes, isWhole: true, maxRows: 5 }, 0, LINES)).toEqual([
      { text: '{"a":1}', value: { a: 1 } },
      { text: "x", value: undefined },
    ]);
  });

  it.each([
    ['{"a":[1,{"b":2', { a: [1, {}] }, false],
    ['{"a":"},{","b":1,"c":tru', { a: "},{", b: 1 }, false],
    ['{"a":1}\n{"b":2}', { a: 1 }, true],
    ["[[4.9,52.3],[5", [[4.9, 52.3], []], false],
    ['{"a":1,\n{"a":2}', undefined, false],
    ["x", undefined, true],
  ])("closes %j after its last complete value", (text, value, isClosed) => {
    expect(Samples.parsedStart(text)).toEqual({ value, isClosed });
  });
});
