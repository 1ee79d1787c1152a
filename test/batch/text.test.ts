import { isUtf8 as isUtf8ByNode } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countLines, isUtf8 } from "../../src/batch/text.ts";
import { runs } from "../support/arbitraries.ts";

/** Bytes at any offset of their buffer: ASCII, characters of several bytes, and broken ones. */
const part = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
  fc.constantFrom("ascii and more", "\n\n\n\n\n", "é\n", "東京", "\u{1f30d}").map(Buffer.from),
  fc.uint8Array({ maxLength: 4 }),
  fc.constantFrom([0xc0, 0x80], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]),
);
const bytesAnywhere = fc
  .tuple(fc.array(part, { maxLength: 8 }), fc.nat(3), fc.nat(3))
  .map(([parts, before, after]) => {
    const all = Uint8Array.from([...Array(before).fill(10), ...parts.flatMap((one) => [...one])]);
    return all.subarray(before, Math.max(before, all.length - after));
  });

describe("bytes", () => {
  it("are UTF-8 if they are to Node", () => {
    fc.assert(
      fc.property(bytesAnywhere, (bytes) => {
        expect(isUtf8(bytes)).toBe(isUtf8ByNode(bytes));
      }),
      runs(3000),
    );
  });

  it("are UTF-8 whatever their last character is cut to", () => {
    const earth = new TextEncoder().encode("........\u{1f30d}");
    const isText = Array.from(earth, (_, length) => isUtf8(earth.subarray(0, length)));
    expect(isText).toEqual([...Array(9).fill(true), false, false, false]);
  });

  it("have as many lines as a search finds in any part of them", () => {
    const lineFeeds = (bytes: Uint8Array) => bytes.filter((byte) => byte === 10).length;
    fc.assert(
      fc.property(bytesAnywhere, fc.nat(20), fc.nat(20), (bytes, from, length) => {
        const start = Math.min(from, bytes.length);
        const end = Math.min(start + length, bytes.length);
        expect(countLines(bytes, start, end)).toBe(lineFeeds(bytes.subarray(start, end)));
      }),
      runs(2000),
    );
  });

  it("have as many lines as they are, without carries in sums of words", () => {
    const bytes = new Uint8Array(5_003).fill(10);
    expect(countLines(bytes, 1, bytes.length)).toBe(5_002);
  });
});
