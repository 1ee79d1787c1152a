/** Errors for bad input: one call for each code, with its message. */
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { decode, encode, MapcodeError } from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { thrownBy } from "../support/errors.ts";

const CALLS: Readonly<Record<string, () => unknown>> = {
  "invalid-coordinate": () => encode(Number.NaN, 0),
  "precision-out-of-range": () => encode(0, 0, { precision: 9 }),
  "out-of-range": () => Into.codeText(Into.createCodeList(), 1),
  "malformed-mapcode": () => decode("nonsense"),
  "unknown-mapcode": () => decode("NLD ZZZZ.ZZZZ"),
  "unknown-territory": () => library.getTerritory("Atlantis"),
  "unwritable-mapcode": () => library.formatMapcode("49.4V-U", { alphabet: "GREEK" }),
  "invalid-option": () => library.searchTerritories("a", { limit: 0 }),
  "contradictory-options": () => encode(0, 0, { territory: "NLD", country: "NL" }),
  "unknown-alphabet": () => library.territoryInAlphabet("NLD", "RUNES"),
  "malformed-coordinates": () => library.parseCoordinates("here"),
};

const MESSAGES = `
The latitude NaN is not a finite number of degrees.
The precision 9 is not an integer from 0 to 8.
The index of the code 1 is not there, as there are none.
The mapcode 'nonsense' is not of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'.
The mapcode 'NLD ZZZZ.ZZZZ' is not the code of a place in its territory.
The territory 'Atlantis' is not the code or name of a territory.
The mapcode '49.4V-U' is not one that GREEK has letters for at this precision.
The option limit 0 is not an integer from 1.
The options territory 'NLD' and country 'NL' contradict each other. Give only one of them.
The alphabet 'RUNES' is not one of ROMAN, GREEK, CYRILLIC,
In the coordinates 'here', 'here' is not a coordinate.`.split("\n");

describe("errors for bad input", () => {
  it.each(Object.keys(CALLS))("are a MapcodeError with the code %s", (code) => {
    const error = thrownBy(MapcodeError, CALLS[code]);
    const { name, stack, message } = error;
    expect({ name, code: error.code }).toEqual({ name: "MapcodeError", code });
    expect(stack).toContain("errors.test.ts");
    expect(message).toContain(MESSAGES[1 + Object.keys(CALLS).indexOf(code)]);
  });

  it("hold the rejected value and what was expected", () => {
    const precision = thrownBy(MapcodeError, CALLS["precision-out-of-range"]);
    expect(precision).toMatchObject({ value: 9, expected: "an integer from 0 to 8" });
    const value = { territory: "NLD", country: "NL" };
    const area = thrownBy(MapcodeError, CALLS["contradictory-options"]);
    expect(area).toMatchObject({ value, expected: "only one of territory and country" });
  });

  it("quote at most 100 characters of a text and keep its whole value", () => {
    const value = "x".repeat(1000);
    const error = thrownBy(MapcodeError, () => decode(value));
    expect(error.message).toContain(`'${"x".repeat(100)}...'`);
    expect(error.value).toBe(value);
  });
});
