import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDegrees, readDecimal, readDecimalWords } from "../../src/bytes/decimal-reading.ts";
import { MAX_DECIMAL_BYTES, writeDecimal } from "../../src/bytes/decimal-writing.ts";
import { point, runs } from "../support/arbitraries.ts";

const BEFORE = 3;
const bytes = Buffer.alloc(BEFORE + MAX_DECIMAL_BYTES);

function written(value: number): string {
  return bytes.toString("latin1", BEFORE, writeDecimal(value, bytes, BEFORE));
}

/** The values whose text from writeDecimal differs from String(). A matcher for each would be slow. */
function wronglyWritten(values: Iterable<number>): string[] {
  const wrong: string[] = [];
  for (const value of values) {
    if (written(value) !== String(value)) wrong.push(`${value} as ${written(value)}`);
  }
  return wrong;
}

/** The doubles around a number, `count` on each side. */
function* neighbors(value: number, count: number): Generator<number> {
  const numbers = Float64Array.of(value);
  const bits = new BigInt64Array(numbers.buffer);
  bits[0] = bits[0] - BigInt(count);
  for (let n = 0; n <= 2 * count; n++) {
    yield numbers[0];
    bits[0] = bits[0] + 1n;
  }
}

const anyNumber = fc.oneof(
  fc.constantFrom(
    ...[0, -0, -90, 180, -4.908543375, 0.000001, 1000.5, 0.1 + 0.2, 999.9999999999999, 1e-7, 1e21],
    // Of the last two, two decimals are equally close.
    ...[5e-324, Number.NaN, Number.NEGATIVE_INFINITY, 992.20782470703125, 9.5000152587890625],
  ),
  fc.double(),
  fc.double({ min: -1000, max: 1000 }),
  fc.double({ min: -1e-4, max: 1e-4 }),
  fc.tuple(fc.integer(), fc.nat(12)).map(([integer, decimals]) => integer / 10 ** decimals),
  fc.tuple(fc.maxSafeNat(), fc.nat(60)).map(([integer, halvings]) => integer / 2 ** halvings),
);

describe("writeDecimal", () => {
  it("writes any number as String() does", () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(wronglyWritten([value])).toEqual([]);
      }),
      runs(20_000),
    );
  });

  it("writes numbers around powers of two and ten as String() does", () => {
    for (let exponent = -22; exponent <= 10; exponent++) {
      expect(wronglyWritten(neighbors(2 ** exponent, 2000))).toEqual([]);
    }
    for (let exponent = -7; exponent <= 3; exponent++) {
      for (let digit = 1; digit <= 9; digit++) {
        expect(wronglyWritten(neighbors(digit * 10 ** exponent, 1000))).toEqual([]);
      }
    }
  });

  it("writes numbers as String() does when two decimals are equally close", () => {
    function* ties(): Generator<number> {
      for (let halvings = 14; halvings <= 18; halvings++) {
        for (let odd = 2 ** halvings * 8 + 1; odd < 2 ** halvings * 1000; odd += 2 * 1009) {
          yield odd / 2 ** halvings;
        }
      }
    }
    expect(wronglyWritten(ties())).toEqual([]);
  });

  it("writes at most MAX_DECIMAL_BYTES and leaves the bytes before the number unchanged", () => {
    bytes.fill(7);
    expect(writeDecimal(-1.2345678901234567e-6, bytes, BEFORE)).toBeLessThanOrEqual(bytes.length);
    expect([...bytes.subarray(0, BEFORE)]).toEqual([7, 7, 7]);
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(String(value).length).toBeLessThanOrEqual(MAX_DECIMAL_BYTES);
      }),
      runs(5000),
    );
  });
});

/** The decimal digits in the middle between two doubles, `mantissa * 2^exponent` and the next one. */
function middle(mantissa: bigint, exponent: number): readonly [digits: bigint, decimals: number] {
  const decimals = Math.max(0, 1 - exponent);
  const odd = 2n * mantissa + 1n;
  if (decimals === 0) return [odd << BigInt(exponent - 1), 0];
  return [odd * 5n ** BigInt(decimals), decimals];
}

/** The text of a number, cut after `count` digits, with the last one changed by `change`. */
function textOf([digits, decimals]: readonly [bigint, number], count: number, change: bigint) {
  const excess = Math.max(0, Math.min(decimals, `${digits}`.length - count));
  const kept = digits / 10n ** BigInt(excess) + change;
  const places = decimals - excess;
  const padded = `${kept}`.padStart(places + 1, "0");
  const dot = padded.length - places;
  return places === 0 ? padded : `${padded.slice(0, dot)}.${padded.slice(dot)}`;
}

const halfway = fc
  .tuple(
    fc.bigInt(2n ** 52n, 2n ** 53n - 1n),
    fc.integer({ min: -75, max: 8 }),
    fc.integer({ min: 15, max: 34 }),
    fc.constantFrom(-1n, 0n, 1n),
  )
  .map(([mantissa, exponent, count, change]) => textOf(middle(mantissa, exponent), count, change));

const random = fc
  .tuple(fc.bigInt(0n, 10n ** 32n), fc.integer({ min: 0, max: 25 }), fc.nat(20))
  .map(([digits, decimals, shift]) => textOf([digits / 10n ** BigInt(shift), decimals], 40, 0n));

const printed = fc
  .tuple(fc.double({ min: 0, max: 400, noNaN: true }), fc.constantFrom(0, 1, 2))
  .map(([value, form]) => [`${value}`, value.toPrecision(17), value.toFixed(20)][form]);

/** Some of them are next to the middle between two doubles. */
const SINGLE_TEXTS = [
  "- .5 5. 1e5 -0 00012 NaN +1 \t1 9007199254740993 0.90071992547409915 9007199254740991.5",
  "9007199254740992.99999999999999 4503599627370497.5 4503599627370497.50000000000001",
  "0.000001000000000000000004 52.376514000000001 179.99999999999999999999 0.0000000000000000000001",
  "00000000000000000052.37651400000124 123456789012345678901234567890.5",
  `1.797693134862315708145274237317043567980705675258449 ${"1".repeat(400)}`,
].flatMap((texts) => texts.split(" "));

const decimalText = fc.oneof(
  fc.constantFrom("", ...SINGLE_TEXTS),
  fc.double({ min: -400, max: 400, noNaN: true }).map(String),
  fc.tuple(point, fc.nat(12)).map(([[latDeg], decimals]) => latDeg.toFixed(decimals)),
  fc.stringMatching(/^[+-]?[0-9]{1,3}(\.[0-9]{0,30})?$/),
  fc.stringMatching(/^[0-9.+eE-]{0,20}$/),
  fc
    .tuple(fc.constantFrom("", "-"), fc.oneof(halfway, random, printed))
    .map(([sign, text]) => sign + text),
);

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Reads a number from the bytes of a text, followed by other bytes; words are read only where enough follow. */
type Read = (text: string, numbers: Float64Array, target: number) => number;
const READERS: Readonly<Record<string, Read>> = {
  bytes: (text, numbers, target) => {
    const buffer = Buffer.from(`x${text};`);
    return readDecimal(buffer, 1, buffer.length - 1, numbers, target) - 1;
  },
  words: (text, numbers, target) => {
    const buffer = Buffer.from(`x${text};${" ".repeat(60)}`);
    return readDecimalWords(buffer, viewOf(buffer), 1, buffer.length, numbers, target) - 1;
  },
  "words that end before other digits": (text, numbers, target) => {
    const buffer = Buffer.from(`x${text}${"1".repeat(60)}`);
    const to = 1 + Buffer.byteLength(text);
    return readDecimalWords(buffer, viewOf(buffer), 1, to, numbers, target) - 1;
  },
};

describe.each(Object.entries(READERS))("reading a decimal from %s", (_name, read) => {
  it("gives what Number() gives, or declines an exponent, a leading dot or zeros that fill up", () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const numbers = Float64Array.of(7, 7);
        const end = read(text, numbers, 1);
        if (end === text.length) expect([...numbers]).toEqual([7, Number(text)]);
        else
          expect(parseDegrees(text) === undefined || /^[+-]?(?:\.|0\d{3})|e/i.test(text)).toBe(
            true,
          );
      }),
      runs(20_000),
    );
  });

  it("ends before the first character that does not belong to the number", () => {
    const numbers = new Float64Array(2);
    expect(read("-12.50,7", numbers, 1)).toBe(6);
    expect(numbers[1]).toBe(-12.5);
    expect(read("1.2.3", numbers, 1)).toBe(3);
    expect(numbers[1]).toBe(1.2);
  });
});
