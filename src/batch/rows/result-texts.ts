/**
 * Texts of results: the codes of territories, and results that are JavaScript values. Most results are bytes of the engine,
 * which Encoding and Decoding write.
 */
import { type ByteWriter, TextTable } from "../../bytes.ts";
import { territories } from "../../index.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { resultNames } from "../options/roles.ts";
import { quotedField } from "../text.ts";
import type { ResultValue } from "./results.ts";

let alphaCodes: TextTable | undefined;

/** The codes of all territories, by their numbers. */
export function alphaCodeTexts(): TextTable {
  alphaCodes ??= new TextTable(territories().map(({ alphaCode }) => alphaCode));
  return alphaCodes;
}

/** @param delimiter of a table; undefined for plain lines, whose values have no quotes, and for JSON */
export class ResultTexts {
  readonly names: readonly string[];
  private readonly decimalComma: boolean;
  private readonly delimiter: string | undefined;

  constructor(options: ResolvedBatchOptions, delimiter: string | undefined) {
    const { decimalComma } = options;
    this.names = resultNames(options);
    this.decimalComma = decimalComma;
    this.delimiter = delimiter;
  }

  private fieldOf(text: string): string {
    return this.delimiter === undefined ? text : quotedField(text, this.delimiter);
  }

  writeField(writer: ByteWriter, value: ResultValue): void {
    if (value === undefined) return;
    const hasComma = this.decimalComma && typeof value === "number";
    writer.appendText(this.fieldOf(hasComma ? `${value}`.replace(".", ",") : `${value}`));
  }

  writeJson(writer: ByteWriter, value: ResultValue): void {
    writer.appendText(JSON.stringify(value ?? null));
  }

  /** Writes the lists of a row as objects. */
  writeLists(writer: ByteWriter, lists: readonly (readonly ResultValue[])[]): void {
    const texts = lists.map((values) => {
      const members = this.names.map((name, index) => {
        return `${JSON.stringify(name)}:${JSON.stringify(values[index] ?? null)}`;
      });
      return `{${members.join(",")}}`;
    });
    writer.appendText(`[${texts.join(",")}]`);
  }
}
