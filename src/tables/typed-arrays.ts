/** The memory of typed arrays: files of them, tables that threads share, and small arrays that do not move. */

// ---- Files: a word that identifies the contents, then the arrays. Codegen writes them, loaders read them at once.
// ---- All words are little-endian, as on all machines that run JavaScript; any other refuses the first word.

type View = Int16Array | Int32Array | Uint8Array | Uint16Array;

/** The constructor of an array's type. */
interface ArrayType {
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
export interface ArrayFile<Types> {
  readonly types: Types;
  /** The number of elements of each array. */
  readonly lengths: Readonly<Record<keyof Types, number>>;
  /** A hash of names, lengths and contents of the arrays: it keeps code from arrays of another version. */
  readonly fingerprint: number;
}

/** The header takes this many bytes, and each array starts at a multiple of it. */
export const ALIGNMENT_BYTES = 64;

export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}

/** The memory of a file, by default new, and its arrays. */
export function openArrays<Types extends ArrayTypes>(
  { types, lengths }: ArrayFile<Types>,
  memory?: ArrayBufferLike,
): { bytes: Uint8Array; arrays: ArraysOf<Types> } {
  let end = ALIGNMENT_BYTES;
  const places = Object.entries(types).map(([name, Type]) => {
    const offset = end;
    end += aligned(lengths[name] * Type.BYTES_PER_ELEMENT);
    return { name, Type, offset };
  });
  const buffer = memory ?? new ArrayBuffer(end);
  const views = places.map(({ name, Type, offset }) => {
    return [name, new Type(buffer, offset, lengths[name])];
  });
  return { bytes: new Uint8Array(buffer), arrays: Object.fromEntries(views) };
}

/** The error of a file that is missing, truncated or of another version. */
export function fileError(name: string, problem: string, cause?: unknown): Error {
  const message = `${name} ${problem}. Install mapcoded again; in a clone, run \`npm run build\`.`;
  return Object.assign(new Error(message, { cause }), { code: "ERR_MAPCODED_TABLES" });
}

/** @throws Error with the code ERR_MAPCODED_TABLES if the file of `length` bytes is truncated or of another version */
export function checkFile(
  bytes: Uint8Array,
  length: number,
  { fingerprint }: Pick<ArrayFile<unknown>, "fingerprint">,
  name: string,
): void {
  const [first] = new Int32Array(bytes.buffer, bytes.byteOffset, 1);
  if (first !== fingerprint) throw fileError(name, "is not of this version");
  if (length !== bytes.length) throw fileError(name, "is cut short");
}

// ---- Tables that threads share

/** The property of globalThis with their memory. A thread must set it before it imports the engine. */
export const SHARED_TABLES = "mapcodedTables";

/** The memory of tables that another thread has loaded; undefined if this thread loads its own. */
export function sharedTables(): SharedArrayBuffer | undefined {
  const memory: unknown = Reflect.get(globalThis, SHARED_TABLES);
  // Pages without cross-origin isolation have no such class.
  const isShared = typeof SharedArrayBuffer === "function" && memory instanceof SharedArrayBuffer;
  return isShared ? memory : undefined;
}

// ---- Small arrays

/** A constructor of arrays with elements of at most eight bytes. */
type SmallArray<View> = new (buffer: ArrayBuffer, offset: number, length: number) => View;

/**
 * An array of zeros outside of the heap of V8. Arrays of up to 64 bytes lie on the heap and move, so code has to load
 * the address at each use. With a separate buffer, optimized code has the address: 6% of the engine.
 */
export function offHeap<View>(Type: SmallArray<View>, length: number): View {
  return new Type(new ArrayBuffer(8 * length), 0, length);
}

/** The same with these values. */
export function offHeapFrom<View extends Uint8Array | Int16Array | Int32Array | Float64Array>(
  Type: SmallArray<View>,
  values: ArrayLike<number>,
): View {
  const array = offHeap(Type, values.length);
  array.set(values);
  return array;
}
