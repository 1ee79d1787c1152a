import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encode, hasMapcodeForm } from "../../src/index.ts";
import { NO_TERRITORY } from "../../src/tables/format.ts";
import { keyOfName, MAX_KEY_CHARS } from "../../src/tables/layout/short-names.ts";
import { parents } from "../../src/tables/tables.ts";
import { fastScanText } from "../../src/text/fast-scan.ts";
import * as lookup from "../../src/text/territories.ts";
import { point, precision, runs } from "../support/arbitraries.ts";

/** Codes without letters are packed with a vowel, which only the grammar unpacks. */
const PACKED = /[AEU]/;

/** All published names and codes of territories. */
const FILE = new URL("../../data/territory-codes.csv", import.meta.url);
const NAMES = parse<{ code: string }>(readFileSync(FILE), { columns: true });

/** A territory as it can precede a code. */
const TERRITORY_IN_MAPCODE = /^[0-9A-Z]{2,3}(-[0-9A-Z]{2,3})?$/;

describe("a territory's key", () => {
  it("leads to the meaning of its name, with and without a parent, in any case", () => {
    const names = NAMES.map(({ code }) => code).filter((name) => TERRITORY_IN_MAPCODE.test(name));
    const short = names.filter((name) => name.length <= MAX_KEY_CHARS);
    expect(short.length).toBeGreaterThan(1_000);
    for (const name of short) {
      const meaning = lookup.findByName(name);
      const parent = parents[meaning];
      const key = keyOfName(name);
      expect(keyOfName(name.toLowerCase().replace("-", "_")), name).toBe(key);
      expect(lookup.findByKey(key, NO_TERRITORY), name).toBe(meaning);
      const within = lookup.findByNameWithin(name, parent);
      if (parent !== NO_TERRITORY) expect(lookup.findByKey(key, parent), name).toBe(within);
    }
  });

  it("leads nowhere if no name has it", () => {
    expect(lookup.findByKey(keyOfName("ZZZ"), NO_TERRITORY)).toBe(NO_TERRITORY);
    // A name, but too long to precede a code.
    expect(lookup.findByKey(keyOfName("ITALY"), NO_TERRITORY)).toBe(NO_TERRITORY);
  });
});

describe("the fast scan", () => {
  it("accepts every mapcode that encoding writes, unless its digits are packed", () => {
    const tries = runs(2_000);
    let accepted = 0;
    fc.assert(
      fc.property(point, precision, ([lat, lon], digits) => {
        for (const { territory, code } of encode(lat, lon, { precision: digits })) {
          const isShort = territory.length <= MAX_KEY_CHARS;
          const isCommon = isShort && !PACKED.test(code);
          expect(fastScanText(`${territory} ${code}`), `${territory} ${code}`).toBe(isCommon);
          expect(fastScanText(code), code).toBe(!PACKED.test(code));
          if (isCommon) accepted++;
        }
      }),
      tries,
    );
    expect(accepted).toBeGreaterThan(tries.numRuns);
  });

  it("rejects texts that are no mapcodes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 30 }), (text) => {
        fc.pre(!hasMapcodeForm(text));
        // The scan does not look up the territory: it accepts texts with an unknown one.
        if (!text.includes(" ")) expect(fastScanText(text)).toBe(false);
      }),
      runs(20_000),
    );
  });

  it("rejects parts of mapcodes", () => {
    const texts = [
      ...["", " ", ".", "-", "XX.XX-", "X.XX", "XXXXXX.XX", "XX.X", "XX.XXXXX", "XX.XX-Z"],
      "XX.XX-123456789",
    ];
    expect(texts.filter(fastScanText)).toEqual([]);
  });
});
