/** Whatever alphabet a mapcode is written in, every text made of it decodes to the place of the mapcode. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alphabets,
  decode,
  encode,
  type Mapcode,
  MapcodeError,
  mapcodeInAlphabet,
  territories,
  territoryInAlphabet,
} from "../../src/index.ts";
import { BOUNDS, precision, runs } from "../support/arbitraries.ts";
import { resultOr } from "../support/errors.ts";

/** The code in an alphabet; undefined for the only codes that cannot be written. */
function written({ code }: Mapcode, alphabet: string): string | undefined {
  const text = resultOr(undefined, MapcodeError, () => mapcodeInAlphabet(code, alphabet));
  if (text === undefined) expect([alphabet, code.includes("-")]).toEqual(["GREEK", true]);
  return text;
}

/** The alphabets whose texts of this mapcode do not all decode to its place. */
function alphabetsThatFail(mapcode: Mapcode): string[] {
  const place = decode(`${mapcode.territory} ${mapcode.code}`);
  return alphabets().filter((alphabet) => {
    const code = written(mapcode, alphabet);
    if (code === undefined) return false;
    const territory = territoryInAlphabet(mapcode.territory, alphabet);
    const answers = [
      decode(`${territory} ${code}`),
      decode(`${mapcode.territory} ${code}`),
      decode(code, { context: territory }),
    ];
    return answers.some(({ latDeg, lonDeg }) => latDeg !== place.latDeg || lonDeg !== place.lonDeg);
  });
}

function failures(mapcodes: readonly Mapcode[]): string[] {
  return mapcodes.flatMap((mapcode) =>
    alphabetsThatFail(mapcode).map(
      (alphabet) => `${mapcode.territory} ${mapcode.code} in ${alphabet}`,
    ),
  );
}

/** The first codes that a territory makes, alternately without and with extra digits. */
function ownCodes(territory: string): Mapcode[] {
  const codes: Mapcode[] = [];
  for (const bounds of BOUNDS) {
    if (bounds.territory !== territory) continue;
    const latDeg = (bounds.latMin + bounds.latMax) / 2e6;
    const lonDeg = (bounds.lonMin + bounds.lonMax) / 2e6;
    codes.push(...encode(latDeg, lonDeg, { territory, precision: 3 * (codes.length % 2) }));
    if (codes.length >= 5) break;
  }
  return codes;
}

/** Places whose code consists of digits only, which is packed in two ways. */
const digitsOnly = fc
  .tuple(
    fc.constantFrom(...territories().map(({ alphaCode }) => alphaCode)),
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 2, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 2, maxLength: 4 }),
  )
  .map(([territory, prefix, suffix]) => `${territory} ${prefix}.${suffix}`);

describe("a mapcode written in any alphabet decodes to its place", () => {
  it("for own codes of every territory, without and with extra digits", () => {
    const mapcodes = territories().flatMap(({ alphaCode }) => {
      const codes = ownCodes(alphaCode);
      expect(codes).not.toEqual([]);
      return codes;
    });
    expect(mapcodes.length).toBeGreaterThan(2500);
    expect(failures(mapcodes)).toEqual([]);
  });

  it("for codes of digits only", () => {
    fc.assert(
      fc.property(digitsOnly, precision, (text, digits) => {
        const origin = { latDeg: 0, lonDeg: 0 };
        const { latDeg, lonDeg } = resultOr(origin, MapcodeError, () => decode(text));
        expect(failures(encode(latDeg, lonDeg, { precision: digits }))).toEqual([]);
      }),
      runs(200),
    );
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
