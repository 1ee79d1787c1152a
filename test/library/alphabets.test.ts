/** Codes in other alphabets, also such as no point has: odd digits, other precisions, mixtures. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alphabets,
  decode,
  encode,
  getTerritory,
  hasMapcodeForm,
  MapcodeError,
  mapcodeInAlphabet,
  territories,
  territoryInAlphabet,
} from "../../src/index.ts";
import {
  oracleDecode,
  oracleIsValidFormat,
  oracleWriteCode,
  oracleWriteTerritory,
} from "../oracle/index.ts";
import { answerTo } from "../support/answers.ts";
import { point, precision, runs } from "../support/arbitraries.ts";
import { resultOr } from "../support/errors.ts";

const alphabet = fc.constantFrom(...alphabets());

/** The code in an alphabet, or the one error that the oracle has for several of the library. */
function written(code: string, to: string, digits?: number) {
  const error = { error: "illegal-argument" };
  return resultOr(error, MapcodeError, () => mapcodeInAlphabet(code, to, digits));
}

function run(chars: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...chars), minLength, maxLength });
}

/** Codes of all forms, which may stand for no place. */
function anyCode(chars: string): fc.Arbitrary<string> {
  const ending = fc.oneof(fc.constant(""), run("0123456789BCDFGHXYAEU", 1, 8));
  return fc
    .tuple(run(chars, 2, 5), run(chars, 2, 4), ending)
    .map(([prefix, suffix, extra]) => `${prefix}.${suffix}${extra === "" ? "" : `-${extra}`}`);
}

const code = fc.oneof(
  anyCode("0123456789"),
  anyCode("0123456789BCDFGHJKLMNPQRSTVWXYZ"),
  anyCode("BCDFGHJKLMNPQRSTVWXYZ"),
  anyCode("0189AEU"),
);

/** Codes of digits only, packed in the newer and in the older form. */
const packed = fc
  .tuple(
    run("0123456789A", 1, 1),
    run("0123456789", 1, 4),
    run("0189", 0, 2),
    run("AEU0189Y", 2, 2),
  )
  .map(([first, prefix, suffix, end]) => `${first}${prefix}.${suffix}${end}`);

describe("mapcodeInAlphabet", () => {
  it("writes as the oracle does, for any digits and precision", () => {
    fc.assert(
      fc.property(fc.oneof(code, packed), alphabet, precision, (text, to, digits) => {
        const own = text.split("-")[1]?.length ?? 0;
        expect(written(text, to)).toEqual(oracleWriteCode(text, to, own));
        expect(written(text, to, digits)).toEqual(oracleWriteCode(text, to, digits));
      }),
      runs(30_000),
    );
  });

  it("writes the same from every alphabet that the code comes in", () => {
    fc.assert(
      fc.property(point, precision, alphabet, alphabet, ([lat, lon], digits, from, to) => {
        for (const mapcode of encode(lat, lon, { precision: digits })) {
          const foreign = written(mapcode.code, from);
          if (typeof foreign !== "string") continue;
          expect(written(foreign, to)).toEqual(oracleWriteCode(foreign, to, digits));
          // Compare places: a code of digits only may come back in its other form.
          const { territory: context } = mapcode;
          expect(decode(mapcodeInAlphabet(foreign, "ROMAN"), { context })).toEqual(
            decode(mapcode.code, { context }),
          );
        }
      }),
      runs(3000),
    );
  });

  it("reads codes as the oracle does when each letter is of another alphabet", () => {
    const names = territories().map((one) => one.alphaCode);
    fc.assert(
      fc.property(
        fc.oneof(code, packed),
        fc.constantFrom("", ...names),
        fc.constantFrom(undefined, ...names),
        fc.array(alphabet, { minLength: 1, maxLength: 4 }),
        (text, territory, context, into) => {
          const territoryAlphabet = into[0];
          const front =
            territory === "" ? "" : `${territoryInAlphabet(territory, territoryAlphabet)} `;
          const letters = Array.from(text, (char, index) =>
            /[A-Z]/.test(char) ? oracleLetter(char, into[index % into.length]) : char,
          );
          const mixed = front + letters.join("");
          expect(answerTo(mixed, context)).toEqual(oracleDecode(mixed, context));
          expect(hasMapcodeForm(mixed)).toBe(oracleIsValidFormat(mixed));
        },
      ),
      runs(10_000),
    );
  });
});

/** One letter in an alphabet. The oracle writes territory codes letter by letter. */
function oracleLetter(letter: string, to: string): string {
  return oracleWriteTerritory(letter, to);
}

describe("errors of mapcodeInAlphabet", () => {
  it.each([
    ["49.4V", "KLINGON", undefined, "unknown-alphabet"],
    ["49.4V", "", undefined, "unknown-alphabet"],
    ["XXX 49.4V", "GREEK", undefined, "unknown-territory"],
    ["494V", "GREEK", undefined, "malformed-mapcode"],
    ["49.4V-Z", "ROMAN", undefined, "malformed-mapcode"],
    ["49.4V", "ROMAN", 9, "precision-out-of-range"],
    ["49.4V", "ROMAN", -1, "precision-out-of-range"],
    ["49.4V", "ROMAN", 0.5, "precision-out-of-range"],
    ["49.4V", "ROMAN", Number.NaN, "precision-out-of-range"],
  ])("for '%s' in %s at precision %s: %s", (text, to, digits, errorCode) => {
    expect(() => mapcodeInAlphabet(text, to, digits)).toThrow(
      expect.objectContaining({ code: errorCode }),
    );
  });

  it("include a code that Greek has no letters for, above precision 0 only", () => {
    const { latDeg, lonDeg } = decode("NLD 12.99");
    const [packedCode] = encode(latDeg, lonDeg, { territory: "NLD" });
    expect(packedCode?.code).toBe("12.UA");
    expect(() => mapcodeInAlphabet("12.UA", "GREEK", 2)).toThrow(
      expect.objectContaining({ code: "unwritable-mapcode", value: "12.UA" }),
    );
    const older = mapcodeInAlphabet("12.UA", "GREEK", 0);
    expect(decode(older, { context: "NLD" })).toEqual({ latDeg, lonDeg });
  });

  it("do not include the case of the name of the alphabet", () => {
    expect(mapcodeInAlphabet("49.4V", "gReEk")).toBe(mapcodeInAlphabet("49.4V", "GREEK"));
  });
});

describe("the code of a territory", () => {
  it("is found again, whatever alphabet it is written in", () => {
    for (const { alphaCode } of territories()) {
      for (const name of alphabets()) {
        expect(getTerritory(territoryInAlphabet(alphaCode, name)).alphaCode).toBe(alphaCode);
      }
    }
  });
});

describe("a letter that an alphabet lacks", () => {
  it.each([
    ["IN-JH", "DEVANAGARI", "Iध-ठट"],
    ["IN-UP", "GURMUKHI", "Iਧ-ਫਨ"],
    ["MX-ROO", "TIBETAN", "ཐར-པOO"],
  ])("stays Roman in the code of a territory: %s in %s", (territory, alphabet, text) => {
    expect(territoryInAlphabet(territory, alphabet)).toBe(text);
    expect(territoryInAlphabet(text, "ROMAN")).toBe(territory);
  });
});
