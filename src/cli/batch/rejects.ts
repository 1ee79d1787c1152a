/**
 * The file of `--rejects`: a csv table of the rows that failed, as they were in their inputs. Threads write the fields of
 * a row that they know; the file and the line are added where the results are in order.
 */
import type { FailedRow } from "../../batch/rows/results.ts";
import { quotedField } from "../../batch/text.ts";
import { ByteWriter, preEncoded } from "../../bytes.ts";
import { COMMA, QUOTE } from "../../characters.ts";
import { MAX_DECIMAL_BYTES } from "../../library/decimal-writing.ts";
import { displayName } from "./files.ts";

/** The header of the table. */
export const REJECTS_HEADER = Buffer.from("file,line,column,reason,row\n");

const DELIMITER = ",";

/** The failed rows of a task. A text for each row would take 150 MB if all rows fail. */
export interface TaskRejects {
  /** The columns from `column` on, row after row. */
  readonly bytes: Uint8Array;
  /** Where each row starts in the bytes. */
  readonly starts: Int32Array;
  /** The line that each row begins on, from 1, counted from the start of the task. */
  readonly lines: Int32Array;
}

/** Collects the failed rows of one task after another, in memory that stays. */
export class RejectsCollector {
  readonly #writer = new ByteWriter(0);
  #starts: number[] = [];
  #lines: number[] = [];

  /** @param line where the row begins, counted from the start of the task */
  add({ column = "", message, bytes }: FailedRow, line: number): void {
    const writer = this.#writer;
    this.#starts.push(writer.length);
    this.#lines.push(line);
    const [name, reason] = [column, message].map((text) => quotedField(text, DELIMITER));
    writer.appendText(`${name},${reason},"`);
    writer.reserve(2 * bytes.length);
    // The bytes of a row need not be UTF-8.
    for (const byte of bytes) {
      writer.appendByte(byte);
      if (byte === QUOTE) writer.appendByte(QUOTE);
    }
    writer.appendText('"\n');
  }

  /** Takes the collected rows; undefined if there are none. */
  take(): TaskRejects | undefined {
    if (this.#starts.length === 0) return undefined;
    const rejects = {
      bytes: this.#writer.written().slice(),
      starts: Int32Array.from(this.#starts),
      lines: Int32Array.from(this.#lines),
    };
    this.#writer.length = 0;
    this.#starts = [];
    this.#lines = [];
    return rejects;
  }
}

/**
 * Writes the rows of a task to the table.
 * @param path of the input
 * @param linesBefore line feeds of the input before the task
 */
export function appendRejects(
  writer: ByteWriter,
  { bytes, starts, lines }: TaskRejects,
  path: string,
  linesBefore: number,
): void {
  const file = preEncoded(`${quotedField(displayName(path), DELIMITER)},`);
  // A text for each row would double the time and take 40 MB.
  writer.reserve(bytes.length + starts.length * (file.length + MAX_DECIMAL_BYTES + 1));
  for (let index = 0; index < starts.length; index++) {
    writer.appendEncoded(file);
    writer.appendDecimal(linesBefore + lines[index]);
    writer.appendByte(COMMA);
    writer.appendFew(bytes, starts[index], starts[index + 1] ?? bytes.length);
  }
}
