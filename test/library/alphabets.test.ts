/** Codes in other alphabets, also codes without a point: odd digits, other precisions, mixtures. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as oracle from "../oracle/index.ts";
import { answerTo } from "../support/answers.ts";
import { point, precision, runs } from "../support/arbitraries.ts";
import { resultOr, withCode } from "../support/errors.ts";

const alphabet = fc.constantFrom(...mapcoded.alphabets());

/** The code in an alphabet, without a territory. */
function inAlphabet(code: string, to: string, digits?: number): string {
  return mapcoded.formatMapcode(code, { territory: "none", alphabet: to, precision: digits });
}

/** The same, or the error. The oracle has one for several of the library. */
function written(code: string, to: string, digits?: number) {
  const error = { error: "illegal-argument" };
  return resultOr(error, mapcoded.MapcodeError, () => inAlphabet(code, to, digits));
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

describe("formatMapcode with an alphabet", () => {
  it("writes as the oracle does, for any digits and precision", () => {
    fc.assert(
      fc.property(fc.oneof(code, packed), alphabet, precision, (text, to, digits) => {
        const own = text.split("-")[1]?.length ?? 0;
        expect(written(text, to)).toEqual(oracle.oracleWriteCode(text, to, own));
        expect(written(text, to, digits)).toEqual(oracle.oracleWriteCode(text, to, digits));
      }),
      runs(30_000),
    );
  });

  it("writes the same from every alphabet that the code comes in", () => {
    fc.assert(
      fc.property(point, precision, alphabet, alphabet, ([lat, lon], digits, from, to) => {
        for (const mapcode of mapcoded.encode(lat, lon, { precision: digits })) {
          const foreign = written(mapcode.code, from);
          if (typeof foreign !== "string") continue;
          expect(written(foreign, to)).toEqual(oracle.oracleWriteCode(foreign, to, digits));
          // Compare places: a code of digits only may come back in its other form.
          const { territory: context } = mapcode;
          expect(mapcoded.decode(inAlphabet(foreign, "ROMAN"), { context })).toEqual(
            mapcoded.decode(mapcode.code, { context }),
          );
        }
      }),
      runs(3000),
    );
  });

  it("reads codes as the oracle does when each letter is of another alphabet", () => {
    const names = mapcoded.territories().map((one) => one.alphaCode);
    fc.assert(
      fc.property(
        fc.oneof(code, packed),
        fc.constantFrom("", ...names),
        fc.constantFrom(undefined, ...names),
        fc.array(alphabet, { minLength: 1, maxLength: 4 }),
        (text, territory, context, into) => {
          const territoryAlphabet = into[0];
          const front =
            territory === ""
              ? ""
              : `${mapcoded.territoryInAlphabet(territory, territoryAlphabet)} `;
          const letters = Array.from(text, (char, index) =>
            /[A-Z]/.test(char)
              ? oracle.oracleWriteTerritory(char, into[index % into.length])
              : char,
          );
          const mixed = front + letters.join("");
          expect(answerTo(mixed, context)).toEqual(oracle.oracleDecode(mixed, context));
          expect(mapcoded.hasMapcodeForm(mixed)).toBe(oracle.oracleIsValidFormat(mixed));
        },
      ),
      runs(10_000),
    );
  });

  it.each([
    ["49.4V", "KLINGON", undefined, "unknown-alphabet"],
    ["49.4V", "", undefined, "unknown-alphabet"],
    ["XXX 49.4V", "GREEK", undefined, "unknown-territory"],
    ["494V", "GREEK", undefined, "malformed-mapcode"],
    ["49.4V-Z", "ROMAN", undefined, "malformed-mapcode"],
    ["49.4V", "ROMAN", 9, "precision-out-of-range"],
    ["49.4V", "ROMAN", 0.5, "precision-out-of-range"],
    ["12.UA", "GREEK", 2, "unwritable-mapcode"],
  ] as const)("refuses '%s' in %s at precision %s: %s", (text, to, digits, errorCode) => {
    expect(() => inAlphabet(text, to, digits)).toThrow(withCode(errorCode));
  });

  it("writes a code that Greek has no letters for in the older form, which reads back", () => {
    const place = mapcoded.decode("NLD 12.99");
    const [{ code: packedCode }] = mapcoded.encode(place.latDeg, place.lonDeg, {
      territory: "NLD",
    });
    expect(packedCode).toBe("12.UA");
    expect(mapcoded.decode(inAlphabet("12.UA", "gReEk", 0), { context: "NLD" })).toEqual(place);
  });
});

describe("the code of a territory", () => {
  it("is found again, whatever alphabet it is written in", () => {
    for (const { alphaCode } of mapcoded.territories()) {
      for (const name of mapcoded.alphabets()) {
        expect(mapcoded.getTerritory(mapcoded.territoryInAlphabet(alphaCode, name)).alphaCode).toBe(
          alphaCode,
        );
      }
    }
  });

  it("keeps letters that the alphabet lacks", () => {
    expect(mapcoded.territoryInAlphabet("IN-JH", "DEVANAGARI")).toBe("Iध-ठट");
    expect(mapcoded.territoryInAlphabet("IN-UP", "GURMUKHI")).toBe("Iਧ-ਫਨ");
    expect(mapcoded.territoryInAlphabet("MX-ROO", "TIBETAN")).toBe("ཐར-པOO");
  });
});
