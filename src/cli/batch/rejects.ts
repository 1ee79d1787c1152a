/** The file of `--rejects`: a csv table of the rows that failed, as they were in their inputs. */
import type { FailedRow } from "../../batch/rows/row-errors.ts";
import { quotedField } from "../../batch/text.ts";
import type { ByteWriter } from "../../bytes.ts";
import { QUOTE } from "../../characters.ts";
import { displayName } from "./files.ts";

/** The header of the table. */
export const REJECTS_HEADER = Buffer.from("file,line,column,reason,row\n");

/** Appends a row to the table. @param line where it begins in the input, from 1 */
export function appendReject(
  writer: ByteWriter,
  path: string,
  line: number,
  { column = "", message, bytes }: FailedRow,
): void {
  const [file, name, reason] = [displayName(path), column, message].map((text) =>
    quotedField(text, ","),
  );
  writer.appendText(`${file},${line},${name},${reason},"`);
  writer.reserve(2 * bytes.length);
  // The bytes of a row need not be UTF-8.
  for (const byte of bytes) {
    writer.appendByte(byte);
    if (byte === QUOTE) writer.appendByte(QUOTE);
  }
  writer.appendText('"\n');
}
