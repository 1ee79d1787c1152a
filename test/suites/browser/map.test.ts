/** The map under the hand: by mouse, fingers and keys, across the date line, with towns and cells. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  axeViolations,
  boxOf,
  CODE,
  countPixels,
  eventually,
  fragmentOf,
  HOME,
  placeOf,
  SCREENS,
  shareOf,
  startVisits,
  textOf,
  waitForCode,
  zoomOf,
} from "./browser.ts";

const visit = startVisits();

const LAND = "red === 0xf7 && green === 0xf5 && blue === 0xef";
const SEA = "red === 0xd3 && green === 0xe2 && blue === 0xec";

/** The place at so many pixels from the middle of a map, by the formula of Web Mercator. */
function placeBeside(latDeg: number, lonDeg: number, zoom: number, right: number, down: number) {
  const pixels = 256 * 2 ** zoom;
  const y = Math.asinh(Math.tan((latDeg * Math.PI) / 180)) - (2 * Math.PI * down) / pixels;
  return {
    latDeg: (Math.atan(Math.sinh(y)) * 180) / Math.PI,
    lonDeg: lonDeg + (360 * right) / pixels,
  };
}

/** Clicks so far from the middle of the map. @returns the place that it chooses */
async function clickBeside(page: Page, right: number, down: number) {
  const former = fragmentOf(page);
  const { width, height } = await boxOf(page.locator("#map"));
  const position = { x: Math.round(width / 2) + right, y: Math.round(height / 2) + down };
  await page.locator("#map").click({ position });
  await eventually(() => fragmentOf(page)).not.toBe(former);
  return placeOf(page);
}

describe.each(SCREENS)("on $device, a click on the map", ({ screen }) => {
  it.each([
    { latDeg: 52.376514, lonDeg: 4.908543, zoom: 16 },
    { latDeg: -33.8568, lonDeg: 151.2153, zoom: 5 },
    { latDeg: 70, lonDeg: 20, zoom: 30 },
  ])("chooses the place under it, at $latDeg,$lonDeg and zoom $zoom", async ({
    latDeg,
    lonDeg,
    zoom,
  }) => {
    const page = await visit.open(`#${latDeg},${lonDeg}/${zoom}`, screen);
    const found = await clickBeside(page, 80, -60);
    const expected = placeBeside(latDeg, lonDeg, zoom, 80, -60);
    const degreesPerPixel = 360 / (256 * 2 ** zoom);
    expect(Math.abs(found.latDeg - expected.latDeg)).toBeLessThan(degreesPerPixel);
    expect(Math.abs(found.lonDeg - expected.lonDeg)).toBeLessThan(degreesPerPixel);
  });

  it("beyond the date line chooses a place on the other side", async () => {
    const page = await visit.open("#0,179.99/8", screen);
    const { lonDeg } = await clickBeside(page, 100, 0);
    expect(lonDeg).toBeCloseTo(179.99 + (360 * 100) / (256 * 2 ** 8) - 360, 1);
  });
});

describe("the map", () => {
  it("has no band of land across the Atlantic and land on both sides of the date line", async () => {
    // A row of the map: ol shows a ring that is not cut at the date line there.
    const atlantic = await visit.open("#25,-45/5");
    await atlantic.waitForLoadState("networkidle");
    await eventually(() => shareOf(atlantic, SEA)).toBeGreaterThan(0.9);
    const chukotka = await visit.open("#67,-180/6");
    await eventually(() => shareOf(chukotka, LAND)).toBeGreaterThan(0.5);
  });

  it("moves when it is dragged, which chooses nothing, and a double click comes closer", async () => {
    const page = await visit.open(HOME);
    const box = await boxOf(page.locator("#map"));
    const [x, y] = [box.x + 200, box.y + 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 150, y + 60, { steps: 5 });
    await page.mouse.up();
    await waitForCode(page, "NLD 49.4V");
    await page.mouse.dblclick(x, y);
    await textOf(page.locator(CODE)).not.toBe("NLD 49.4V");
    await eventually(() => zoomOf(page)).toBe(17);
    expect(placeOf(page).lonDeg).toBeLessThan(4.9085);
    expect(placeOf(page).latDeg).toBeGreaterThan(52.3765);
  });

  it("goes as many steps as the buttons are pressed, however fast", async () => {
    const page = await visit.open(HOME);
    const press = (id: string, times: number) =>
      page.evaluate(`for (let n = 0; n < ${times}; n++) document.getElementById("${id}").click()`);
    await press("zoom-in", 5);
    await eventually(() => zoomOf(page)).toBe(21);
    await press("zoom-out", 10);
    await eventually(() => zoomOf(page)).toBe(11);
  });

  it("goes on at once for users who want less motion", async () => {
    const page = await visit.open(HOME, { reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Zoom in" }).click();
    await eventually(() => zoomOf(page)).toBe(17);
  });

  it("takes colors that change while it is shown", async () => {
    const page = await visit.open("#25,-45/5", { colorScheme: "light" });
    await eventually(() => shareOf(page, SEA)).toBeGreaterThan(0.9);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = "red === 0x16 && green === 0x22 && blue === 0x2c";
    await eventually(() => shareOf(page, dark)).toBeGreaterThan(0.9);
  });

  it.each([
    ["more contrast", { contrast: "more" }, [0xa9, 0xcb, 0xe2]],
    ["forced colors", { forcedColors: "active", colorScheme: "dark" }, [0, 0, 0]],
  ] as const)("has a sea of its own for %s", async (_, media, [r, g, b]) => {
    const page = await visit.open("#25,-45/5", media);
    const sea = `red === ${r} && green === ${g} && blue === ${b}`;
    await eventually(() => shareOf(page, sea)).toBeGreaterThan(0.9);
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe.each(SCREENS)("on $device, close to the ground", ({ screen }) => {
  const darkPixels = (page: Page) => countPixels(page, "red < 100 && green < 100");

  it("cells have their codes, and towns their names farther away", async () => {
    const far = await visit.open("#52.376514,4.908543/18", screen);
    const without = await darkPixels(far);
    const near = await visit.open("#52.376514,4.908543/19", screen);
    await eventually(() => darkPixels(near)).toBeGreaterThan(without + 2000);
    expect(await axeViolations(near)).toEqual([]);
    const towns = await visit.open("#52.2,5.5/8", screen);
    await textOf(towns.locator("#base-map-note")).toContain("Towns: GeoNames");
    await eventually(() => darkPixels(towns)).toBeGreaterThan(1000);
    await textOf(near.locator("#base-map-note")).toContain("no streets; its codes are exact");
  });
});
