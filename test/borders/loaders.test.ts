/** The loaders of borders: each in modules of its own, as an entry of the package has them. */
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

const FILE = new Uint8Array(
  readFileSync(new URL("../../src/generated/borders.bin", import.meta.url)),
);

/** The next import gets modules without tables: what others have loaded belongs to them. */
const resetModules = () => {
  vi.resetModules();
};
beforeEach(resetModules);
afterAll(resetModules);

async function expectAnswers(): Promise<void> {
  const { encodeLocal, territoriesAt } = await import("../../src/borders/index.ts");
  expect(territoriesAt(22.543, 114.058)).toMatchObject([
    { alphaCode: "CN-GD" },
    { alphaCode: "CHN" },
  ]);
  expect(encodeLocal(22.543, 114.058)?.territory).toBe("CN-GD");
}

async function loadBorders(response: Response): Promise<void> {
  const { loadBordersFrom } = await import("../../src/loaders/load-borders.ts");
  await loadBordersFrom(response);
}

describe("an entry", () => {
  beforeEach(() => import("../../src/loaders/disk.ts"));

  it("reads the borders from disk", async () => {
    await import("../../src/loaders/disk-borders.ts");
    await expectAnswers();
  });

  it("has the borders in its code", async () => {
    await import("../../src/loaders/embedded-borders.ts");
    await expectAnswers();
  });

  it("loads the borders of a response", async () => {
    await loadBorders(new Response(FILE));
    await expectAnswers();
  });

  it("fetches the borders beside the code, which Node's fetch does not read from a disk", async () => {
    await expect(import("../../src/loaders/fetched-borders.ts")).rejects.toThrow(
      /\/generated\/borders\.bin\) cannot be read: /,
    );
  });

  it.each([
    ["half of the file", new Response(FILE.slice(0, 99_999)), /are cut short: serve borders\.bin/],
    ["a byte more", new Response(new Uint8Array([...FILE, 0])), /are cut short/],
    ["another file", new Response("<html>"), /are not of layout 1/],
    ["other data", new Response(FILE.with(9, FILE[9] ^ 1)), /are those of another version/],
    ["an error", new Response("", { status: 404 }), /the status is 404\. Check the address of bor/],
  ])("does not take %s for the borders", async (_, response, message) => {
    await expect(loadBorders(response)).rejects.toThrow(
      expect.objectContaining({ name: "TablesError", message: expect.stringMatching(message) }),
    );
  });

  it("without borders says what to import", async () => {
    const { encodeLocal, territoriesAt } = await import("../../src/borders/index.ts");
    const missing = "The borders are not loaded yet. Import mapcoded/borders, which loads them.";
    expect(() => territoriesAt(52, 5)).toThrow(missing);
    expect(() => encodeLocal(22.543, 114.058)).toThrow(missing);
  });
});
