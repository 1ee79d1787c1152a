/** The territories around a point, compared with the reference and with the oracle. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unknownSubdivisions } from "../../src/borders/border-arrays.ts";
import { MAX_CANDIDATES, territoriesAt, territoriesAtInto } from "../../src/borders/index.ts";
import "../../src/loaders/disk-borders.ts";
import { territories } from "../../src/index.ts";
import { INVALID_COORDINATE } from "../../src/into.ts";
import { BORDERS, candidatesAt, identifiersAt, TERRITORY_OF } from "../oracle/borders.ts";
import { runs } from "../support/arbitraries.ts";
import { borderPoint } from "../support/border-points.ts";
import { mismatches, readVectors } from "../support/vectors.ts";

const codesAt = (latDeg: number, lonDeg: number) =>
  territoriesAt(latDeg, lonDeg).map(({ alphaCode }) => alphaCode as string);

describe("the 2,000 positions of the reference", () => {
  const rows = readVectors("borders.tsv");
  const micro = (degrees = "") => Math.round(Number(degrees) * 1e6);

  it("have the identifiers that it answers", () => {
    expect(rows).toHaveLength(2000);
    const wrong = mismatches(rows, ({ lat, lon, answer = "" }) => {
      return { ours: identifiersAt(micro(lat), micro(lon)).join(" "), expected: answer };
    });
    expect(wrong).toEqual([]);
  });

  it("have the territories of these identifiers", () => {
    const wrong = mismatches(rows, ({ lat, lon, answer = "" }) => {
      const codes = answer.split(" ").map((identifier) => TERRITORY_OF.get(identifier) ?? "");
      const expected = [...new Set(codes)].filter((code) => code !== "");
      return { ours: codesAt(Number(lat), Number(lon)).join(" "), expected: expected.join(" ") };
    });
    expect(wrong).toEqual([]);
  });
});

describe("the territories around a point", () => {
  it("have rings around it: on borders, edges of cells, poles and elsewhere", () => {
    fc.assert(
      fc.property(borderPoint, ([latMicro, lonMicro]) => {
        const expected = candidatesAt(latMicro, lonMicro);
        expect(codesAt(latMicro / 1e6, lonMicro / 1e6)).toEqual(expected);
      }),
      runs(30_000),
    );
  });

  it.each([
    ["Shenzhen", 22.543, 114.058, ["CN-GD", "CHN"]],
    ["Windsor in Ontario", 42.3, -83.02, ["CA-ON", "CAN"]],
    ["the south of Kharkiv", 49.8, 36.04, ["UKR"]],
    ["Delhi", 28.61, 77.21, ["IN-DL", "IND"]],
    ["Puerto Rico", 18.4, -66.1, ["PRI", "USA"]],
    ["Sao Paulo, whose state the borders do not know", -23.5, -46.6, ["BRA"]],
    ["Kazan", 55.79, 49.12, ["RU-TA", "RUS"]],
    ["the Crimea, which two countries claim", 45, 34, ["UKR", "RUS"]],
    ["Pristina, which the published tables code as Serbia", 42.66, 21.16, ["SRB"]],
    ["the sea", 10, -30, []],
    ["the north pole", 90, 0, []],
  ])("of %s", (_, latDeg, lonDeg, codes) => {
    expect(codesAt(latDeg, lonDeg)).toEqual(codes);
  });

  it("do not depend on turns, and latitudes stop at the poles", () => {
    expect(codesAt(22.543, 114.058 - 720)).toEqual(["CN-GD", "CHN"]);
    expect(codesAt(-1000, 0)).toEqual(codesAt(-90, 0));
  });

  it("are refused where a coordinate is not a finite number", () => {
    const found = new Int16Array(MAX_CANDIDATES);
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, "52"] as number[]) {
      expect(() => territoriesAt(wrong, 4.9)).toThrow(/not a finite number of degrees/);
      expect(() => territoriesAt(52.4, wrong)).toThrow(/not a finite number of degrees/);
      expect(territoriesAtInto(wrong, 4.9, found)).toBe(INVALID_COORDINATE);
      expect(territoriesAtInto(52.4, wrong, found)).toBe(INVALID_COORDINATE);
    }
  });

  it("fill the start of an array that is large enough", () => {
    const found = new Int16Array(MAX_CANDIDATES).fill(-7);
    expect(territoriesAtInto(52.376514, 4.908543, found)).toBe(1);
    expect(territories()[found[0]].alphaCode).toBe("NLD");
    expect([...found.subarray(1)].every((number) => number === -7)).toBe(true);
    const wanted = `not an Int16Array of ${MAX_CANDIDATES} numbers or more.`;
    for (const [wrong, problem] of [
      [found.subarray(1), "too short (15)"],
      [new Uint8Array(MAX_CANDIDATES), "an object"],
    ] as [Int16Array, string][]) {
      expect(() => territoriesAtInto(0, 0, wrong)).toThrow(
        `The array of territories is ${problem}, ${wanted}`,
      );
    }
  });
});

describe("the identifiers of the border file", () => {
  const identifiers = [...BORDERS.sizes.keys()];

  it("have territories, but for small islands and parts of countries that the published tables do not divide", () => {
    const without = identifiers.filter((name) => TERRITORY_OF.get(name) === "");
    expect(without).toHaveLength(98);
    expect(
      without
        .filter((name) => !name.includes("-"))
        .sort()
        .join(" "),
    ).toBe("AC DG EA IC TA");
    const countries = new Set(territories().flatMap(({ parentTerritory = [] }) => parentTerritory));
    const divided = without.filter((name) =>
      countries.has(TERRITORY_OF.get(name.slice(0, 2)) as never),
    );
    expect(divided).toEqual([]);
  });

  it("have the codes of their territories, but for three", () => {
    const codes = new Set(territories().map(({ alphaCode }) => alphaCode as string));
    const named = [...TERRITORY_OF].filter(([, code]) => code !== "");
    expect(named.filter(([, code]) => !codes.has(code))).toEqual([]);
    const renamed = named.filter(([name, code]) => name.includes("-") && name !== code);
    const expected = { "RU-KHM": "RU-KM", "UA-40": "UKR", "UA-43": "UKR" };
    expect(Object.fromEntries(renamed)).toEqual(expected);
  });

  it("lack subdivisions of three countries, and few other territories", () => {
    const known = new Set(TERRITORY_OF.values());
    const unknown = territories().filter(({ number }) => unknownSubdivisions[number] === 1);
    const countries = unknown.map(({ alphaCode }) => alphaCode);
    expect(countries).toEqual(["BRA", "MEX", "RUS"]);
    const without = territories().filter(({ alphaCode }) => !known.has(alphaCode));
    const others = without.filter(
      ({ parentTerritory }) => !countries.includes(parentTerritory as never),
    );
    expect(others.map(({ alphaCode }) => alphaCode).join(" ")).toBe("AU-JBT ATA AAA");
    expect(without).toHaveLength(118);
  });
});
