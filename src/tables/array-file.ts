/** Files of typed arrays, which codegen writes and loaders read in one piece: their header, and where each array lies. */
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

/** The error of a file that is missing, cut short or of another version. */
export function fileError(name: string, problem: string, cause?: unknown): Error {
  const message = `${name} ${problem}. Install mapcoded again; in a clone, run \`npm run build\`.`;
  return Object.assign(new Error(message, { cause }), { code: "ERR_MAPCODED_TABLES" });
}

/** The words of a file are little-endian; the engine reads words of the machine. */
const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/**
 * Makes bytes that a loader has read from a file usable as its arrays.
 * @param bytes of a buffer of their own, of the size of the file
 * @param length how many of them have been read
 * @param name of the file, for the error
 * @throws Error with the code ERR_MAPCODED_TABLES if they are not the file of this version
 */
export function acceptFile<Types extends ArrayTypes>(
  bytes: Uint8Array,
  length: number,
  format: ArrayFormat<Types>,
  name: string,
): void {
  const { magic, layoutVersion, fingerprint } = format;
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  const isSame = [magic, layoutVersion, fingerprint].every(
    (word, index) => header.getInt32(4 * index, true) === word,
  );
  if (!isSame) throw fileError(name, "is not of this version");
  if (length !== bytes.length) throw fileError(name, "is cut short");
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
