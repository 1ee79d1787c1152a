import { beforeAll, describe, expect, it } from "vitest";
import { encodeLocal, territoriesAt } from "../../src/borders/index.ts";
import {
  alphabets,
  type Coordinate,
  decode,
  encode,
  getTerritory,
  mapcodeInAlphabet,
} from "../../src/index.ts";
import { boundsOfTerritory, cellsIn, describePlace } from "../../src/web/engine/places.ts";
import { areaText, directionOf, metersText } from "../../src/web/units.ts";
import { readVectors } from "../support/vectors.ts";

const points = readVectors("encode.tsv")
  .filter((_, index) => index % 40 === 0)
  .map(({ lat, lon }) => ({ latDeg: Number(lat), lonDeg: Number(lon) }))
  .filter(({ latDeg, lonDeg }) => Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180);

// The page loads the borders after its first code; here, they are loaded by the first look-up.
beforeAll(() => void territoriesAt(0, 0));

const placeAt = (latDeg: number, lonDeg: number, code?: string) =>
  describePlace({ point: { latDeg, lonDeg }, code, precision: 0, alphabet: "ROMAN" });

describe("the description of a place", () => {
  it("has all codes of the library, the local one by borders first, the international one last", () => {
    expect(points.length).toBeGreaterThan(100);
    for (const { latDeg, lonDeg } of points) {
      const { codes, chosen } = placeAt(latDeg, lonDeg);
      const expected = encode(latDeg, lonDeg);
      const ours = codes.map(({ territory, code }) => (territory === "AAA" ? `AAA ${code}` : code));
      expect(ours.toSorted()).toEqual(expected.map(String).toSorted());
      expect(ours[0]).toBe(`${encodeLocal(latDeg, lonDeg) ?? expected.at(-1)}`);
      expect(chosen).toBe(codes[0]);
      expect(codes.at(-1)?.validIn).toBe("International");
    }
  });

  it("has the code that leads there and that the user has chosen, also one that encoding does not give", () => {
    const textsOf = (code: string, point: Coordinate = decode(code)) =>
      describePlace({ point, code, precision: 2, alphabet: "ROMAN" }).codes.map((one) => one.code);
    // At the edge of Saint-Martin: its cell is cut off, and the code of another cell leads there, too.
    const point = decode("MAF TR.8ZV");
    expect(encode(point.latDeg, point.lonDeg).map(String)).not.toContain("MAF TR.8ZV");
    expect(textsOf("MAF TR.8ZV").at(-2)).toBe("MAF TR.8ZV");
    expect(textsOf("MAF TR.8ZV")).toHaveLength(textsOf("MAF TR.904").length + 1);
    expect(placeAt(point.latDeg, point.lonDeg, "MAF TR.8ZV").chosen.code).toBe("MAF TR.8ZV");
    expect(textsOf("NLD 49.4V").filter((text) => text.startsWith("NLD 49.4V"))).toHaveLength(1);
    expect(textsOf("NLD 49.4V-K2")).toContain("NLD 49.4V-K2");
    // Codes of other places, and texts that are no codes.
    expect(textsOf("MAF TR.8ZV", { latDeg: 52, lonDeg: 4 })).not.toContain("MAF TR.8ZV");
    expect(textsOf("nothing", point)).toEqual(textsOf("MAF TR.904", point));
  });

  it("keeps a code in Roman letters that its alphabet cannot write", () => {
    for (const point of points) {
      const { codes } = describePlace({ point, precision: 2, alphabet: "GREEK" });
      for (const { label } of codes) expect(label).toMatch(/\S\.\S/);
    }
  });

  it("counts a country no more where a part of it has codes", () => {
    const summaryAt = (lat: number, lon: number) => placeAt(lat, lon).borderNote.text;
    expect(summaryAt(39.7684, -86.1581)).toBe("");
    expect(summaryAt(40.7, -74.03)).toContain("codes of New Jersey and New York, because");
    expect(summaryAt(45.4215, -75.6972)).toContain("codes of Ontario, Quebec and United States");
  });

  it.each([
    ["in one territory", 22.543, 114.058, "it is in Guangdong, whose code is the first."],
    ["that two countries claim", 45.2, 34.1, "it is in each of Ukraine and Russia: one is a part"],
    ["at sea", 36, -7, "no territory's land by the borders, so the shortest code is the first."],
  ])("says the reason for the first code of a place %s", (_, latDeg, lonDeg, reason) => {
    expect(placeAt(latDeg, lonDeg).borderNote.text).toContain(reason);
  });
});

describe("the cells of a rectangle", () => {
  it.each([
    ["in a town", 52.376514, 4.908543],
    ["at the date line", -16.8, 179.99999],
    ["at a border", 50.75, 6.02],
  ])("cover it %s, each with the code that leads there", (_, latDeg, lonDeg) => {
    const size = 3e-4;
    const [southDeg, westDeg] = [latDeg - size, lonDeg - size];
    const bounds = { southDeg, westDeg, northDeg: latDeg + size, eastDeg: lonDeg + size };
    const place = placeAt(latDeg, lonDeg);
    const cells = cellsIn(bounds, place);
    expect(cells.length).toBeGreaterThan(20);
    expect(new Set(cells.map(({ label }) => label)).size).toBeGreaterThan(20);
    expect(cells.map(({ cell }) => cell)).toContainEqual(place.chosen.cell);
    const reaches = Math.max(...cells.map(({ cell }) => cell.northDeg));
    expect(reaches).toBeGreaterThan(bounds.northDeg);
  });
});

describe("the cells around a cell that is no square", () => {
  it.each([
    ["a line at a pole", { latDeg: 90, lonDeg: 0 }, undefined],
    ["cut off at the edge of a territory", decode("MAF TR.8ZV"), "MAF TR.8ZV"],
  ])("are no more than a screen has: %s", (_, { latDeg, lonDeg }, code) => {
    const place = placeAt(latDeg, lonDeg, code);
    const [southDeg, westDeg] = [latDeg - 1e-3, lonDeg - 1e-3];
    const bounds = { southDeg, westDeg, northDeg: latDeg + 1e-3, eastDeg: lonDeg + 1e-3 };
    const { length } = cellsIn(bounds, place);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(7000);
  });
});

describe("the bounds of a territory", () => {
  it("contain its places", () => {
    const { southDeg, westDeg, northDeg, eastDeg } = boundsOfTerritory(getTerritory("NLD"));
    expect([southDeg, northDeg, westDeg, eastDeg].map(Math.round)).toEqual([51, 54, 3, 7]);
  });
});

describe("texts of the page", () => {
  it("have the direction of the letters of an alphabet", () => {
    for (const alphabet of alphabets()) {
      const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}]/u.test(
        mapcodeInAlphabet("BCD.FGH", alphabet),
      );
      expect([alphabet, directionOf(alphabet)]).toEqual([alphabet, isRightToLeft ? "rtl" : "ltr"]);
    }
  });

  it("have lengths in units that people read", () => {
    expect([0, 1.2e-5, 0.33, 9.96, 2000].map(metersText)).toEqual([
      "0 m",
      "12 µm",
      "33 cm",
      "10 m",
      "2 km",
    ]);
    expect([areaText(10, 10.2), areaText(4.4, 10)]).toEqual(["10 m square", "4.4 m × 10 m"]);
  });
});
