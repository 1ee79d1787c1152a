import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readTowns, type TownRow } from "../../codegen/read.ts";
import { townsFile } from "../../scripts/towns.ts";
import { territoriesAt } from "../../src/borders/index.ts";
import { getTerritory, type TerritoryCode } from "../../src/index.ts";
import { metersBetween } from "../../src/library/distance.ts";
import { interpret } from "../../src/web/engine/searching.ts";
import { acceptTowns, searchTowns, townsIn } from "../../src/web/engine/towns.ts";

const rows = readTowns(new URL("../../data/", import.meta.url));

beforeAll(() => acceptTowns(JSON.parse(townsFile())));
afterAll(() => {
  // Test files share modules, and other tests of the search are without towns.
  vi.resetModules();
});

/** What the search finds without a place. */
function ask(text: string) {
  return interpret({ text, near: undefined, middle: undefined });
}

const search = (text: string) =>
  ask(text).suggestions.map(({ title, detail }) => `${title} (${detail})`);

function degreesOf({ latMicroDeg, lonMicroDeg }: TownRow) {
  return { latDeg: latMicroDeg / 1e6, lonDeg: lonMicroDeg / 1e6 };
}

describe("data/towns", () => {
  it("has some 30,000 towns with at least 15,000 inhabitants, each in a territory of the tables", () => {
    expect(rows.length).toBeGreaterThan(30_000);
    expect(rows.filter(({ population }) => population < 15_000)).toEqual([]);
    for (const territory of new Set(rows.map(({ territory }) => territory))) {
      expect(getTerritory(territory as TerritoryCode).alphaCode).toBe(territory);
    }
  });

  it("agrees with the borders about the territories, but for a few at coasts and in claimed land", () => {
    const isElsewhere = (row: TownRow) => {
      const { latDeg, lonDeg } = degreesOf(row);
      return !territoriesAt(latDeg, lonDeg).some(({ alphaCode }) => alphaCode === row.territory);
    };
    expect(rows.filter(isElsewhere).length).toBeLessThan(rows.length / 100);
  });
});

describe("the towns of the page", () => {
  it("lie within 100 m of where the table has them, in the order of their population", () => {
    const bounds = { southDeg: -90, westDeg: -180, northDeg: 90, eastDeg: 180 };
    const towns = townsIn(bounds, 0, rows.length);
    expect(towns.length).toBe(rows.length);
    const steps = towns.map(({ populationStep }) => populationStep);
    expect(steps).toEqual(steps.toSorted((one, other) => other - one));
    const places = (name: string, territory: string) => `${name} ${territory}`;
    const byName = new Map<string, TownRow[]>();
    for (const row of rows) {
      const key = places(row.name, row.territory);
      byName.set(key, [...(byName.get(key) ?? []), row]);
    }
    for (const { name, territory, point } of towns) {
      const distances = (byName.get(places(name, territory)) ?? []).map((row) => {
        const { latDeg, lonDeg } = degreesOf(row);
        return metersBetween(point.latDeg, point.lonDeg, latDeg, lonDeg);
      });
      expect([name, Math.min(...distances) < 100]).toEqual([name, true]);
    }
  });

  it("are listed for a rectangle across the date line", () => {
    const fiji = { southDeg: -20, westDeg: 176, northDeg: -15, eastDeg: 184 };
    const names = townsIn(fiji, 0, 10).map(({ name }) => name);
    expect(names.slice(0, 3).toSorted()).toEqual(["Lautoka", "Nasinu", "Suva"]);
  });

  it.each([
    ["haarlem", "Haarlem (Netherlands)"],
    ["lodz", "Łódź (Poland)"],
    ["Düsseldorf", "Düsseldorf (Germany)"],
    ["dusseldorf", "Düsseldorf (Germany)"],
    ["medellin", "Medellín (Colombia)"],
    ["upon tyne", "Newcastle upon Tyne (United Kingdom)"],
    ["München", "Munich (Germany)"],
    ["den haag", "The Hague (Netherlands)"],
    ["東京", "Tokyo (Japan)"],
    ["Москва", "Moscow (Russia)"],
    ["Springfield, Illinois", "Springfield (Illinois, United States)"],
    ["springfield, il", "Springfield (Illinois, United States)"],
    ["Paris", "Paris (France)"],
  ])("are found by %s", (text, expected) => {
    const found = search(text);
    expect(found).toContain(expected);
    expect(found[0]).toBe(expected);
  });

  it("are found behind the territories that a text names, and before those that it begins", () => {
    expect(search("Luxembourg")).toEqual([
      "Luxembourg (LUX)",
      "Luxembourg (Luxembourg)",
      "Paris 06 Luxembourg (France)",
    ]);
    expect(search("sao paulo").slice(0, 2)).toEqual([
      "Sao Paulo, Brazil (BR-SP)",
      "São Paulo (Brazil)",
    ]);
    const york = search("york");
    expect(york[0]).toMatch(/^York \(/);
    expect(york).toContain("New York, United States (US-NY)");
  });

  it("are found by the start of their main names before those of other names", () => {
    const found = search("Paris");
    expect(found.slice(0, 2)).toEqual(["Paris (France)", "Paris (Texas, United States)"]);
    // "Paris of the North".
    expect(found).not.toContain("Warsaw (Poland)");
  });

  it("open the list where several have a name, and none is far greater", () => {
    expect(ask("Springfield").isAmbiguous).toBe(true);
    expect(ask("Springfield, Illinois").isAmbiguous).toBe(false);
    expect(ask("Amsterdam").isAmbiguous).toBe(false);
  });

  it("leave codes and coordinates alone", () => {
    expect(search("NLD 49.4V")).toEqual(["NLD 49.4V (Netherlands)"]);
    expect(search("52.37, 4.9")).toEqual(["52.370000, 4.900000 (Latitude, longitude)"]);
    expect(searchTowns("49.4V", 6)).toEqual({ exact: [], others: [], isClear: false });
  });
});
