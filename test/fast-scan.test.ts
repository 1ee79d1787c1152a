import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encode, isMapcode } from "../src/index.ts";
import { keyOfName, MAX_KEY_CHARS, NO_TERRITORY } from "../src/tables/layout/names.ts";
import { parents } from "../src/tables/tables.ts";
import {
  findByKey,
  findByKeyWithin,
  findByName,
  findByNameWithin,
} from "../src/territories/lookup.ts";
import { fastScanText } from "../src/text/fast-scan.ts";
import { point, precision, runs } from "./arbitraries.ts";

/** Codes of digits only are written with a vowel, which is undone by the way for all texts. */
const PACKED = /[AEU]/;

/** All published names and codes of territories. */
const NAMES = parse(readFileSync(new URL("../data/territory-codes.csv", import.meta.url)), {
  columns: true,
}) as { code: string }[];

/** What may stand in front of a code. */
const IN_FRONT = /^[0-9A-Z]{2,3}(-[0-9A-Z]{2,3})?$/;

describe("a territory's key", () => {
  it("leads to what its name means, with and without a parent, in any case", () => {
    const names = NAMES.map(({ code }) => code).filter((name) => IN_FRONT.test(name));
    const short = names.filter((name) => name.length <= MAX_KEY_CHARS);
    expect(short.length).toBeGreaterThan(1_000);
    for (const name of short) {
      const chars = new TextEncoder().encode(name);
      const meaning = findByName(chars, 0, chars.length);
      const parent = parents[meaning];
      const key = keyOfName(name);
      expect(keyOfName(name.toLowerCase().replace("-", "_")), name).toBe(key);
      expect(findByKey(key), name).toBe(meaning);
      const within = findByNameWithin(chars, 0, chars.length, parent);
      if (parent !== NO_TERRITORY) expect(findByKeyWithin(key, parent), name).toBe(within);
    }
  });

  it("that no name has leads nowhere", () => {
    expect(findByKey(keyOfName("ZZZ"))).toBe(NO_TERRITORY);
    // A name, but too long a one to stand in front of a code.
    expect(findByKey(keyOfName("ITALY"))).toBe(NO_TERRITORY);
  });
});

describe("the short way of reading", () => {
  it("is taken by every mapcode as it is written, unless its digits are packed", () => {
    let taken = 0;
    fc.assert(
      fc.property(point, precision, ([lat, lon], digits) => {
        for (const { territory, code } of encode(lat, lon, { precision: digits })) {
          const isShort = territory.length <= MAX_KEY_CHARS;
          const isUsual = isShort && !PACKED.test(code);
          expect(fastScanText(`${territory} ${code}`), `${territory} ${code}`).toBe(isUsual);
          expect(fastScanText(code), code).toBe(!PACKED.test(code));
          if (isUsual) taken++;
        }
      }),
      runs(2_000),
    );
    expect(taken).toBeGreaterThan(2_000);
  });

  it("is not taken by what is no mapcode", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 30 }), (text) => {
        fc.pre(!isMapcode(text));
        // A territory is not looked at here, whose key may be nobody's: with one, it may be taken.
        if (!text.includes(" ")) expect(fastScanText(text)).toBe(false);
      }),
      runs(20_000),
    );
  });

  it.each([
    "",
    " ",
    ".",
    "-",
    "XX.XX-",
    "X.XX",
    "XXXXXX.XX",
    "XX.X",
    "XX.XXXXX",
    "XX.XX-Z",
    "XX.XX-123456789",
  ])("is not taken by '%s'", (text) => expect(fastScanText(text)).toBe(false));
});
