/**
 * Columns as Arrow lays them out in memory: what a process takes as arguments and gives as answers. Buffers begin at
 * multiples of eight bytes, numbers have the byte order of the machine.
 */
import { ByteWriter, WORD_BYTES } from "../bytes.ts";
import { ChunkError } from "./row-stream.ts";
import type { ArgumentName, MapcodeFunction } from "./signature.ts";

/** A column begins with two of them: how many rows are NULL, and how many bytes its texts take. */
const HEAD_WORDS = 2;

const INT_BYTES = 4;

/** How many bytes a buffer takes with its padding. */
export function paddedLength(bytes: number): number {
  return Math.ceil(bytes / WORD_BYTES) * WORD_BYTES;
}

function bytesOf(array: Float64Array | Int32Array | Uint32Array, length: number): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, length * array.BYTES_PER_ELEMENT);
}

/** Appends a buffer with its padding. */
export function appendBuffer(bytes: Uint8Array, output: ByteWriter): void {
  output.append(bytes, 0, bytes.length);
  const padding = paddedLength(bytes.length) - bytes.length;
  output.reserve(padding);
  for (let index = 0; index < padding; index++) output.appendByte(0);
}

// Arguments

/** The buffers of a block that are still to be read. */
export class BlockReader {
  readonly bytes: Uint8Array;
  readonly rows: number;
  private at: number;
  private readonly end: number;

  /** @param from where the columns begin, at a multiple of eight bytes of the buffer behind `bytes` */
  constructor(bytes: Uint8Array, from: number, end: number, rows: number) {
    this.bytes = bytes;
    this.rows = rows;
    this.at = from;
    this.end = end;
  }

  /** @returns where the buffer begins in the bytes of the block @throws ChunkError if the block is shorter */
  take(bytes: number): number {
    const from = this.at;
    this.at += paddedLength(bytes);
    if (this.at <= this.end) return from;
    throw new ChunkError("The columns of a block are longer than its header says.");
  }

  ints(length: number): Int32Array {
    return new Int32Array(this.bytes.buffer, this.take(length * INT_BYTES), length);
  }

  /** A bit for each row. */
  bits(rows: number): Uint8Array {
    const length = Math.ceil(rows / 8);
    const from = this.take(length);
    return this.bytes.subarray(from, from + length);
  }

  doubles(length: number): Float64Array {
    return new Float64Array(this.bytes.buffer, this.take(length * WORD_BYTES), length);
  }
}

/** The values of an argument: degrees as doubles, precisions as integers, codes and names of territories as texts. */
export class ArgumentColumn {
  /** A bit for each row that is not NULL; undefined if none is. */
  private readonly validity: Uint8Array | undefined;
  /** Whether no row has a value: then the column has no buffers. */
  private readonly isNull: boolean;
  /** The numbers, or where the texts begin, and the last one ends. */
  private readonly values: Float64Array | Int32Array;
  private readonly isText: boolean;
  /** The bytes of the block, and where the texts begin in it. */
  private readonly bytes: Uint8Array;
  private readonly from: number = 0;

  constructor(name: ArgumentName, reader: BlockReader) {
    const { rows } = reader;
    const [nullCount, textLength] = reader.ints(HEAD_WORDS);
    this.isNull = nullCount === rows;
    const hasValidity = nullCount !== 0 && !this.isNull;
    this.validity = hasValidity ? reader.bits(rows) : undefined;
    const isDegrees = name === "lat" || name === "lon";
    this.isText = !isDegrees && name !== "precision";
    const length = this.isNull ? 0 : rows + Number(this.isText);
    this.values = isDegrees ? reader.doubles(length) : reader.ints(length);
    this.bytes = reader.bytes;
    if (this.isText) this.from = this.startOfTexts(reader, textLength >>> 0);
  }

  /** @throws ChunkError if a text is not within the column @returns what to add to an offset */
  private startOfTexts(reader: BlockReader, textLength: number): number {
    const from = reader.take(textLength);
    const offsets = this.values;
    for (let row = 1; row < offsets.length; row++) {
      if (offsets[row] < offsets[row - 1] || offsets[row] - offsets[0] > textLength) {
        throw new ChunkError("The offsets of a column of texts do not rise within its texts.");
      }
    }
    // The column may be a part of a longer one.
    return from - (offsets[0] ?? 0);
  }

  /** Sets the argument of a function to the value of a row. */
  set(target: MapcodeFunction, index: number, row: number): void {
    const { values } = this;
    const validity = this.validity;
    const from = this.from;
    if (this.isNull || (validity !== undefined && ((validity[row >> 3] >> (row & 7)) & 1) === 0)) {
      target.set(index, null);
    } else if (this.isText) {
      target.setBytes(index, this.bytes, from + values[row], from + values[row + 1]);
    } else target.setNumber(index, values[row]);
  }
}

// Answers

/** Appends what a column begins with. */
export function appendHead(nullCount: number, textLength: number, output: ByteWriter): void {
  appendBuffer(bytesOf(Uint32Array.of(nullCount, textLength), HEAD_WORDS), output);
}

/** A column, and which of its rows have a value. */
export abstract class AnswerColumn {
  private validity = new Uint8Array(0);
  private nullCount = 0;
  protected rows = 0;

  /** @param rows for which `writeNull` may be called */
  begin(rows: number): void {
    const length = Math.ceil(rows / 8);
    if (this.validity.length < length) this.validity = new Uint8Array(length);
    this.validity.fill(0xff, 0, length);
    this.nullCount = 0;
    this.rows = rows;
  }

  writeNull(row: number): void {
    this.validity[row >> 3] &= ~(1 << (row & 7));
    this.nullCount++;
  }

  append(output: ByteWriter, rows: number = this.rows): void {
    const nullCount = this.nullCount;
    const hasValues = nullCount < rows;
    appendHead(nullCount, hasValues ? this.textLength : 0, output);
    if (!hasValues) return;
    if (nullCount > 0) appendBuffer(this.validity.subarray(0, Math.ceil(rows / 8)), output);
    this.appendValues(output);
  }

  /** How many bytes its texts take. */
  protected abstract readonly textLength: number;

  protected abstract appendValues(output: ByteWriter): void;
}

/** A column of doubles. */
export class DoubleAnswers extends AnswerColumn {
  protected readonly textLength = 0;
  private values = new Float64Array(0);

  override begin(rows: number): void {
    super.begin(rows);
    if (this.values.length < rows) this.values = new Float64Array(rows);
  }

  write(row: number, value: number): void {
    this.values[row] = value;
  }

  override writeNull(row: number): void {
    super.writeNull(row);
    this.values[row] = 0;
  }

  protected appendValues(output: ByteWriter): void {
    appendBuffer(bytesOf(this.values, this.rows), output);
  }
}

/** Integers, of which there may be more than rows. */
export class Integers {
  private values = new Int32Array(1);
  count = 0;

  push(value: number): void {
    if (this.count === this.values.length) {
      const larger = new Int32Array(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.count++] = value;
  }

  append(output: ByteWriter): void {
    appendBuffer(bytesOf(this.values, this.count), output);
  }
}

/** A column of texts. Whoever writes one appends its bytes to `bytes`, then ends it. */
export class TextAnswers extends AnswerColumn {
  readonly bytes = new ByteWriter();
  /** Where the texts end; the first one begins at 0. */
  private readonly ends = new Integers();

  override begin(rows: number): void {
    super.begin(rows);
    this.bytes.length = 0;
    this.ends.count = 0;
    this.ends.push(0);
  }

  /** How many texts are written. */
  protected get count(): number {
    return this.ends.count - 1;
  }

  protected get textLength(): number {
    return this.bytes.length;
  }

  endText(): void {
    this.ends.push(this.bytes.length);
  }

  /** Ends the value of a row: here, its text. */
  endRow(): void {
    this.endText();
  }

  /** Writes the value of a row. */
  write(text: string): void {
    this.bytes.appendText(text);
    this.endRow();
  }

  override writeNull(row: number): void {
    super.writeNull(row);
    this.endRow();
  }

  protected appendValues(output: ByteWriter): void {
    this.ends.append(output);
    appendBuffer(this.bytes.written(), output);
  }
}

/** A column of lists of texts. Whoever writes a list writes its texts, then ends its row. */
export class ListAnswers extends TextAnswers {
  /** After how many texts the lists end; the first one begins at 0. */
  private readonly listEnds = new Integers();

  override begin(rows: number): void {
    super.begin(rows);
    this.listEnds.count = 0;
    this.listEnds.push(0);
  }

  override endRow(): void {
    this.listEnds.push(this.count);
  }

  protected override appendValues(output: ByteWriter): void {
    this.listEnds.append(output);
    super.appendValues(output);
  }
}
