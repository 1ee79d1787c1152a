/** Errors for bad input: one call for each code, with its message. */
import { describe, expect, it } from "vitest";
import {
  codeText,
  createCodeList,
  decode,
  encode,
  getAlphabet,
  getTerritory,
  MapcodeError,
  mapcodeInAlphabet,
  parseCoordinates,
  searchTerritories,
} from "../../src/index.ts";
import { thrownBy } from "../support/errors.ts";

const BAD_INPUTS: readonly [code: string, call: () => unknown, message: string][] = [
  [
    "invalid-coordinate",
    () => encode(Number.NaN, 0),
    "The latitude NaN is not a finite number of degrees.",
  ],
  [
    "precision-out-of-range",
    () => encode(0, 0, { precision: 9 }),
    "The precision 9 is not an integer from 0 to 8.",
  ],
  [
    "out-of-range",
    () => codeText(createCodeList(), 1),
    "The index of the code 1 is not there, as there are none.",
  ],
  [
    "malformed-mapcode",
    () => decode("nonsense"),
    "The mapcode 'nonsense' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.",
  ],
  [
    "unknown-mapcode",
    () => decode("NLD ZZZZ.ZZZZ"),
    "The mapcode 'NLD ZZZZ.ZZZZ' is not the code of a place in its territory.",
  ],
  [
    "unknown-territory",
    () => getTerritory("Atlantis"),
    "The territory 'Atlantis' is not the code or name of a territory.",
  ],
  [
    "unknown-alphabet",
    () => getAlphabet("RUNES"),
    "The alphabet 'RUNES' is not one of ROMAN, GREEK, ",
  ],
  [
    "unwritable-mapcode",
    () => mapcodeInAlphabet("49.4V-U", "GREEK"),
    "The mapcode '49.4V-U' is not one that GREEK has letters for at this precision.",
  ],
  [
    "invalid-option",
    () => searchTerritories("a", { limit: 0 }),
    "The option limit 0 is not an integer from 1.",
  ],
  ["malformed-coordinates", () => parseCoordinates("here"), "here"],
  [
    "contradictory-options",
    () => encode(0, 0, { territory: "NLD", country: "NL" }),
    "The options territory 'NLD' and country 'NL' contradict each other. Give only one of them.",
  ],
];

describe("errors for bad input", () => {
  it.each(BAD_INPUTS)("are a MapcodeError with the code %s", (code, call, message) => {
    const error = thrownBy(MapcodeError, call);
    expect(error.code).toBe(code);
    expect(error.name).toBe("MapcodeError");
    expect(error.message).toContain(message);
    expect(error.stack).toContain("errors.test.ts");
  });

  it("hold the rejected value and what was expected", () => {
    const precision = thrownBy(MapcodeError, () => encode(0, 0, { precision: 9 }));
    expect(precision).toMatchObject({ value: 9, expected: "an integer from 0 to 8" });
    const options = { territory: "NLD", country: "NL" };
    const area = thrownBy(MapcodeError, () => encode(0, 0, options));
    expect(area).toMatchObject({ value: options, expected: "only one of territory and country" });
  });

  it("quote at most 100 characters of a text and keep its whole value", () => {
    const text = "x".repeat(1000);
    const error = thrownBy(MapcodeError, () => decode(text));
    expect(error.message).toContain(`'${"x".repeat(100)}...'`);
    expect(error.value).toBe(text);
  });
});
