/** The results of a row as bytes. Outputs copy them. */
import { ByteWriter, preEncoded } from "../../bytes/byte-writer.ts";
import { MAX_DECIMAL_BYTES } from "../../bytes/decimal-writing.ts";
import { QUOTE } from "../../characters.ts";
import { MAX_CODES } from "../../tables/layout/point-index.ts";
import { quotedField } from "../byte-texts.ts";
import { hasKeys } from "../options/format-facts.ts";
import type { PlannedOptions } from "../options/options.ts";
import { resultNamesOf } from "../options/roles.ts";

const NULL = preEncoded("null");

export const TEXT_RESULTS = [
  "territory",
  "mapcode",
  "international",
  "territory_name",
  "country_name",
];

/** The results of the current row: lists, each of texts and then of numbers. */
export class Results {
  /** Whether the degrees of the row are a point: to encode, or decoded. */
  hasPoint = false;
  /** The number of lists: with `all`, one for each mapcode; otherwise 1, or 0 if there are no results. */
  listCount = 0;
  /** All results so far, without separators. Call `endText` after each text. An empty result is a missing one. */
  readonly texts = new ByteWriter(1024);
  /** The start of each result, and the end of the last one. */
  private readonly starts: Int32Array;
  private count = 0;
  private readonly width: number;
  /** The number of texts at the beginning of a list. */
  private readonly textCount: number;
  /** The names of results as members of JSON. */
  private readonly members: readonly string[];
  /** The delimiter of the output if its numbers have a decimal comma. */
  private readonly commaDelimiter: string | undefined;

  /** @param delimiter of a table; undefined for plain lines and JSON */
  constructor(options: PlannedOptions, delimiter = "\t") {
    const names = resultNamesOf(options);
    const hasComma = options.decimalComma && !hasKeys(options.to);
    this.width = names.length;
    this.starts = new Int32Array(names.length * MAX_CODES + 1);
    this.textCount = names.filter((name) => TEXT_RESULTS.includes(name)).length;
    this.members = names.map((name, index) => `${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    this.commaDelimiter = hasComma ? delimiter : undefined;
  }

  clear(): void {
    this.hasPoint = false;
    this.listCount = 0;
    this.count = 0;
    this.texts.length = 0;
  }

  endText(): void {
    this.count++;
    this.starts[this.count] = this.texts.length;
  }

  addNumber(number: number): void {
    const { texts } = this;
    const delimiter = this.commaDelimiter;
    texts.reserve(MAX_DECIMAL_BYTES);
    if (delimiter === undefined) texts.appendDecimal(number);
    else texts.appendText(quotedField(`${number}`.replace(".", ","), delimiter));
    this.endText();
  }

  /** Writes a result of a list as a field of a table. */
  writeField(writer: ByteWriter, list: number, index: number): void {
    if (this.listCount === 0) return;
    const at = list * this.width + index;
    const from = this.starts[at];
    const to = this.starts[at + 1];
    writer.reserve(to - from);
    writer.appendWritten(this.texts, from, to);
  }

  /** Writes all results of a list, each after a delimiter. */
  writeFields(writer: ByteWriter, list: number, delimiter: number): void {
    const { starts, texts, width } = this;
    const hasResults = this.listCount > 0;
    const first = list * width;
    writer.reserve(width + texts.length);
    for (let at = first; at < first + width; at++) {
      writer.appendByte(delimiter);
      if (hasResults) writer.appendWritten(texts, starts[at], starts[at + 1]);
    }
  }

  /** Writes a result of a list as JSON. */
  writeJson(writer: ByteWriter, list: number, index: number): void {
    const at = list * this.width + index;
    const from = this.starts[at];
    const to = this.starts[at + 1];
    writer.reserve(NULL.length + to - from);
    if (this.listCount === 0 || from === to) {
      writer.appendEncoded(NULL);
      return;
    }
    const isText = index < this.textCount;
    if (isText) writer.appendByte(QUOTE);
    writer.appendWritten(this.texts, from, to);
    if (isText) writer.appendByte(QUOTE);
  }

  /** Writes all lists as an array of objects. */
  writeLists(writer: ByteWriter): void {
    writer.appendText(this.listCount === 0 ? "null" : "[");
    for (let list = 0; list < this.listCount; list++) {
      if (list > 0) writer.appendText(",");
      for (let index = 0; index < this.width; index++) {
        writer.appendText(this.members[index]);
        this.writeJson(writer, list, index);
      }
      writer.appendText(list + 1 < this.listCount ? "}" : "}]");
    }
  }
}
