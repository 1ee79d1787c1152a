import { beforeAll, describe, expect, it } from "vitest";
import { encodeLocal, territoriesAt } from "../../src/borders/index.ts";
import {
  type AlphabetName,
  alphabets,
  decode,
  encode,
  getTerritory,
  mapcodeInAlphabet,
} from "../../src/index.ts";
import { boundsOfTerritory, cellsIn, describePlace } from "../../src/web/engine/places.ts";
import { areaText, directionOf, metersText } from "../../src/web/units.ts";
import { codePoints } from "./code-points.ts";

// The page loads the borders when a place needs them; here, they are loaded by the first look-up.
beforeAll(() => void territoriesAt(0, 0));

function placeAt(latDeg: number, lonDeg: number, code?: string, alphabet: AlphabetName = "ROMAN") {
  return describePlace({ point: { latDeg, lonDeg }, code, precision: 0, alphabet });
}

describe("the description of a place", () => {
  it("has all codes of the library, the local one by borders first, the international one last", () => {
    for (const { latDeg, lonDeg } of codePoints) {
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
    // At the edge of Saint-Martin: its cell is cut off, and the code of another cell leads there, too.
    const { latDeg, lonDeg } = decode("MAF TR.8ZV");
    const codesWith = (code: string) => placeAt(latDeg, lonDeg, code).codes.map(({ code }) => code);
    expect(encode(latDeg, lonDeg).map(String)).not.toContain("MAF TR.8ZV");
    expect(codesWith("MAF TR.8ZV").at(-2)).toBe("MAF TR.8ZV");
    expect(placeAt(latDeg, lonDeg, "MAF TR.8ZV").chosen.code).toBe("MAF TR.8ZV");
    // A code that encoding gives, a code of another place, and no code add none.
    const usual = placeAt(latDeg, lonDeg).codes.map(({ code }) => code);
    for (const code of ["MAF TR.904", "NLD 49.4V", "nothing"]) {
      expect(codesWith(code)).toEqual(usual);
    }
  });

  it("keeps a code in Roman letters that its alphabet cannot write", () => {
    for (const point of codePoints) {
      const request = { point, code: undefined, precision: 2, alphabet: "GREEK" } as const;
      for (const { label } of describePlace(request).codes) expect(label).toMatch(/\S\.\S/);
    }
  });

  it.each([
    ["in one territory", 22.543, 114.058, "it is in Guangdong, whose code is the first."],
    ["that two countries claim", 45.2, 34.1, "it is in each of Ukraine and Russia: one is a part"],
    ["at sea", 36, -7, "no territory's land by the borders, so the shortest code is the first."],
    ["near two subdivisions", 40.7, -74.03, "codes of New Jersey and New York, because"],
    ["near a country", 45.4215, -75.6972, "codes of Ontario, Quebec and United States"],
    ["in a part of a country, which counts no more", 39.7684, -86.1581, ""],
  ])("says the reason for the first code of a place %s", (_, latDeg, lonDeg, reason) => {
    expect(placeAt(latDeg, lonDeg).borderNote.text).toContain(reason);
  });
});

describe("the cells of a rectangle", () => {
  it.each([
    ["in a town", { latDeg: 52.376514, lonDeg: 4.908543 }],
    ["at the date line", { latDeg: -16.8, lonDeg: 179.99999 }],
    ["at a border", { latDeg: 50.75, lonDeg: 6.02 }],
    ["at a pole, where they are lines", { latDeg: 90, lonDeg: 0 }],
    ["of a cell that is cut off", decode("MAF TR.8ZV"), "MAF TR.8ZV"],
  ])("cover it %s, no more than a screen has, each with another code", (_, {
    latDeg,
    lonDeg,
  }, code = "") => {
    const [southDeg, westDeg] = [latDeg - 3e-4, lonDeg - 3e-4];
    const bounds = { southDeg, westDeg, northDeg: latDeg + 3e-4, eastDeg: lonDeg + 3e-4 };
    const place = placeAt(latDeg, lonDeg, code);
    const cells = cellsIn(bounds, place);
    expect(cells.map(({ cell }) => cell)).toContainEqual(place.chosen.cell);
    expect(cells.length).toBeLessThan(7000);
    if (latDeg === 90) return;
    expect(new Set(cells.map(({ label }) => label)).size).toBeGreaterThan(20);
    const northernmost = Math.max(...cells.map(({ cell }) => cell.northDeg));
    expect(northernmost).toBeGreaterThan(bounds.northDeg);
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
    const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}]/u;
    for (const name of alphabets()) {
      const isRightToLeft = rightToLeft.test(mapcodeInAlphabet("BCD.FGH", name));
      expect([name, directionOf(name)]).toEqual([name, isRightToLeft ? "rtl" : "ltr"]);
    }
  });

  it("have lengths in units that people read", () => {
    const texts = [0, 1.2e-5, 0.33, 9.96, 2000].map(metersText);
    expect(texts).toEqual(["0 m", "12 µm", "33 cm", "10 m", "2 km"]);
    expect([areaText(10, 10.2), areaText(4.4, 10)]).toEqual(["10 m square", "4.4 m × 10 m"]);
  });
});
