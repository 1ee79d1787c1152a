/** Fields of a table's row: taken apart, and written so that they are read again. */
import { createRequire } from "node:module";

type CsvParse = typeof import("csv-parse/sync");

const require = createRequire(import.meta.url);

let csvParse: CsvParse | undefined;

/** Loaded when it is needed: that takes 5 milliseconds, and few rows have quotes. */
function parser(): CsvParse["parse"] {
  csvParse ??= require("csv-parse/sync") as CsvParse;
  return csvParse.parse;
}

export const BROKEN_QUOTES = "The quotes of the row are broken";

/**
 * The fields of a row.
 * @param text the row without its line end
 * @returns undefined when its quotes are broken
 */
export function splitFields(text: string, delimiter: string): readonly string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  try {
    const rows = parser()(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      // Tables with tabs have quotes within fields as characters: 5" pipe.
      relax_quotes: delimiter === "\t",
    });
    return rows.length === 1 ? rows[0] : undefined;
  } catch {
    return undefined;
  }
}

/** A field as it is written in a table: in quotes where it would be read as something else. */
export function writtenField(field: string, delimiter: string): string {
  const isPlain = !/["\r\n]/.test(field) && !field.includes(delimiter);
  return isPlain ? field : `"${field.replaceAll('"', '""')}"`;
}
