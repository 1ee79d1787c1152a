/** The compact form of the tables: it leads to the same arrays as the table file, or to an error. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Encoder } from "../../codegen/encoder.ts";
import { type Coder, codeNumber, Decoder } from "../../src/tables/compact/coder.ts";
import { COMPACT_HEADER_BYTES, readCompact } from "../../src/tables/compact/compact-file.ts";
import { deriveAll } from "../../src/tables/derive/derive.ts";
import { LENGTHS } from "../../src/tables/layout/lengths.ts";
import { SECTION_NAMES, viewSections } from "../../src/tables/layout/sections.ts";

const GENERATED = new URL("../../src/generated/", import.meta.url);

function readGenerated(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, GENERATED)));
}

describe("the compact form", () => {
  const compact = readGenerated("tables-compact.bin");
  const { texts, published } = readCompact(compact.subarray(COMPACT_HEADER_BYTES), LENGTHS);
  const derived = { ...texts, ...deriveAll(published) };
  const sections = viewSections(readGenerated("tables.bin").buffer);

  it.each(SECTION_NAMES)("leads to the same %s as the table file", (name) => {
    const bytesOf = ({ buffer, byteOffset, byteLength }: (typeof sections)[typeof name]) =>
      Buffer.from(buffer, byteOffset, byteLength);
    expect(derived[name].constructor).toBe(sections[name].constructor);
    expect(Buffer.compare(bytesOf(derived[name]), bytesOf(sections[name]))).toBe(0);
  });

  it("takes less than 150 kB, without any compression by a server", () => {
    expect(compact.length).toBeLessThan(150_000);
  });
});

describe("the coder", () => {
  /** Codes values in the contexts that belong to them; a decoder is given zeros. */
  function codeAll(coder: Coder, values: readonly (readonly [context: number, value: number])[]) {
    return values.map(([context, value]) => codeNumber(coder, 1000 * context, value));
  }

  it("reads the numbers that were written, in any order and context", () => {
    const limit = 2 ** 31 - 2;
    const value = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -limit, max: limit }),
      fc.constantFrom(-limit, limit, 2 ** 30, -(2 ** 30), 2 ** 24 - 1),
    );
    const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), value), { maxLength: 300 });
    fc.assert(
      fc.property(values, (written) => {
        const encoder = new Encoder();
        codeAll(encoder, written);
        const unknown = written.map(([context]) => [context, 0] as const);
        const read = codeAll(new Decoder(encoder.finish()), unknown);
        expect(read).toEqual(written.map(([, one]) => one));
      }),
    );
  });

  it("writes what repeats in few bytes", () => {
    const encoder = new Encoder();
    codeAll(
      encoder,
      Array.from({ length: 10_000 }, () => [0, 23] as const),
    );
    expect(encoder.finish().length).toBeLessThan(6000);
  });
});
