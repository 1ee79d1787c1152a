/** The table of sizes in docs/library.md. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { librarySizes, SIZES_DOCUMENT, type Size, shownSizes } from "../../scripts/sizes.ts";

/** How far sizes may differ from those shown, as a share. */
const TOLERANCE = 0.03;

/** What a function without tables may take. */
const MAX_KB_WITHOUT_TABLES = 15;

/** What encoding and decoding may take in a browser, code and tables together. */
const MAX_BROTLI_KB = 250;

describe("the sizes of the library", () => {
  const shown = shownSizes(readFileSync(SIZES_DOCUMENT, "utf8"));
  let sizes: Size[];

  beforeAll(async () => {
    sizes = await librarySizes();
  });

  it("are in the document as they are, within 3% (npm run sizes writes them)", () => {
    expect(shown.map(({ name }) => name)).toEqual(sizes.map(({ name }) => name));
    for (const [index, { name, ...size }] of sizes.entries()) {
      const { name: _, ...claimed } = shown[index] as Size;
      for (const key of ["rawKb", "gzipKb", "brotliKb"] as const) {
        const difference = Math.abs(size[key] - claimed[key]);
        // Rounding alone may be half a kB.
        expect(difference, `${key} of ${name}`).toBeLessThanOrEqual(TOLERANCE * size[key] + 0.5);
      }
    }
  });

  it("are small enough for browsers", () => {
    const [distance, codes] = sizes;
    expect(distance?.rawKb).toBeLessThanOrEqual(MAX_KB_WITHOUT_TABLES);
    expect(codes?.brotliKb).toBeLessThanOrEqual(MAX_BROTLI_KB);
  });
});
