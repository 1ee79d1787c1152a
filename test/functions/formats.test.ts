/** The formats of rows: escapes, lists, tuples, JSON and chunks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ESCAPES, type Escapes, readField } from "../../src/functions/tab-rows.ts";
import { encode } from "../../src/index.ts";
import { point, runs } from "../support/arbitraries.ts";
import { answer, answerBlocks, defineFunction } from "./functions.ts";

const AMSTERDAM = "52.376514\t4.908543\n";

function fieldText(
  text: string,
  escapes: Escapes = ESCAPES.TabSeparated,
): string | null | undefined {
  const bytes = new TextEncoder().encode(text);
  return readField(bytes, 0, bytes.length, escapes);
}

describe("a field of COPY", () => {
  it.each([
    ["\\N", null],
    ["\\b\\f\\n\\r\\t\\v\\\\", "\b\f\n\r\t\v\\"],
    ["\\60\\060\\0601", "0001"],
    ["\\1018\\7\\08", "A8\x07\x008"],
    ["\\x41\\x4z\\xz\\x411", "A\x04zxzA1"],
    ["\\303\\251", "é"],
    ["\\a\\8\\.", "a8."],
    ["\\065\\", undefined],
  ])("%j is read as %j, as in PostgreSQL", (text, value) => {
    expect(fieldText(text, ESCAPES.COPY)).toBe(value);
  });

  it("is converted as the text that it stands for", () => {
    const definition = defineFunction("encode", "lat,lon", "local", { format: "COPY" });
    expect(answer(definition, "\\065\\x32.376514\t4\\56908543\n")).toBe("NLD 49.4V\n");
  });

  it("is a list of PostgreSQL where all mapcodes are returned", () => {
    const definition = defineFunction("encode", "lat,lon", "all", { format: "COPY" });
    expect(answer(definition, "0\t-30\n\\N\t0\n")).toBe('{"AAA HDX7Y.F0MG"}\n\\N\n');
  });
});

describe("a field of TabSeparated", () => {
  it.each([
    ["", ""],
    ["a b", "a b"],
    ["\\N", null],
    ["\\\\N", "\\N"],
    ["\\t\\n\\r\\b\\f\\v\\a\\0", "\t\n\r\b\f\v\x07\0"],
    ["\\'\\\"\\\\\\/", "'\"\\/"],
    ["\\x41\\x4z\\xz", "A\x04zxz"],
    ["Zürich 東京", "Zürich 東京"],
    ["abc\\", undefined],
    ["\\\\\\", undefined],
  ])("%j is read as %j", (text, value) => {
    expect(fieldText(text)).toBe(value);
  });

  it("is what ClickHouse and PostgreSQL have escaped", () => {
    // By their documents: ClickHouse escapes the first set, COPY the second one.
    const clickHouse = {
      "\b": "b",
      "\f": "f",
      "\r": "r",
      "\n": "n",
      "\t": "t",
      "\0": "0",
      "'": "'",
      "\\": "\\",
    };
    const postgres = {
      "\b": "b",
      "\f": "f",
      "\n": "n",
      "\r": "r",
      "\t": "t",
      "\v": "v",
      "\\": "\\",
    };
    const texts = fc.string({ unit: fc.constantFrom(..."\b\f\r\n\t\v'\\N0x4é") });
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom<Record<string, string>>(clickHouse, postgres),
        (text, written) => {
          const isSafe = written === clickHouse || !text.includes("\0");
          fc.pre(isSafe);
          const escaped = Array.from(text, (char) => (written[char] ? `\\${written[char]}` : char));
          expect(fieldText(escaped.join(""))).toBe(text);
          if (written === postgres) expect(fieldText(escaped.join(""), ESCAPES.COPY)).toBe(text);
        },
      ),
      runs(300),
    );
  });
});

describe("answers in TabSeparated", () => {
  it("write lists as ClickHouse or PostgreSQL reads them", () => {
    const clickHouse = defineFunction("encode", "lat,lon", "all");
    const postgres = defineFunction("encode", "lat,lon", "all", { lists: "postgresql" });
    const rows = `${AMSTERDAM}x\t1\n`;
    const codes = encode(52.376514, 4.908543).map(String);
    expect(answer(clickHouse, rows)).toBe(`[${codes.map((code) => `'${code}'`)}]\n[]\n`);
    expect(answer(postgres, rows)).toBe(`{${codes.map((code) => `"${code}"`)}}\n\\N\n`);
  });

  it("write several values as columns or as one tuple", () => {
    const rows = "49.4V\nnonsense\n";
    const columns = defineFunction("decode", "code", "lat,lon", { territory: "NLD" });
    const tuple = defineFunction("decode", "code", "lat,lon", { territory: "NLD", tuple: true });
    expect(answer(columns, rows)).toBe("52.37651400000124\t4.908543375\n\\N\t\\N\n");
    expect(answer(tuple, rows)).toBe("(52.37651400000124,4.908543375)\n(NULL,NULL)\n");
  });

  it("escape quotes and backslashes of reasons in tuples", () => {
    const definition = defineFunction("encode", "lat,lon", "local", {
      tuple: true,
      withErrors: true,
    });
    expect(answer(definition, "it\\\\s\t1\n")).toBe(
      "(NULL,'The latitude \\'it\\\\s\\' is not a decimal number of degrees.')\n",
    );
  });

  it("write JSON that needs no reading of texts", () => {
    const definition = defineFunction("encode", "lat,lon", "json");
    expect(JSON.parse(answer(definition, "0\t-30\n"))).toEqual({
      international: "HDX7Y.F0MG",
      mapcodes: [{ territory: "AAA", mapcode: "HDX7Y.F0MG" }],
    });
    const { territory, mapcode, international, mapcodes } = JSON.parse(
      answer(definition, AMSTERDAM),
    );
    expect([territory, mapcode, international]).toEqual(["NLD", "49.4V", "VHXGB.1J9J"]);
    expect(mapcodes).toHaveLength(5);
  });
});

describe("JSONEachRow", () => {
  it("gives the same results as TabSeparated", () => {
    fc.assert(
      fc.property(fc.array(point), fc.constantFrom("local", "international"), (points, returns) => {
        const json = defineFunction("encode", "lat,lon", returns, { format: "JSONEachRow" });
        const rows = points.map(([lat, lon]) => `${JSON.stringify({ lon, lat })}\n`);
        const answers = answer(json, rows.join(""), [7, 40]);
        const lines = answers.split("\n").slice(0, -1);
        const values = lines.map((line) => `${JSON.parse(line).result ?? "\\N"}\n`);
        const tabs = points.map(([lat, lon]) => `${lat}\t${lon}\n`).join("");
        expect(values.join("")).toBe(answer(defineFunction("encode", "lat,lon", returns), tabs));
      }),
      runs(30),
    );
  });

  it("has members for columns, errors and tuples", () => {
    const row = '{"code":"NLD 49.4V","context":null,"id":7}\n';
    const format = "JSONEachRow";
    const point = { lat: 52.37651400000124, lon: 4.908543375 };
    const answerOf = (options: object) => {
      return JSON.parse(
        answer(defineFunction("decode", "code,context", "lat,lon", { format, ...options }), row),
      );
    };
    expect(answerOf({})).toEqual(point);
    expect(answerOf({ withErrors: true })).toEqual({ ...point, error: null });
    expect(answerOf({ withErrors: true, tuple: true })).toEqual({
      result: { ...point, error: null },
    });
  });

  it("answers rows that are no objects, lack members or have values of other types", () => {
    const definition = defineFunction("encode", "lat,lon", "local", {
      format: "JSONEachRow",
      withErrors: true,
    });
    const rows = [
      "",
      "{",
      "[1,2]",
      '{"lat":1}',
      '{"lat":true,"lon":1}',
      '{"lat":[1],"lon":1}',
      '{"lat":null,"lon":1}',
    ];
    const lines = answer(definition, rows.map((row) => `${row}\r\n`).join(""))
      .split("\n")
      .slice(0, -1);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [
        "The row is not a JSON object.",
        "The row is not a JSON object.",
        "The row is not a JSON object.",
        "The row has no member lon.",
        "The latitude 'true' is not a decimal number of degrees.",
        "The latitude '[1]' is not a decimal number of degrees.",
        null,
      ].map((error) => ({ code: null, error })),
    );
  });
});

describe("chunks", () => {
  const definition = defineFunction("encode", "lat,lon", "local", { sendChunkHeader: true });

  it("begin with their number of rows, which is not answered", () => {
    const input = `2\n${AMSTERDAM}x\t1\n0\n1\n${AMSTERDAM}`;
    const answers = "NLD 49.4V\n\\N\nNLD 49.4V\n";
    expect(answer(definition, input)).toBe(answers);
    expect(answer(definition, input, [1])).toBe(answers);
  });

  it("are answered before the next one comes", () => {
    expect(answerBlocks(definition, `1\n${AMSTERDAM}1\n${AMSTERDAM}`, [21])).toEqual([
      "NLD 49.4V\n",
      "NLD 49.4V\n",
      "",
    ]);
  });

  it("that begin otherwise end the function with a message", () => {
    expect(() => answer(definition, AMSTERDAM)).toThrow(
      "A chunk begins with '52.376514\t4.908543', not with its number of rows. Omit --send-chunk-header unless the engine sends it.",
    );
    expect(() => answer(definition, "x".repeat(5000), [10])).toThrow("A chunk begins with 'xx");
    expect(() => answer(definition, `3\n${AMSTERDAM}`)).toThrow(
      "The input ends 2 rows before its last chunk.",
    );
  });
});
