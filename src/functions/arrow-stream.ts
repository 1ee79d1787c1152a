/**
 * Blocks of rows from the bytes of a program to the bytes of the answers, without numbers in decimal. Each block says
 * what is to be done with it, so that one process serves all functions of a program and a block can be sent again to
 * another process.
 */
import type { ByteWriter } from "../bytes.ts";
import { memoize } from "../internal.ts";
import { utf8Text } from "../platform.ts";
import { ArgumentColumn, appendBuffer, BlockReader, paddedLength } from "./arrow-columns.ts";
import { type BlockFunction, declaredFunction } from "./arrow-declaration.ts";
import { ChunkError } from "./row-stream.ts";

/** What a block and an answer begin with: "MAPC" and the number of the form, 1, as bytes. */
const MAGIC = Uint8Array.of(0x4d, 0x41, 0x50, 0x43, 1, 0, 0, 0);

/** Magic; length of the text; rows; length of the columns; a reserved word. */
const HEADER_BYTES = 24;
const TEXT_LENGTH = 2;
const ROWS = 3;
const COLUMNS_LENGTH = 4;

/** Half of what the numbers of a header can say. */
const MAX_BLOCK_BYTES = 2 ** 31;

const INITIAL_BYTES = 1 << 17;

/** The blocks of a program. It is used as RowStream is. */
export class ArrowStream {
  readonly #output: ByteWriter;
  readonly #functionOf = memoize(declaredFunction);
  #buffer = new Uint8Array(INITIAL_BYTES);
  /** How many bytes of the current block have arrived, and how many it has. */
  #length = 0;
  #wanted = HEADER_BYTES;

  constructor(output: ByteWriter) {
    this.#output = output;
  }

  /** Where to put the next bytes of the block. */
  space(): Uint8Array {
    return this.#buffer.subarray(this.#length, this.#wanted);
  }

  /**
   * Takes the bytes that were put into the space, and converts the block if it is complete.
   * @throws ChunkError if the bytes are not a block
   */
  take(count: number): void {
    this.#length += count;
    if (this.#length < this.#wanted) return;
    if (this.#wanted === HEADER_BYTES) this.#takeHeader();
    if (this.#length < this.#wanted) return;
    this.#convert();
    this.#length = 0;
    this.#wanted = HEADER_BYTES;
  }

  /** @throws ChunkError if the input ends within a block */
  end(): void {
    if (this.#length > 0) throw new ChunkError("The input ends within a block.");
  }

  #header(): Uint32Array {
    return new Uint32Array(this.#buffer.buffer, 0, HEADER_BYTES / 4);
  }

  #takeHeader(): void {
    if (MAGIC.some((byte, index) => this.#buffer[index] !== byte)) {
      throw new ChunkError("A block does not begin as blocks of this version of mapcoded do.");
    }
    const header = this.#header();
    const wanted = HEADER_BYTES + paddedLength(header[TEXT_LENGTH]) + header[COLUMNS_LENGTH];
    if (wanted > MAX_BLOCK_BYTES) {
      throw new ChunkError(`A block has ${wanted} bytes. Send at most ${MAX_BLOCK_BYTES}.`);
    }
    this.#wanted = wanted;
    if (wanted <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.min(MAX_BLOCK_BYTES, 2 ** Math.ceil(Math.log2(wanted))));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }

  #convert(): void {
    const header = this.#header();
    const textEnd = HEADER_BYTES + header[TEXT_LENGTH];
    const declared = this.#functionOf(utf8Text(this.#buffer, HEADER_BYTES, textEnd));
    if ("message" in declared) {
      this.#writeHeader(JSON.stringify(declared), 0);
      return;
    }
    const rows = header[ROWS];
    const answerAt = this.#output.length;
    this.#writeHeader("", rows);
    const from = this.#output.length;
    this.#convertRows(
      declared,
      new BlockReader(this.#buffer, paddedLength(textEnd), this.#wanted, rows),
    );
    const words = new Uint32Array(this.#output.bytes.buffer, answerAt, HEADER_BYTES / 4);
    words[COLUMNS_LENGTH] = this.#output.length - from;
  }

  #convertRows({ signature, converted, answers }: BlockFunction, reader: BlockReader): void {
    const columns = signature.args.map((name) => new ArgumentColumn(name, reader));
    const { rows } = reader;
    answers.begin(rows);
    for (let row = 0; row < rows; row++) {
      for (let index = 0; index < columns.length; index++)
        columns[index].set(converted, index, row);
      answers.write(row);
    }
    answers.append(this.#output);
  }

  /** Writes the header of an answer; the length of its columns is written when they are. */
  #writeHeader(text: string, rows: number): void {
    const bytes = new TextEncoder().encode(text);
    const header = new Uint8Array(HEADER_BYTES);
    const words = new Uint32Array(header.buffer);
    header.set(MAGIC);
    words[TEXT_LENGTH] = bytes.length;
    words[ROWS] = rows;
    appendBuffer(header, this.#output);
    appendBuffer(bytes, this.#output);
  }
}
