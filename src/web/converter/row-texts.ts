/** Finds the rows in the bytes of a table, and the cells in the text of a row. */
import type { RowReader } from "../../batch/rows/row.ts";
import { fieldsOf } from "../../batch/syntax/fields.ts";
import { coordinateText } from "../wording.ts";
import type { OutputTable } from "./conversion.ts";

/** The rows that are not blank: the offset of each, and the end; its number in a spreadsheet, where blank rows count. */
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
