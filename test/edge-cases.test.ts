/** Single cases that no reference answer and hardly a random point reaches. */
import { describe, expect, it } from "vitest";
import { decode, decodeRectangle, encode, findTerritory, territories } from "../src/index.ts";
import { oracleEncode } from "./oracle/index.ts";

describe("encoding", () => {
  it("lists the 22 codes of the richest point known", () => {
    expect(encode(26.91649, 94.551941)).toHaveLength(22);
    expect(encode(26.91649, 94.551941)).toEqual(oracleEncode(26.91649, 94.551941, 0));
  });

  it("counts quarters of a micro-degree of longitude in nameless areas", () => {
    const within = (lon: number) => encode(47.0723225, lon, { territory: "LIE" })[0]?.code;
    // A cell starts half a micro-degree east of 9.501934.
    expect(within(9.501934001)).toBe("32.9K");
    expect(within(9.50193449)).toBe("32.9K");
    expect(within(9.50193451)).toBe("32.RD");
  });

  it("gives both sides of the date line the same code", () => {
    expect(encode(0, 180)).toEqual(encode(0, -180));
    expect(encode(-16.8, 179.9999999).map(({ territory }) => territory)).toContain("FJI");
  });

  it("takes any finite number for a coordinate", () => {
    expect(encode(1e308, -1e308).at(-1)?.territory).toBe("AAA");
    expect(encode(-0, -0)).toEqual(encode(0, 0));
    expect(encode(5e-324, 5e-324)).toEqual(encode(0, 0));
    expect(encode(12, 370.5)).toEqual(encode(12, 10.5));
  });
});

describe("decoding", () => {
  it("never leaves the pole", () => {
    for (let precision = 0; precision <= 8; precision++) {
      const { code = "" } = encode(90, 0, { precision }).at(-1) ?? {};
      expect(decode(code).latDeg).toBeLessThanOrEqual(90);
      expect(decodeRectangle(code).northEast.latDeg).toBe(90);
    }
  });

  it("puts the centre of a rectangle across the date line into it", () => {
    const { southWest, northEast, center } = decodeRectangle("USA 1WHX.28YW");
    expect(northEast.lonDeg).toBeLessThan(southWest.lonDeg);
    expect(center.lonDeg).toBe(179.999971);
  });

  it("reads letters of an abjad in the territory as well", () => {
    const point = { latDeg: 40.95274400000124, lonDeg: 14.180899375000001 };
    expect(decode("ΙΤΑ RJ.23NM")).toEqual(point);
  });

  it("looks for an ambiguous territory near the context first", () => {
    const sakha = decode("RU-SA 2SN0.S70M");
    const southAustralia = decode("AU-SA 2SN0.S70M");
    expect(decode("SA 2SN0.S70M", { context: "RUS" })).toEqual(sakha);
    expect(decode("SA 2SN0.S70M", { context: "RU-MOW" })).toEqual(sakha);
    expect(decode("SA 2SN0.S70M", { context: "NLD" })).toEqual(southAustralia);
    expect(decode("SA 2SN0.S70M")).toEqual(southAustralia);
  });

  it("cuts a restricted code to its territory before asking what its middle lies in", () => {
    const { southWest, northEast } = decodeRectangle("US-LA 5M08.MQ0-F4B");
    expect([southWest, northEast]).toEqual([
      { latDeg: 28.854, lonDeg: -91.15147613333333 },
      { latDeg: 28.85400015, lonDeg: -91.15147548 },
    ]);
  });

  it("allows spaces around a text and many between its parts", () => {
    expect(decode(`  nld${" ".repeat(500)}49.4v  `)).toEqual(decode("NLD 49.4V"));
  });

  it("refuses endless texts as fast as others", () => {
    expect(() => findTerritory(`${"IN-".repeat(100_000)}IN`)).toThrow("is not the code or name");
    expect(() => decode(`é${" ".repeat(100_000)}x`)).toThrow("is not of the form");
  });

  it("reads I as 1 and O as 0", () => {
    expect(decode("ZHOHO.HIHG")).toEqual(decode("ZH0H0.H1HG"));
    // In a code of digits only, packed and with a letter of an abjad, as well.
    const context = { context: "RU-TOM" };
    expect(decode("ΟO.90Ή0", context)).toEqual(decode("00.90Ή0", context));
  });
});

describe("a territory's description", () => {
  it("says what is known of a subdivision", () => {
    expect(findTerritory("nuevo leon")).toEqual({
      number: 252,
      alphaCode: "MX-NLE",
      alphaCodeMinimalUnambiguous: "NLE",
      alphaCodeMinimal: "NLE",
      fullName: "Nuevo Leon",
      parentTerritory: "MEX",
      aliases: ["MX-NL"],
      fullNameAliases: [],
      alphabets: ["ROMAN"],
    });
  });

  it("keeps the full code where its end alone is ambiguous", () => {
    expect(findTerritory("US-IN").alphaCodeMinimalUnambiguous).toBe("US-IN");
    expect(territories().at(-1)?.alphaCode).toBe("AAA");
  });
});
