/**
 * The file of `--rejects`: a csv table of the rows that failed, as they were in their inputs. Threads write
 * the fields of a row that they know; the file and the line number are added where the results are in order.
 */
import type { FailedRow } from "../../batch/rows/results.ts";
import { QUOTE } from "../../characters.ts";
import { displayName } from "./file-names.ts";

/** The header of the table. */
export const REJECTS_HEADER = new TextEncoder().encode("file,line,column,reason,row\n");

const QUOTE_TEXT = '"';
const encoder = new TextEncoder();
const ROW_END = encoder.encode('"\n');

function quotedField(text: string): string {
  return /[",\r\n]/.test(text)
    ? `${QUOTE_TEXT}${text.replaceAll(QUOTE_TEXT, QUOTE_TEXT + QUOTE_TEXT)}${QUOTE_TEXT}`
    : text;
}

/** The bytes with their quotes doubled. They need not be UTF-8. */
function withDoubleQuotes(bytes: Uint8Array): Uint8Array {
  let quotes = 0;
  for (const byte of bytes) if (byte === QUOTE) quotes++;
  if (quotes === 0) return bytes.slice();
  const doubled = new Uint8Array(bytes.length + quotes);
  let at = 0;
  for (const byte of bytes) {
    doubled[at++] = byte;
    if (byte === QUOTE) doubled[at++] = QUOTE;
  }
  return doubled;
}

/** The failed rows of a task. Plain data, so that a thread can send it. */
export interface TaskRejects {
  /** The columns from `column` on, row after row. */
  readonly bytes: Uint8Array;
  /** Where each row starts in the bytes. They may begin with the rest of a row of the previous task. */
  readonly starts: readonly number[];
  /** The line that each row begins on, from 1, counted from the start of the task. */
  readonly lines: readonly number[];
}

/** Collects the failed rows of a task. */
export class RejectsCollector {
  readonly #parts: Uint8Array[] = [];
  readonly #starts: number[] = [];
  readonly #lines: number[] = [];
  #length = 0;

  /**
   * Adds a row, or the next part of one that is too long. Parts of one row may be in several tasks.
   * @param line where the row begins, counted from the start of the task
   */
  add({ column, message, bytes, isFirst, isLast }: FailedRow, line: number): void {
    if (isFirst) {
      this.#starts.push(this.#length);
      this.#lines.push(line);
      this.#append(encoder.encode(`${quotedField(column ?? "")},${quotedField(message)},"`));
    }
    this.#append(withDoubleQuotes(bytes));
    if (isLast) this.#append(ROW_END);
  }

  #append(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** The collected rows; undefined if there are none. */
  get rejects(): TaskRejects | undefined {
    if (this.#length === 0) return undefined;
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return { bytes, starts: this.#starts, lines: this.#lines };
  }
}

/**
 * Completes the rows of a task.
 * @param path of the input
 * @param linesBefore line feeds of the input before the task
 */
export function rejectedRows(
  { bytes, starts, lines }: TaskRejects,
  path: string,
  linesBefore: number,
): Uint8Array {
  const file = quotedField(displayName(path));
  const parts = [bytes.subarray(0, starts[0])];
  for (const [index, start] of starts.entries()) {
    parts.push(encoder.encode(`${file},${linesBefore + lines[index]},`));
    parts.push(bytes.subarray(start, starts[index + 1]));
  }
  return Buffer.concat(parts);
}
