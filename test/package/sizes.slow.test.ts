/** The table of sizes in the README. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { librarySizes, type Size, shownSizes } from "../../scripts/sizes.ts";

/** How far sizes may differ from those shown, as a share. */
const TOLERANCE = 0.03;

/** What encoding and decoding may take in a browser, code and tables together. */
const MAX_BROTLI_KB = 250;

describe("the sizes in the README", () => {
  const shown = shownSizes(readFileSync(new URL("../../README.md", import.meta.url), "utf8"));
  let sizes: Size[];

  beforeAll(async () => {
    sizes = await librarySizes();
  });

  it("are those of the build, within 3% (npm run sizes writes them)", () => {
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
    expect(sizes[0]?.brotliKb).toBeLessThanOrEqual(MAX_BROTLI_KB);
  });
});
