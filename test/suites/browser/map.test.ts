/** The map under the hand: its buttons, and rows of tables on it. Letters of the page, which follow the browser. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  countPixels,
  eventually,
  fragmentOf,
  HOME,
  openTab,
  SCREENS,
  startVisits,
  zoomOf,
} from "./browser.ts";
import { pasteTable, worldTable } from "./chromium.ts";

const visit = startVisits();

/** Presses a button for zooming, and waits until the address has the zoom. */
async function zoomTo(page: Page, id: "zoom-in" | "zoom-out", zoom: number): Promise<void> {
  await page.locator(`#${id}`).click();
  await eventually(() => zoomOf(page)).toBe(zoom);
}

describe.each(SCREENS)("on $device, the buttons for zooming", ({ screen }) => {
  it("keep the chosen place where it is, so that a step away and one back show the same", async () => {
    const page = await visit.open(HOME, screen);
    await page.locator("#map").click({ position: { x: 120, y: 300 } });
    await eventually(() => fragmentOf(page)).not.toContain("52.376514");
    // At the place, wherever that is.
    const flag = () => page.locator("#flag").boundingBox();
    const before = await flag();
    await zoomTo(page, "zoom-out", 15);
    expect(await flag()).toEqual(before);
    await zoomTo(page, "zoom-in", 16);
    expect(await flag()).toEqual(before);
  });

  // The world fills the height of the map.
  const mapPixels = screen.viewport.width > 700 ? 800 : 422;
  const farthest = Number(Math.log2(mapPixels / 256).toFixed(2));

  it.each([
    { id: "zoom-in", other: "zoom-out", from: 40.5, limit: 41 },
    { id: "zoom-out", other: "zoom-in", from: farthest + 0.5, limit: farthest },
  ] as const)("are gray at their limits: $id", async ({ id, other, from, limit }) => {
    const page = await visit.open(`#52.376514,4.908543/${from}`, screen);
    const look = async (button: string) => ({
      color: await page.evaluate(`getComputedStyle(document.getElementById("${button}")).color`),
      isDisabled: await page.locator(`#${button}`).getAttribute("aria-disabled"),
    });
    const enabled = await look(id);
    expect(enabled.isDisabled).toBe("false");
    await zoomTo(page, id, limit);
    const disabled = await look(id);
    expect(disabled.isDisabled).toBe("true");
    expect(disabled.color).not.toBe(enabled.color);
    expect(await look(other)).toEqual(enabled);
    // The button has the focus still.
    await page.keyboard.press("Enter");
    expect(zoomOf(page)).toBe(limit);
  });
});

describe.each(SCREENS)("on $device, the rows of a large table", ({ screen }) => {
  /** The color of rows over land or sea, and the color around marks. */
  const ROW = "green < red && green < blue - 20";
  const HALO = "red === 255 && green === 255 && blue === 255";

  it("are shown as density from afar, and as marks where few of them are in view", async () => {
    const page = await visit.open("", screen);
    await openTab(page, "Table");
    await pasteTable(page, worldTable(100_000));
    await page.getByRole("button", { name: "Convert" }).click();
    await page.getByText("100,000 rows converted").waitFor();
    const all = await countPixels(page);
    // Rows are everywhere but near the poles.
    await eventually(() => countPixels(page, ROW)).toBeGreaterThan(0.5 * all);
    await eventually(() => countPixels(page, HALO)).toBeLessThan(0.005 * all);
    await page.locator("#map").focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press("+");
    await eventually(() => countPixels(page, HALO)).toBeGreaterThan(0.01 * all);
    expect(await countPixels(page, ROW)).toBeLessThan(0.3 * all);
  });
});

describe.each(SCREENS)("on $device, the letters of the page", ({ screen }) => {
  /** The sizes of all letters, in hundredths of a pixel. */
  const SIZES = `[...document.querySelectorAll("body, body *")]
    .filter((element) => element.checkVisibility())
    .map((element) => Math.round(100 * Number.parseFloat(getComputedStyle(element).fontSize)))`;

  it("have the size that the browser is set to, and need no scrolling to the side", async () => {
    const page = await visit.open(HOME, screen);
    const before = (await page.evaluate(SIZES)) as number[];
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
    await eventually(() => page.evaluate(SIZES)).toEqual(before.map((size) => 1.5 * size));
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(screen.viewport.width);
  });
});
