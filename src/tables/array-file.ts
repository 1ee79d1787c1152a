/**
 * Files of typed arrays, which codegen writes and loaders read in one piece: a word that identifies the contents, then the
 * arrays. All words are little-endian, as the machines are that JavaScript runs on; another one refuses the first word.
 */
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
  readonly types: Types;
  /** How many elements each array has. */
  readonly lengths: Readonly<Record<keyof Types, number>>;
  /** A hash of names, lengths and contents of the arrays: code is never used with arrays of another version. */
  readonly fingerprint: number;
}

/** The header and each array start at multiples of 64 bytes. */
const ALIGNMENT = 64;
export const HEADER_BYTES = ALIGNMENT;

export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

type Layout<Types> = Pick<ArrayFormat<Types>, "types" | "lengths">;

/** The arrays of a file, as views. */
export function viewArrays<Types extends ArrayTypes>(
  { types, lengths }: Layout<Types>,
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
}: Layout<Types>): number {
  return Object.entries(types).reduce(
    (bytes, [name, { BYTES_PER_ELEMENT }]) => bytes + aligned(lengths[name] * BYTES_PER_ELEMENT),
    HEADER_BYTES,
  );
}

/** The error of a file that is missing, cut short or of another version. */
export function fileError(name: string, problem: string, cause?: unknown): Error {
  const message = `${name} ${problem}. Install mapcoded again; in a clone, run \`npm run build\`.`;
  return Object.assign(new Error(message, { cause }), { code: "ERR_MAPCODED_TABLES" });
}

/**
 * Checks bytes that a loader has read from a file.
 * @param bytes of a buffer of their own, of the size of the file
 * @param length how many of them have been read
 * @param name of the file, for the error
 * @throws Error with the code ERR_MAPCODED_TABLES if they are not the file of this version
 */
export function checkFile(
  bytes: Uint8Array,
  length: number,
  { fingerprint }: Pick<ArrayFormat<unknown>, "fingerprint">,
  name: string,
): void {
  const [first] = new Int32Array(bytes.buffer, bytes.byteOffset, 1);
  if (first !== fingerprint) throw fileError(name, "is not of this version");
  if (length !== bytes.length) throw fileError(name, "is cut short");
}
