/**
 * The file of `--rejects`: a csv table of the rows that failed, as they were in their inputs. Threads write
 * the fields of a row that they know; the file and the line number are added where the results are in order.
 */
import type { FailedRow } from "../../batch/rows/results.ts";
import { quotedField } from "../../batch/text.ts";
import { ByteWriter, preEncoded } from "../../bytes.ts";
import { COMMA, QUOTE } from "../../characters.ts";
import { MAX_DECIMAL_BYTES } from "../../internal.ts";
import { displayName } from "./file-names.ts";

/** The header of the table. */
export const REJECTS_HEADER = new TextEncoder().encode("file,line,column,reason,row\n");

const DELIMITER = ",";

/** Appends bytes with their quotes doubled. They need not be UTF-8. */
function appendQuoted(writer: ByteWriter, bytes: Uint8Array): void {
  writer.reserve(2 * bytes.length);
  for (const byte of bytes) {
    writer.appendByte(byte);
    if (byte === QUOTE) writer.appendByte(QUOTE);
  }
}

/** The failed rows of a task. Plain data, so that a thread can send it. */
export interface TaskRejects {
  /** The columns from `column` on, row after row. */
  readonly bytes: Uint8Array;
  /** Where each row starts in the bytes. They may begin with the rest of a row of the previous task. */
  readonly starts: Int32Array;
  /** The line that each row begins on, from 1, counted from the start of the task. */
  readonly lines: Int32Array;
}

/** Collects the failed rows of one task after another, in memory that stays. */
export class RejectsCollector {
  readonly #writer = new ByteWriter(0);
  #starts: number[] = [];
  #lines: number[] = [];

  /**
   * Adds a row, or the next part of one that is too long. Parts of one row may be in several tasks.
   * @param line where the row begins, counted from the start of the task
   */
  add({ column = "", message, bytes, isFirst, isLast }: FailedRow, line: number): void {
    const writer = this.#writer;
    if (isFirst) {
      this.#starts.push(writer.length);
      this.#lines.push(line);
      const [name, reason] = [column, message].map((text) => quotedField(text, DELIMITER));
      writer.appendText(`${name},${reason},"`);
    }
    appendQuoted(writer, bytes);
    if (isLast) writer.appendText('"\n');
  }

  /** Takes the collected rows; undefined if there are none. */
  take(): TaskRejects | undefined {
    if (this.#writer.length === 0) return undefined;
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
 * Completes the rows of a task.
 * @param writer to which they are appended
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
  writer.append(bytes, 0, starts[0] ?? bytes.length);
  for (let index = 0; index < starts.length; index++) {
    writer.appendEncoded(file);
    writer.appendDecimal(linesBefore + lines[index]);
    writer.appendByte(COMMA);
    writer.appendFew(bytes, starts[index], starts[index + 1] ?? bytes.length);
  }
}
