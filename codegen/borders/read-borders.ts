/** Reads the file of borders; data/borders/README.md has its format. Every error names the byte. */
import { CELL_COLUMNS, CELL_ROWS } from "../../src/borders/layout.ts";
import { TableError } from "../table-error.ts";

/** Points of a closed line within a cell: x, then y of each; the last one joins the first. */
export type Ring = readonly number[];

/** What lies within an identifier in one cell: in more of its outer than of its inner rings. */
export interface BorderArea {
  readonly identifier: string;
  readonly outerRings: readonly Ring[];
  readonly innerRings: readonly Ring[];
}

/** A cell of the raster. */
export interface BorderCell {
  /** Identifiers that cover all of it. */
  readonly whole: readonly string[];
  readonly areas: readonly BorderArea[];
}

/** The file. */
export interface Borders {
  /** The size of each identifier: a smaller one comes first where several contain a point. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Row by row from the north-west corner to the east. */
  readonly cells: readonly BorderCell[];
}

export const BORDERS_FILE = "borders/boundaries60x30.ser";

const VERSION = 2;
const MIN_RING_POINTS = 3;
const IDENTIFIER = /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/;

/** Reads big-endian numbers and texts, one after another. */
class BorderReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  size(): number {
    const size = this.#view.getFloat64(this.#take(8));
    this.expect(Number.isFinite(size) && size >= 0, `a size is ${size}`, "a number from 0 on");
    return size;
  }

  identifier(): string {
    const length = this.u16();
    const start = this.#take(length);
    const text = new TextDecoder().decode(this.#bytes.subarray(start, start + length));
    this.expect(IDENTIFIER.test(text), `an identifier is '${text}'`, "one such as NL or US-NY");
    return text;
  }

  rings(): Ring[] {
    return Array.from({ length: this.u8() }, () => {
      const points = this.u32();
      this.expect(
        points >= MIN_RING_POINTS,
        `a ring has ${points} points`,
        `${MIN_RING_POINTS} or more`,
      );
      this.#need(4 * points);
      return Array.from({ length: 2 * points }, () => this.u16());
    });
  }

  end(): void {
    const rest = this.#bytes.length - this.#at;
    this.expect(rest === 0, `${rest} bytes follow the last cell`, "none");
  }

  /** @throws TableError such as `borders/boundaries60x30.ser: byte 2: the version is 3, expected 2` */
  expect(isTrue: boolean, actual: string, expected: string): void {
    if (isTrue) return;
    throw new TableError(`${BORDERS_FILE}: byte ${this.#at}: ${actual}, expected ${expected}`);
  }

  /** Checks that the file has so many more bytes, before anything is made of them. */
  #need(length: number): void {
    const rest = this.#bytes.length - this.#at;
    this.expect(length <= rest, `the file has ${rest} more bytes`, `${length}`);
  }

  #take(length: number): number {
    this.#need(length);
    this.#at += length;
    return this.#at - length;
  }
}

/** @throws TableError if the file does not have the format, or names an identifier without a size or twice in a cell */
export function readBorders(bytes: Uint8Array): Borders {
  const reader = new BorderReader(bytes);
  const version = reader.u16();
  reader.expect(version === VERSION, `the version is ${version}`, `${VERSION}`);
  const sizes = new Map<string, number>();
  for (let count = reader.u32(); count > 0; count--) {
    const identifier = reader.identifier();
    reader.expect(!sizes.has(identifier), `${identifier} has another size`, "one for each");
    sizes.set(identifier, reader.size());
  }
  const columns = reader.u32();
  reader.expect(columns === CELL_COLUMNS, `the raster is ${columns} wide`, `${CELL_COLUMNS} cells`);
  const count = reader.u32();
  const expected = CELL_COLUMNS * CELL_ROWS;
  reader.expect(count === expected, `the raster has ${count} cells`, `${expected}`);
  const cells = Array.from({ length: count }, () => readCell(reader, sizes));
  reader.end();
  return { sizes, cells };
}

function readCell(reader: BorderReader, sizes: ReadonlyMap<string, number>): BorderCell {
  const named = new Set<string>();
  const identifier = () => {
    const name = reader.identifier();
    reader.expect(sizes.has(name), `${name} has no size`, "a size for each identifier");
    reader.expect(!named.has(name), `${name} is twice in a cell`, "once");
    named.add(name);
    return name;
  };
  const whole = Array.from({ length: reader.u8() }, identifier);
  const areas = Array.from({ length: reader.u8() }, (): BorderArea => {
    return {
      identifier: identifier(),
      outerRings: reader.rings(),
      innerRings: reader.rings(),
    };
  });
  return { whole, areas };
}
