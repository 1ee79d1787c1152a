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

  it.each([",", "\t"])("between delimiters %j are those that csv-parse finds", (delimiter) => {
    const part = fc.constantFrom('"', '"', '""', delimiter, "a", "é", " ", "\r", "");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 10 }), (parts) => {
        // A row that is empty is none to the parser.
        const text = `x${delimiter}${parts.join("")}`;
        const fields = fieldsOf(text, delimiter);
        // With commas, text behind closing quotes is an error.
        const isStrict = delimiter === "," && fields === undefined;
        expect(fields).toEqual(parsedFields(text, delimiter, !isStrict));
      }),
      runs(2000),
    );
  });
});
