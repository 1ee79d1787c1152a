import { describe, expect, it } from "vitest";
import { encodeLocal, territoriesAt } from "../../src/borders/index.ts";
import { decode, encode, getTerritory } from "../../src/index.ts";
import { borderLinesIn } from "../../src/web/engine/borders.ts";
import { boundsOfTerritory, cellsIn, describePlace } from "../../src/web/engine/places.ts";
import { interpret } from "../../src/web/engine/searching.ts";
import { areaText, metersText } from "../../src/web/wording.ts";
import { readVectors } from "../support/vectors.ts";

/** At the edge of Saint-Martin: its cell is clipped, and the code of another cell leads there, too. */
const EDGE = decode("MAF TR.8ZV");

function placeAt(latDeg: number, lonDeg: number, code?: string, precision = 0) {
  const point = { latDeg, lonDeg };
  return describePlace({ point, code, precision, alphabet: "GREEK" });
}

const codesAt = (...place: Parameters<typeof placeAt>) =>
  placeAt(...place).codes.map(({ code }) => code);

describe("the description of a place", () => {
  it("has all codes of the library, the local one by borders first, and each is found by the search", () => {
    const options = { precision: 2 };
    for (const { lat, lon } of readVectors("encode.tsv").filter((_, index) => index % 80 === 0)) {
      const [latDeg, lonDeg] = [Number(lat), Number(lon)];
      if (Math.abs(latDeg) > 90 || Math.abs(lonDeg) > 180) continue;
      const { codes, chosen } = placeAt(latDeg, lonDeg, undefined, 2);
      const all = encode(latDeg, lonDeg, options).map((code) => `${code}`.replace("AAA ", ""));
      expect(codes.map(({ code }) => code).toSorted()).toEqual(all.toSorted());
      expect(chosen.code).toBe(`${encodeLocal(latDeg, lonDeg, options) ?? all.at(-1)}`);
      expect([chosen, codes.at(-1)?.validIn]).toEqual([codes[0], "International"]);
      for (const { code, label, center } of codes) {
        // In Roman letters if the alphabet cannot write it.
        expect(label).toMatch(/\S\.\S/);
        const [latDeg, lonDeg] = [center.latDeg, center.lonDeg].map((deg) =>
          expect.closeTo(deg, 7),
        );
        const [found] = interpret(code).suggestions;
        expect(found).toMatchObject({ kind: "mapcode", point: { latDeg, lonDeg } });
      }
    }
  });

  it("has the code that the user has chosen, even if encoding does not give it", () => {
    const { latDeg, lonDeg } = EDGE;
    const usual = codesAt(latDeg, lonDeg);
    expect(usual).not.toContain("MAF TR.8ZV");
    expect(codesAt(latDeg, lonDeg, "MAF TR.8ZV").at(-2)).toBe("MAF TR.8ZV");
    expect(placeAt(latDeg, lonDeg, "MAF TR.8ZV").chosen.code).toBe("MAF TR.8ZV");
    // A code from encoding, a code of another place, and an invalid code add none.
    for (const code of ["MAF TR.904", "NLD 49.4V", "nothing"]) {
      expect(codesAt(latDeg, lonDeg, code)).toEqual(usual);
    }
  });

  it.each([
    ["in one territory", 22.543, 114.058, "it is in Guangdong, whose code is the first."],
    ["that two countries claim", 45.2, 34.1, "it is in Ukraine and Russia, which both claim it."],
    ["at sea", 36, -7, "on no territory's land, so the shortest code is the first."],
    ["near two subdivisions", 40.7, -74.03, "codes of New Jersey and New York, because"],
    ["near a country", 45.4215, -75.6972, "codes of Ontario, Quebec and the United States"],
    ["in a part of a country, which counts no more", 39.7684, -86.1581, ""],
  ])("says the reason for the first code of a place %s", (_, latDeg, lonDeg, reason) => {
    expect(placeAt(latDeg, lonDeg).borderNote.text).toContain(reason);
  });
});

describe("the cells of a rectangle", () => {
  it.each<[string, number, number, string?, number?]>([
    ["in a town", 52.376514, 4.908543],
    ["at the date line", -16.8, 179.99999],
    ["at a border", 50.75, 6.02],
    ["of a cell that is cut off", EDGE.latDeg, EDGE.lonDeg, "MAF TR.8ZV"],
    ["at a pole, where they are lines", 90, 0, "", 1],
  ])("cover it %s, no more than a screen has, each with another code", (_, lat, lon, code = "", least = 20) => {
    const place = placeAt(lat, lon, code);
    const cells = cellsIn([lon - 3e-4, lat - 3e-4, lon + 3e-4, lat + 3e-4], place);
    expect(cells.map(({ cell }) => cell)).toContainEqual(place.chosen.cell);
    expect(cells.length).toBeLessThan(7000);
    expect(new Set(cells.map(({ label }) => label)).size).toBeGreaterThan(least);
    const northernmost = Math.max(...cells.map(({ cell }) => cell[3]));
    expect(northernmost).toBeGreaterThan(Math.min(lat + 3e-4, 89.9999));
  });
});

describe("the cells far from the chosen place", () => {
  it.each([
    [25.910776, 93.68963],
    [-16.8, 179.99999],
    [60.17, 24.94],
  ])("leave no gap around %d, %d, and have a code each", (lat, lon) => {
    const [west, south, east, north] = [lon - 2e-4, lat - 2e-4, lon + 2e-4, lat + 2e-4];
    const [chosen, ...cells] = cellsIn([west, south, east, north], placeAt(52.376514, 4.908543));
    expect(chosen?.label).toBe("");
    expect(cells.every(({ label }) => label !== "")).toBe(true);
    for (let step = 0; step < 400; step++) {
      const [x, y] = [west + (step % 20) * 2e-5, south + Math.floor(step / 20) * 2e-5];
      const around = cells.filter(({ cell: [left, lower, right, upper] }) => {
        const turns = 360 * Math.round((x - left) / 360);
        return left + turns <= x && x <= right + turns && lower <= y && y <= upper;
      });
      expect([x, y, around.length > 0]).toEqual([x, y, true]);
    }
  });
});

describe("the borders in a rectangle", () => {
  it("have the territory of each side, and no edges of the raster", () => {
    // Baarle-Hertog, and the edge of a raster cell at 6 degrees.
    const lines = borderLinesIn([4.9, 51.42, 6.1, 51.47]);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      for (const [index, [lon = 0, lat = 0]] of line.slice(1).entries()) {
        const [lon0 = 0, lat0 = 0] = line[index] ?? [];
        const [middleLon, middleLat] = [(lon + lon0) / 2, (lat + lat0) / 2];
        const length = Math.hypot(lon - lon0, lat - lat0);
        if (length < 1e-3) continue;
        const [north, east] = [((lon - lon0) / length) * 3e-4, (-(lat - lat0) / length) * 3e-4];
        const sides = [1, -1].map((side) =>
          territoriesAt(middleLat + side * north, middleLon + side * east).map(
            ({ alphaCode }) => alphaCode,
          ),
        );
        expect(sides[0]).not.toEqual(sides[1]);
      }
    }
  });
});

describe("texts and bounds of the page", () => {
  it("contain the places of a territory", () => {
    expect(boundsOfTerritory(getTerritory("NLD")).map(Math.round)).toEqual([3, 51, 7, 54]);
  });

  it("have lengths in units that people read", () => {
    const texts = [0, 1.2e-5, 0.33, 9.96, 2000].map(metersText);
    expect(texts).toEqual(["0 m", "12 µm", "33 cm", "10 m", "2 km"]);
    expect([areaText(10, 10.2), areaText(4.4, 10), areaText(9, 0)]).toEqual([
      ...["10 m square", "4.4 m × 10 m", "a line along the pole"],
    ]);
  });
});
