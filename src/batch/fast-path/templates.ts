/**
 * Templates of output rows: texts that are the same in all rows of a shape, and between them ranges of the input's
 * bytes, the results and the point. A row is written without a string or object.
 */
import { BACKSLASH, CARRIAGE_RETURN, LINE_FEED, QUOTE, SPACE } from "../../characters.ts";
import { isJsonSpace } from "../formats/scan.ts";
import { type OutputBuffer, type PaddedText, paddedText, WORD_PADDING } from "../output.ts";
import { viewOf } from "../text.ts";
import type { FastConversion } from "./conversions.ts";

/** How a range of the input becomes part of the output. */
export type CopyRange = (
  output: OutputBuffer,
  bytes: Uint8Array,
  from: number,
  to: number,
) => boolean;

/** Copies JSON. Line ends within it, which are white space, become one space. */
export function copyJson(output: OutputBuffer, bytes: Uint8Array, from: number, to: number): true {
  const hasRoom = to + WORD_PADDING <= bytes.length;
  if (!hasRoom || !output.appendLine(viewOf(bytes), from, to)) joinLines(output, bytes, from, to);
  return true;
}

/** As copyJson, byte by byte. */
function joinLines(output: OutputBuffer, bytes: Uint8Array, from: number, to: number): void {
  const target = output.bytes;
  const start = output.end;
  let end = start;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      while (end > start && isJsonSpace(target[end - 1])) end--;
      while (at + 1 < to && isJsonSpace(bytes[at + 1])) at++;
      target[end++] = SPACE;
    } else {
      target[end++] = byte;
    }
  }
  output.end = end;
}

/** Copies a text between the quotes of a JSON string. @returns false if it would have to be escaped */
export function copyIntoString(
  output: OutputBuffer,
  bytes: Uint8Array,
  from: number,
  to: number,
): boolean {
  const target = output.bytes;
  let end = output.end;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return false;
    target[end++] = byte;
  }
  output.end = end;
  return true;
}

/** Copies a text as a field of a table. @returns false if it would have to be quoted */
function copyBare(
  output: OutputBuffer,
  bytes: Uint8Array,
  from: number,
  to: number,
  delimiter: number,
): boolean {
  const target = output.bytes;
  let end = output.end;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    const isLineEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
    if (byte === delimiter || byte === QUOTE || isLineEnd) return false;
    target[end++] = byte;
  }
  output.end = end;
  return true;
}

/** Copies fields into tables with this delimiter. */
export function createFieldCopy(delimiter: number): CopyRange {
  return (output, bytes, from, to) => copyBare(output, bytes, from, to, delimiter);
}

const NULL = new TextEncoder().encode("null");

/** Whether a value is null: no other value begins with its first byte. */
export function isNull(bytes: Uint8Array, from: number): boolean {
  return bytes[from] === NULL[0];
}

/** Copies JSON values into tables with this delimiter: the content of strings, nothing for null. */
export function createValueCopy(delimiter: number): CopyRange {
  return (output, bytes, from, to) => {
    if (isNull(bytes, from)) return true;
    if (bytes[from] !== QUOTE) return copyBare(output, bytes, from, to, delimiter);
    for (let at = from + 1; at < to - 1; at++) if (bytes[at] === BACKSLASH) return false;
    return copyBare(output, bytes, from + 1, to - 1, delimiter);
  };
}

/** Writes the results of a row of the output, or the message of a row that fails. */
export type WriteResults = (output: OutputBuffer, conversion: FastConversion, row: number) => void;

/** In place of a slot: the results, the point of the row, or nothing. */
const RESULTS = -1;
const POINT = -2;
const NOTHING = -3;

/** The rows of one shape as they are written. */
export class RowTemplate {
  private readonly texts: PaddedText[] = [];
  /** What follows each text: a slot, or one of the values above. */
  private readonly values: number[] = [];
  private readonly copy: CopyRange;
  private readonly results: WriteResults;
  private text = "";
  /** The length of all texts. */
  textBytes = 0;

  /** @param copy copies the ranges of the row */
  constructor(copy: CopyRange, results: WriteResults) {
    this.copy = copy;
    this.results = results;
  }

  addText(text: string): this {
    this.text += text;
    return this;
  }

  addSlot(slot: number): this {
    return this.add(slot);
  }

  addResults(): this {
    return this.add(RESULTS);
  }

  addPoint(): this {
    return this.add(POINT);
  }

  /** Ends the template. @param keyBytes the length of the texts that `results` writes besides the results */
  close(keyBytes: number): this {
    this.textBytes += keyBytes;
    return this.add(NOTHING);
  }

  private add(value: number): this {
    const text = paddedText(this.text);
    this.texts.push(text);
    this.values.push(value);
    this.textBytes += text.length;
    this.text = "";
    return this;
  }

  /**
   * Writes a row of the output, which has room for its ranges, for `textBytes` and for the results.
   * @param row the number of the row, for conversions that make several of one
   * @returns false, with a part of the row written, if a range cannot be copied
   */
  write(
    output: OutputBuffer,
    bytes: Uint8Array,
    starts: Int32Array,
    ends: Int32Array,
    conversion: FastConversion,
    row: number,
  ): boolean {
    const texts = this.texts;
    const values = this.values;
    const copy = this.copy;
    for (let index = 0; index < texts.length; index++) {
      const value = values[index];
      output.appendPadded(texts[index]);
      if (value >= 0) {
        if (!copy(output, bytes, starts[value], ends[value])) return false;
      } else if (value === RESULTS) {
        this.results(output, conversion, row);
      } else if (value === POINT) {
        conversion.writePoint(output);
      }
    }
    return true;
  }
}
