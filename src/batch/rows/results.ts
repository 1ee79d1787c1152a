/** The results of a row, and what finds and receives them. */
import { ByteWriter, preEncoded, TextTable } from "../../bytes.ts";
import { COMMA, QUOTE } from "../../characters.ts";
import { type Coordinate, LAT_DEG, LON_DEG, territories } from "../../index.ts";
import { MAX_DECIMAL_BYTES } from "../../library/decimal-writing.ts";
import { MAX_CODES } from "../../tables/layout/grid.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { resultNames } from "../options/roles.ts";
import { quotedField } from "../text.ts";
import type { RowError } from "./row-errors.ts";

/** An error and the position of its row. */
export interface LocatedRowError extends RowError {
  /** Number of the row, from 1, not counting the header. */
  readonly row: number;
  /** Number of the line that the row begins on, from 1, counting the header. */
  readonly line: number;
}

/** A row that failed, as it was in the input. */
export interface FailedRow extends LocatedRowError {
  /** The row without its line end: a view of the chunk, or none of a row that is too long. */
  readonly bytes: Uint8Array;
}

/** What became of a row. */
interface ObservedRow {
  /** Number of the row, from 1, counted by the converter. */
  readonly row: number;
  /** The point to encode, also if it is out of range, or the decoded one. */
  readonly point?: Coordinate;
  /** The local code or, where there is none, the international one; of a row to decode, its text. */
  readonly code?: string;
  /** The territory of an encoded local code. */
  readonly territory?: string;
  readonly error?: RowError;
}

/** The point and the code of a row. */
export type FoundPlace = Pick<ObservedRow, "point" | "code" | "territory">;

/** Receives rows while they are converted. */
export interface RowObserver {
  /** If set, rows that fail are passed to it and left out of the output. */
  readonly onFailed?: (row: FailedRow) => void;
  /** If set, receives all rows but blank lines as objects, which take longer than the conversion. */
  readonly onRow?: (row: ObservedRow) => void;
}

let alphaCodes: TextTable | undefined;

/** The codes of all territories, by their numbers. */
export function alphaCodeTexts(): TextTable {
  alphaCodes ??= new TextTable(territories().map(({ alphaCode }) => alphaCode));
  return alphaCodes;
}

/** A point and its bounds. */
const MAX_NUMBERS = 6;

const NULL = preEncoded("null");
const POINT_START = preEncoded('{"type":"Point","coordinates":[');
const POINT_END = preEncoded("]}");

/** The results of one row after the other: codes as bytes, which outputs copy, and numbers. */
export class Results {
  /** Whether there is a point: of the row to encode, or the decoded one. */
  hasPoint = false;
  degrees: Float64Array = new Float64Array(2);
  /** The codes so far, one behind the other. Call `endCode` behind each. One that is empty is absent. */
  readonly texts = new ByteWriter(1024);
  /** With `all`, one list for each mapcode; otherwise 1, or 0 if there are no results. */
  lists = 0;
  /** Where each code begins, and the last one ends; the numbers. */
  private readonly starts = new Int32Array(3 * MAX_CODES + 1);
  readonly numbers = new Float64Array(MAX_NUMBERS * MAX_CODES);
  private codeCount = 0;
  numberCount = 0;
  /** How many results a list has, and how many of them, the first ones, are codes. */
  private readonly width: number;
  private readonly codes: number;
  /** Their names as members of JSON. */
  private readonly members: readonly string[];
  private readonly decimalComma: boolean;
  private readonly delimiter: string;

  /** @param delimiter of a table; undefined for plain lines and JSON */
  constructor(options: ResolvedBatchOptions, delimiter = "\t") {
    const names = resultNames(options);
    this.width = names.length;
    this.codes = options.operation === "decode" ? 0 : options.all ? 2 : 3;
    this.members = names.map((name, index) => `${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    this.decimalComma = options.decimalComma;
    this.delimiter = delimiter;
  }

  clear(): void {
    this.hasPoint = false;
    this.lists = 0;
    this.codeCount = 0;
    this.numberCount = 0;
    this.texts.length = 0;
  }

  endCode(): void {
    this.codeCount++;
    this.starts[this.codeCount] = this.texts.length;
  }

  addNumber(number: number): void {
    this.numbers[this.numberCount++] = number;
  }

  /** Of the number that is a result of a list. */
  private placeOf(list: number, index: number): number {
    return list * (this.width - this.codes) + index - this.codes;
  }

  /** Writes a result of one of the lists as a field of a table. */
  writeField(writer: ByteWriter, list: number, index: number): void {
    if (this.lists === 0) return;
    if (index >= this.codes) {
      const at = this.placeOf(list, index);
      writer.reserve(MAX_DECIMAL_BYTES);
      if (!this.decimalComma) writer.appendDecimal(this.numbers[at]);
      else writer.appendText(quotedField(`${this.numbers[at]}`.replace(".", ","), this.delimiter));
    } else this.copyCode(writer, list * this.codes + index);
  }

  private copyCode(writer: ByteWriter, code: number): void {
    const from = this.starts[code];
    const to = this.starts[code + 1];
    writer.reserve(to - from);
    writer.appendWritten(this.texts, from, to);
  }

  /** Writes all results of a list, each after a delimiter. */
  writeFields(writer: ByteWriter, list: number, delimiter: number): void {
    for (let index = 0; index < this.width; index++) {
      writer.reserve(1);
      writer.appendByte(delimiter);
      this.writeField(writer, list, index);
    }
  }

  /** Writes a result of one of the lists as JSON. */
  writeJson(writer: ByteWriter, list: number, index: number): void {
    const code = list * this.codes + index;
    const isCode = index < this.codes;
    writer.reserve(MAX_DECIMAL_BYTES);
    if (this.lists === 0 || (isCode && this.starts[code] === this.starts[code + 1])) {
      writer.appendEncoded(NULL);
    } else if (!isCode) writer.appendDecimal(this.numbers[this.placeOf(list, index)]);
    else {
      writer.appendByte(QUOTE);
      this.copyCode(writer, code);
      writer.reserve(1);
      writer.appendByte(QUOTE);
    }
  }

  /** Writes all lists as an array of objects. */
  writeLists(writer: ByteWriter): void {
    writer.appendText(this.lists === 0 ? "null" : "[");
    for (let list = 0; list < this.lists; list++) {
      if (list > 0) writer.appendText(",");
      for (let index = 0; index < this.width; index++) {
        writer.appendText(this.members[index]);
        this.writeJson(writer, list, index);
      }
      writer.appendText(list + 1 < this.lists ? "}" : "}]");
    }
  }

  /** Writes the point as a geometry. */
  writePoint(writer: ByteWriter): void {
    writer.reserve(POINT_START.length);
    writer.appendEncoded(POINT_START);
    writer.reserve(2 * MAX_DECIMAL_BYTES + POINT_END.length + 1);
    writer.appendDecimal(this.degrees[LON_DEG]);
    writer.appendByte(COMMA);
    writer.appendDecimal(this.degrees[LAT_DEG]);
    writer.appendEncoded(POINT_END);
  }
}
