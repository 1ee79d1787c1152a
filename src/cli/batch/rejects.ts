/**
 * The file of `--rejects`: a csv table of the rows that failed, as they were in their inputs. Threads write the fields of
 * a row that they know; the file and the line are added where the results are in order. Texts have a character for each
 * byte (Latin 1), as the bytes of a row need not be UTF-8.
 */
import type { FailedRow } from "../../batch/rows/results.ts";
import { quotedField } from "../../batch/text.ts";
import { displayName } from "./files.ts";

/** The header of the table. */
export const REJECTS_HEADER = Buffer.from("file,line,column,reason,row\n");

const DELIMITER = ",";

function fieldOf(text: string): string {
  return Buffer.from(quotedField(text, DELIMITER)).toString("latin1");
}

/** The columns of a failed row from `column` on. */
export function rejectedRow({ column = "", message, bytes }: FailedRow): string {
  const row = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return `${fieldOf(column)},${fieldOf(message)},"${row.replaceAll('"', '""')}"\n`;
}

/**
 * The rows of a task in the table.
 * @param path of the input
 * @param linesBefore line feeds of the input before the task
 */
export function rejectsOf(
  rejects: readonly (readonly [line: number, row: string])[],
  path: string,
  linesBefore: number,
): Uint8Array {
  const file = fieldOf(displayName(path));
  const rows = rejects.map(([line, row]) => `${file},${linesBefore + line},${row}`);
  return Buffer.from(rows.join(""), "latin1");
}
