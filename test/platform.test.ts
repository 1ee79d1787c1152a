import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { decode, decodeBatch, decodeBytesInto, NO_TERRITORY } from "../src/index.ts";
import * as platform from "../src/platform.ts";
import { runs } from "./support/arbitraries.ts";

/** Texts with characters of every length, byte order marks and lone surrogates. */
const texts = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      "a",
      "\0",
      "\u007f",
      "\u0080",
      "\u07ff",
      "\u0800",
      "\uffff",
      "\ufeff",
      "𐀀",
      "\u{10ffff}",
    ),
    fc.constantFrom("\ud800", "\udbff", "\udc00", "\udfff"),
  ),
  maxLength: 30,
});

/** Bytes that are UTF-8 here and there: in most random bytes nothing is. */
const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf),
      fc.constantFrom(0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff),
      fc.nat(255),
    ),
    { maxLength: 20 },
  )
  .map((list) => Uint8Array.from(list));

const nativeEncoder = new TextEncoder();
const nativeDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

describe("a platform without TextEncoder and TextDecoder", () => {
  let bare: typeof platform;

  beforeAll(async () => {
    vi.resetModules();
    vi.stubGlobal("TextEncoder", undefined);
    vi.stubGlobal("TextDecoder", undefined);
    bare = await import("../src/platform.ts");
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    // Test files of one process share their modules.
    vi.resetModules();
  });

  it("has the same UTF-8 of every text", () => {
    expect(bare.utf8Bytes).not.toBe(platform.utf8Bytes);
    fc.assert(
      fc.property(texts, (text) => {
        const expected = nativeEncoder.encode(text);
        expect(bare.utf8Bytes(text)).toEqual(expected);
        const target = new Uint8Array(platform.MAX_CHAR_BYTES * text.length + 3);
        const end = bare.writeUtf8Bytes(text, target, 3);
        expect(target.subarray(3, end)).toEqual(expected);
        expect(platform.writeUtf8Bytes(text, new Uint8Array(target.length), 3)).toBe(end);
      }),
      runs(1000),
    );
  });

  it("has the same text of any bytes, of UTF-8 and others, also of ranges that end behind them", () => {
    fc.assert(
      fc.property(bytes, fc.nat(3), fc.integer({ min: -3, max: 3 }), (all, before, after) => {
        const to = Math.max(before, all.length - after);
        const expected = nativeDecoder.decode(all.subarray(before, to));
        expect(bare.utf8Text(all, before, to)).toBe(expected);
        expect(platform.utf8Text(all, before, to)).toBe(expected);
      }),
      runs(3000),
    );
  });

  it("reads long texts", () => {
    const long = "Ö東𐀀a".repeat(50_000);
    expect(bare.utf8Text(bare.utf8Bytes(long))).toBe(long);
  });
});

/** Evaluates an expression where arrays have other constructors, as jsdom does. */
function elsewhere<Value>(expression: string): Value {
  return runInNewContext(expression) as Value;
}

describe("bytes of another constructor", () => {
  const foreign = elsewhere<Uint8Array>('Uint8Array.from("NLD 49.4V", (c) => c.charCodeAt(0))');

  it("are bytes, unlike other arrays", () => {
    expect(foreign instanceof Uint8Array).toBe(false);
    expect(platform.isBytes(foreign)).toBe(true);
    expect(platform.isBuffer(foreign.buffer)).toBe(true);
    for (const value of [
      elsewhere("new Float64Array(2)"),
      elsewhere("[1, 2]"),
      "bytes",
      null,
      {},
    ]) {
      expect([platform.isBytes(value), platform.isBuffer(value)]).toEqual([false, false]);
    }
  });

  it("are decoded", () => {
    const degrees = new Float64Array(2);
    expect(decodeBytesInto(foreign, 0, 9, NO_TERRITORY, degrees)).toBe(0);
    const { latDeg, lonDeg } = decode("NLD 49.4V");
    expect([...degrees]).toEqual([latDeg, lonDeg]);
    const column = { bytes: foreign, ends: Uint32Array.of(9) };
    expect(decodeBatch(column).degrees).toEqual(Float64Array.of(latDeg, lonDeg));
  });
});
