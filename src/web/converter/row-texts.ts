/** Finds the rows in the bytes of a table, and the cells in the text of a row. */
import type { RowReader } from "../../batch/rows/row.ts";
import { fieldsOf } from "../../batch/syntax/fields.ts";
import { coordinateText } from "../wording.ts";

/**
 * Finds the rows that are not blank, as a batch reads them.
 * @param bytes a whole file in UTF-8
 * @returns starts: the offset of each in bytes, and the end of the last one. numbers: the number of each in a
 *   spreadsheet, from 1, where blank rows count
 */
export function findRows(bytes: Uint8Array, reader: RowReader) {
  const [starts, numbers]: [number[], number[]] = [[], []];
  for (let [at, number] = [0, 1]; at < bytes.length; number++) {
    const start = at;
    at = reader.next(bytes, at);
    if (reader.row.isBlank) continue;
    starts.push(start);
    numbers.push(number);
  }
  starts.push(bytes.length);
  return { starts, numbers };
}

/** A csv output with the names of the columns of its input. */
export interface OutputTable {
  readonly names: readonly string[];
  readonly output: Blob;
  readonly delimiter: string;
  /** The offset of each row. */
  readonly starts: Float64Array<ArrayBuffer>;
}

/** Reads a row by its number, from 1. @returns the cells of the input; the result in a few words, or `error` */
export async function readRow(table: OutputTable, row: number) {
  const { names, output, delimiter, starts } = table;
  const line = await output.slice(starts[row], starts[row + 1]).text();
  const text = line.replace(/\r?\n$/, "");
  const cells = [...(fieldsOf(text, delimiter) ?? [text])];
  const results = cells.splice(names.length);
  if (results.pop() !== "") return { cells, result: "error" };
  const [territory, code, international] = results;
  const [latDeg, lonDeg] = results.map(Number);
  // A mapcode becomes a latitude and a longitude.
  if (results.length === 2) return { cells, result: coordinateText({ latDeg, lonDeg }) };
  return { cells, result: code === "" ? international : `${territory} ${code}` };
}
