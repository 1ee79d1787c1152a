import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  decode,
  encode,
  encodeBatch,
  encodeInternational,
  encodeShortest,
  encodeShortestInTerritory,
  type Mapcode,
  mapcodesOfPoint,
  shortestLocalMapcode,
} from "../../src/index.ts";

const LAT_DEG = 52.376514;
const LON_DEG = 4.908543;

/** A mapcode from each function that returns some. */
const MAPCODES: readonly (readonly [string, Mapcode | undefined])[] = [
  ["encode", encode(LAT_DEG, LON_DEG)[0]],
  ["encodeShortest", encodeShortest(LAT_DEG, LON_DEG)],
  ["encodeShortestInTerritory", encodeShortestInTerritory(LAT_DEG, LON_DEG, "NLD")],
  ["shortestLocalMapcode", shortestLocalMapcode(encode(LAT_DEG, LON_DEG))],
  ["mapcodesOfPoint", mapcodesOfPoint(encodeBatch(Float64Array.of(LAT_DEG, LON_DEG)), 0)[0]],
];

describe.each(MAPCODES)("a mapcode of %s", (_name, mapcode) => {
  it("is the text that people write when it becomes a string", () => {
    expect(`${mapcode}`).toBe("NLD 49.4V");
    expect(String(mapcode)).toBe("NLD 49.4V");
    expect(["at", mapcode].join(" ")).toBe("at NLD 49.4V");
    expect(decode(`${mapcode}`).latDeg).toBeCloseTo(LAT_DEG, 4);
  });

  it("looks like plain data everywhere else", () => {
    const data = { territory: "NLD", code: "49.4V" };
    expect(mapcode).toEqual(data);
    expect(mapcode).toStrictEqual(data);
    expect(JSON.stringify(mapcode)).toBe(JSON.stringify(data));
    expect(inspect(mapcode)).toBe(inspect(data));
    expect(Object.entries({ ...mapcode })).toEqual(Object.entries(data));
    expect(structuredClone(mapcode)).toEqual(data);
    const keys = [];
    for (const key in mapcode) keys.push(key);
    expect(keys).toEqual(["territory", "code"]);
  });
});

describe("an international mapcode", () => {
  it("keeps AAA as a text, and decodes with it", () => {
    const text = `${encodeInternational(LAT_DEG, LON_DEG)}`;
    expect(text).toBe("AAA VHXGB.1J9J");
    expect(decode(text)).toEqual(decode("VHXGB.1J9J"));
  });
});
