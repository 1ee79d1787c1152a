/** Single cases that the reference answers do not cover and random points hardly reach. */
import { describe, expect, it } from "vitest";
import { decode, decodeRectangle, encode, getTerritory } from "../../src/index.ts";
import { oracleEncode } from "../oracle/index.ts";

describe("encoding", () => {
  it("lists the 22 codes of the point with the most codes known", () => {
    expect(encode(26.91649, 94.551941)).toHaveLength(22);
    expect(encode(26.91649, 94.551941)).toEqual(oracleEncode(26.91649, 94.551941, 0));
  });

  it("distinguishes quarters of a micro-degree of longitude in nameless areas", () => {
    const within = (lon: number) => encode(47.0723225, lon, { territory: "LIE" })[0]?.code;
    // A cell starts half a micro-degree east of 9.501934.
    expect(within(9.501934001)).toBe("32.9K");
    expect(within(9.50193449)).toBe("32.9K");
    expect(within(9.50193451)).toBe("32.RD");
  });

  it("wraps longitudes at 180 degrees", () => {
    expect(encode(0, 180)).toEqual(encode(0, -180));
    expect(encode(-16.8, 179.9999999).map(({ territory }) => territory)).toContain("FJI");
  });

  it("accepts any finite number as a coordinate", () => {
    expect(encode(1e308, -1e308).at(-1)?.territory).toBe("AAA");
    expect(encode(-0, -0)).toEqual(encode(0, 0));
    expect(encode(5e-324, 5e-324)).toEqual(encode(0, 0));
    expect(encode(12, 370.5)).toEqual(encode(12, 10.5));
  });
});

describe("decoding", () => {
  it("keeps latitudes within 90 degrees", () => {
    for (let precision = 0; precision <= 8; precision++) {
      const { code = "" } = encode(90, 0, { precision }).at(-1) ?? {};
      expect(decode(code).latDeg).toBeLessThanOrEqual(90);
      expect(decodeRectangle(code).northEast.latDeg).toBe(90);
    }
  });

  it("puts the center of a rectangle across the date line inside it", () => {
    const { southWest, northEast, center } = decodeRectangle("USA 1WHX.28YW");
    expect(northEast.lonDeg).toBeLessThan(southWest.lonDeg);
    expect(center.lonDeg).toBe(179.999971);
  });

  it("reads letters of an abjad in the territory, too", () => {
    const point = { latDeg: 40.95274400000124, lonDeg: 14.180899375000001 };
    expect(decode("ΙΤΑ RJ.23NM")).toEqual(point);
  });

  it("looks up an ambiguous territory in the country of the context first", () => {
    const sakha = decode("RU-SA 2SN0.S70M");
    const southAustralia = decode("AU-SA 2SN0.S70M");
    expect(decode("SA 2SN0.S70M", { context: "RUS" })).toEqual(sakha);
    expect(decode("SA 2SN0.S70M", { context: "RU-MOW" })).toEqual(sakha);
    expect(decode("SA 2SN0.S70M", { context: "NLD" })).toEqual(southAustralia);
    expect(decode("SA 2SN0.S70M")).toEqual(southAustralia);
  });

  it("cuts a restricted cell to its territory before testing where its middle lies", () => {
    const { southWest, northEast } = decodeRectangle("US-LA 5M08.MQ0-F4B");
    expect([southWest, northEast]).toEqual([
      { latDeg: 28.854, lonDeg: -91.15147613333333 },
      { latDeg: 28.85400015, lonDeg: -91.15147548 },
    ]);
  });

  it("allows spaces around a mapcode and many after its territory", () => {
    expect(decode(`  nld${" ".repeat(500)}49.4v  `)).toEqual(decode("NLD 49.4V"));
  });

  it("rejects texts of 100,000 characters without delay", () => {
    expect(() => getTerritory(`${"IN-".repeat(100_000)}IN`)).toThrow("is not the code or name");
    expect(() => decode(`é${" ".repeat(100_000)}x`)).toThrow("is not of the form");
  });

  it("reads I as 1 and O as 0", () => {
    expect(decode("ZHOHO.HIHG")).toEqual(decode("ZH0H0.H1HG"));
    // Also in a packed code of digits with a letter of an abjad.
    const context = { context: "RU-TOM" };
    expect(decode("ΟO.90Ή0", context)).toEqual(decode("00.90Ή0", context));
  });
});
