/** The functions whose names end in Into: they fill the caller's arrays and never throw. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import * as mapcoded from "../../src/index.ts";
import * as Into from "../../src/into.ts";
import { DIGITS } from "../../src/tables/format.ts";
import { mutation, point, precision, runs } from "../support/arbitraries.ts";

const list = Into.createCodeList();

function listed(codes: Into.CodeList) {
  return Array.from({ length: codes.count }, (_, index) => ({
    territory: mapcoded.territories()[codes.territories[index]]?.alphaCode,
    code: Into.codeText(codes, index),
  }));
}

const ofTerritory = (territory: number) => ({ territory, country: Into.NO_TERRITORY });
const ofCountry = (country: number) => ({ territory: Into.NO_TERRITORY, country });

type Encode = (lat: number, lon: number, digits: number) => number;

/** Every encoding function, with a territory that has codes at the points used here. */
const ENCODERS: Readonly<Record<string, Encode>> = {
  encodeInto: (lat, lon, digits) => Into.encodeInto(lat, lon, digits, list),
  encodeInternationalInto: (lat, lon, digits) =>
    Into.encodeInternationalInto(lat, lon, digits, list),
  "encodeInto with a territory": (lat, lon, digits) =>
    Into.encodeInto(lat, lon, digits, list, ofTerritory(Into.territoryNumber("AAA"))),
  "encodeInto with a country": (lat, lon, digits) =>
    Into.encodeInto(lat, lon, digits, list, ofCountry(Into.countryNumber("NLD"))),
};

describe("encoding into a list", () => {
  it("lists the codes of encode() and returns their count", () => {
    fc.assert(
      fc.property(point, precision, ([lat, lon], digits) => {
        const expected = mapcoded.encode(lat, lon, { precision: digits });
        expect(Into.encodeInto(lat, lon, digits, list)).toBe(expected.length);
        expect(listed(list)).toEqual(expected);
        expect(list.count).toBeLessThanOrEqual(Into.MAX_CODES);
      }),
      runs(5000),
    );
  });

  it.each(
    Object.entries(ENCODERS),
  )("returns a count or an error code: %s", (_name, encodePoint) => {
    expect(encodePoint(52.376514, 4.908543, 0)).toBe(list.count);
    expect(list.count).toBeGreaterThan(0);
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      expect(encodePoint(value, 1, 0)).toBe(Into.INVALID_COORDINATE);
      expect(encodePoint(1, value, 0)).toBe(Into.INVALID_COORDINATE);
      expect(list.count).toBe(0);
    }
    for (const value of [-1, 9, 1.5, Number.NaN]) {
      expect(encodePoint(1, 2, value)).toBe(Into.PRECISION_OUT_OF_RANGE);
    }
  });

  it.each([-2, 533, 1.5, Number.NaN])("rejects the territory number %d", (number) => {
    expect(Into.encodeInto(1, 2, 0, list, ofTerritory(number))).toBe(Into.UNKNOWN_TERRITORY);
    expect(Into.encodeInto(1, 2, 0, list, ofCountry(number))).toBe(Into.UNKNOWN_TERRITORY);
    expect(list.count).toBe(0);
  });
});

describe("decoding bytes", () => {
  const expected = new Float64Array(Into.RECTANGLE_NUMBERS);
  const degrees = new Float64Array(Into.RECTANGLE_NUMBERS);
  const context = fc.constantFrom(
    Into.NO_TERRITORY,
    Into.territoryNumber("NLD"),
    Into.territoryNumber("US-IN"),
  );
  const around = fc.string({ maxLength: 12 }).map((text) => Buffer.from(text));

  function expectSame(text: string, near: number, before: Uint8Array, after: Uint8Array): number {
    const own = Buffer.from(text);
    const bytes = Buffer.concat([before, own, after]);
    expected.fill(7);
    degrees.fill(7);
    const error = Into.decodeInto(own.toString(), near, expected);
    const end = before.length + own.length;
    expect(Into.decodeBytesInto(bytes, before.length, end, near, degrees), text).toBe(error);
    expect(degrees, text).toEqual(expected);
    return error;
  }

  it("gives the result of decoding their text, whatever bytes surround it", () => {
    const tries = runs(2_000);
    const changes = fc.array(mutation, { maxLength: 2 });
    const place = fc.tuple(point, precision, context);
    let decoded = 0;
    fc.assert(
      fc.property(place, changes, around, around, ([at, digits, near], all, before, after) => {
        for (const { territory, code } of mapcoded.encode(...at, { precision: digits })) {
          for (const text of [code, `${territory} ${code}`]) {
            const changed = all.reduce((so, change) => change(so), text);
            if (expectSame(changed, near, before, after) === 0) decoded++;
          }
        }
      }),
      tries,
    );
    expect(decoded).toBeGreaterThan(tries.numRuns);
  });

  it("gives the result of decoding their text for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), around, around, (text, before, after) => {
        expectSame(text, Into.NO_TERRITORY, before, after);
      }),
      runs(5_000),
    );
  });

  it("rejects places without a text or beyond the array, and needs a context", () => {
    const bytes = Buffer.from("     NLD 49.4V      ");
    const decodeAt = (from: number, to: number) =>
      Into.decodeBytesInto(bytes, from, to, Into.NO_TERRITORY, degrees);
    expect(decodeAt(8, 8)).toBe(Into.MALFORMED_MAPCODE);
    expect(decodeAt(8, 3)).toBe(Into.MALFORMED_MAPCODE);
    expect(decodeAt(2 ** 30 + 5, 14)).toBe(Into.MALFORMED_MAPCODE);
    expect(decodeAt(-5, -1)).toBe(Into.MALFORMED_MAPCODE);
    expect(decodeAt(Number.NaN, Number.NaN)).toBe(Into.MALFORMED_MAPCODE);
    expect(decodeAt(0, bytes.length)).toBe(0);
    expect(decodeAt(5, 14)).toBe(0);
    for (const to of [bytes.length + 1, 2 ** 31, Number.POSITIVE_INFINITY]) {
      expect(decodeAt(0, to)).toBe(Into.MALFORMED_MAPCODE);
      expect(decodeAt(5, to)).toBe(Into.MALFORMED_MAPCODE);
    }
    expect(decodeAt(-1, 14)).toBe(Into.MALFORMED_MAPCODE);
    expect(Into.decodeBytesInto(bytes, 9, 14, 533, degrees)).toBe(Into.UNKNOWN_TERRITORY);
  });
});

describe("decoding into an array", () => {
  const degrees = new Float64Array(Into.RECTANGLE_NUMBERS);
  beforeEach(() => degrees.fill(7));

  it("writes the point and leaves the rest of the array unchanged", () => {
    const { latDeg, lonDeg } = mapcoded.decode("NLD 49.4V");
    expect(Into.decodeInto("NLD 49.4V", Into.NO_TERRITORY, degrees)).toBe(0);
    expect([...degrees]).toEqual([latDeg, lonDeg, 7, 7, 7, 7, 7, 7]);
  });

  it("writes the rectangle and its center, in a context", () => {
    const { latDeg, lonDeg } = mapcoded.decode("NLD 49.4V");
    const { southWest, northEast, center } = mapcoded.decodeRectangle("NLD 49.4V");
    expect(Into.decodeRectangleInto("49.4V", Into.territoryNumber("NLD"), degrees)).toBe(0);
    const corners = [southWest, northEast, center].flatMap((at) => [at.latDeg, at.lonDeg]);
    expect([...degrees]).toEqual([latDeg, lonDeg, ...corners]);
  });

  it("writes the same point with and without the rectangle, for any digits", () => {
    const area = new Float64Array(Into.RECTANGLE_NUMBERS);
    const territory = fc.constantFrom(...mapcoded.territories().map(({ alphaCode }) => alphaCode));
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...DIGITS), minLength, maxLength });
    const tries = runs(20_000);
    let decoded = 0;
    fc.assert(
      fc.property(territory, digits(2, 5), digits(2, 4), (place, prefix, suffix) => {
        const text = `${place} ${prefix}.${suffix}`;
        const error = Into.decodeInto(text, Into.NO_TERRITORY, degrees);
        expect(Into.decodeRectangleInto(text, Into.NO_TERRITORY, area), text).toBe(error);
        if (error !== 0) return;
        decoded++;
        expect(area.slice(0, 2), text).toEqual(degrees.slice(0, 2));
      }),
      tries,
    );
    expect(decoded).toBeGreaterThan(tries.numRuns / 10);
  });

  it.each([
    ["nonsense", Into.NO_TERRITORY, Into.MALFORMED_MAPCODE],
    ["", Into.NO_TERRITORY, Into.MALFORMED_MAPCODE],
    ["NLD NLD 49.4", Into.NO_TERRITORY, Into.MALFORMED_MAPCODE],
    ["NLD DEU 49.4V", Into.NO_TERRITORY, Into.MALFORMED_MAPCODE],
    ["QQ 49.4V", Into.NO_TERRITORY, Into.UNKNOWN_MAPCODE],
    ["NLD ZZZZ.ZZZZ", Into.NO_TERRITORY, Into.UNKNOWN_MAPCODE],
    ["NLD 49.4V-A", Into.NO_TERRITORY, Into.UNKNOWN_MAPCODE],
    ["NLD U49.12", Into.NO_TERRITORY, Into.UNKNOWN_MAPCODE],
    ["49.4V", -2, Into.UNKNOWN_TERRITORY],
    ["49.4V", 533, Into.UNKNOWN_TERRITORY],
    ["49.4V", 1.5, Into.UNKNOWN_TERRITORY],
    ["49.4V", Number.NaN, Into.UNKNOWN_TERRITORY],
  ])("rejects '%s' in the context %d and leaves the array unchanged", (text, context, error) => {
    expect(Into.decodeInto(text, context, degrees)).toBe(error);
    expect(Into.decodeRectangleInto(text, context, degrees)).toBe(error);
    expect([...degrees]).toEqual(new Array(Into.RECTANGLE_NUMBERS).fill(7));
  });
});
