/** The map under the hand: by mouse, fingers and keys, across the date line, with towns and cells. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  boxOf,
  CODE,
  eventually,
  expectAxe,
  fragmentOf,
  HOME,
  isColor,
  placeOf,
  SCREENS,
  shareOf,
  startVisits,
  textOf,
  waitForCode,
} from "./browser.ts";

const visit = startVisits();

const ATLANTIC = "#25,-45/5";
const SEA = isColor("#d3e2ec");

/** The place at so many pixels from the middle of a map, by the formula of Web Mercator. */
function placeBeside(latDeg: number, lonDeg: number, zoom: number, right: number, down: number) {
  const pixels = 256 * 2 ** zoom;
  const y = Math.asinh(Math.tan((latDeg * Math.PI) / 180)) - (2 * Math.PI * down) / pixels;
  const lon = lonDeg + (360 * right) / pixels;
  return { lat: (Math.atan(Math.sinh(y)) * 180) / Math.PI, lon: lon > 180 ? lon - 360 : lon };
}

describe.each(SCREENS)("on $device, a click on the map", ({ screen }) => {
  it.each([
    [52.376514, 4.908543, 16],
    [-33.8568, 151.2153, 5],
    [70, 20, 30],
    // The place is on the other side of the date line.
    [0, 179.99, 8],
  ])("chooses the place under it, around %d, %d at zoom %d", async (latDeg, lonDeg, zoom) => {
    const page = await visit.open(`#${latDeg},${lonDeg}/${zoom}`, screen);
    const former = fragmentOf(page);
    const { width, height } = await boxOf(page.locator("#map"));
    const position = { x: Math.round(width / 2) + 80, y: Math.round(height / 2) - 60 };
    await page.locator("#map").click({ position });
    await eventually(() => fragmentOf(page)).not.toBe(former);
    const found = placeOf(page);
    const { lat, lon } = placeBeside(latDeg, lonDeg, zoom, 80, -60);
    const degreesPerPixel = 360 / (256 * 2 ** zoom);
    expect(Math.abs(found.latDeg - lat)).toBeLessThan(degreesPerPixel);
    expect(Math.abs(found.lonDeg - lon)).toBeLessThan(degreesPerPixel);
  });
});

describe("the map", () => {
  it("has no band of land across the Atlantic and land on both sides of the date line", async () => {
    // A row of the map: ol shows a ring that is not cut at the date line there.
    const atlantic = await visit.open(ATLANTIC);
    await atlantic.waitForLoadState("networkidle");
    await eventually(() => shareOf(atlantic, SEA)).toBeGreaterThan(0.9);
    const chukotka = await visit.open("#67,-180/6");
    await eventually(() => shareOf(chukotka, isColor("#f7f5ef"))).toBeGreaterThan(0.5);
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
    await eventually(() => placeOf(page).zoom).toBe(17);
    expect(placeOf(page).lonDeg).toBeLessThan(4.9085);
    expect(placeOf(page).latDeg).toBeGreaterThan(52.3765);
  });

  it.each([
    ["however fast", {}],
    ["at once for users who want less motion", { reducedMotion: "reduce" }],
  ] as const)("goes as many steps as its buttons are pressed, %s", async (_, options) => {
    const page = await visit.open(HOME, options);
    const press = (id: string, times: number) =>
      page.evaluate(`for (let n = 0; n < ${times}; n++) document.getElementById("${id}").click()`);
    await press("zoom-in", 5);
    await eventually(() => placeOf(page).zoom).toBe(21);
    await press("zoom-out", 10);
    await eventually(() => placeOf(page).zoom).toBe(11);
  });

  it("takes colors that change while it is shown, and has a sea of its own for each", async () => {
    const page = await visit.open(ATLANTIC);
    for (const [media, color] of [
      [{ colorScheme: "dark" }, "#16222c"],
      [{ colorScheme: "light", contrast: "more" }, "#a9cbe2"],
      [{ colorScheme: "dark", contrast: "no-preference", forcedColors: "active" }, "#000000"],
    ] as const) {
      await page.emulateMedia(media);
      await eventually(() => shareOf(page, isColor(color))).toBeGreaterThan(0.9);
      await expectAxe(page);
    }
  });
});

describe.each(SCREENS)("on $device, close to the ground", ({ screen }) => {
  const darkShare = (page: Page) => shareOf(page, "red < 100 && green < 100");
  const note = (page: Page) => textOf(page.locator("#base-map-note"));

  it("cells have their codes, and towns their names farther away", async () => {
    const far = await visit.open("#52.376514,4.908543/18", screen);
    const without = await darkShare(far);
    const near = await visit.open("#52.376514,4.908543/19", screen);
    await eventually(() => darkShare(near)).toBeGreaterThan(without + 0.01);
    await expectAxe(near);
    await note(near).toContain("no streets; its codes are exact");
    const towns = await visit.open("#52.2,5.5/8", screen);
    await note(towns).toContain("Towns: GeoNames");
    await eventually(() => darkShare(towns)).toBeGreaterThan(0.005);
  });
});
