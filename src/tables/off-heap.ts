/**
 * Small typed arrays outside of the heap of V8. An array of up to 64 bytes lies on it and moves, so that code has to load its
 * address at each use. With a buffer of its own, optimized code has the address: 5% of decoding, 4% of encoding AAA.
 */
interface TypedArray<View> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): View & { set(values: ArrayLike<number>): void };
}

/** An array of zeros outside of the heap. */
export function offHeap<View>(Type: TypedArray<View>, length: number): View {
  return new Type(new ArrayBuffer(length * Type.BYTES_PER_ELEMENT));
}

/** An array of these values outside of the heap. */
export function offHeapFrom<View>(Type: TypedArray<View>, values: ArrayLike<number>): View {
  const array = new Type(new ArrayBuffer(values.length * Type.BYTES_PER_ELEMENT));
  array.set(values);
  return array;
}
