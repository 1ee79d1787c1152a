/** The first rows of inputs, as the decisions see them. */
import { describe, expect, it } from "vitest";
import * as Samples from "../../src/batch/input/sample.ts";
import { utf8Bytes } from "../../src/characters.ts";

const TABLE = { format: "csv", delimiter: ";", header: true } as const;

function table(text: string, isWhole = true) {
  return Samples.tableSample(utf8Bytes(text), 0, TABLE, isWhole);
}

describe("the sample of a table", () => {
  it("has names and rows of texts", () => {
    const { names, rows } = table('lat;name\n1;"a;b"\n2;"c\nd"\n');
    expect(names).toEqual(["lat", "name"]);
    expect(rows).toEqual([
      ["1", "a;b"],
      ["2", "c\nd"],
    ]);
  });

  it("has no row that has not arrived whole, unless the input ends with it", () => {
    expect(table("lat\n1\n2", false).rows).toEqual([["1"]]);
    expect(table("lat\n1\n2").rows).toEqual([["1"], ["2"]]);
  });

  it("has 200 rows at most", () => {
    expect(table(`lat\n${"1\n".repeat(300)}`).rows).toHaveLength(200);
  });

  it("leaves out rows with broken quotes", () => {
    expect(table('lat;lon\n"1"x;2\n3;4\n').rows).toEqual([["3", "4"]]);
  });
});

describe("the sample of plain lines", () => {
  it("has a text for each line, without comments and blank lines", () => {
    const { names, rows } = Samples.lineSample(utf8Bytes("# x\n1 2\r\n\n3 4"), "#", true);
    expect(names).toEqual([]);
    expect(rows).toEqual([["1 2"], ["3 4"]]);
  });
});

describe("the sample of JSON", () => {
  it("has the paths of all members in their order, and the texts of scalars", () => {
    const values = [
      { id: 1, gps: { lat: 2.5, tags: ["x"] } },
      { id: null, note: "n" },
    ];
    const { names, rows } = Samples.jsonSample("json", values, false, true);
    expect(names).toEqual(["id", "gps", "gps.lat", "gps.tags", "note"]);
    expect(rows).toEqual([
      ["1", "", "2.5", "", ""],
      ["", "", "", "", "n"],
    ]);
  });

  it("has the properties of features", () => {
    const feature = { type: "Feature", properties: { code: "NLD 49.4V" }, geometry: null };
    const { names, rows, values } = Samples.jsonSample("geojson", [feature], true, true);
    expect([names, rows, values]).toEqual([["code"], [["NLD 49.4V"]], [feature]]);
  });

  it("has the complete elements of an array that is cut", () => {
    expect(Samples.elementValues(utf8Bytes('[{"a":1},{"a":'), 1)).toEqual([{ a: 1 }]);
    expect(Samples.elementValues(utf8Bytes("[1,2]3"), 1)).toEqual([1, 2]);
  });

  it("has the values of complete lines", () => {
    expect(Samples.lineValues(utf8Bytes('\u001e{"a":1}\nx\n2\n3'), 0, false)).toEqual([
      { a: 1 },
      2,
    ]);
  });
});
