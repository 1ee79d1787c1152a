import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readTowns, type TownRow } from "../../codegen/read.ts";
import { townFiles } from "../../scripts/towns.ts";
import { territoriesAt } from "../../src/borders/index.ts";
import { getTerritory } from "../../src/index.ts";
import { metersBetween } from "../../src/library/distance.ts";
import { interpret } from "../../src/web/engine/searching.ts";
import { loadTowns, searchTowns, townsIn, whereIs } from "../../src/web/engine/towns.ts";

const rows = readTowns(new URL("../../data/", import.meta.url));
const degreesOf = ({ lat, lon }: TownRow) => [lat / 1e6, lon / 1e6] as const;

beforeAll(async () => {
  const files = new Map<string, string>(Object.entries(townFiles()));
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (file: string) => {
    fetched.push(file);
    return new Response(files.get(file));
  });
  const load = (text?: string) => loadTowns((file) => file, text);
  expect(await Promise.all([load(), load("Paris"), load("Paris")])).toEqual([true, true, true]);
  expect([await load("Zürich"), await load("Tōkyō")]).toEqual([false, false]);
  expect(fetched).toEqual(["towns", "names"]);
  expect([await load("東京"), await load("Москва")]).toEqual([true, false]);
  expect(fetched).toEqual(["towns", "names", "scripts"]);
});
afterAll(() => {
  vi.unstubAllGlobals();
  // Test files share modules, and other tests of the search expect no towns.
  vi.resetModules();
});

describe("data/towns", () => {
  it("has towns with at least 15,000 inhabitants, in territories that agree with the borders but for a few", () => {
    expect(rows.length).toBeGreaterThan(30_000);
    expect(rows.filter(({ population }) => population < 15_000)).toEqual([]);
    // At coasts and in claimed land.
    const elsewhere = rows.filter((row) => {
      const around = territoriesAt(...degreesOf(row));
      return !around.includes(getTerritory(row.territory));
    });
    expect(elsewhere.length).toBeLessThan(rows.length / 100);
  });
});

describe("the towns of the page", () => {
  it("lie within 80 m of their place in the table, in the order of their population", () => {
    const towns = townsIn([-180, -90, 180, 90], 0, rows.length);
    const stepOf = ({ population }: TownRow) => Math.round(Math.log2(population) * 4);
    const sorted = rows.toSorted((one, other) => stepOf(other) - stepOf(one));
    expect(towns.length).toBe(rows.length);
    const wrong = towns.filter(({ name, territory, point, population }, index) => {
      const row = sorted[index];
      const isSame = name === row.name && territory === row.territory;
      const isLarge = Math.abs(population / row.population - 1) < 0.1;
      return !(
        isSame &&
        isLarge &&
        metersBetween(point.latDeg, point.lonDeg, ...degreesOf(row)) < 80
      );
    });
    expect(wrong).toEqual([]);
  });

  it("are found by each of their names", () => {
    const named = rows.filter(({ otherNames }) => otherNames.length > 0);
    for (const { name, otherNames, territory } of named.filter((_, index) => index % 200 === 0)) {
      for (const one of [name, ...otherNames]) {
        const { exact } = searchTowns(one, rows.length, (code) => code === territory);
        expect([one, exact.map(({ name }) => name)]).toEqual([one, expect.arrayContaining([name])]);
      }
    }
  });

  it("are listed for a rectangle across the date line", () => {
    const names = townsIn([176, -20, 184, -15], 0, 3).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["Lautoka", "Nasinu", "Suva"]);
  });

  it.each([
    [52.02, 4.34, "Delft, 1.8 km north-west of the center"],
    [52.374, 4.89, "In the center of Amsterdam"],
    [-16.8, -179.99, "Labasa, 80 km south-east of the center"],
    [0, -30, ""],
  ])("say where %d, %d is", (latDeg, lonDeg, where) => {
    expect(whereIs({ latDeg, lonDeg })).toBe(where);
  });

  it.each([
    ["haarlem", ["Haarlem (Netherlands)"]],
    ["lodz", ["Łódź (Poland)"]],
    ["Düsseldorf", ["Düsseldorf (Germany)"]],
    ["dusseldorf", ["Düsseldorf (Germany)"]],
    ["medellin", ["Medellín (Colombia)"]],
    ["upon tyne", ["Newcastle upon Tyne (United Kingdom)"]],
    ["den haag", ["The Hague (Netherlands)"]],
    ["Москва", ["Moscow (Russia)"]],
    ["Springfield, Illinois", ["Springfield (Illinois, United States)"]],
    ["springfield, il", ["Springfield (Illinois, United States)"]],
    // After territories with exactly this name, before territories with this prefix.
    ["Luxembourg", ["Luxembourg (LUX)", "Luxembourg (Luxembourg)", "Paris 06 Luxembourg (France)"]],
    ["sao paulo", ["São Paulo (Brazil)", "Sao Paulo, Brazil (BR-SP)"]],
    ["york", ["York (United Kingdom)"]],
    // A prefix of a main name comes before other names: "Paris of the North".
    ["Paris", ["Paris (France)", "Paris (Texas, United States)"]],
    // Not in place of codes and coordinates.
    ["NLD 49.4V", ["NLD 49.4V (Netherlands)"]],
    ["52.37, 4.9", ["52.37, 4.9 (Latitude, longitude)"]],
  ])("are found by %s", (text, expected) => {
    const { suggestions } = interpret(text);
    const found = suggestions.map(({ title, detail }) => `${title} (${detail})`);
    expect(found.slice(0, expected.length)).toEqual(expected);
  });

  it("leave room for territories and likelier places", () => {
    const titles = (text: string) => interpret(text).suggestions.map(({ title }) => title);
    expect(titles("york")).toContain("New York, United States");
    expect(titles("Paris")).not.toContain("Warsaw");
    expect(searchTowns("49.4V", 6)).toEqual({ exact: [], others: [], clear: undefined });
  });

  it("must be chosen if several have the same name, and none is far greater", () => {
    const isAmbiguous = (text: string) => interpret(text).isAmbiguous;
    expect(isAmbiguous("Springfield")).toBe(true);
    // In Costa Rica it is so written, and San Jose in California is larger.
    expect(isAmbiguous("San José")).toBe(true);
    expect(["Springfield, Illinois", "Amsterdam"].some(isAmbiguous)).toBe(false);
  });

  it("of the same name and territory are told apart by their coordinates, others are not", () => {
    const details = (text: string) => interpret(text).suggestions.map(({ detail }) => detail);
    const found = details("San Jose");
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((detail) => detail.startsWith("Philippines · "))).toHaveLength(3);
    expect(found).toContain("California, United States");
  });
});
