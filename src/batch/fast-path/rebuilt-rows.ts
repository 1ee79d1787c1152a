/** The fast path of rows whose output is built from ranges of their bytes, by the template of their shape. */
import { QUOTE } from "../../characters.ts";
import { type OutputBuffer, type PaddedText, paddedText } from "../output.ts";
import { type FastConversion, MAX_RESULT_BYTES } from "./conversions.ts";
import type { FailureMessages } from "./failure-messages.ts";
import { FALL_BACK, type FastPath, UNCONVERTED } from "./paths.ts";
import type { RowReader } from "./row-reader.ts";
import { NO_SLOT, type RowShape } from "./shapes.ts";
import { isNull, type RowTemplate } from "./templates.ts";
import { ABSENT, createRanges } from "./value-ranges.ts";

/** In place of the bytes of a quote: there is no value, or one that the fast path does not convert. */
const NO_QUOTE = -1;
const REJECTED = -2;

/** How the values to convert stand in rows: fields; JSON numbers or strings; JSON strings or null. */
export type ValueForm = "field" | "number" | "string";

export class TemplateFastPath implements FastPath {
  private readonly reader: RowReader<RowShape>;
  private readonly conversion: FastConversion;
  private readonly failures: FailureMessages;
  private readonly form: ValueForm;
  private readonly between: PaddedText;
  private readonly ranges = createRanges();
  /** Where the row begins that was read. */
  private from = 0;
  /** The template of the row that `convert` has left. */
  private failed: RowTemplate | undefined;

  /** @param between goes between two rows of a chunk; other texts around rows are part of the templates */
  constructor(
    reader: RowReader<RowShape>,
    conversion: FastConversion,
    failures: FailureMessages,
    form: ValueForm,
    between: string,
  ) {
    this.reader = reader;
    this.conversion = conversion;
    this.failures = failures;
    this.form = form;
    this.between = paddedText(between);
  }

  convert(bytes: Uint8Array, from: number, output: OutputBuffer): number {
    const conversion = this.conversion;
    const shape = this.reader.read(bytes, from);
    if (shape === undefined || !this.findValues(bytes, shape)) return FALL_BACK;
    this.from = from;
    if (conversion.convert(bytes, this.ranges)) {
      return this.write(shape.template, bytes, output, conversion.rows(), conversion.maxBytes());
    }
    this.failed = conversion.hasResults() ? shape.incomplete : shape.failed;
    return UNCONVERTED;
  }

  writeFailed(bytes: Uint8Array, output: OutputBuffer): number {
    const messageBytes = this.failures.find(bytes, this.ranges);
    if (this.failed === undefined || messageBytes < 0) return FALL_BACK;
    return this.write(this.failed, bytes, output, 1, messageBytes + MAX_RESULT_BYTES);
  }

  learn(bytes: Uint8Array, message: string): void {
    this.failures.learn(bytes, this.ranges, message);
  }

  /**
   * Writes the rows of the output for the row that was read.
   * @param maxBytes the maximum length of what is written besides texts and ranges
   */
  private write(
    template: RowTemplate,
    bytes: Uint8Array,
    output: OutputBuffer,
    rows: number,
    maxBytes: number,
  ): number {
    const reader = this.reader;
    const conversion = this.conversion;
    const between = this.between;
    const start = output.end;
    const texts = between.length + template.textBytes;
    output.reserve((reader.next - this.from + texts) * rows + maxBytes);
    for (let row = 0; row < rows; row++) {
      if (output.end > 0) output.appendPadded(between);
      if (template.write(output, bytes, reader.starts, reader.ends, conversion, row)) continue;
      output.end = start;
      return FALL_BACK;
    }
    return reader.next;
  }

  /** Sets the ranges of the values. @returns false if the fast path does not convert one of them */
  private findValues(bytes: Uint8Array, shape: RowShape): boolean {
    const { first, second, territory, country } = shape;
    const form = this.form;
    const ranges = this.ranges;
    const nameForm = form === "field" ? "field" : "string";
    ranges.names = shape.names;
    const firstQuote = this.quoteOf(bytes, first, form);
    const secondQuote = this.quoteOf(bytes, second, form);
    const territoryQuote = this.quoteOf(bytes, territory, nameForm);
    const countryQuote = this.quoteOf(bytes, country, nameForm);
    ranges.firstFrom = this.startOf(first, firstQuote);
    ranges.firstTo = this.endOf(first, firstQuote);
    ranges.secondFrom = this.startOf(second, secondQuote);
    ranges.secondTo = this.endOf(second, secondQuote);
    ranges.territoryFrom = this.startOf(territory, territoryQuote);
    ranges.territoryTo = this.endOf(territory, territoryQuote);
    ranges.countryFrom = this.startOf(country, countryQuote);
    ranges.countryTo = this.endOf(country, countryQuote);
    const hasRejected = firstQuote === REJECTED || secondQuote === REJECTED;
    return !hasRejected && territoryQuote !== REJECTED && countryQuote !== REJECTED;
  }

  /** The bytes of the quote around a value, NO_QUOTE if there is no value, or REJECTED. */
  private quoteOf(bytes: Uint8Array, slot: number, form: ValueForm): number {
    if (slot === NO_SLOT) return NO_QUOTE;
    if (form === "field") return 0;
    const start = this.reader.starts[slot];
    if (bytes[start] === QUOTE) return 1;
    if (form === "number") return 0;
    return isNull(bytes, start) ? NO_QUOTE : REJECTED;
  }

  private startOf(slot: number, quote: number): number {
    return quote < 0 ? ABSENT : this.reader.starts[slot] + quote;
  }

  private endOf(slot: number, quote: number): number {
    return quote < 0 ? ABSENT : this.reader.ends[slot] - quote;
  }
}
