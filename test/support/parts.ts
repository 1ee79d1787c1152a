/** Inputs cut into parts. */
import fc from "fast-check";

/** Cuts an input into parts of these sizes, repeatedly, each in memory of its own. */
export function partsOf(input: string | Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(input);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = sizes[parts.length % sizes.length];
    parts.push(Uint8Array.from(bytes.subarray(at, at + size)));
    at += size;
  }
  return parts;
}

/** Arbitrary sizes of parts. */
export function partSizes(max: number, min = 1): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min, max }), { minLength: 1, maxLength: 5 });
}
