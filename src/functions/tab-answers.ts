/** How answers are written with tabs: the bytes around and between columns, tuples and lists. */
import { alphaCodeTexts } from "../batch/rows/result-texts.ts";
import { type ByteWriter, CodeWords, type PreEncoded, preEncoded } from "../bytes.ts";
import { SPACE } from "../characters.ts";
import { MAX_CODES, NO_CODE } from "../index.ts";
import type { PointCodes } from "../internal.ts";
import type { DecodeFunction } from "./decode-function.ts";
import { EncodeFunction } from "./encode-function.ts";
import type { FunctionSignature, ListStyle, RowStyle } from "./signature.ts";

/** How the values of an answer are put together. */
interface Punctuation {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly nullText: string;
  /** Around texts; empty for none. */
  readonly quote: string;
}

/** A column for each value. */
const COLUMNS: Punctuation = {
  opening: "",
  separator: "\t",
  closing: "",
  nullText: "\\N",
  quote: "",
};

/** One column with all values: a tuple of ClickHouse. */
const TUPLE: Punctuation = {
  opening: "(",
  separator: ",",
  closing: ")",
  nullText: "NULL",
  quote: "'",
};

/** Lists. ClickHouse has none that are NULL, so they are empty there. */
const LISTS: Readonly<Record<ListStyle, Punctuation>> = {
  clickhouse: { opening: "[", separator: ",", closing: "]", nullText: "[]", quote: "'" },
  postgresql: { opening: "{", separator: ",", closing: "}", nullText: "\\N", quote: '"' },
};

const WRITTEN_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\0": "\\0",
  "\\": "\\\\",
};

/** A text with the escapes of fields, and of quotes if it is put in some. */
function escapedText(text: string, quote: string): string {
  const escaped = text.replace(/[\b\f\n\r\t\v\0\\]/g, (character) => WRITTEN_ESCAPES[character]);
  return quote === "" ? escaped : `${quote}${escaped.replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** More than a mapcode with its punctuation, or the numbers of a row, can take. */
export const MAX_RESULT_BYTES = 256;

/** Writes the result of a converted row behind what opens the row. */
type WriteResult = (output: ByteWriter) => void;

/** Writes the code at an index with its territory, for which there must be room. */
export function mapcodeWriter({ list }: PointCodes): (output: ByteWriter, index: number) => void {
  const names = alphaCodeTexts();
  const words = new CodeWords(list);
  return (output, index) => {
    output.appendEncoded(names[list.territories[index]]);
    output.appendByte(SPACE);
    output.appendCode(words, index);
  };
}

function listWriter(
  { codes }: EncodeFunction,
  { opening, separator, closing, quote }: Punctuation,
): WriteResult {
  const writeMapcode = mapcodeWriter(codes);
  const before = preEncoded(opening + quote);
  const between = preEncoded(quote + separator + quote);
  const after = preEncoded(quote + closing);
  return (output) => {
    for (let index = 0; index < codes.count; index++) {
      output.appendEncoded(index === 0 ? before : between);
      writeMapcode(output, index);
    }
    output.appendEncoded(after);
  };
}

function localWriter({ codes }: EncodeFunction, { nullText, quote }: Punctuation): WriteResult {
  const writeMapcode = mapcodeWriter(codes);
  const encodedNull = preEncoded(nullText);
  const encodedQuote = preEncoded(quote);
  return (output) => {
    if (codes.local === NO_CODE) {
      output.appendEncoded(encodedNull);
      return;
    }
    output.appendEncoded(encodedQuote);
    writeMapcode(output, codes.local);
    output.appendEncoded(encodedQuote);
  };
}

function internationalWriter({ codes }: EncodeFunction, { quote }: Punctuation): WriteResult {
  const words = new CodeWords(codes.list);
  const encodedQuote = preEncoded(quote);
  return (output) => {
    output.appendEncoded(encodedQuote);
    output.appendCode(words, codes.international);
    output.appendEncoded(encodedQuote);
  };
}

function numbersWriter(converted: DecodeFunction, { separator }: Punctuation): WriteResult {
  const { columns, degrees } = converted;
  const encodedSeparator = preEncoded(separator);
  return (output) => {
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) output.appendEncoded(encodedSeparator);
      output.appendDecimal(degrees[columns[index]]);
    }
  };
}

function jsonWriter(converted: EncodeFunction, { quote }: Punctuation): WriteResult {
  return (output) => output.appendText(escapedText(JSON.stringify(converted.values()[0]), quote));
}

function resultWriter(
  converted: EncodeFunction | DecodeFunction,
  { returns }: FunctionSignature,
  row: Punctuation,
  list: Punctuation,
): WriteResult {
  if (returns === "error") return () => {};
  if (!(converted instanceof EncodeFunction)) return numbersWriter(converted, row);
  switch (returns) {
    case "all":
      return listWriter(converted, list);
    case "local":
      return localWriter(converted, row);
    case "international":
      return internationalWriter(converted, row);
    default:
      return jsonWriter(converted, row);
  }
}

/** Writes the answers of a function, a line for each row. */
export class TabAnswers {
  private readonly row: Punctuation;
  private readonly opening: PreEncoded;
  private readonly writeResult: WriteResult;
  /** The NULL of the error, and the line end. */
  private readonly closing: PreEncoded;
  /** All columns without a result. */
  private readonly nulls: string;
  private readonly withErrors: boolean;
  /** Between the columns of the result and the error. */
  private readonly separator: string;

  constructor(
    converted: EncodeFunction | DecodeFunction,
    signature: FunctionSignature,
    style: RowStyle,
  ) {
    const row = style.isTuple ? TUPLE : COLUMNS;
    // That of the engine that the format comes from.
    const list = LISTS[style.lists ?? (style.format === "COPY" ? "postgresql" : "clickhouse")];
    const nullText = signature.returns === "all" ? list.nullText : row.nullText;
    this.row = row;
    this.separator = signature.columns.length === 0 ? "" : row.separator;
    const error = style.withErrors ? this.separator + row.nullText : "";
    this.opening = preEncoded(row.opening);
    this.writeResult = resultWriter(converted, signature, row, list);
    this.closing = preEncoded(`${error}${row.closing}\n`);
    this.nulls = row.opening + signature.columns.map(() => nullText).join(row.separator);
    this.withErrors = style.withErrors;
  }

  /** Writes the answer of a row that has just been converted, with its result. */
  write(output: ByteWriter): void {
    output.reserve(MAX_CODES * MAX_RESULT_BYTES);
    output.appendEncoded(this.opening);
    this.writeResult(output);
    output.appendEncoded(this.closing);
  }

  /** Writes the answer of a row without a result. */
  writeError(error: string | undefined, output: ByteWriter): void {
    const { nullText, quote, closing } = this.row;
    const reason = error === undefined ? nullText : escapedText(error, quote);
    const end = this.withErrors ? this.separator + reason : "";
    output.appendText(`${this.nulls}${end}${closing}\n`);
  }
}
