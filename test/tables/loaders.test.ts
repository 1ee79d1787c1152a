/** The loaders of tables and borders, each with fresh modules, as in an entry of the package. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { TERRITORIES } from "../oracle/tables.ts";

/** Makes the next import load modules without tables: other tests share the modules of setupFiles. */
const resetModules = () => {
  vi.resetModules();
};
beforeEach(resetModules);
afterAll(resetModules);

async function expectAnswers(): Promise<void> {
  const { encode, decode } = await import("../../src/index.ts");
  const { territoryNumber } = await import("../../src/into.ts");
  const [first] = encode(52.376514, 4.908543);
  expect(first).toMatchObject({ territory: "NLD", code: "49.4V" });
  expect(decode("NLD 49.4V").latDeg).toBeCloseTo(52.376514, 5);
  expect(territoryNumber("Netherlands")).toBe(territoryNumber("NLD"));
}

async function expectBorders(): Promise<void> {
  await import("../../src/loaders/disk.ts");
  const { encodeLocal, territoriesAt } = await import("../../src/borders/index.ts");
  const found = territoriesAt(22.543, 114.058).map(({ alphaCode }) => alphaCode);
  expect(found).toEqual(["CN-GD", "CHN"]);
  expect(encodeLocal(22.543, 114.058)?.territory).toBe("CN-GD");
}

describe("the loader of an entry", () => {
  it.each([
    ["reads the tables from disk", "disk", expectAnswers],
    ["has the tables in its code", "embedded", expectAnswers],
    ["reads the borders from disk", "disk-borders", expectBorders],
    ["has the borders in its code", "embedded-borders", expectBorders],
  ])("%s", async (_what, loader, expectLoaded) => {
    await import(`../../src/loaders/${loader}.ts`);
    await expectLoaded();
  });

  it("reads nothing in a thread that took the tables of another one", async () => {
    const { copyTables } = await import("../../src/loaders/disk.ts");
    const { SHARED_TABLES } = await import("../../src/tables/typed-arrays.ts");
    const memory = copyTables();
    vi.resetModules();
    const { takeTables } = await import("../../src/loaders/take-tables.ts");
    takeTables(memory);
    try {
      await import("../../src/loaders/disk.ts");
      const { tableBytes } = await import("../../src/tables/tables.ts");
      expect(tableBytes.buffer).toBe(memory);
      await expectAnswers();
    } finally {
      Reflect.deleteProperty(globalThis, SHARED_TABLES);
    }
  });
});

describe("embedded tables", () => {
  it("derive parts on demand, in any order, with the answers of the table file", async () => {
    await import("../../src/loaders/disk.ts");
    const whole = await import("../../src/index.ts");
    vi.resetModules();
    await import("../../src/loaders/embedded.ts");
    const inParts = await import("../../src/index.ts");
    expect(inParts).not.toBe(whole);
    // Anywhere, and near the edges of squares: the cells of a square are derived together.
    const degrees = (limit: number) => {
      const edge = fc.integer({ min: 0, max: Math.floor((2e6 * limit) / 2 ** 22) });
      const beside = fc.constantFrom(-1e-6, 0, 1e-6);
      return fc.oneof(
        fc.double({ min: -limit, max: limit, noNaN: true }),
        fc.tuple(edge, beside).map(([at, off]) => (at * 2 ** 22) / 1e6 - limit + off),
      );
    };
    const point = fc.tuple(degrees(90), degrees(180));
    fc.assert(
      fc.property(point, fc.boolean(), ([lat, lon], decodesFirst) => {
        const codes = whole.encode(lat, lon);
        const decodeAll = () =>
          codes.map(({ territory, code }) => inParts.decode(code, { context: territory }));
        const early = decodesFirst ? decodeAll() : [];
        expect(inParts.encode(lat, lon)).toEqual(codes);
        const expected = codes.map(({ territory, code }) =>
          whole.decode(code, { context: territory }),
        );
        expect(decodesFirst ? early : decodeAll()).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("derive all territories for decoding, the last one first", async () => {
    await import("../../src/loaders/disk.ts");
    const whole = await import("../../src/index.ts");
    const names = whole.territories().map(({ alphaCode }) => alphaCode);
    const codes = TERRITORIES.flatMap(({ records }, number) =>
      records.flatMap(({ latMin, latMax, lonMin, lonMax }) => {
        const [lat, lon] = [(latMin + latMax) / 2e6, (lonMin + lonMax) / 2e6];
        return whole.encode(lat, lon, { territory: names[number], precision: 8 }).slice(0, 1);
      }),
    );
    const textOf = ({ latDeg, lonDeg }: { latDeg: number; lonDeg: number }) =>
      `${latDeg} ${lonDeg}`;
    const expected = codes.map((mapcode) => textOf(whole.decode(mapcode)));
    vi.resetModules();
    await import("../../src/loaders/embedded.ts");
    const inParts = await import("../../src/index.ts");
    const decoded = codes.toReversed().map((mapcode) => textOf(inParts.decode(mapcode)));
    expect(decoded.toReversed()).toEqual(expected);
    expect(new Set(codes.map(({ territory }) => territory)).size).toBe(533);
  });
});

describe("a file of arrays", () => {
  it.each<[string, (file: Uint8Array) => Uint8Array, string]>([
    ["half of the file", (file) => file.slice(0, 99_999), "is cut short"],
    ["only its header", (file) => file.slice(0, 12), "is cut short"],
    ["a byte more", (file) => new Uint8Array([...file, 0]), "is cut short"],
    ["nothing", () => new Uint8Array(), "is not of this version"],
    ["another file", () => new Uint8Array(500).fill(120), "is not of this version"],
    ["other data", (file) => file.with(1, file[1] ^ 1), "is not of this version"],
  ])("is not taken if it is %s", async (_what, change, problem) => {
    const { setBorders } = await import("../../src/borders/border-arrays.ts");
    const file = readFileSync(new URL("../../src/generated/borders.bin", import.meta.url));
    const advice = "Install mapcoded again; in a clone, run `npm run build`.";
    const message = `borders.bin ${problem}. ${advice}`;
    expect(() => setBorders(change(new Uint8Array(file)))).toThrow(
      expect.objectContaining({ code: "ERR_MAPCODED_TABLES", message }),
    );
  });

  it("of borders that is missing makes every place a place at sea", async () => {
    await import("../../src/loaders/disk.ts");
    const { encodeLocal, territoriesAt } = await import("../../src/borders/index.ts");
    expect(territoriesAt(52, 5)).toEqual([]);
    expect(encodeLocal(22.543, 114.058)?.territory).toBe("HKG");
  });
});
