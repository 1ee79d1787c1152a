/** The loaders of tables and borders: each in modules of its own, as an entry of the package has them. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { callOf, goodArguments } from "../support/exports.ts";

function readGenerated(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../../src/generated/${name}`, import.meta.url)));
}

const COMPACT = readGenerated("tables-compact.bin");
const BORDERS = readGenerated("borders.bin");

/** The next import gets modules without tables: what setupFiles has loaded belongs to others. */
const resetModules = () => {
  vi.resetModules();
};
afterAll(resetModules);

/** A copy of the file with changed bytes. */
function damaged(change: (bytes: Uint8Array) => void): Uint8Array {
  const copy = COMPACT.slice();
  change(copy);
  return copy;
}

async function expectAnswers(): Promise<void> {
  const { encode, decode, territoryNumber } = await import("../../src/index.ts");
  const [first] = encode(52.376514, 4.908543);
  expect(first).toMatchObject({ territory: "NLD", code: "49.4V" });
  expect(decode("NLD 49.4V").latDeg).toBeCloseTo(52.376514, 5);
  expect(territoryNumber("Netherlands")).toBe(territoryNumber("NLD"));
}

async function expectBorders(): Promise<void> {
  await import("../../src/loaders/disk.ts");
  const { encodeLocal, territoriesAt } = await import("../../src/borders/index.ts");
  expect(territoriesAt(22.543, 114.058)).toMatchObject([
    { alphaCode: "CN-GD" },
    { alphaCode: "CHN" },
  ]);
  expect(encodeLocal(22.543, 114.058)?.territory).toBe("CN-GD");
}

const NOT_LOADED = expect.objectContaining({
  name: "TablesError",
  code: "tables-not-loaded",
  message:
    "The tables are not loaded yet. Call init() or await initFrom() before any other function.",
});

describe("before the tables are loaded", () => {
  beforeAll(resetModules);

  it.each<[string, (api: typeof import("../../src/index.ts")) => unknown]>([
    ["encode", (api) => api.encode(52, 5)],
    ["encodeBatch", (api) => api.encodeBatch(Float64Array.of(52, 5))],
    ["decode", (api) => api.decode("NLD 49.4V")],
    ["decode in another alphabet", (api) => api.decode("NLD ΧΒΓ.7ΞΜ")],
    ["decodeRectangle", (api) => api.decodeRectangle("NLD 49.4V")],
    ["decodeInto in a context", (api) => api.decodeInto("49.4V", 1, new Float64Array(2))],
    [
      "decodeInto of an international code",
      (api) => api.decodeInto("VHXGB.1J9J", api.NO_TERRITORY, new Float64Array(2)),
    ],
    ["getTerritory", (api) => api.getTerritory("NLD")],
    ["territoryNumber", (api) => api.territoryNumber("Netherlands")],
    ["hasMapcodeForm in another alphabet", (api) => api.hasMapcodeForm("NLD ΧΒΓ.7ΞΜ")],
  ])("%s says what to call first", async (_name, call) => {
    const api = await import("../../src/index.ts");
    expect(() => call(api)).toThrow(NOT_LOADED);
  });

  it("all functions that load the tables in bundles say what to call first, and no others", async () => {
    const api: Readonly<Record<string, unknown>> = await import("../../src/index.ts");
    const errors = new Map<string, unknown>();
    for (const [name, value] of Object.entries(api)) {
      try {
        callOf(value)?.(...goodArguments(name));
      } catch (error) {
        if ((error as { code?: unknown }).code === "tables-not-loaded") errors.set(name, error);
      }
    }
    const entry = readFileSync(new URL("../../src/entries/embedded.ts", import.meta.url), "utf8");
    const loading = Array.from(entry.matchAll(/^export const (\w+) =/gm), ([, name]) => name);
    // It needs them for other alphabets only.
    expect([...errors.keys(), "hasMapcodeForm"].toSorted()).toEqual(loading.toSorted());
    expect([...errors.values()]).toEqual(Array(errors.size).fill(NOT_LOADED));
  });

  it("a failed init does not count", async () => {
    const { init } = await import("../../src/loaders/init.ts");
    const { encode } = await import("../../src/index.ts");
    expect(() => init(COMPACT.subarray(0, 1000))).toThrow("cut short");
    expect(() => encode(52, 5)).toThrow("not loaded yet");
    init(COMPACT);
    await expectAnswers();
  });
});

describe("init", () => {
  beforeEach(resetModules);

  it.each<[string, Uint8Array | ArrayBuffer]>([
    ["bytes inside of a buffer", new Uint8Array([1, 2, 3, ...COMPACT]).subarray(3)],
    ["a buffer", COMPACT.slice().buffer],
  ])("loads the tables from %s", async (_what, tables) => {
    const { init } = await import("../../src/loaders/init.ts");
    init(tables);
    await expectAnswers();
    init(tables);
    await expectAnswers();
  });
});

describe("init without usable tables", () => {
  beforeEach(resetModules);

  it("derives what is needed, in any order, with the answers of the table file", async () => {
    await import("../../src/loaders/disk.ts");
    const whole = await import("../../src/index.ts");
    vi.resetModules();
    const { init } = await import("../../src/loaders/init.ts");
    const inParts = await import("../../src/index.ts");
    expect(inParts).not.toBe(whole);
    init(COMPACT);
    const point = fc.tuple(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    );
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

  it.each<[string, Uint8Array, RegExp]>([
    ["nothing", new Uint8Array(0), /are not of layout \d+: read mapcoded\/tables-compact.bin of/],
    ["another file", new Uint8Array(500).fill(120), /are not of layout/],
    ["another layout", damaged((bytes) => bytes[4]++), /are not of layout/],
    ["other data", damaged((bytes) => bytes[8]++), /are those of another version/],
    ["half of it", COMPACT.subarray(0, 60_000), /are cut short or damaged/],
    ["only its header", COMPACT.subarray(0, 14), /are cut short or damaged/],
    ["a changed byte", damaged((bytes) => bytes[99_999]--), /are cut short or damaged/],
    ["a byte more", new Uint8Array([...COMPACT, 0]), /are cut short or damaged/],
  ])("rejects %s", async (_what, tables, message) => {
    const { init } = await import("../../src/loaders/init.ts");
    expect(() => init(tables)).toThrow(
      expect.objectContaining({
        name: "TablesError",
        code: "tables-unusable",
        message: expect.stringMatching(message),
      }),
    );
  });

  it.each([
    [undefined],
    ["tables-compact.bin"],
    [[1, 2]],
  ])("rejects %s, which are no bytes", async (wrong) => {
    const { init } = await import("../../src/loaders/init.ts");
    expect(() => init(wrong as unknown as Uint8Array)).toThrow(
      new TypeError("The tables are not an ArrayBuffer or a Uint8Array. Read their file first."),
    );
  });
});

describe("initFrom", () => {
  beforeEach(resetModules);

  let server: Server;
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      // Deriving the tables may take longer than the server keeps a connection.
      response.setHeader("connection", "close");
      if (request.url === "/tables") response.end(COMPACT);
      else if (request.url === "/cut") response.end(COMPACT.subarray(0, 70_000));
      else if (request.url === "/broken") {
        response
          .writeHead(200, { "content-length": COMPACT.length })
          .write(COMPACT.subarray(0, 99));
        setTimeout(() => response.destroy(), 20);
      } else response.writeHead(404).end("<html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("loads the tables from an address and from the promise of a response", async () => {
    for (const sourceOf of [() => new URL("/tables", base), () => fetch(`${base}/tables`)]) {
      vi.resetModules();
      const { initFrom } = await import("../../src/loaders/init.ts");
      await initFrom(sourceOf());
      await expectAnswers();
    }
  });

  it.each([
    [
      "/missing",
      "tables-unreadable",
      /\(http:\S+\/missing\) cannot be read: the status is 404 Not Found\. Check/,
    ],
    [
      "/broken",
      "tables-unreadable",
      /\(http:\S+\/broken\) cannot be read: the response ends too soon\. Check/,
    ],
    ["/cut", "tables-unusable", /\(http:\S+\/cut\) are cut short or damaged: serve/],
  ])("rejects %s with its address", async (path, code, message) => {
    const { initFrom } = await import("../../src/loaders/init.ts");
    await expect(initFrom(base + path)).rejects.toMatchObject({
      name: "TablesError",
      code,
      message: expect.stringMatching(message),
    });
  });

  it("says that nobody answers", async () => {
    const { initFrom } = await import("../../src/loaders/init.ts");
    await expect(initFrom("http://127.0.0.1:1/tables")).rejects.toMatchObject({
      code: "tables-unreadable",
      message: expect.stringMatching(
        /^The tables \(http:\/\/127.0.0.1:1\/tables\) cannot be read: there is no answer\./,
      ),
    });
  });
});

describe("the loader of an entry", () => {
  beforeEach(resetModules);

  it.each([
    ["reads the tables from disk", () => import("../../src/loaders/disk.ts"), expectAnswers],
    ["has the tables in its code", () => import("../../src/loaders/embedded.ts"), expectAnswers],
    [
      "reads the borders from disk",
      () => import("../../src/loaders/disk-borders.ts"),
      expectBorders,
    ],
    [
      "has the borders in its code",
      () => import("../../src/loaders/embedded-borders.ts"),
      expectBorders,
    ],
  ])("%s", async (_what, load, expectLoaded) => {
    await load();
    await expectLoaded();
  });

  it.each([
    ["tables", () => import("../../src/loaders/fetched.ts"), "tables-compact.bin"],
    ["borders", () => import("../../src/loaders/fetched-borders.ts"), "borders.bin"],
  ])("fetches the %s beside the code, which Node's fetch does not read from a disk", async (_what, load, file) => {
    await expect(load()).rejects.toMatchObject({
      code: "tables-unreadable",
      message: expect.stringContaining(`/generated/${file}) cannot be read: `),
    });
  });
});

describe("borders", () => {
  beforeEach(resetModules);

  async function loadBorders(response: Response): Promise<void> {
    const { loadBordersFrom } = await import("../../src/loaders/load-borders.ts");
    await loadBordersFrom(response);
  }

  it("are loaded from a response", async () => {
    await loadBorders(new Response(BORDERS));
    await expectBorders();
  });

  it.each([
    ["half of the file", BORDERS.slice(0, 99_999), 200, /are cut short: serve borders\.bin/],
    ["a byte more", new Uint8Array([...BORDERS, 0]), 200, /are cut short/],
    ["another file", "<html>", 200, /are not of layout 1/],
    ["other data", BORDERS.with(9, BORDERS[9] ^ 1), 200, /are those of another version/],
    ["an error", "", 404, /the status is 404\. Check the address of bor/],
  ])("are not taken from %s", async (_what, body, status, message) => {
    await expect(loadBorders(new Response(body, { status }))).rejects.toThrow(
      expect.objectContaining({ name: "TablesError", message: expect.stringMatching(message) }),
    );
  });

  it("that are missing say what to import", async () => {
    await import("../../src/loaders/disk.ts");
    const { encodeLocal, territoriesAt } = await import("../../src/borders/index.ts");
    const missing = "The borders are not loaded yet. Import mapcoded/borders, which loads them.";
    expect(() => territoriesAt(52, 5)).toThrow(missing);
    expect(() => encodeLocal(22.543, 114.058)).toThrow(missing);
  });
});

describe("on a machine of the other byte order", () => {
  it("all words of the table file are turned around, and only they", async () => {
    const { swapWords } = await import("../../src/tables/array-file.ts");
    const { viewSections } = await import("../../src/tables/layout/sections.ts");
    const file = readGenerated("tables.bin");
    const turned = file.slice();
    swapWords(viewSections(turned.buffer));
    const before = viewSections(file.buffer);
    const after = viewSections(turned.buffer);
    const view = new DataView(turned.buffer);
    expect(view.getInt32(after.records.byteOffset, false)).toBe(before.records[0]);
    expect(view.getUint16(after.leaves.byteOffset + 2, false)).toBe(before.leaves[1]);
    expect(Array.from(after.nameChars)).toEqual(Array.from(before.nameChars));
    swapWords(viewSections(turned.buffer));
    expect(Buffer.compare(turned, file)).toBe(0);
  });
});
