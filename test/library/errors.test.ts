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

/** Calls with one value of a wrong type: each with values that have a right one. */
const TYPED: Readonly<Record<string, readonly [(value: never) => unknown, ...right: unknown[]]>> = {
  "a mapcode": [decode, "NLD 49.4V", { code: "VHXGB.1J9J" }],
  "a code": [(code) => decode({ code }), "VHXGB.1J9J"],
  "the territory of a mapcode": [(territory) => decode({ territory, code: "49.4V" }), "NLD"],
  "a context": [(context) => decode("49.4V", { context }), "NLD"],
  "a country": [(country) => decode("49.4V", { country }), "NL"],
  near: [(near) => decode("49.4V", { near }), { latDeg: 52, lonDeg: 5 }],
  "a latitude": [(latDeg) => encode(latDeg, 0), 52],
  options: [(options) => encode(0, 0, options), {}, undefined],
  "a precision": [(precision) => encode(0, 0, { precision }), 2, undefined],
  names: [(names) => encode(0, 0, { names }), true, undefined],
  "how to write a territory": [
    (territory) => library.formatMapcode("NLD 49.4V", { territory }),
    "short",
    undefined,
  ],
  "a precision to write": [
    (precision) => library.formatMapcode("NLD 49.4V", { precision }),
    1,
    undefined,
  ],
  "an alphabet": [
    (alphabet) => library.formatMapcode("NLD 49.4V", { alphabet }),
    "greek",
    undefined,
  ],
  "the name of a territory": [library.findTerritory, "NLD", "Atlantis"],
  "a parent": [(parent) => library.findTerritory("IN", parent), "USA", undefined],
  "a text to search": [library.searchTerritories, "neth"],
  "a limit": [(limit) => library.searchTerritories("neth", { limit }), 1, undefined],
  coordinates: [library.parseCoordinates, "52, 4"],
  "a point": [
    (point) => library.distanceMeters(point, { latDeg: 0, lonDeg: 0 }),
    { latDeg: 1, lonDeg: 1 },
  ],
};

it.each(
  Object.keys(TYPED),
)("%s of a wrong type is a TypeError, and of the right one is none", (name) => {
  const [convert, ...right] = TYPED[name];
  for (const value of right) expect(() => convert(value as never)).not.toThrow();
  for (const value of [5n, null, [], Symbol("x"), () => 1]) {
    expect(() => convert(value as never)).toThrow(TypeError);
  }
});
