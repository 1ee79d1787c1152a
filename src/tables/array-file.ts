/** Files of typed arrays, which codegen writes and loaders read in one piece: their header, and where each array lies. */
import { TablesError } from "./tables-error.ts";

type View = Int16Array | Int32Array | Uint8Array | Uint16Array;

/** The constructor of an array's type. */
export interface ArrayType {
  readonly name: string;
  readonly prototype: View;
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): View;
}

/** The arrays of a file in file order, each with its element type. */
export type ArrayTypes = Readonly<Record<string, ArrayType>>;

/** The arrays of a file by name. */
export type ArraysOf<Types extends ArrayTypes> = {
  [Name in keyof Types]: Types[Name]["prototype"];
};

/** A kind of file. */
export interface ArrayFormat<Types> {
  /** The first word of the file. */
  readonly magic: number;
  /** The second word, which counts changes to what the arrays mean: a stale file is then rejected at load. */
  readonly layoutVersion: number;
  /**
   * The third word, which is part of a hash of the arrays: code is never used with arrays of another version, whose
   * lengths may be the same. Zeros follow up to the first array. All words are little-endian.
   */
  readonly fingerprint: number;
  readonly types: Types;
  /** How many elements each array has. */
  readonly lengths: Readonly<Record<keyof Types, number>>;
}

/** Arrays start at multiples of 64 bytes. */
const ALIGNMENT = 64;

export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** The words before the arrays. */
const HEADER_WORDS = 3;

/** Where the first array starts. */
export const HEADER_BYTES = aligned(HEADER_WORDS * Int32Array.BYTES_PER_ELEMENT);

/** The arrays of a file, as views. */
export function viewArrays<Types extends ArrayTypes>(
  { types, lengths }: Pick<ArrayFormat<Types>, "types" | "lengths">,
  buffer: ArrayBufferLike,
): ArraysOf<Types> {
  let offset = HEADER_BYTES;
  const views = Object.entries(types).map(([name, View]) => {
    const view = new View(buffer, offset, lengths[name]);
    offset += aligned(view.byteLength);
    return [name, view];
  });
  return Object.fromEntries(views) as ArraysOf<Types>;
}

/** The size of a file. */
export function arrayFileBytes<Types extends ArrayTypes>({
  types,
  lengths,
}: Pick<ArrayFormat<Types>, "types" | "lengths">): number {
  return Object.entries(types).reduce(
    (bytes, [name, { BYTES_PER_ELEMENT }]) => bytes + aligned(lengths[name] * BYTES_PER_ELEMENT),
    HEADER_BYTES,
  );
}

// ---- What a loader has read

/** Where tables come from, for messages. */
export interface TablesSource {
  /** What a user knows them by, such as a path or an address. */
  readonly name: string;
  /** What to do if they are unusable: the rest of a sentence, without its full stop. */
  readonly remedy: string;
}

/** @param problem what is wrong with the tables, to be read after "The tables" */
export function unusableTables({ name, remedy }: TablesSource, problem: string): TablesError {
  return new TablesError("tables-unusable", `The tables (${name}) ${problem}: ${remedy}.`);
}

/**
 * Checks the first three words of a file.
 * @throws TablesError unless they are the contents for this version
 */
export function checkHeader(
  bytes: Uint8Array,
  { magic, layoutVersion, fingerprint }: Omit<ArrayFormat<unknown>, "types" | "lengths">,
  source: TablesSource,
): void {
  const hasHeader = bytes.byteLength >= HEADER_WORDS * Int32Array.BYTES_PER_ELEMENT;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLayout =
    hasHeader && view.getInt32(0, true) === magic && view.getInt32(4, true) === layoutVersion;
  if (!isLayout) throw unusableTables(source, `are not of layout ${layoutVersion}`);
  if (view.getInt32(8, true) !== fingerprint) {
    throw unusableTables(source, "are those of another version");
  }
}

/** The words of a file are little-endian; the engine reads words of the machine. */
const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/**
 * Makes bytes that a loader has read from a file usable as its arrays.
 * @param bytes of a buffer of their own, of the size of the file
 * @param length how many of them have been read
 * @throws TablesError if they are not the file of this version
 */
export function acceptFile<Types extends ArrayTypes>(
  bytes: Uint8Array,
  length: number,
  format: ArrayFormat<Types>,
  source: TablesSource,
): void {
  checkHeader(bytes, format, source);
  if (length !== bytes.length) throw unusableTables(source, "are cut short");
  if (IS_BIG_ENDIAN) swapWords(viewArrays(format, bytes.buffer));
}

/** Turns the words of all arrays into the other byte order. */
export function swapWords(arrays: Readonly<Record<string, ArrayBufferView>>): void {
  for (const view of Object.values(arrays)) {
    const { buffer, byteOffset, byteLength } = view;
    const { BYTES_PER_ELEMENT: size } = view as Uint16Array;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let word = 0; word < byteLength; word += size) bytes.subarray(word, word + size).reverse();
  }
}
