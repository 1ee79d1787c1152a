import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldsOf } from "../../src/batch/syntax/fields.ts";
import { runs } from "../support/arbitraries.ts";

/** The fields of a row by the published parser; undefined when it finds an error. */
function parsedFields(
  text: string,
  delimiter: string,
  allowsInnerQuotes: boolean,
): readonly string[] | undefined {
  try {
    const rows = parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      relax_quotes: allowsInnerQuotes,
    });
    return rows[0];
  } catch {
    return undefined;
  }
}

describe("the fields of a row", () => {
  it.each([
    ['"a, b",1', ["a, b", "1"]],
    ['"a ""b"" c","",', ['a "b" c', "", ""]],
    ['"a\nb",1', ["a\nb", "1"]],
    ['a"b,5" pipe', ['a"b', '5" pipe']],
    ['"a"b,1', undefined],
    ['"a,1', undefined],
  ])("of %j are %j", (text, fields) => {
    expect(fieldsOf(text, ",")).toEqual(fields);
  });

  it("between commas are those that csv-parse finds", () => {
    const part = fc.constantFrom('"', '"', '""', ",", "a", "é", " ", "\r", "");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 10 }), (parts) => {
        // A row that is empty is none to the parser.
        const text = `x,${parts.join("")}`;
        const fields = fieldsOf(text, ",");
        // Text behind closing quotes is an error.
        expect(fields).toEqual(parsedFields(text, ",", fields !== undefined));
      }),
      runs(2000),
    );
  });

  it("between tabs are what stands there, without quotes around it", () => {
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
