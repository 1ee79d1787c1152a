/**
 * What the page looks like, coarsely: mean brightness of the fields of a grid over its screenshot, so that neither
 * fonts nor smoothing matter. `UPDATE_SCREENSHOTS=1 npm run test:web` writes the expected values.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import { eventually, pixelsOf, startVisits } from "./browser.ts";

const EXPECTED = new URL("screenshots.json", import.meta.url);

const SIZES = [
  { name: "wide", width: 1280, height: 800 },
  { name: "tablet", width: 820, height: 1180 },
  { name: "phone", width: 390, height: 844 },
] as const;

/** The fields of the grid. */
const [COLUMNS, ROWS] = [12, 12];

/** Mean difference of brightness, 0 to 255, that other fonts make. */
const MAX_DIFFERENCE = 5;

/** More than a page takes to draw what has come, where somebody looks at what is written. */
const DRAWING_MS = 2000;

const visit = startVisits();

/** Mean brightness of the fields of a grid, row by row. */
async function brightness(page: Page): Promise<number[]> {
  const { pixels } = await pixelsOf(page, await page.screenshot(), `[${COLUMNS}, ${ROWS}]`);
  return Array.from({ length: COLUMNS * ROWS }, (_, field) => {
    const [red, green, blue] = pixels.slice(4 * field);
    return Math.round((red + green + blue) / 3);
  });
}

function readExpected(): Record<string, number[]> {
  return JSON.parse(readFileSync(EXPECTED, "utf8")) as Record<string, number[]>;
}

/** The mean difference of a page's brightness from what it was. */
async function difference(page: Page, expected: readonly number[]): Promise<number> {
  const found = await brightness(page);
  const differences = found.map((value, field) => Math.abs(value - expected[field]));
  return differences.reduce((sum, one) => sum + one, 0) / differences.length;
}

describe.each(["light", "dark"] as const)("in %s colors, the page", (colorScheme) => {
  it.each(SIZES)("looks as it did on a $name screen", async ({ name, width, height }) => {
    const viewport = { width, height };
    const page = await visit.open("#52.376514,4.908543/5.3", { viewport, colorScheme });
    await page.waitForLoadState("networkidle");
    const key = `${name} ${colorScheme}`;
    if (process.env.UPDATE_SCREENSHOTS) {
      await page.waitForTimeout(DRAWING_MS);
      const found = await brightness(page);
      writeFileSync(EXPECTED, `${JSON.stringify({ ...readExpected(), [key]: found })}\n`);
    }
    const expected = readExpected()[key];
    // The finer map is drawn some time after it has come.
    await eventually(() => difference(page, expected)).toBeLessThan(MAX_DIFFERENCE);
  });
});
