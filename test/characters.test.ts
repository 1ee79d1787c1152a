import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CHAR_BYTES, utf8Bytes, utf8Text, writeUtf8 } from "../src/characters.ts";
import { runs } from "./support/arbitraries.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\0", "Ö", "東", "𐀀", "\ufeff", "\ud800") });

describe("texts as bytes", () => {
  it("are the UTF-8 of Node, wherever they are written, and are read without losing a byte order mark", () => {
    fc.assert(
      fc.property(text, fc.nat(9), (written, start) => {
        const expected = Buffer.from(written);
        expect(Buffer.from(utf8Bytes(written))).toEqual(expected);
        const bytes = new Uint8Array(start + MAX_CHAR_BYTES * written.length);
        const end = writeUtf8(written, bytes, start);
        expect(Buffer.from(bytes.subarray(start, end))).toEqual(expected);
        expect(utf8Text(bytes, start, end)).toBe(written.toWellFormed());
      }),
      runs(300),
    );
  });
});
