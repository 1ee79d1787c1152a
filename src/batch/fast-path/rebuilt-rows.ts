/** The fast path of rows whose output is built from ranges of their bytes, by the template of their shape. */
import { QUOTE } from "../formats/scan.ts";
import type { OutputBuffer } from "../output.ts";
import { createRanges, type FastConversion } from "./conversions.ts";
import { FALL_BACK, type FastPath } from "./copied-rows.ts";
import type { RowReader } from "./row-reader.ts";
import { NO_SLOT, type RequiredText, type RowShape } from "./shapes.ts";
import { isNull } from "./templates.ts";

const encoder = new TextEncoder();

/** Whether a range has these bytes. */
function isText(bytes: Uint8Array, from: number, to: number, text: Uint8Array): boolean {
  if (to - from !== text.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[from + index] !== text[index]) return false;
  }
  return true;
}

/** In place of the bytes of a quote: there is no value, or one that the fast path does not convert. */
const ABSENT = -1;
const REJECTED = -2;

/** How the values to convert stand in rows: fields; JSON numbers or strings; JSON strings or null. */
export type ValueForm = "field" | "number" | "string";

export class TemplateFastPath implements FastPath {
  private readonly reader: RowReader;
  private readonly conversion: FastConversion;
  private readonly form: ValueForm;
  private readonly between: Uint8Array;
  private readonly ranges = createRanges();

  /** @param between goes between two rows of a chunk; other texts around rows are part of the templates */
  constructor(reader: RowReader, conversion: FastConversion, form: ValueForm, between: string) {
    this.reader = reader;
    this.conversion = conversion;
    this.form = form;
    this.between = encoder.encode(between);
  }

  convert(bytes: Uint8Array, from: number, output: OutputBuffer): number {
    const reader = this.reader;
    const conversion = this.conversion;
    const between = this.between;
    const shape = reader.read(bytes, from);
    if (shape === undefined || !this.hasRequired(bytes, shape.required)) return FALL_BACK;
    if (!this.findValues(bytes, shape) || !conversion.convert(bytes, this.ranges)) return FALL_BACK;
    const { template } = shape;
    const start = output.end;
    const texts = between.length + template.textBytes;
    const rows = conversion.rows();
    output.reserve((reader.next - from + texts) * rows + conversion.maxBytes());
    for (let row = 0; row < rows; row++) {
      if (output.end > 0) output.appendFew(between, 0, between.length);
      if (template.write(output, bytes, reader.starts, reader.ends, conversion, row)) continue;
      output.end = start;
      return FALL_BACK;
    }
    return reader.next;
  }

  private hasRequired(bytes: Uint8Array, required: readonly RequiredText[]): boolean {
    const { starts, ends } = this.reader;
    for (let index = 0; index < required.length; index++) {
      const { slot, text } = required[index];
      if (!isText(bytes, starts[slot], ends[slot], text)) return false;
    }
    return true;
  }

  /** Sets the ranges of the values. @returns false if the fast path does not convert one of them */
  private findValues(bytes: Uint8Array, { first, second, third }: RowShape): boolean {
    const ranges = this.ranges;
    const firstQuote = this.quoteOf(bytes, first);
    const secondQuote = this.quoteOf(bytes, second);
    const thirdQuote = this.quoteOf(bytes, third);
    ranges.firstFrom = this.startOf(first, firstQuote);
    ranges.firstTo = this.endOf(first, firstQuote);
    ranges.secondFrom = this.startOf(second, secondQuote);
    ranges.secondTo = this.endOf(second, secondQuote);
    ranges.thirdFrom = this.startOf(third, thirdQuote);
    ranges.thirdTo = this.endOf(third, thirdQuote);
    return firstQuote !== REJECTED && secondQuote !== REJECTED && thirdQuote !== REJECTED;
  }

  /** The bytes of the quote around a value, ABSENT if there is no value, or REJECTED. */
  private quoteOf(bytes: Uint8Array, slot: number): number {
    if (slot === NO_SLOT) return ABSENT;
    if (this.form === "field") return 0;
    const start = this.reader.starts[slot];
    if (bytes[start] === QUOTE) return 1;
    if (this.form === "number") return 0;
    return isNull(bytes, start) ? ABSENT : REJECTED;
  }

  private startOf(slot: number, quote: number): number {
    return quote < 0 ? 0 : this.reader.starts[slot] + quote;
  }

  private endOf(slot: number, quote: number): number {
    return quote < 0 ? 0 : this.reader.ends[slot] - quote;
  }
}
